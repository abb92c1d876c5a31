#include "bind/problem.h"

#include <pybind11/eigen.h>
#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include <filesystem>

#include "bind/arrays.h"
#include "bind/errors.h"
#include "bind/problem_arrays.h"
#include "bind/released.h"
#include "problem/delassus.h"
#include "problem/global_form.h"
#include "problem/problem_archive.h"
#include "problem/problem_formats.h"

namespace keystone::bind {
namespace {

using namespace py::literals;

std::shared_ptr<Problem> load(const std::filesystem::path& path) {
  StoredProblem opened;
  released([&] {
    if (!isProblemFile(path.string())) throw ArgumentError("path", "'" + path.string() + "'", kProblemFileNames);
    opened = readAnyProblem(path.string());
  });
  auto problem = std::make_shared<Problem>(std::move(opened.problem));
  problem->solution = std::move(opened.solution);
  problem->guesses = std::move(opened.guesses);
  return problem;
}

FclibForm formNamed(const std::string& name) {
  if (name != "local" && name != "global") throw ArgumentError("form", "'" + name + "'", "local or global");
  return name == "local" ? FclibForm::Local : FclibForm::Global;
}

void save(const Problem& problem, const std::filesystem::path& path, const std::string& form,
          const py::object& solution) {
  const ProblemFormat format = problemFormat(path.string());
  if (format == ProblemFormat::None) throw ArgumentError("path", "'" + path.string() + "'", kProblemFileNames);
  const FclibForm chosen = formNamed(form);
  if (chosen == FclibForm::Global && format != ProblemFormat::Fclib)
    throw ArgumentError("form", "'global' for " + path.string(), "NAME.hdf5 to write it to");
  StoredProblem stored{.problem = problem.posed()};
  if (!solution.is_none()) stored.solution = vectorFrom(solution, problem.posed().rows(), "solution");
  released([&] { writeAnyProblem(path.string(), stored, chosen); });
}

VecX boundsFrom(const py::object& given, int joint_rows, double otherwise, const std::string& place) {
  if (given.is_none()) return VecX::Constant(joint_rows, otherwise);
  const auto numbers = given.cast<std::vector<double>>();
  if (numbers.size() != static_cast<std::size_t>(joint_rows))
    throw ArgumentError(place, std::to_string(numbers.size()) + " numbers", std::to_string(joint_rows));
  for (const double number : numbers)
    if (std::isnan(number)) throw ArgumentError(place, "nan", "numbers");
  return Eigen::Map<const VecX>(numbers.data(), joint_rows);
}

// Rows that follow those of the contacts are joint rows.
std::shared_ptr<Problem> make(const py::object& W, const py::object& q, const py::object& mu, int dim,
                              const py::object& lower, const py::object& upper) {
  ContactProblem problem;
  if (dim < 1 || dim > 3) throw ArgumentError("dim", std::to_string(dim), "1, 2 or 3 rows per contact");
  problem.dim = dim;
  problem.q = vectorFrom(q, "q");
  problem.mu = vectorFrom(mu, "mu");
  const auto rows = static_cast<int>(problem.q.size());
  problem.contacts = static_cast<int>(problem.mu.size());
  problem.joint_rows = rows - dim * problem.contacts;
  if (problem.joint_rows < 0)
    throw ArgumentError("mu", std::to_string(problem.contacts) + " contacts of " + std::to_string(dim) + " rows",
                        "at most " + std::to_string(rows) + " rows, as q has");
  if (problem.contacts > 0 && problem.mu.minCoeff() < 0.0) throw ArgumentError("mu", "a negative one", "mu >= 0");
  problem.W = matrixFrom(W, "W");
  if (problem.W.rows() != rows || problem.W.cols() != rows)
    throw ArgumentError("W", std::to_string(problem.W.rows()) + " x " + std::to_string(problem.W.cols()),
                        std::to_string(rows) + " x " + std::to_string(rows) + ", as q has rows");
  problem.symmetric = problem.W.isApprox(SparseRows(problem.W.transpose()), 0.0);
  problem.gap = problem.restitution = VecX::Zero(problem.contacts);
  problem.bias = VecX::Zero(rows);
  if (!lower.is_none() || !upper.is_none()) {
    problem.joint_lower = boundsFrom(lower, problem.joint_rows, -ContactProblem::kUnbounded, "lower");
    problem.joint_upper = boundsFrom(upper, problem.joint_rows, ContactProblem::kUnbounded, "upper");
    if ((problem.joint_lower.array() > problem.joint_upper.array()).any())
      throw ArgumentError("lower", "a bound above the upper one", "lower <= upper");
  }
  return std::make_shared<Problem>(std::move(problem));
}

std::string represent(const Problem& problem) {
  const ContactProblem& posed = problem.posed();
  return "<keystone.Problem, " + std::to_string(posed.contacts) + " contacts of " + std::to_string(posed.dim) +
         " rows, " + std::to_string(posed.joint_rows) + " joint rows>";
}

}  // namespace

const SparseRows& Problem::W() const {
  if (problem_.W.rows() == problem_.rows()) return problem_.W;
  released([&] { std::call_once(formed_, [&] { formDelassus(problem_, W_); }); });
  return W_;
}

void bindProblem(py::module_& module) {
  py::class_<Problem, std::shared_ptr<Problem>> problem(
      module, "Problem",
      "One contact problem, u = W lambda + q with W = J M^-1 J^T. Never changes: its arrays are read-only views of\n"
      "its own memory, which live as long as any of them does. Contact i has rows dim*i .. dim*i+dim-1 in the order\n"
      "n, t1, t2; joint rows follow. Units are SI; lambda is an impulse [N s]. Matrix Market and FCLIB files keep no\n"
      "bodies, and no places of contacts.");
  problem
      .def(py::init(&make), "W"_a, "q"_a, "mu"_a, "dim"_a = 3, "lower"_a = py::none(), "upper"_a = py::none(),
           "A problem without bodies. W [rows x rows] [1/kg], a scipy.sparse matrix or a dense array, is copied; so\n"
           "are q [rows] [m/s] and mu [contacts]. Rows after dim * contacts are joint rows, with impulses from lower\n"
           "to upper [joint rows] [N s], None: unbounded. Raises Error.")
      .def("save", &save, "path"_a, "form"_a = "local", "solution"_a = py::none(),
           "Writes NAME.mtx with NAME.b, NAME.hdf5 (FCLIB) in its 'local' or 'global' form, or NAME.problem.gz, with\n"
           "impulses [rows] as its solution. Raises Error where the format has no place for the problem.")
      .def("__copy__", [](const py::object& self) { return self; })
      .def(
          "__deepcopy__", [](const py::object& self, const py::dict&) { return self; }, "memo"_a)
      .def(py::pickle(
          [](const Problem& p) {
            const ProblemArchive archive{{}, 0, p.posed(), {}, p.solution};
            return py::make_tuple(py::bytes(archiveBytes(archive)), p.guesses);
          },
          [](const py::tuple& state) {
            ProblemArchive archive = readArchiveBytes(state[0].cast<std::string>(), "pickle");
            auto unpickled = std::make_shared<Problem>(std::move(archive.problem));
            unpickled->solution = std::move(archive.solution);
            unpickled->guesses = state[1].cast<std::vector<VecX>>();
            return unpickled;
          }))
      .def("__repr__", &represent);
  bindProblemArrays(problem);
  module.def("load_problem", &load, "path"_a,
             "The problem in NAME.mtx with NAME.b (Matrix Market), NAME.hdf5 or NAME.h5 (FCLIB), or\n"
             "NAME.problem.gz. Raises Error.");
}

}  // namespace keystone::bind
