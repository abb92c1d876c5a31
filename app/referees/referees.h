// External referees: other people's solvers in rows of the same table as our own.
#pragma once

#include <span>

#include "solver/solver.h"

namespace keystone {

// Those whose packages (bench/packages.txt) were there when this was built. They get W dense, and their result is
// measured as any other.
std::span<const SolverInfo* const> referees();
// Null when there is none of that id.
const SolverInfo* findReferee(std::string_view id);

}  // namespace keystone
