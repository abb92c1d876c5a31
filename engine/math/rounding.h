// What counts as rounding: shares of a size, of the largest number of its kind, or of a diagonal.
#pragma once

#include <limits>

namespace keystone {

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();

inline constexpr double kFewRoundings = 1e-15;   // some roundings, one after the other
inline constexpr double kInert = 1e-14;          // what they leave on the diagonal of a row that nothing moves
inline constexpr double kManyRoundings = 1e-12;  // thousands of them: sums over a body, a mesh or a problem
inline constexpr double kNegligible = 1e-9;      // a share, a sine or a pivot that means nothing to any body

}  // namespace keystone
