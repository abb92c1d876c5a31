// What there is: solvers, steppers, scenes, and their parameters.
#pragma once

#include <pybind11/pybind11.h>

#include <string>

#include "solver/solver.h"

namespace keystone::bind {

namespace py = pybind11;

// Where scenes and meshes are: $KEYSTONE_HOME/assets when set, else what Python said (_set_assets).
std::string assetFolder();

// Python's {"iterations": 50, "friction": "box"} on top of `values`; None changes nothing. Throws ChoiceError.
void setParameters(const std::string& place, std::string_view owner, std::span<const Parameter> parameters,
                   const py::object& given, ParameterValues& values);
// The other way round: every parameter with its value, choices by name.
py::dict parametersOf(std::span<const Parameter> parameters, const ParameterValues& values);

// What Python says of a value, as the command line would have it.
std::string textOf(const py::handle& value);

void bindLists(py::module_& module);

}  // namespace keystone::bind
