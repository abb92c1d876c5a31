#include "step/turned_contacts.h"

#include <algorithm>
#include <optional>

#include "collide/field_points.h"
#include "collide/roof_contact.h"
#include "collide/sweep.h"
#include "collide/touching.h"
#include "impact/reached.h"
#include "math/scratch_pool.h"
#include "problem/assemble.h"
#include "shape/compound.h"
#include "step/passing.h"

namespace keystone {
namespace {

constexpr double kTurned = 0.99875;  // cosine between normals of which one does not stand for the other: 0.05 rad
constexpr double kSoon = 1.25;       // steps in which contacts close that may act: tgs_soft looks a substep ahead

std::size_t at(int body) {
  return static_cast<std::size_t>(body);
}

// Not so of half-spaces, which always have the same, and of triangles, whose neighbours have a say.
bool hasOwnNormal(const Shape& shape) {
  return !isHalfSpace(shape) && !isOfTriangles(shape);
}

// [m] The lesser inner radius.
double innerRadiusOf(const World& world, int a, int b) {
  return std::min(innerRadius(world.colliders[at(a)].shape, world.planar),
                  innerRadius(world.colliders[at(b)].shape, world.planar));
}

// Whether both are of one convex part each.
bool areConvex(const World& world, int a, int b) {
  return partCount(world.colliders[at(a)].shape) == 1 && partCount(world.colliders[at(b)].shape) == 1;
}

// When two such bodies meet within h [s], by the velocities that they have; `normal` as in timeOfImpact().
std::optional<double> timeOfMeeting(const World& world, std::span<const Body> bodies, int a, int b, double h,
                                    Vec3* normal) {
  const Moving of_a = movingPart(bodies[at(a)], partOf(world.colliders[at(a)].shape, 0));
  const Moving of_b = movingPart(bodies[at(b)], partOf(world.colliders[at(b)].shape, 0));
  const double size = std::min(boundingRadius(of_a.shape), boundingRadius(of_b.shape));
  return timeOfImpact(of_a, of_b, h, kSweepSlop * size, normal);
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
    const Vec3& point = problem.contact_points[static_cast<std::size_t>(contact)].point;
    const double closing = normalSpeed(start, problem.v_before, manifold, point);
    if (problem.gap[contact] <= touchingGap(problem.h)) return false;
    closes = closes || problem.gap[contact] + kSoon * problem.h * (closing + forced) < 0.0;
  }
  return closes && pushes(step, first, end);
}

// [contacts] Whether velocities tell the way of the bodies of its island. Not those of joined ones under `impulse`,
// which pulls joints together by velocities that are larger in parts of a step: the scene `bridge` gains energy.
void findGuessable(const StepContext& step, std::vector<char>& guessable) {
  guessable.assign(at(step.result.problem.contacts), 1);
  if (step.input.stepper != StepperKind::Impulse) return;
  for (const Island& island : step.result.islands) {
    if (island.joint_rows.empty()) continue;
    for (const int contact : island.contacts) guessable[at(contact)] = 0;
  }
}

}  // namespace

bool mayTurn(const World& world, std::span<const Body> bodies, int a, int b, double h) {
  const Shape &shape_a = world.colliders[at(a)].shape, &shape_b = world.colliders[at(b)].shape;
  if (!hasOwnNormal(shape_a) || !hasOwnNormal(shape_b) || meetByPoints(shape_a, shape_b)) return false;
  return travel(shape_a, bodies[at(a)], shape_b, bodies[at(b)], h) > kTurning * innerRadiusOf(world, a, b);
}

bool hasTurned(double time, const Vec3& normal, const Manifold& manifold, double h) {
  return time > kAtOnce * h && normal.dot(manifold.normal) < kTurned;
}

void noteTurned(const StepContext& step, std::span<const Body> start, TurnedContacts& turned) {
  const World& world = step.world;
  const ContactProblem& problem = step.result.problem;
  const Scratch<std::vector<char>> guessable;
  findGuessable(step, *guessable);
  forPushed(step.result.manifolds, start, [&](const Manifold& manifold, int first, int end) {
    const int a = manifold.a, b = manifold.b;
    if ((*guessable)[at(first)] == 0 || !hits(step, start, manifold, first, end)) return;
    if (!areConvex(world, a, b) || !mayTurn(world, start, a, b, step.dt)) return;
    if (std::ranges::binary_search(turned.later, std::pair(a, b))) return;
    Vec3 normal = manifold.normal;
    const std::optional<double> time = timeOfMeeting(world, start, a, b, problem.h, &normal);
    if (time && !hasTurned(*time, normal, manifold, problem.h)) return;
    turned.pairs.emplace_back(a, b);
    turned.guessed.emplace_back(a, b);
    if (time) turned.first = std::min(turned.first, *time);
  });
}

double timeToLater(const StepContext& step, std::span<const Body> moving, const TurnedContacts& turned) {
  double first = step.dt;
  for (const auto& [a, b] : turned.guessed)
    first = timeOfMeeting(step.world, moving, a, b, first, nullptr).value_or(first);
  return first;
}

}  // namespace keystone
