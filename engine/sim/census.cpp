#include "sim/census.h"

#include <algorithm>
#include <numeric>

namespace keystone {
namespace {

int findRoot(std::vector<int>& parent, int i) {
  while (parent[i] != i) i = parent[i] = parent[parent[i]];
  return i;
}

}  // namespace

int countIslands(const World& world, const ContactProblem& problem) {
  const std::vector<Body>& bodies = world.bodies;
  std::vector<int> parent(bodies.size());
  std::iota(parent.begin(), parent.end(), 0);
  const auto unite = [&](int a, int b) {
    if (a < 0 || b < 0 || !bodies[a].isDynamic() || !bodies[b].isDynamic()) return;
    a = findRoot(parent, a);
    b = findRoot(parent, b);
    parent[std::max(a, b)] = std::min(a, b);
  };
  for (const ContactPlace& place : problem.places) unite(place.a, place.b);
  for (const Joint& joint : world.joints) unite(joint.a, joint.b);
  int islands = 0;
  for (std::size_t i = 0; i < bodies.size(); ++i)
    if (bodies[i].isDynamic() && parent[i] == static_cast<int>(i)) ++islands;
  return islands;
}

void countContacts(const World& world, const ContactProblem& problem, const Solution& solution, StepReport& report) {
  report.contacts = problem.contacts;
  report.rows = problem.rows();
  report.islands = countIslands(world, problem);
  report.max_penetration = problem.contacts > 0 ? std::max(0.0, -problem.gap.minCoeff()) : 0.0;
  report.sets = countSets(problem, solution.sets);
  report.sets_inferred = solution.sets_inferred;
}

void sumState(const World& world, StepReport& report) {
  report.step = world.step;
  report.time = world.time;
  report.bodies = static_cast<int>(world.bodies.size());
  report.kinetic = report.potential = 0.0;
  report.momentum.setZero();
  report.angular_momentum.setZero();
  for (const Body& body : world.bodies) {
    if (!body.isDynamic()) continue;
    report.kinetic += kineticEnergy(body);
    report.potential -= body.mass * world.gravity.dot(body.pose.position);
    report.momentum += body.mass * body.velocity;
    report.angular_momentum += angularMomentum(body);
  }
  report.state_hash = stateHash(world);
}

}  // namespace keystone
