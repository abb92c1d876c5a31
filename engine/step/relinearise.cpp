#include "step/relinearise.h"

#include <algorithm>

#include "collide/roof_contact.h"
#include "math/scratch_pool.h"
#include "problem/assemble.h"
#include "problem/assemble_joints.h"
#include "problem/assemble_moments.h"
#include "problem/friction_impulse.h"
#include "problem/substitute_sliding.h"
#include "step/isolated_impacts.h"
#include "step/swept_pairs.h"
#include "world/joined.h"
#include "world/motion.h"

namespace keystone {
namespace {

using Pair = std::pair<int, int>;

Pair pairOf(const Manifold& manifold) {
  return {manifold.a, manifold.b};
}

// The bodies where v leads, about to move as nothing hinders: so that contacts are found that hold them there, too,
// and those that threw them back.
void moveBodiesOn(const StepContext& step, const VecX& v, const VecX& v_free, std::vector<Body>& bodies) {
  const World& world = step.world;
  std::vector<Motion>& motions = step.workspace.motions;
  const VecX no_recovery;
  integrate(world.bodies, v, no_recovery, step.dt, motions);
  flyFree(step, motions);
  bodies = world.bodies;
  for (std::size_t i = 0; i < bodies.size(); ++i) bodies[i].pose = motions[i].pose;
  setVelocities(bodies, v_free);
}

// Those that met at the start, and those that do where v leads; without those that pass through each other on the way
// there: which side of each other they belong on their contacts at its end cannot tell; and without those that strike
// each other at the start: past each other at the end, they would never have met.
void findPairs(const StepContext& step, const StepStart& start, const std::vector<Body>& bodies, const VecX& v,
               std::vector<Pair>& pairs) {
  const CollideParams& params = step.input.params.collide;
  broadPhase(bodies, step.world.colliders, params, step.dt, pairs);
  dropJoinedPairs(step.world, pairs);
  for (const Manifold& manifold : start.manifolds) pairs.push_back(pairOf(manifold));
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  const Scratch<std::vector<Body>> moving;
  const Stretch stretch{step.dt, step.dt, step.world.bodies, step.workspace.motions, v};
  findMotion(stretch, *moving);
  std::erase_if(pairs, [&](const Pair& pair) {
    return std::ranges::binary_search(start.struck, pair) ||
           timeToTunnelling(step.world, stretch, *moving, pair, params) < step.dt;
  });
}

// [m] What counts of a gap: one that is none (touchingGap) does not, so that contacts that depend on each other agree.
// Overlap counts from far below what a minute of steps could add up to a micrometre.
double counted(double gap, double h) {
  constexpr double kOverlap = 1e-12;
  return gap > touchingGap(h) || gap < -kOverlap ? gap : 0.0;
}

// [m] The gap that a contact found at the end of the step may be left with, `there` being the one found. A pair that
// did not overlap shall not now. One that did is as deep as it was, or else no faster out of it than any recovery:
// where another contact than at the start is found, and where the same one has turned. So is one with triangles, which
// are met from one side alone: a body may be deep in one that it was behind just before. `travelled` [m] is the way
// along its normal from the start to there.
double allowedGap(bool may_overlap, const StepStart::Contact* same, double there, double travelled, double recovery) {
  if (!may_overlap) return 0.0;
  return std::min({0.0, same != nullptr ? same->gap : there + recovery, there - travelled + recovery});
}

// [m] How far a body has come.
Vec3 wayOf(const World& world, const std::vector<Body>& bodies, int body) {
  const auto i = static_cast<std::size_t>(body);
  return bodies[i].pose.position - world.bodies[i].pose.position;
}

// Adds the start's contacts of pairs that have none where the step leads, out of reach as after a bounce or not looked
// for: without them, the next solve would know nothing of it. Moved along with the bodies; their gaps stay those of the
// start. `kept` receives the pairs. Manifolds and pairs ascend.
void keepOfStart(const World& world, const std::vector<Manifold>& at_start, const std::vector<Body>& bodies,
                 std::vector<Manifold>& manifolds, std::vector<Pair>& kept) {
  kept.clear();
  const auto found = static_cast<std::ptrdiff_t>(manifolds.size());
  for (const Manifold& before : at_start) {
    if (std::ranges::binary_search(manifolds.begin(), manifolds.begin() + found, pairOf(before), {}, pairOf)) continue;
    kept.push_back(pairOf(before));
    const Vec3 moved = 0.5 * (wayOf(world, bodies, before.a) + wayOf(world, bodies, before.b));
    Manifold& manifold = manifolds.emplace_back(before);
    for (int k = 0; k < manifold.count; ++k) manifold.points[k].point += moved;
  }
  std::ranges::sort(manifolds, {}, pairOf);
}

// Adds `arm` [m] to that of a contact's rows on a body.
void lengthen(int body, const Vec3& arm, int contact, ContactProblem& problem) {
  const auto lengthenRow = [&](int row) {
    Vec3 linear = Vec3::Zero();
    for (SparseRows::InnerIterator it(problem.J, row); it; ++it) {
      const auto axis = it.col() - 6 * static_cast<Eigen::Index>(body);
      if (axis < 0 || axis > 5) continue;
      if (axis < 3)
        linear[axis] = it.value();
      else
        it.valueRef() += arm.cross(linear)[axis - 3];
    }
  };
  for (int k = 0; k < problem.dim; ++k) lengthenRow(problem.normalRow(contact) + k);
  if (coupledDisc(problem, contact) == nullptr) return;
  for (int k = 0; k + 1 < problem.dim; ++k) lengthenRow(frictionRow(problem, contact) + k);
}

// A contact of the start acts where it did on each of the bodies, which may have come far and apart.
void takeArmsOfStart(const World& world, const std::vector<Body>& bodies, int contact, ContactProblem& problem) {
  const ContactPoint& place = problem.contact_points[contact];
  const Vec3 apart = 0.5 * (wayOf(world, bodies, place.b) - wayOf(world, bodies, place.a));
  lengthen(place.a, -apart, contact, problem);
  lengthen(place.b, apart, contact, problem);
}

struct RelinearisationWorkspace {
  std::vector<Body> bodies;
  std::vector<Pair> kept;
  JointRowList joints;
  std::vector<Pose> ahead;
  VecX travelled;  // [rows]
};

}  // namespace

void dropFriction(std::vector<Manifold>& manifolds) {
  for (Manifold& manifold : manifolds) manifold.material = {0.0, 0.0, 0.0};
}

const StepStart::Contact* findContact(const StepStart& start, const ContactPoint& place) {
  const ContactKey key{place.a, place.b, place.feature};
  const auto found = std::ranges::lower_bound(start.contacts, key, {}, &StepStart::Contact::key);
  return found != start.contacts.end() && found->key == key ? &*found : nullptr;
}

void noteStart(const ContactProblem& problem, const std::vector<Manifold>& manifolds, double restitution_threshold,
               StepStart& start) {
  start.v_free = problem.v_free;
  start.v_before = problem.v_before;
  start.inv_mass = problem.inv_mass;
  start.manifolds = manifolds;
  start.contacts.clear();
  start.overlaps.clear();
  start.struck.clear();
  const Scratch<VecX> before(problem.rows());
  before->noalias() = problem.J * problem.v_before;
  for (int contact = 0; contact < problem.contacts; ++contact) {
    const ContactPoint& place = problem.contact_points[contact];
    const double gap = problem.gap[contact];
    start.contacts.push_back({{place.a, place.b, place.feature}, gap, problem.bias[problem.normalRow(contact)]});
    if (gap < 0.0) start.overlaps.emplace_back(place.a, place.b);
    const bool bounces = start.contacts.back().bias < 0.0;
    if (bounces || (gap <= touchingGap(problem.h) && (*before)[problem.normalRow(contact)] < -restitution_threshold))
      start.struck.emplace_back(place.a, place.b);
  }
  std::ranges::sort(start.contacts, {}, &StepStart::Contact::key);
  std::ranges::sort(start.overlaps);
  std::ranges::sort(start.struck);
}

void relinearise(const StepStart& start, const VecX& v0, StepContext& step) {
  const World& world = step.world;
  ContactProblem& problem = step.result.problem;
  const Scratch<RelinearisationWorkspace> workspace(problem.rows());
  moveBodiesOn(step, v0, start.v_free, workspace->bodies);
  step.result.report.ms.assemble += step.watch.lap();
  findPairs(step, start, workspace->bodies, v0, step.workspace.pairs);
  std::erase_if(step.workspace.pairs,
                [&](const Pair& pair) { return std::ranges::binary_search(step.isolated, pair); });
  step.result.report.ms.sweep += step.watch.lap();
  narrowPhase(workspace->bodies, world.colliders, step.workspace.pairs, step.input.params.collide, step.dt,
              step.result.manifolds);
  if (step.input.params.frictionless) dropFriction(step.result.manifolds);
  keepOfStart(world, start.manifolds, workspace->bodies, step.result.manifolds, workspace->kept);
  listJointRows(world.joints, world.bodies, world.planar, workspace->joints);
  assemble(workspace->bodies, step.result.manifolds, start.v_free,
           {.planar = world.planar,
            .h = step.dt,
            .restitution_threshold = 0.0,
            .joint_rows = static_cast<int>(workspace->joints.rows.size())},
           problem);
  problem.inv_mass = start.inv_mass;
  problem.v_before = start.v_before;
  const auto isKept = [&](int contact) {
    const ContactPoint& place = problem.contact_points[contact];
    return std::ranges::binary_search(workspace->kept, Pair(place.a, place.b));
  };
  for (int contact = 0; contact < problem.contacts; ++contact)
    if (isKept(contact)) takeArmsOfStart(world, workspace->bodies, contact, problem);
  workspace->travelled.noalias() = problem.J * v0;
  workspace->travelled *= step.dt;
  const double recovery = step.input.params.recovery_speed * step.dt;  // [m]
  const auto hasTriangles = [&](int body) { return isOfTriangles(world.colliders[body].shape); };
  for (int contact = 0; contact < problem.contacts; ++contact) {
    const int n = problem.normalRow(contact);
    const ContactPoint& place = problem.contact_points[contact];
    const double travelled = workspace->travelled[n];
    const double there = problem.gap[contact] + (isKept(contact) ? travelled : 0.0);
    const StepStart::Contact* same = findContact(start, place);
    const bool may_overlap = hasTriangles(place.a) || hasTriangles(place.b) ||
                             std::ranges::binary_search(start.overlaps, Pair(place.a, place.b));
    const double allowed = allowedGap(may_overlap, same, there, travelled, recovery);
    problem.gap[contact] = there - travelled;
    const bool bounces = same != nullptr && same->bias < 0.0;
    problem.bias[n] = bounces ? same->bias : (counted(there - allowed, step.dt) - travelled) / step.dt;
  }
  problem.q.noalias() = problem.J * start.v_free;
  problem.q += problem.bias;
  chooseFriction(problem.v_before, step.input.params.slip_speed, {}, problem);
  posesAhead(world.bodies, step.dt, workspace->ahead);
  assembleJoints(world.bodies, world.joints, workspace->joints, workspace->ahead,
                 {.planar = world.planar, .recovery_speed = step.input.params.recovery_speed}, problem);
  assembleMoments(workspace->bodies, step.result.manifolds, world.planar, problem);
}

}  // namespace keystone
