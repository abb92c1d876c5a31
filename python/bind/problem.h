// A contact problem in Python: never changed once it is made, so that arrays may be views of it and threads share it.
#pragma once

#include <pybind11/pybind11.h>

#include <memory>
#include <mutex>
#include <vector>

#include "problem/contact_problem.h"

namespace keystone::bind {

namespace py = pybind11;

class Problem {
 public:
  explicit Problem(ContactProblem problem) : problem_(std::move(problem)) {}

  const ContactProblem& posed() const { return problem_; }
  // W as it was given, else formed at the first call, without the interpreter's lock.
  const SparseRows& W() const;

  VecX solution;              // [rows], impulses that its file gives; empty = none
  std::vector<VecX> guesses;  // [rows] each, of its file

 private:
  ContactProblem problem_;
  mutable std::once_flag formed_;
  mutable SparseRows W_;
};

void bindProblem(py::module_& module);

}  // namespace keystone::bind
