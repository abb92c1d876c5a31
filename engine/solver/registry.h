// All methods there are. The menu, the scene files, the command line, the tests and the benchmarks iterate this table.
#pragma once

#include <span>

#include "solver/solver.h"

namespace keystone {

std::span<const SolverInfo* const> solvers();
const SolverInfo* defaultSolver();  // what a simulation gets that names none
// Of all rows, and "psor", which is the row of "pgs" with another omega to begin with.
std::vector<std::string_view> solverIds();
// Null when there is none of that id.
const SolverInfo* findSolver(std::string_view id);

}  // namespace keystone
