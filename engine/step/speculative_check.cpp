#include "step/speculative.h"

#include <algorithm>
#include <optional>

#include "collide/field_points.h"
#include "collide/touching.h"
#include "impact/reached.h"
#include "math/scratch_pool.h"
#include "problem/assemble.h"
#include "shape/compound.h"
#include "step/swept_pairs.h"
#include "world/motion.h"

namespace keystone {
namespace {

constexpr double kTurned = 0.99875;  // cosine between normals of which one does not stand for the other: 0.05 rad
// The same of bodies that do not bounce: their contact ahead slows them and holds them no more where it has turned
// further by the end of the step. Without it they keep up to 0.14 of their speed, which they lose in truth.
constexpr double kTurnedAndHeld = 0.99969;  // 0.025 rad
constexpr double kSoon = 1.25;  // steps in which contacts close that may act: others may push their bodies together

// [m] The lesser inner radius.
double innerRadiusOf(const World& world, int a, int b) {
  return std::min(innerRadius(world.colliders[a].shape, world.planar),
                  innerRadius(world.colliders[b].shape, world.planar));
}

// Calls visit(manifold, first contact, the one after its last) for those that the step's problem has.
template <class Visit>
void forPushed(std::span<const Manifold> manifolds, std::span<const Body> bodies, const Visit& visit) {
  int end = 0;
  for (const Manifold& manifold : manifolds) {
    if (!isPushed(bodies, manifold) || manifold.count == 0) continue;
    const int first = end;
    end += manifold.count;
    visit(manifold, first, end);
  }
}

bool pushes(const StepContext& step, int first, int end) {
  for (int contact = first; contact < end; ++contact)
    if (step.result.solution.lambda[step.result.problem.normalRow(contact)] > 0.0) return true;
  return false;
}

// [m/s] By how much forces change the velocities of two bodies in the step along the normal of their contacts.
double changeByForces(const ContactProblem& problem, const Manifold& manifold) {
  const auto of = [&](int body) {
    const auto six = 6 * static_cast<Eigen::Index>(body);
    return std::abs(manifold.normal.dot(problem.v_free.segment<3>(six) - problem.v_before.segment<3>(six)));
  };
  return of(manifold.a) + of(manifold.b);
}

// Whether contacts ahead push that close by the velocities of the start, whatever forces change: bodies that hit each
// other, and do not go on together, as a block and the turntable that turns under it do.
bool hits(const StepContext& step, std::span<const Body> start, const Manifold& manifold, int first, int end) {
  const ContactProblem& problem = step.result.problem;
  const double forced = changeByForces(problem, manifold);
  bool closes = false;
  for (int contact = first; contact < end; ++contact) {
    const Vec3& point = problem.contact_points[contact].point;
    const double closing = normalSpeed(start, problem.v_before, manifold, point);
    closes = closes || problem.gap[contact] + kSoon * problem.h * (closing + forced) < 0.0;
  }
  return closes && pushes(step, first, end);
}

}  // namespace

bool mayTurn(const World& world, std::span<const Body> bodies, int a, int b, double h) {
  const Shape &shape_a = world.colliders[a].shape, &shape_b = world.colliders[b].shape;
  if (isHalfSpace(shape_a) || isHalfSpace(shape_b) || meetByPoints(shape_a, shape_b)) return false;
  return travel(shape_a, bodies[a], shape_b, bodies[b], h) > kTurning * innerRadiusOf(world, a, b);
}

bool hasTurned(double time, const Vec3& normal, const Manifold& manifold, double h) {
  const double least = manifold.material.restitution > 0.0 ? kTurned : kTurnedAndHeld;
  return time > kAtOnce * h && normal.dot(manifold.normal) < least;
}

void noteTouching(const StepContext& step, Speculation& speculation) {
  speculation.touching.clear();
  const auto touches = [&](const ManifoldPoint& point) { return point.gap <= touchingGap(step.dt); };
  for (const Manifold& manifold : step.result.manifolds)
    if (std::ranges::any_of(pointsOf(manifold), touches)) speculation.touching.emplace_back(manifold.a, manifold.b);
  std::ranges::sort(speculation.touching);
}

void noteWrong(const StepContext& step, std::span<const Body> start, Speculation& speculation) {
  const World& world = step.world;
  const ContactProblem& problem = step.result.problem;
  const CollideParams& params = step.input.params.collide;
  // As forces drive them, too, which may bring them together sooner.
  const Scratch<std::vector<Body>> driven;
  driven->clear();
  forPushed(step.result.manifolds, start, [&](const Manifold& manifold, int first, int end) {
    const std::pair pair(manifold.a, manifold.b);
    if (std::ranges::binary_search(speculation.touching, pair)) return;
    if (!hits(step, start, manifold, first, end) || !mayTurn(world, start, pair.first, pair.second, step.dt)) return;
    if (std::ranges::binary_search(speculation.postponed, pair)) return;
    if (!speculation.wrong.empty() && speculation.wrong.back() == pair) return;  // by another of its manifolds
    Vec3 normal = manifold.normal;
    const std::optional<double> time = timeOfMeeting(world, start, pair, params, problem.h, &normal);
    if (time && !hasTurned(*time, normal, manifold, problem.h)) return;
    speculation.wrong.push_back(pair);
    speculation.guessed.push_back(pair);
    if (!time) return;
    if (driven->empty()) {
      driven->assign(start.begin(), start.end());
      setVelocities(*driven, problem.v_free);
    }
    const double sooner = timeOfMeeting(world, *driven, pair, params, *time, nullptr).value_or(*time);
    speculation.first = std::min(speculation.first, sooner);
  });
}

double timeToPostponed(const StepContext& step, std::span<const Body> moving, const Speculation& speculation) {
  double first = step.dt;
  for (const auto& pair : speculation.guessed)
    first = timeOfMeeting(step.world, moving, pair, step.input.params.collide, first, nullptr).value_or(first);
  return first;
}

}  // namespace keystone
