#include "observe/analysis.h"

#include <algorithm>

#include "math/rounding.h"
#include "problem/assemble.h"
#include "problem/delassus.h"
#include "problem/friction_impulse.h"
#include "solver/relaxation.h"
#include "step/rest.h"
#include "world/assemble_step.h"
#include "world/joined.h"
#include "world/motion.h"
#include "world/sleep_state.h"

namespace keystone {
namespace {

constexpr double kOpens = 1e-6;    // of gravity: a contact that opens faster is drawn as one that does
constexpr double kInstant = 1e-3;  // [s]: accelerations are the velocities after it over it; any time gives the same

// The world at rest, with nothing that moves by itself.
World atRest(const World& world) {
  World still = world;
  still.drags.clear();
  std::erase_if(still.forces, [](const AppliedForce& force) { return force.isPeriodic(); });
  wakeAll(still);
  for (Body& body : still.bodies) body.velocity = body.omega = Vec3::Zero();
  return still;
}

// Of the contacts that a step finds those that touch: with another margin some corners would get another normal.
std::vector<Manifold> touchingContacts(const World& still, CollideParams collide, double touching, bool frictionless) {
  collide.margin = std::max(collide.margin, touching);
  std::vector<std::pair<int, int>> pairs;
  broadPhase(still.bodies, still.colliders, collide, kInstant, pairs);
  dropJoinedPairs(still, pairs);
  std::vector<Manifold> manifolds;
  narrowPhase(still.bodies, still.colliders, pairs, collide, kInstant, manifolds);
  for (Manifold& manifold : manifolds) {
    const auto end = std::remove_if(manifold.points.begin(), manifold.points.begin() + manifold.count,
                                    [touching](const ManifoldPoint& point) { return point.gap > touching; });
    manifold.count = static_cast<int>(end - manifold.points.begin());
    manifold.material.restitution = 0.0;
    if (frictionless) manifold.material = {0.0, 0.0, 0.0};
  }
  return manifolds;
}

// What touches neither closes nor is pushed apart: gaps within the tolerance count as none.
void takeGapsAsClosed(ContactProblem& problem) {
  for (int contact = 0; contact < problem.contacts; ++contact) {
    const int n = problem.normalRow(contact);
    problem.q[n] -= problem.bias[n];
    problem.bias[n] = problem.gap[contact] = 0.0;
  }
}

// Fastest acceleration of any point of the body [m/s^2].
double fastest(const FirstMotion& motion, const Collider& collider) {
  return motion.linear.norm() + motion.angular.norm() * boundingRadius(collider.shape);
}

std::vector<FirstMotion> motionsOf(const World& still, const VecX& v) {
  std::vector<FirstMotion> motions;
  for (std::size_t i = 0; i < still.bodies.size(); ++i) {
    if (!still.bodies[i].isDynamic()) continue;
    const auto at = 6 * static_cast<Eigen::Index>(i);
    motions.push_back({static_cast<int>(i), v.segment<3>(at) / kInstant, v.segment<3>(at + 3) / kInstant});
  }
  return motions;
}

double largestOf(const World& still, const std::vector<FirstMotion>& motions) {
  double largest = 0.0;
  for (const FirstMotion& motion : motions) largest = std::max(largest, fastest(motion, still.colliders[motion.body]));
  return largest;
}

// Whether the simulation's solver, or Newton's method from no impulses, finds that something moves.
bool fallsBySome(const Simulation& simulation, const World& still, const ContactProblem& problem, double threshold) {
  Simulation other = simulation;
  for (const SolverInfo* solver : {simulation.solver, findSolver("newton_cone")}) {
    if (other.solver != solver) other.parameters.clear();
    other.solver = solver;
    CheckedSolve solve;
    solveCheckedCold(solveMethodOf(other), problem, solve);
    if (solve.report.status != SolveStatus::Converged) continue;
    if (largestOf(still, motionsOf(still, velocityAfter(problem, solve.solution.lambda))) >
        kOpens / kBalanced * threshold)
      return true;
  }
  return false;
}

ContactAnswer answer(const ContactProblem& problem, const VecX& lambda, const VecX& u, int contact, double threshold) {
  const ContactPoint& place = problem.contact_points[contact];
  const int n = problem.normalRow(contact);
  ContactAnswer result{place.a, place.b, place.point, place.normal};
  result.normal_force = std::max(0.0, lambda[n]) / kInstant;  // solvers may leave it negative, by rounding
  result.friction = frictionImpulse(problem, lambda, contact) / kInstant;
  result.opens = u[n] / kInstant > threshold;
  return result;
}

}  // namespace

Analysis analyze(const Simulation& simulation, const AnalysisParams& params) {
  const World still = atRest(simulation.world);
  const double touching = params.touching > 0.0 ? params.touching : touchingGap(simulation.world.h);
  VecX v_free;
  freeVelocity(still, kInstant, v_free);
  ContactProblem problem;
  assembleStep(still, {kInstant, 0.0, simulation.params.recovery_speed},
               touchingContacts(still, simulation.params.collide, touching, params.frictionless), v_free, problem);
  takeGapsAsClosed(problem);

  Analysis analysis;
  analysis.threshold = kBalanced * std::max(still.gravity.norm(), 1e-9);
  const FrictionLaw law = frictionLaw(*simulation.solver, simulation.parameters);
  const Relaxation relaxed = relax(problem, law);
  const std::vector<FirstMotion> virtual_motion = motionsOf(still, relaxed.v);
  analysis.balanced = largestOf(still, virtual_motion) <= analysis.threshold;
  CheckedSolve solve;
  if (analysis.balanced) {
    solve.solution.lambda = relaxed.lambda;
    checkResidual(measure(problem, relaxed.lambda, law), kExactResidual, solve.report);
    analysis.has_second = params.others && fallsBySome(simulation, still, problem, analysis.threshold);
  } else {
    if (relaxed.solved) analysis.certificate = virtual_motion;
    analysis.lowest = lowestState(still);
    solveCheckedCold(solveMethodOf(simulation), problem, solve);
  }
  analysis.solve = solve.report;
  analysis.residual = solve.report.residual;
  const VecX& lambda = solve.solution.lambda;
  if (solve.report.status == SolveStatus::Unsupported || !lambda.allFinite()) return analysis;

  analysis.motions = motionsOf(still, velocityAfter(problem, lambda));
  if (analysis.balanced)
    for (FirstMotion& motion : analysis.motions) motion.linear = motion.angular = Vec3::Zero();
  analysis.largest = largestOf(still, analysis.motions);
  const VecX u = relativeVelocity(problem, lambda);
  for (int contact = 0; contact < problem.contacts; ++contact)
    analysis.contacts.push_back(answer(problem, lambda, u, contact, kOpens * still.gravity.norm()));
  return analysis;
}

double overhang(const World& world, const Analysis& analysis) {
  std::vector<bool> stands(world.bodies.size(), false);
  for (const ContactAnswer& contact : analysis.contacts) {
    const auto a = static_cast<std::size_t>(contact.a), b = static_cast<std::size_t>(contact.b);
    if (world.bodies[a].isDynamic() == world.bodies[b].isDynamic()) continue;
    stands[world.bodies[a].isDynamic() ? a : b] = true;
  }
  double foot_left = kInfinity, foot_right = -kInfinity, left = kInfinity, right = -kInfinity;
  for (std::size_t i = 0; i < world.bodies.size(); ++i) {
    if (!world.bodies[i].isDynamic()) continue;
    const Aabb box = bounds(world.colliders[i].shape, world.bodies[i].pose, 0.0);
    left = std::min(left, box.lower.x());
    right = std::max(right, box.upper.x());
    if (!stands[i]) continue;
    foot_left = std::min(foot_left, box.lower.x());
    foot_right = std::max(foot_right, box.upper.x());
  }
  return foot_right < foot_left ? 0.0 : std::max(foot_left - left, right - foot_right);
}

}  // namespace keystone
