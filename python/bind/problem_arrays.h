// The parts of a contact problem as arrays and matrices.
#pragma once

#include "bind/problem.h"

namespace keystone::bind {

void bindProblemArrays(py::class_<Problem, std::shared_ptr<Problem>>& problem);

}  // namespace keystone::bind
