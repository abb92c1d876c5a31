#include "session/contact_watch.h"

#include <algorithm>

#include "problem/friction_impulse.h"

namespace keystone {
namespace {

std::pair<std::string, std::string> namesOf(const World& world, const ContactKey& key) {
  const auto name = [&world](int body) {
    return body >= 0 && body < static_cast<int>(world.bodies.size()) ? world.bodies[body].name : std::string();
  };
  return {name(key.a), name(key.b)};
}

}  // namespace

ContactForce forceAt(const Simulation& simulation, int contact) {
  ContactForce force{simulation.world.step, simulation.world.time};
  const ContactProblem& problem = simulation.problem;
  const VecX& lambda = simulation.solution.lambda;
  if (contact < 0 || lambda.size() != problem.rows()) return force;
  const double h = forceTime(simulation);
  const int row = problem.normalRow(contact);
  force.normal = lambda[row] / h;
  force.friction = frictionImpulse(problem, lambda, contact).norm() / h;
  if (contact < problem.mu.size()) force.bound = frictionOf(problem, contact) * force.normal;  // else frictionless
  // Over an ellipse the bound depends on the direction; the impulses have it as a disc.
  const double disc = lambda.segment(frictionRow(problem, contact), problem.dim - 1).norm() / h;
  if (disc > 0.0) force.bound *= force.friction / disc;
  return force;
}

ContactWatch::ContactWatch(const Simulation& simulation, int contact) {
  const ContactPoint& place = simulation.problem.contact_points[contact];
  key_ = {place.a, place.b, place.feature};
  names_ = namesOf(simulation.world, key_);
  past_.push_back(forceAt(simulation, contact));
}

void ContactWatch::add(const Simulation& simulation) {
  while (!past_.empty() && past_.back().step >= simulation.world.step) past_.pop_back();
  past_.push_back(forceAt(simulation, contactIn(simulation)));
  if (past_.size() > kLength) past_.pop_front();
}

int ContactWatch::contactIn(const Simulation& simulation) const {
  if (namesOf(simulation.world, key_) != names_) return -1;
  const std::vector<ContactPoint>& points = simulation.problem.contact_points;
  const auto found = std::ranges::find_if(points, [this](const ContactPoint& at) {
    return ContactKey{at.a, at.b, at.feature} == key_;
  });
  return found == points.end() ? -1 : static_cast<int>(found - points.begin());
}

}  // namespace keystone
