#include "bind/errors.h"

#include <algorithm>

namespace keystone::bind {
namespace {

// Lives as long as the interpreter.
PyObject* g_error = nullptr;

// One line, whatever a library put into it.
std::string oneLineOf(std::string message) {
  std::replace_if(
      message.begin(), message.end(), [](char c) { return c == '\n' || c == '\r'; }, ' ');
  return message;
}

// NOLINTNEXTLINE(performance-unnecessary-value-param): the type that pybind11 asks for
void translate(std::exception_ptr thrown) {
  try {
    if (thrown) std::rethrow_exception(thrown);
  } catch (const py::builtin_exception&) {  // TypeError and its like are Python's own
    throw;
  } catch (const std::runtime_error& error) {
    PyErr_SetString(g_error, oneLineOf(error.what()).c_str());
  }
}

}  // namespace

void bindErrors(py::module_& module) {
  g_error = PyErr_NewExceptionWithDoc(
      "keystone.Error",
      "A bad file, name or value. The text is one line, as keystone-cli prints it: place, what was found, what was\n"
      "expected. Numerical trouble is no error: it is a status (Solution.status, StepReport.trouble).",
      PyExc_ValueError, nullptr);
  if (g_error == nullptr) throw py::error_already_set();
  module.attr("Error") = py::handle(g_error);
  py::register_exception_translator(translate);
}

}  // namespace keystone::bind
