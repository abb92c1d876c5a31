// External referees: other people's solvers in rows of the same table as our own.
#pragma once

#include <span>
#include <string_view>

#include "solver/solver.h"

namespace keystone {

struct Referee {
  SolverInfo info;
  std::string_view package;  // Debian's, which it needs when this is built (bench/packages.txt)
  bool built;                // whether that was there; else `info` has no method
};
// All that are known.
std::span<const Referee> knownReferees();
// Null when there is none of that id.
const Referee* findKnownReferee(std::string_view id);

// Those that were built. They get W dense, and their result is measured as any other.
std::span<const SolverInfo* const> referees();
// Null when none of that id was built.
const SolverInfo* findReferee(std::string_view id);

}  // namespace keystone
