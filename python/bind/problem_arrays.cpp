#include "bind/problem_arrays.h"

#include <pybind11/stl.h>

#include <tuple>
#include <vector>

#include "bind/arrays.h"

namespace keystone::bind {
namespace {

using ProblemClass = py::class_<Problem, std::shared_ptr<Problem>>;

const ContactProblem& posed(const py::object& self) {
  return self.cast<const Problem&>().posed();
}

void defineVector(ProblemClass& problem, const char* name, VecX ContactProblem::*member, const char* help) {
  problem.def_property_readonly(
      name, [member](const py::object& self) { return view(posed(self).*member, self); }, help);
}
void defineOptional(ProblemClass& problem, const char* name, VecX ContactProblem::*member, const char* help) {
  problem.def_property_readonly(
      name, [member](const py::object& self) { return viewOrNone(posed(self).*member, self); }, help);
}

// A view of one member of all items: `first` is that of the first; shape and strides [bytes] are those of one member.
template <class Struct, class Number>
py::array viewMember(const std::vector<Struct>& items, const Number* first, std::vector<py::ssize_t> shape,
                     std::vector<py::ssize_t> strides, py::handle owner) {
  shape.insert(shape.begin(), static_cast<py::ssize_t>(items.size()));
  strides.insert(strides.begin(), static_cast<py::ssize_t>(sizeof(Struct)));
  return view(first, std::move(shape), std::move(strides), owner);
}

template <Vec3 ContactPoint::*member>
py::object viewOfPoints(const py::object& self) {
  const std::vector<ContactPoint>& points = posed(self).contact_points;
  if (points.empty()) return py::none();
  return viewMember(points, (points.front().*member).data(), {3}, {sizeof(double)}, self);
}

py::object pairsOf(const py::object& self) {
  const std::vector<ContactPoint>& points = posed(self).contact_points;
  if (points.empty()) return py::none();
  return viewMember(points, &points.front().a, {2}, {sizeof(int)}, self);
}

// M^-1 as blocks of 6 x 6, each of a body: (linear, angular).
py::object inverseMass(const Problem& problem) {
  const std::vector<InverseMass>& masses = problem.posed().inv_mass;
  if (masses.empty()) return py::none();
  const auto bodies = static_cast<py::ssize_t>(masses.size());
  py::array_t<double> blocks({bodies, py::ssize_t{6}, py::ssize_t{6}});
  py::array_t<int> columns(bodies), starts(bodies + 1);
  std::fill_n(blocks.mutable_data(), blocks.size(), 0.0);
  auto entry = blocks.mutable_unchecked<3>();
  for (py::ssize_t i = 0; i < bodies; ++i) {
    const InverseMass& mass = masses[i];
    for (py::ssize_t k = 0; k < 3; ++k) {
      entry(i, k, k) = mass.linear[k];
      for (py::ssize_t j = 0; j < 3; ++j) entry(i, 3 + k, 3 + j) = mass.angular(k, j);
    }
    columns.mutable_at(i) = static_cast<int>(i);
    starts.mutable_at(i) = static_cast<int>(i);
  }
  starts.mutable_at(bodies) = static_cast<int>(bodies);
  return py::module_::import("scipy.sparse").attr("bsr_matrix")(py::make_tuple(blocks, columns, starts));
}

std::vector<std::tuple<int, int, int, double>> discsOf(const Problem& problem) {
  std::vector<std::tuple<int, int, int, double>> discs;
  for (const FrictionDisc& disc : problem.posed().discs)
    discs.emplace_back(disc.first, disc.count, disc.contact, disc.limit);
  return discs;
}

py::list guessesOf(const py::object& self) {
  py::list list;
  for (const VecX& guess : self.cast<const Problem&>().guesses) list.append(view(guess, self));
  return list;
}

void defineCounts(ProblemClass& problem) {
  const auto define = [&](const char* name, auto value, const char* help) {
    problem.def_property_readonly(
        name, [value](const Problem& p) { return value(p.posed()); }, help);
  };
  define(
      "dim", [](const ContactProblem& p) { return p.dim; }, "Rows per contact: 1 (n), 2 (n, t) or 3 (n, t1, t2).");
  define(
      "contacts", [](const ContactProblem& p) { return p.contacts; }, "Number of contacts.");
  define(
      "joint_rows", [](const ContactProblem& p) { return p.joint_rows; }, "Number of joint rows.");
  define(
      "rows", [](const ContactProblem& p) { return p.rows(); }, "dim * contacts + joint_rows.");
  define(
      "bodies", [](const ContactProblem& p) { return p.inv_mass.size(); }, "Number of bodies; 0: W and q alone.");
  define(
      "h", [](const ContactProblem& p) { return p.h; }, "Length of the step [s]; 0: unknown.");
  define(
      "symmetric", [](const ContactProblem& p) { return p.symmetric; }, "Whether W is.");
}

void defineVectors(ProblemClass& problem) {
  defineVector(problem, "q", &ContactProblem::q, "[rows] [m/s], u without impulses. A view.");
  defineVector(problem, "mu", &ContactProblem::mu, "[contacts], coefficient of friction. A view.");
  defineVector(problem, "gap", &ContactProblem::gap, "[contacts] [m], negative: overlap. A view.");
  defineVector(problem, "restitution", &ContactProblem::restitution, "[contacts]. A view.");
  defineVector(problem, "bias", &ContactProblem::bias, "[rows] [m/s], the part of q that no velocity makes. A view.");
  defineOptional(problem, "mu_dynamic", &ContactProblem::mu_dynamic,
                 "[contacts], coefficient while sliding. A view, or None: as mu.");
  defineOptional(problem, "lower", &ContactProblem::joint_lower,
                 "[joint_rows] [N s], least impulses. A view, or None: unbounded.");
  defineOptional(problem, "upper", &ContactProblem::joint_upper,
                 "[joint_rows] [N s], largest impulses. A view, or None: unbounded.");
  defineOptional(problem, "compliance", &ContactProblem::compliance,
                 "[joint_rows] [1/kg], of springs. A view, or None.");
  problem.def_property_readonly(
      "v_free",
      [](const py::object& self) -> py::object {
        const VecX& v = posed(self).v_free;
        return v.size() > 0 ? py::object(viewBySix(v, self)) : py::none();
      },
      "[bodies x 6] [m/s, rad/s], velocities before contact, (linear, angular). A view, or None without bodies.");
}

void defineMatrices(ProblemClass& problem) {
  problem
      .def_property_readonly(
          "W", [](const py::object& self) { return view(self.cast<const Problem&>().W(), self); },
          "scipy.sparse.csr_matrix [rows x rows] [1/kg], J M^-1 J^T; formed at the first use. Views.")
      .def_property_readonly(
          "J",
          [](const py::object& self) -> py::object {
            return posed(self).hasBodies() ? view(posed(self).J, self) : py::none();
          },
          "scipy.sparse.csr_matrix [rows x 6 bodies], u = J v + bias. Views, or None without bodies.")
      .def_property_readonly("inverse_mass", &inverseMass,
                             "scipy.sparse.bsr_matrix [6 bodies x 6 bodies], M^-1 in world axes [1/kg, 1/(kg m^2)]. A\n"
                             "copy, or None without bodies.");
}

}  // namespace

void bindProblemArrays(ProblemClass& problem) {
  defineCounts(problem);
  defineVectors(problem);
  defineMatrices(problem);
  problem
      .def_property_readonly("pairs", &pairsOf,
                             "[contacts x 2], indices of the bodies a < b; -1 is a body outside an island. A view, or\n"
                             "None without places.")
      .def_property_readonly("points", &viewOfPoints<&ContactPoint::point>,
                             "[contacts x 3] [m], world frame. A view, or None without places.")
      .def_property_readonly("normals", &viewOfPoints<&ContactPoint::normal>,
                             "[contacts x 3], unit, from a to b, world frame. A view, or None without places.")
      .def_property_readonly("tangents1", &viewOfPoints<&ContactPoint::t1>,
                             "[contacts x 3], t1, world frame. A view, or None without places.")
      .def_property_readonly("tangents2", &viewOfPoints<&ContactPoint::t2>,
                             "[contacts x 3], t2 of problems in space. A view, or None without places.")
      .def_property_readonly(
          "discs", &discsOf,
          "Torsional and rolling friction: (first joint row, rows, contact or -1, limit [m]; [N m s]\n"
          "without a contact). A copy.")
      .def_property_readonly(
          "solution", [](const py::object& self) { return viewOrNone(self.cast<const Problem&>().solution, self); },
          "[rows] [N s], impulses that its file gives as solution. A view, or None.")
      .def_property_readonly("guesses", &guessesOf, "Impulses [rows] [N s] that its FCLIB file guesses. Views.");
}

}  // namespace keystone::bind
