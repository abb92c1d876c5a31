// Round numbers for scales and grids.
#pragma once

#include <cmath>

namespace keystone {

// The largest of 1, 2, 5 times a power of ten that is at most `value` > 0.
inline double roundDown(double value) {
  const double decade = std::pow(10.0, std::floor(std::log10(value)));
  const double digit = value / decade;
  return decade * (digit >= 5.0 ? 5.0 : digit >= 2.0 ? 2.0 : 1.0);
}

}  // namespace keystone
