// A dict from Python as what JSON can say.
#pragma once

#include <pybind11/pybind11.h>

#include <string>

namespace keystone::bind {

namespace py = pybind11;

// A copy in which arrays and numbers of NumPy are lists and numbers of Python. Throws ArgumentError with the JSON
// pointer of what is neither, of a number that is not finite and of a key that is no text. `pointer` leads to `given`.
py::object plainJson(const py::handle& given, const std::string& pointer);

}  // namespace keystone::bind
