// Solving contact problems, and grading what was found.
#pragma once

#include <pybind11/pybind11.h>

namespace keystone::bind {

namespace py = pybind11;

void bindResidual(py::module_& module);
void bindSolve(py::module_& module);
void bindCompare(py::module_& module);

}  // namespace keystone::bind
