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
#include <set>

#include "problem/assemble.h"
#include "problem/assemble_joints.h"
#include "problem/delassus.h"
#include "sim/joined.h"
#include "sim/motion.h"
#include "sim/step_parts.h"
#include "sim/steppers.h"
#include "sim/warm_start.h"

namespace keystone {
namespace {

void dropFriction(std::vector<Manifold>& manifolds) {
  for (Manifold& manifold : manifolds) manifold.material = {0.0, 0.0, 0.0};
}

// The bodies where v leads, about to move as nothing hinders: so that contacts are found that hold them there, too,
// and those that threw them back.
std::vector<Body> bodiesAfter(const World& world, const VecX& v, const VecX& v_free) {
  std::vector<Body> bodies = world.bodies;
  const std::vector<Motion> motions = integrate(world.bodies, v, {}, world.h);
  for (std::size_t i = 0; i < bodies.size(); ++i) bodies[i].pose = motions[i].pose;
  setVelocities(bodies, v_free);
  return bodies;
}

// Those that met at the start, and those that do where the step leads.
std::vector<std::pair<int, int>> pairsOf(const Lane& lane, const std::vector<Manifold>& at_start,
                                         const std::vector<Body>& bodies) {
  auto pairs = broadPhase(bodies, lane.world.colliders, lane.params.collide, lane.world.h);
  dropJoinedPairs(lane.world, pairs);
  for (const Manifold& manifold : at_start) pairs.emplace_back(manifold.a, manifold.b);
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  return pairs;
}

// [m] What counts of a gap: one that is none (touchingGap) does not, so that contacts that depend on each other agree.
// Overlap counts from far below what a minute of steps could add up to a micrometre.
double room(double gap, double h) {
  constexpr double kOverlap = 1e-12;
  return gap > touchingGap(h) || gap < -kOverlap ? gap : 0.0;
}

// What the step's first problem knew of a contact.
struct AtStart {
  double gap;   // [m]
  double bias;  // [m/s], negative: an impact that bounces
};
struct Start {
  std::map<ContactKey, AtStart> contacts;
  std::map<std::pair<int, int>, double> overlaps;  // [m], < 0, of pairs that overlap
};
Start listStart(const ContactProblem& problem) {
  Start start;
  for (int contact = 0; contact < problem.contacts; ++contact) {
    const ContactPlace& place = problem.places[contact];
    const double gap = problem.gap[contact];
    start.contacts[{place.a, place.b, place.feature}] = {gap, problem.bias[problem.normalRow(contact)]};
    if (gap < 0.0) start.overlaps[{place.a, place.b}] = std::min(gap, start.overlaps[{place.a, place.b}]);
  }
  return start;
}

// [m] The gap that a contact found at the end of the step may be left with, `there` being the one found. A pair that
// did not overlap shall not now. What overlaps by another contact than at the start, as after a change of the
// separating face, is as deep as it was, or else no faster out of it than any recovery.
double allowedGap(const Start& start, const ContactPlace& place, const AtStart* same, double there, double recovery) {
  if (same != nullptr) return std::min(same->gap, 0.0);
  return start.overlaps.contains({place.a, place.b}) ? std::min(there + recovery, 0.0) : 0.0;
}

// Adds the start's contacts of pairs that are out of reach where the step leads, as after a bounce: without them, the
// next solve would know nothing of it. Moved along with the bodies; their gaps stay those of the start. Returns the
// pairs.
std::set<std::pair<int, int>> keepOutOfReach(const World& world, const std::vector<Manifold>& at_start,
                                             const std::vector<Body>& bodies, std::vector<Manifold>& manifolds) {
  std::set<std::pair<int, int>> found, kept;
  for (const Manifold& manifold : manifolds) found.emplace(manifold.a, manifold.b);
  for (Manifold manifold : at_start) {
    if (found.contains({manifold.a, manifold.b})) continue;
    kept.emplace(manifold.a, manifold.b);
    Vec3 moved = Vec3::Zero();
    for (const int body : {manifold.a, manifold.b}) {
      const auto i = static_cast<std::size_t>(body);
      moved += 0.5 * (bodies[i].pose.position - world.bodies[i].pose.position);
    }
    for (int k = 0; k < manifold.count; ++k) manifold.points[static_cast<std::size_t>(k)].point += moved;
    manifolds.push_back(manifold);
  }
  std::ranges::sort(manifolds, {}, [](const Manifold& m) { return std::pair(m.a, m.b); });
  return kept;
}

// The step's problem with its contacts searched and linearised where v0 leads. Their gaps are given as those of the
// start that J takes to the gap there.
ContactProblem relinearise(const Lane& lane, const std::vector<Manifold>& at_start, const ContactProblem& first,
                           const Start& start, const VecX& v0, std::vector<Manifold>& manifolds) {
  const World& world = lane.world;
  const std::vector<Body> bodies = bodiesAfter(world, v0, first.v_free);
  manifolds = narrowPhase(bodies, world.colliders, pairsOf(lane, at_start, bodies), lane.params.collide, world.h);
  if (lane.params.frictionless) dropFriction(manifolds);
  const auto kept = keepOutOfReach(world, at_start, bodies, manifolds);
  JointRowList joints;
  listJointRows(world.joints, world.bodies, world.planar, joints);
  ContactProblem problem = assemble(bodies, manifolds, first.v_free,
                                    {.planar = world.planar,
                                     .h = world.h,
                                     .restitution_threshold = 0.0,
                                     .joint_rows = static_cast<int>(joints.rows.size())});
  problem.inv_mass = first.inv_mass;
  const VecX travelled = world.h * (problem.J * v0);
  for (int contact = 0; contact < problem.contacts; ++contact) {
    const int n = problem.normalRow(contact);
    const ContactPlace& place = problem.places[contact];
    const double there = problem.gap[contact] + (kept.contains({place.a, place.b}) ? travelled[n] : 0.0);
    const auto found = start.contacts.find({place.a, place.b, place.feature});
    const AtStart* same = found != start.contacts.end() ? &found->second : nullptr;
    const double allowed = allowedGap(start, place, same, there, lane.params.recovery_speed * world.h);
    problem.gap[contact] = there - travelled[n];
    const bool bounces = same != nullptr && same->bias < 0.0;
    problem.bias[n] = bounces ? same->bias : (room(there - allowed, world.h) - travelled[n]) / world.h;
  }
  problem.q = problem.J * first.v_free + problem.bias;
  assembleJoints(world.bodies, world.joints, joints, posesAhead(world),
                 {.planar = world.planar, .recovery_speed = lane.params.recovery_speed}, problem);
  return problem;
}

// The step's problem solved, and solved again where that leads; lane.problem and lane.start are the last one's.
// `effort` receives the work of all rounds, the worst status and residual.
JudgedSolve solveRounds(Lane& lane, const ContactProblem& first, Stopwatch& watch, JudgedSolve& effort) {
  StepReport& report = lane.report;
  const Start start = listStart(first);
  const std::vector<Manifold> at_start = lane.manifolds;
  JudgedSolve solve = effort = solveJudged(lane, lane.problem, lane.islands, lane.start);
  report.ms.solve = watch.lap();
  for (int round = 0; round < lane.params.relinearise; ++round) {
    if (effort.report.status == SolveStatus::Unsupported || !solve.solution.lambda.allFinite()) break;
    const VecX v = velocityAfter(lane.problem, solve.solution.lambda);
    if (!v.allFinite()) break;
    const ContactCache cache = remember(lane.problem, solve.solution);
    const JointMemory joints = rememberJoints(lane.problem, solve.solution);
    lane.problem = relinearise(lane, at_start, first, start, v, lane.manifolds);
    lane.islands = findIslands(lane.problem);
    lane.start = warmStart(lane.problem, cache, joints);
    report.ms.assemble += watch.lap();
    solve = solveJudged(lane, lane.problem, lane.islands, lane.start);
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
  assembleStep(world, lane.manifolds, v_free, lane.params.restitution_threshold, lane);
  warmStart(lane.problem, world.cache, world.joint_memory, lane.start);
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
