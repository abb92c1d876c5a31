// The Python module: what docs/python.md describes. Each file binds one subject.
#include <pybind11/pybind11.h>

#include "bind/errors.h"
#include "bind/lists.h"
#include "bind/simulation.h"
#include "bind/solve.h"
#include "record/version.h"

PYBIND11_MODULE(_engine, module) {
  using namespace keystone::bind;
  pybind11::options options;
  options.disable_enum_members_docstring();
  module.doc() = "The compiled part of keystone.";
  module.attr("__version__") = keystone::version();
  bindErrors(module);
  bindLists(module);
  bindResidual(module);
  bindProblem(module);
  bindSolve(module);
  bindCompare(module);
  bindReport(module);
  bindSimulation(module);
  bindAnalysis(module);
}
