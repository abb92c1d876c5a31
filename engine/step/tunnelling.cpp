#include "step/tunnelling.h"

#include <algorithm>
#include <limits>
#include <span>

#include "collide/collide.h"
#include "collide/field_points.h"
#include "collide/field_sweep.h"
#include "collide/parts.h"
#include "collide/sweep.h"
#include "math/scratch_pool.h"
#include "shape/compound.h"
#include "world/joined.h"
#include "world/motion.h"

namespace keystone {
namespace {

// Parts tried in a step: a spinning splinter that hits a thin wall takes tens; an ellipsoid that turns by a quarter
// while it is pressed against one takes hundreds, which a world of few bodies has time for.
constexpr int kMostParts = 64, kMostBodyParts = 4000;  // in any world; or bodies times parts, if that allows for more
// Rows times factorizations of the solves of all parts: more takes longer than a frame. A hard solve of a hundred
// contacts takes half of it.
constexpr double kMostWork = 4e4;
constexpr double kLeastPart = 1e-6;  // of the step: what is shorter is no part. At 1e-4 four of 60,000 shots pass
constexpr double kSamePart = 1e-3;   // of a part: a cut so near to its end is none; else its last digits take ten tries
constexpr double kRounding = 1e-9;   // of the step: no time is left
constexpr double kSlop = 1e-6;       // of the smaller body's radius, within which bodies touch
constexpr double kPasses = 0.2;      // of the inner radius, by which bodies may overlap on their way

struct TunnellingWorkspace {
  World start;                // of the part
  std::vector<double> inner;  // [bodies], m
  std::vector<Body> moving;   // [bodies], at the part's start with the velocities of its motion
  std::vector<std::pair<int, int>> pairs;
  std::vector<int> near_a, near_b, near_part;  // parts
};

// [m] How far a body's surface moves in h [s] at most.
double travel(const World& world, int body, const Vec3& velocity, const Vec3& omega, double h) {
  const Shape& shape = world.colliders[static_cast<std::size_t>(body)].shape;
  return h * (velocity.norm() + (isHalfSpace(shape) ? 0.0 : omega.norm() * boundingRadius(shape)));
}

// Whether any body moves by more than the thinnest one's inner radius.
bool isFast(const World& world, double h, const std::vector<double>& inner) {
  const double thinnest = *std::ranges::min_element(inner);
  const double falls = h * world.gravity.norm();
  for (int i = 0; i < static_cast<int>(world.bodies.size()); ++i) {
    const Body& body = world.bodies[static_cast<std::size_t>(i)];
    if (body.isFixed() || (body.velocity.isZero(0.0) && body.omega.isZero(0.0))) continue;
    if (travel(world, i, body.velocity, body.omega, h) + h * falls > thinnest) return true;
  }
  return false;
}

// A motion of all bodies by one set of velocities: a phase of the part, or all of it.
struct Stretch {
  double h;                      // [s]
  std::span<const Body> before;  // at its start, as nothing had acted on them yet
  std::span<const Body> after;
  const VecX& v;  // [6 bodies]
};

// The bodies at the stretch's start, with the velocities by which they come to its end.
void findMotion(const Stretch& stretch, std::vector<Body>& moving) {
  moving.assign(stretch.before.begin(), stretch.before.end());
  for (std::size_t i = 0; i < moving.size(); ++i) {
    Body& body = moving[i];
    if (!body.isActive()) continue;
    body.velocity = (stretch.after[i].pose.position - body.pose.position) / stretch.h;
    body.omega = stretch.v.segment<3>(6 * static_cast<Eigen::Index>(i) + 3);
  }
}

// When [s] bodies come to overlap by kPasses more of the inner radius than they do at first; empty if they do not, or
// if nothing can be done about it: they overlap by nearly all of it, or turn too fast to follow.
template <class Meeting>
std::optional<double> timeToOverlap(const Meeting& meeting, double inner) {
  for (double share = kPasses; share < 1.0; share += kPasses) {
    const std::optional<double> time = meeting(share * inner);
    if (!time || *time > 0.0) return time;
  }
  return std::nullopt;
}

Moving movingPart(const Body& body, const PartView& part) {
  return {body, part.shape, body.velocity, body.omega, Vec3::Zero(), part.pose};
}

// Whether two parts may meet while their bodies' surfaces move by `way` [m] at most.
bool comeNear(const Body& a, const PartView& part_a, const Body& b, const PartView& part_b, double way) {
  if (isHalfSpace(part_a.shape) || isHalfSpace(part_b.shape)) return true;
  const Vec3 apart = b.pose.toWorld(part_b.pose.position) - a.pose.toWorld(part_a.pose.position);
  return apart.norm() <= boundingRadius(part_a.shape) + boundingRadius(part_b.shape) + way;
}

// Whether neither is a triangle of ground that the other one is behind.
bool mayMeet(const Body& a, const Shape& shape_a, int part_a, const Body& b, const Shape& shape_b, int part_b) {
  const Pose pose_a = a.pose * partOf(shape_a, part_a).pose, pose_b = b.pose * partOf(shape_b, part_b).pose;
  return isMet(groundOf(shape_a, part_a), pose_a, pose_b.position) &&
         isMet(groundOf(shape_b, part_b), pose_b, pose_a.position);
}

// Two bodies and how they move in a stretch.
struct PassingPair {
  const Body &free_a, &free_b;      // at its start, as nothing had acted on them yet
  const Body &moving_a, &moving_b;  // with the velocities of its motion
  const Shape &shape_a, &shape_b;
  double inner, way;  // [m], the lesser inner radius; how far their surfaces move towards each other at most
};

// Where bodies meet that pass through each other: as nothing had acted on them yet, if they meet then, too. What has
// acted may bring other parts of them together before that.
double cutOf(std::optional<double> free, double deep) {
  return free && *free > 0.0 ? std::min(*free, deep) : deep;
}

// When [s] parts of the pair meet that pass through each other by h [s], or h.
double timeToPassing(const PassingPair& pair, int i, int j, double h) {
  const PartView part_a = partOf(pair.shape_a, i), part_b = partOf(pair.shape_b, j);
  if (!mayMeet(pair.moving_a, pair.shape_a, i, pair.moving_b, pair.shape_b, j)) return h;
  if (!comeNear(pair.moving_a, part_a, pair.moving_b, part_b, pair.way)) return h;
  const auto meeting = [&](const Body& of_a, const Body& of_b, double slop) {
    return timeOfImpact(movingPart(of_a, part_a), movingPart(of_b, part_b), h, slop);
  };
  const std::optional<double> deep =
      timeToOverlap([&](double overlap) { return meeting(pair.moving_a, pair.moving_b, -overlap); }, pair.inner);
  if (!deep) return h;
  // Those that touch from the start must first get in.
  const double touch = kSlop * std::min(boundingRadius(part_a.shape), boundingRadius(part_b.shape));
  return cutOf(meeting(pair.free_a, pair.free_b, touch), *deep);
}

// The same of a pair that meets by points. Nothing passes through a half-space.
double timeToPoints(const PassingPair& pair, double h, const TunnellingWorkspace& workspace) {
  if (isHalfSpace(pair.shape_a) || isHalfSpace(pair.shape_b)) return h;
  const double slop = kSlop * std::min(boundingRadius(pair.shape_a), boundingRadius(pair.shape_b));
  const auto meeting = [&](const Body& body_a, const Body& body_b, double overlap) -> std::optional<double> {
    const Moving a{body_a, pair.shape_a, body_a.velocity, body_a.omega};
    const Moving b{body_b, pair.shape_b, body_b.velocity, body_b.omega};
    const auto of_points = [&](const Moving& own, const std::vector<int>& parts, const Moving& other) {
      return timeOfPoints(own, parts, other, h, fieldOf(other.shape) != nullptr ? -overlap : 0.0, slop);
    };
    const auto of_a = of_points(a, workspace.near_a, b), of_b = of_points(b, workspace.near_b, a);
    return of_a && of_b ? std::min(of_a, of_b) : of_a ? of_a : of_b;
  };
  const std::optional<double> deep =
      timeToOverlap([&](double overlap) { return meeting(pair.moving_a, pair.moving_b, overlap); }, pair.inner);
  return deep ? cutOf(meeting(pair.free_a, pair.free_b, 0.0), *deep) : h;
}

// The same of all parts.
double timeToPassing(const PassingPair& pair, const CollideParams& params, double h, TunnellingWorkspace& workspace) {
  auto& [start, inner, moving, pairs, near_a, near_b, near_part] = workspace;
  findNearParts(pair.moving_a, pair.shape_a, pair.moving_b, pair.shape_b, params, h, near_a);
  findNearParts(pair.moving_b, pair.shape_b, pair.moving_a, pair.shape_a, params, h, near_b);
  if (meetByPoints(pair.shape_a, pair.shape_b)) return timeToPoints(pair, h, workspace);
  double first = h;
  for (const int i : near_a) {
    near_part = near_b;
    narrowToPart(pair.moving_b, pair.shape_b, pair.moving_a, partOf(pair.shape_a, i), params, h, near_part);
    for (const int j : near_part) first = std::min(first, timeToPassing(pair, i, j, h));
  }
  return first;
}

// When [s] the motion of a stretch must be cut, or its length: where bodies meet that pass through each other by it.
double timeToPassing(const StepContext& step, const Stretch& stretch, TunnellingWorkspace& workspace) {
  const World& start = workspace.start;
  std::vector<Body>& moving = workspace.moving;
  const CollideParams& params = step.input.params.collide;
  const double h = stretch.h;
  findMotion(stretch, moving);
  broadPhase(moving, start.colliders, params, h, workspace.pairs);
  dropJoinedPairs(start, workspace.pairs);
  double first = h;
  for (const auto& [a, b] : workspace.pairs) {
    const auto at_a = static_cast<std::size_t>(a), at_b = static_cast<std::size_t>(b);
    const Body &body_a = moving[at_a], &body_b = moving[at_b];
    const double inner = std::min(workspace.inner[at_a], workspace.inner[at_b]);
    const double way = h * (body_a.velocity - body_b.velocity).norm() +
                       travel(start, a, Vec3::Zero(), body_a.omega, h) +
                       travel(start, b, Vec3::Zero(), body_b.omega, h);
    if (way <= inner) continue;
    const PassingPair pair{stretch.before[at_a],        stretch.before[at_b],        body_a, body_b,
                           start.colliders[at_a].shape, start.colliders[at_b].shape, inner,  way};
    first = std::min(first, timeToPassing(pair, params, h, workspace));
  }
  return first;
}

// The same of a part of h [s], phase by phase where it has any.
double timeToPassing(const StepContext& step, double h, TunnellingWorkspace& workspace) {
  const double least = kLeastPart * step.input.world.h;
  const std::span<const PhaseMotion> phases(step.workspace.phases.data(), step.workspace.phase_count);
  if (phases.empty()) {
    const double cut = timeToPassing(step, {h, workspace.start.bodies, step.world.bodies, step.workspace.v}, workspace);
    return cut < h ? std::max(cut, least) : h;
  }
  double done = 0.0;
  for (std::size_t i = 0; i < phases.size(); ++i) {
    const auto& [dt, before, v] = phases[i];
    const std::span<const Body> after = i + 1 < phases.size() ? phases[i + 1].start : step.world.bodies;
    const double cut = timeToPassing(step, {dt, before, after, v}, workspace);
    if (cut < dt) return std::max(done + cut, least);
    done += dt;
  }
  return h;
}

void addTimes(const StageTimes& part, StageTimes& sum) {
  sum.broad += part.broad;
  sum.narrow += part.narrow;
  sum.assemble += part.assemble;
  sum.solve += part.solve;
  sum.integrate += part.integrate;
  sum.sweep += part.sweep;
}

// Adds what an earlier part of the step came to to the report of a later one.
void addPart(const StepReport& part, StepReport& report) {
  addReport(part.solve, report.solve);
  if (!(part.residual.value <= report.residual.value)) report.residual = part.residual;
  addTimes(part.ms, report.ms);
  report.impacts += part.impacts;
  report.largest_impact = std::max(report.largest_impact, part.largest_impact);
  if (!part.trouble.empty()) report.trouble = part.trouble;
  if (!part.note.empty()) report.note = part.note;
}

bool anyMoves(const World& world) {
  return std::ranges::any_of(world.bodies, [](const Body& body) {
    return !body.isFixed() && !(body.velocity.isZero(0.0) && body.omega.isZero(0.0));
  });
}

}  // namespace

void stepInParts(StepContext& step, void (*run)(StepContext& step)) {
  step.workspace.phase_count = 0;
  step.notes_phases = false;
  if (!anyMoves(step.world)) return run(step);
  const Scratch<TunnellingWorkspace> workspace(static_cast<std::ptrdiff_t>(step.world.bodies.size()));
  std::vector<double>& inner = workspace->inner;
  inner.clear();
  for (const Collider& collider : step.world.colliders) inner.push_back(innerRadius(collider.shape, step.world.planar));
  if (!isFast(step.world, step.dt, inner)) return run(step);

  step.notes_phases = true;
  StepReport& report = step.result.report;
  World& start = workspace->start;
  const auto begin_part = [&] {
    start = step.world;
    start.cache = step.remembered->cache;
    start.joint_cache = step.remembered->joint_cache;
    start.energy_store = step.remembered->energy_store;
    step.remembered = &start;
  };
  begin_part();
  StepReport done;  // of the parts so far
  const int most_parts = std::max(kMostParts, kMostBodyParts / static_cast<int>(step.world.bodies.size()));
  double work = 0.0, left = step.dt, part = left;
  for (int tried = 1;; ++tried) {
    report = {};
    step.dt = part;
    step.workspace.phase_count = 0;
    run(step);
    if (report.rejected) return;
    // A motion that is no solution is not made one by parts, each of which may take all the work allowed.
    const bool solved = report.solve.status == SolveStatus::Converged;
    const double cut = solved ? timeToPassing(step, part, *workspace) : part;
    const bool passes = cut < (1.0 - kSamePart) * part;
    report.ms.sweep += step.watch.lap();
    work += static_cast<double>(report.solve.factorizations) * report.rows;
    if (passes && tried < most_parts && work < kMostWork) {
      addTimes(report.ms, done.ms);
      step.world = start;
      step.remembered = &start;
      part = cut;
      continue;
    }
    if (passes) report.note = "bodies that move fast overlap: a frame has no time for more parts of the step";
    addPart(done, report);
    left -= part;
    if (!(left > kRounding * step.input.world.h)) break;
    done = report;
    step.world.step = start.step;
    step.world.time = start.time;
    begin_part();
    part = left;
  }
  report.ms.total = step.watch.total();
}

}  // namespace keystone
