// One step in the poses: of all poses that no contact or joint forbids, those nearest to where free motion would lead,
// in the metric of the masses.
//
// rotezwick, figure 7 and section 8.2: the unknowns are the next poses, minimise sum m |p - ptilde|^2 under gap rows
// linearised at the present pose. With h v for the displacement that is the contact problem of the step, so that every
// solver runs under this stepper; `gauss` solves it as the quadratic program it is. What the paper approximates by its
// curvature terms (the right sides of (L') and (S')) is found exactly here: contacts are searched again at the poses
// that the solution leads to, their gaps there put in place of the linearised ones,
//   gap(v0) + h J(v0) (v - v0) >= 0,
// and the problem solved again from the last sets; `relinearise` times. A gap that is overlapped at the start may stay
// as it is; taking it away is the recovery's work, as under all steppers.
// Departures: friction and restitution, which the paper leaves out, are the contact problem's; `frictionless` leaves
// them out here too, and impacts are then totally inelastic, as in the paper (section 7).
#include <algorithm>
#include <map>

#include "problem/assemble.h"
#include "problem/assemble_joints.h"
#include "problem/delassus.h"
#include "sim/motion.h"
#include "sim/step_parts.h"
#include "sim/steppers.h"
#include "sim/warm_start.h"

namespace keystone {
namespace {

void dropFriction(std::vector<Manifold>& manifolds) {
  for (Manifold& manifold : manifolds) manifold.material = {0.0, 0.0, 0.0};
}

std::vector<Body> bodiesAfter(const World& world, const VecX& v) {
  std::vector<Body> bodies = world.bodies;
  const std::vector<Motion> motions = integrate(world.bodies, v, {}, world.h);
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    bodies[i].pose = motions[i].pose;
    bodies[i].velocity = motions[i].velocity;
    bodies[i].omega = motions[i].omega;
  }
  return bodies;
}

std::vector<std::pair<int, int>> pairsOf(const std::vector<Manifold>& manifolds) {
  std::vector<std::pair<int, int>> pairs;
  for (const Manifold& manifold : manifolds) pairs.emplace_back(manifold.a, manifold.b);
  return pairs;
}

// [m] What counts of a gap: the rounding of positions and clipping does not (problem/assemble.cpp), so that contacts
// that depend on each other agree. Overlap counts from far below what a minute of steps could add up to a micrometre.
double room(double gap) {
  constexpr double kTouching = 1e-8, kOverlap = 1e-12;
  if (gap > kTouching) return gap - kTouching;
  return gap < -kOverlap ? gap : 0.0;
}

// What the step's first problem knew of a contact.
struct AtStart {
  double gap;   // [m]
  double bias;  // [m/s], negative: an impact that bounces
};
std::map<ContactKey, AtStart> listStart(const ContactProblem& problem) {
  std::map<ContactKey, AtStart> start;
  for (int contact = 0; contact < problem.contacts; ++contact) {
    const ContactPlace& place = problem.places[contact];
    start[{place.a, place.b, place.feature}] = {problem.gap[contact], problem.bias[problem.normalRow(contact)]};
  }
  return start;
}

// The step's problem with its contacts searched and linearised where v0 leads. Their gaps are given as those of the
// start that J takes to the gap there.
ContactProblem relinearise(const Lane& lane, const std::vector<Manifold>& at_start, const ContactProblem& first,
                           const std::map<ContactKey, AtStart>& known, const VecX& v0,
                           std::vector<Manifold>& manifolds) {
  const World& world = lane.world;
  const std::vector<Body> bodies = bodiesAfter(world, v0);
  manifolds = narrowPhase(bodies, world.colliders, pairsOf(at_start), lane.params.collide, world.h);
  if (lane.params.frictionless) dropFriction(manifolds);
  ContactProblem problem =
      assemble(bodies, manifolds, first.v_free, {.planar = world.planar, .h = world.h, .restitution_threshold = 0.0});
  problem.inv_mass = first.inv_mass;
  const VecX travelled = world.h * (problem.J * v0);
  for (int contact = 0; contact < problem.contacts; ++contact) {
    const int n = problem.normalRow(contact);
    const ContactPlace& place = problem.places[contact];
    const auto found = known.find({place.a, place.b, place.feature});
    const double there = problem.gap[contact];
    // Where an overlap is new, no faster out of it than any recovery.
    const double allowed = found != known.end() ? std::min(found->second.gap, 0.0)
                                                : std::min(there + lane.params.recovery_speed * world.h, 0.0);
    problem.gap[contact] = there - travelled[n];
    const bool bounces = found != known.end() && found->second.bias < 0.0;
    problem.bias[n] = bounces ? found->second.bias : (room(there - allowed) - travelled[n]) / world.h;
  }
  problem.q = problem.J * first.v_free + problem.bias;
  if (!world.joints.empty())
    appendJoints(world.bodies, world.joints, posesAhead(world),
                 {.planar = world.planar, .recovery_speed = lane.params.recovery_speed}, problem);
  return problem;
}

// The step's problem solved, and solved again where that leads; lane.problem and lane.start are the last one's.
// `effort` receives the work of all rounds, the worst status and residual.
JudgedSolve solveRounds(Lane& lane, const ContactProblem& first, Stopwatch& watch, JudgedSolve& effort) {
  StepReport& report = lane.report;
  const std::map<ContactKey, AtStart> known = listStart(first);
  const std::vector<Manifold> at_start = lane.manifolds;
  JudgedSolve solve = effort = solveJudged(lane, lane.problem, lane.start);
  report.ms.solve = watch.lap();
  for (int round = 0; round < lane.params.relinearise && lane.problem.contacts > 0; ++round) {
    if (effort.report.status == SolveStatus::Unsupported || !solve.solution.lambda.allFinite()) break;
    const VecX v = velocityAfter(lane.problem, solve.solution.lambda);
    if (!v.allFinite()) break;
    const ContactCache cache = remember(lane.problem, solve.solution);
    const JointMemory joints = rememberJoints(lane.problem, solve.solution);
    lane.problem = relinearise(lane, at_start, first, known, v, lane.manifolds);
    lane.start = warmStart(lane.problem, cache, joints);
    report.ms.assemble += watch.lap();
    solve = solveJudged(lane, lane.problem, lane.start);
    addEffort(solve, effort);
    report.ms.solve += watch.lap();
  }
  return solve;
}

}  // namespace

const StepReport& stepPosition(Lane& lane) {
  World& world = lane.world;
  StepReport& report = lane.report = {};
  Stopwatch watch;

  const VecX v_free = freeVelocity(world);
  if (!v_free.allFinite() || !allFinite(world.bodies)) return reject(lane, watch, "forces or state not finite");

  findContacts(lane, world.bodies, watch);
  if (lane.params.frictionless) dropFriction(lane.manifolds);
  lane.problem = assembleStep(world, lane.params, lane.manifolds, v_free, lane.params.restitution_threshold);
  lane.start = warmStart(lane.problem, world.cache, world.joint_memory);
  report.ms.assemble = watch.lap();
  if (!lane.problem.q.allFinite()) return reject(lane, watch, "contacts not finite");

  const ContactProblem first = lane.problem;
  JudgedSolve effort;
  JudgedSolve solve = solveRounds(lane, first, watch, effort);

  std::string why;
  const bool usable = adopt(lane, std::move(solve), why);
  report.solve = effort.report;
  report.residual = effort.residual;
  report.fallback = effort.fallback;
  report.trouble = describe(*lane.solver, effort);
  report.max_penetration = first.contacts > 0 ? std::max(0.0, -first.gap.minCoeff()) : 0.0;
  if (lane.params.frictionless) report.note = "without friction and restitution, as in the paper";
  if (!usable) return reject(lane, watch, why);

  const VecX v = velocityAfter(lane.problem, lane.solution.lambda);
  if (!moveBodies(lane, v, {lane.problem, lane.solution}, why)) return reject(lane, watch, why);
  return finishStep(lane, watch);
}

}  // namespace keystone
