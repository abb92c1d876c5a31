// The contacts of the last step as arrays.
#include "bind/arrays.h"
#include "bind/simulation.h"
#include "bind/text.h"
#include "problem/friction_impulse.h"
#include "problem/index_sets.h"

namespace keystone::bind {
namespace {

// One contact in memory.
struct ContactRow {
  int a, b;
  double point[3], normal[3];   // [m], unit
  double gap;                   // [m]
  double impulse[3], force[3];  // [N s], [N]
  Text set;
};

// 'open', 'stick' or 'slide'.
std::string_view setOf(const ContactProblem& problem, const IndexSets& sets, int contact) {
  const int n = problem.normalRow(contact);
  if (sets[n] == RowSet::Unclamped) return "open";
  const int friction = frictionRow(problem, contact);
  for (int row = friction; row < friction + problem.dim - 1; ++row)
    if (isSliding(sets[row])) return "slide";
  return problem.dim == 1 ? "slide" : "stick";
}

// [N s], on b, world frame.
Vec3 impulseOf(const Simulation& simulation, int contact) {
  const ContactProblem& problem = simulation.problem;
  const VecX& lambda = simulation.solution.lambda;
  return lambda[problem.normalRow(contact)] * problem.contact_points[contact].normal +
         frictionImpulse(problem, lambda, contact);
}

// Contacts of a step that left impulses; 0 of one that was rejected.
int countContacts(const Simulation& simulation) {
  const bool solved = simulation.solution.lambda.size() == simulation.problem.rows();
  return solved ? static_cast<int>(simulation.problem.contact_points.size()) : 0;
}

py::array contactsOf(const RunningScene& running) {
  const Simulation& simulation = running.simulation();
  const ContactProblem& problem = simulation.problem;
  std::vector<ContactRow> rows(static_cast<std::size_t>(countContacts(simulation)));
  IndexSets sets = simulation.solution.sets;
  if (sets.empty() && !rows.empty()) classify(problem, simulation.solution.lambda, sets);
  for (int i = 0; i < std::ssize(rows); ++i) {
    const ContactPoint& place = problem.contact_points[i];
    const Vec3 impulse = impulseOf(simulation, i);
    ContactRow& row = rows[i];
    row.a = place.a;
    row.b = place.b;
    row.gap = problem.gap[i];
    row.set = setOf(problem, sets, i);
    Eigen::Map<Vec3>{row.point} = place.point;
    Eigen::Map<Vec3>{row.normal} = place.normal;
    Eigen::Map<Vec3>{row.impulse} = impulse;
    Eigen::Map<Vec3>{row.force} = impulse / forceTime(simulation);
  }
  return py::array_t<ContactRow>(static_cast<py::ssize_t>(rows.size()), rows.data());
}

py::array_t<double> netForces(const RunningScene& running) {
  const Simulation& simulation = running.simulation();
  const std::size_t bodies = simulation.world.bodies.size();
  VecX sums = VecX::Zero(3 * static_cast<Eigen::Index>(bodies));
  for (int i = 0; i < countContacts(simulation); ++i) {
    const ContactPoint& place = simulation.problem.contact_points[i];
    const Vec3 force = impulseOf(simulation, i) / forceTime(simulation);
    sums.segment<3>(3 * place.a) -= force;
    sums.segment<3>(3 * place.b) += force;
  }
  return py::array_t<double>({static_cast<py::ssize_t>(bodies), py::ssize_t{3}}, sums.data());
}

}  // namespace

void bindContacts(SimulationClass& simulation) {
  PYBIND11_NUMPY_DTYPE(ContactRow, a, b, point, normal, gap, impulse, force, set);
  simulation
      .def_property_readonly(
          "contacts", &contactsOf,
          "[contacts], those of the last step's problem as a structured array with the fields a, b (bodies), point\n"
          "[m], normal (unit, from a to b), gap [m] (at the start of the step, negative: overlap), impulse [N s] and\n"
          "force [N] (on b, world frame, the force as the step's mean), set ('open', 'stick' or 'slide'). A copy.")
      .def_property_readonly(
          "net_contact_forces", &netForces,
          "[bodies x 3] [N], mean force of those contacts on each body, world frame; 0 of bodies asleep. A copy.");
}

}  // namespace keystone::bind
