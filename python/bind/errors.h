// Errors of the engine as keystone.Error, with the one line that the command line prints.
#pragma once

#include <pybind11/pybind11.h>

#include <stdexcept>
#include <string>

namespace keystone::bind {

namespace py = pybind11;

// A bad argument: what() is one line, "PLACE: found X, expected Y".
struct ArgumentError : std::runtime_error {
  ArgumentError(const std::string& place, const std::string& found, const std::string& expected)
      : std::runtime_error(place + ": found " + found + ", expected " + expected) {}
};

inline void checkCount(const char* place, long count, long least) {
  if (count < least) throw ArgumentError(place, std::to_string(count), std::to_string(least) + " or more");
}

void bindErrors(py::module_& module);

}  // namespace keystone::bind
