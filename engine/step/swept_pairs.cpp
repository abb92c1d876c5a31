#include "step/swept_pairs.h"

#include <algorithm>
#include <optional>

#include "collide/field_points.h"
#include "collide/field_sweep.h"
#include "collide/parts.h"
#include "math/scratch_pool.h"

namespace keystone {
namespace {

constexpr double kPasses = 0.2;     // of the inner radius, by which bodies may overlap on their way; then of the rest
constexpr double kHopeless = 0.98;  // likewise: who overlaps by more is as good as through

struct SweptPairsWorkspace {
  std::vector<int> near_a, near_b, near_part;  // parts
};

// When [s] bodies come to overlap by the next share of the inner radius; empty if they do not, or if nothing can be
// done about it: they overlap by nearly all of it, or turn too fast to follow.
template <class Meeting>
std::optional<double> timeToOverlap(const Meeting& meeting, double inner) {
  for (double share = 0.0; share < kHopeless;) {
    share += kPasses * (1.0 - share);
    const std::optional<double> time = meeting(share * inner);
    if (!time || *time > 0.0) return time;
  }
  return std::nullopt;
}

// Whether two parts may meet while their bodies' surfaces move by `way` [m] at most.
bool comeNear(const Body& a, const PartView& part_a, const Body& b, const PartView& part_b, double way) {
  if (isHalfSpace(part_a.shape) || isHalfSpace(part_b.shape)) return true;
  const Vec3 apart = b.pose.toWorld(part_b.pose.position) - a.pose.toWorld(part_a.pose.position);
  return apart.norm() <= boundingRadius(part_a.shape) + boundingRadius(part_b.shape) + way;
}

// Whether neither is a triangle of ground that all of the other one is behind, t [s] on their way.
bool mayMeet(const Moving& a, const Ground& ground_a, const Moving& b, const Ground& ground_b, double t) {
  if (ground_a.sides != Sides::Front && ground_b.sides != Sides::Front) return true;
  const Pose pose_a = bodyAfter(a, t).pose * a.place, pose_b = bodyAfter(b, t).pose * b.place;
  return mayMeet(ground_a, pose_a, b.shape, pose_b) && mayMeet(ground_b, pose_b, a.shape, pose_a);
}

// Two bodies and how they move in a stretch.
struct SweptPair {
  const Body &free_a, &free_b;      // at its start, as nothing had acted on them yet
  const Body &moving_a, &moving_b;  // with the velocities of its motion
  const Collider &of_a, &of_b;
  double inner, way;  // [m], the lesser inner radius; how far their surfaces move towards each other at most
};

// Where bodies meet that pass through each other: as nothing had acted on them yet, if they meet then, too. What has
// acted may bring other parts of them together before that.
double cutOf(std::optional<double> free, double deep) {
  return free && *free > 0.0 ? std::min(*free, deep) : deep;
}

// When [s] parts of the pair meet that pass through each other by h [s], or h.
double timeToTunnelling(const SweptPair& pair, int i, int j, double h) {
  const PartView part_a = partOf(pair.of_a.shape, i), part_b = partOf(pair.of_b.shape, j);
  if (!comeNear(pair.moving_a, part_a, pair.moving_b, part_b, pair.way)) return h;
  const Moving a = movingPart(pair.moving_a, part_a), b = movingPart(pair.moving_b, part_b);
  const std::optional<double> deep =
      timeToOverlap([&](double overlap) { return timeOfImpact(a, b, h, -overlap); }, pair.inner);
  if (!deep) return h;
  // Those that touch from the start must first get in.
  const double touch = kSweepSlop * std::min(boundingRadius(part_a.shape), boundingRadius(part_b.shape));
  const Moving free_a = movingPart(pair.free_a, part_a), free_b = movingPart(pair.free_b, part_b);
  const double cut = cutOf(timeOfImpact(free_a, free_b, *deep, touch), *deep);
  return mayMeet(a, groundOf(pair.of_a.shape, i), b, groundOf(pair.of_b.shape, j), cut) ? cut : h;
}

// The same of a pair that meets by points. Nothing passes through a half-space.
double timeToPoints(const SweptPair& pair, double h, const SweptPairsWorkspace& workspace) {
  if (isHalfSpace(pair.of_a.shape) || isHalfSpace(pair.of_b.shape)) return h;
  const double slop = kSweepSlop * std::min(boundingRadius(pair.of_a.shape), boundingRadius(pair.of_b.shape));
  const auto meeting = [&](const Body& body_a, const Body& body_b, double until,
                           double overlap) -> std::optional<double> {
    const Moving a{body_a, pair.of_a.shape, body_a.velocity, body_a.omega};
    const Moving b{body_b, pair.of_b.shape, body_b.velocity, body_b.omega};
    const auto of_points = [&](const Moving& own, const std::vector<int>& parts, const Moving& other) {
      return timeOfPoints(own, parts, other, until, fieldOf(other.shape) != nullptr ? -overlap : 0.0, slop);
    };
    const auto of_a = of_points(a, workspace.near_a, b), of_b = of_points(b, workspace.near_b, a);
    return of_a && of_b ? std::min(of_a, of_b) : of_a ? of_a : of_b;
  };
  const std::optional<double> deep =
      timeToOverlap([&](double overlap) { return meeting(pair.moving_a, pair.moving_b, h, overlap); }, pair.inner);
  return deep ? cutOf(meeting(pair.free_a, pair.free_b, *deep, 0.0), *deep) : h;
}

void findNear(const SweptPair& pair, const CollideParams& params, double h, SweptPairsWorkspace& workspace) {
  findNearParts(pair.moving_a, pair.of_a.shape, pair.moving_b, pair.of_b.shape, params, h, workspace.near_a);
  findNearParts(pair.moving_b, pair.of_b.shape, pair.moving_a, pair.of_a.shape, params, h, workspace.near_b);
}

// Calls visit(i, j) for the parts of each that may come near each other in h [s]; the workspace as from findNear().
template <class Visit>
void forNear(const SweptPair& pair, const CollideParams& params, double h, SweptPairsWorkspace& workspace,
             const Visit& visit) {
  auto& [near_a, near_b, near_part] = workspace;
  for (const int i : near_a) {
    near_part = near_b;
    narrowToPart(pair.moving_b, pair.of_b.shape, pair.moving_a, partOf(pair.of_a.shape, i), params, h, near_part);
    for (const int j : near_part)
      if (mayTouch(pair.of_a, i, pair.of_b, j)) visit(i, j);
  }
}

// The same of all parts.
double timeToTunnelling(const SweptPair& pair, const CollideParams& params, double h, SweptPairsWorkspace& workspace) {
  findNear(pair, params, h, workspace);
  if (meetByPoints(pair.of_a.shape, pair.of_b.shape)) return timeToPoints(pair, h, workspace);
  double first = h;
  forNear(pair, params, h, workspace, [&](int i, int j) { first = timeToTunnelling(pair, i, j, first); });
  return first;
}

// When [s] parts of the pair meet within h [s]; `normal` as in timeOfImpact().
std::optional<double> timeOfMeeting(const SweptPair& pair, int i, int j, double h, Vec3* normal) {
  const PartView part_a = partOf(pair.of_a.shape, i), part_b = partOf(pair.of_b.shape, j);
  if (!comeNear(pair.moving_a, part_a, pair.moving_b, part_b, pair.way)) return std::nullopt;
  const Moving a = movingPart(pair.moving_a, part_a), b = movingPart(pair.moving_b, part_b);
  const double touch = kSweepSlop * std::min(boundingRadius(a.shape), boundingRadius(b.shape));
  const std::optional<double> time = timeOfImpact(a, b, h, touch, normal);
  if (!time || !mayMeet(a, groundOf(pair.of_a.shape, i), b, groundOf(pair.of_b.shape, j), *time)) return std::nullopt;
  return time;
}

}  // namespace

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

double travel(const Shape& shape, const Vec3& velocity, const Vec3& omega, double h) {
  return h * (velocity.norm() + (isHalfSpace(shape) ? 0.0 : omega.norm() * boundingRadius(shape)));
}

double travel(const Shape& shape_a, const Body& a, const Shape& shape_b, const Body& b, double h) {
  return travel(shape_a, a.velocity - b.velocity, a.omega, h) + travel(shape_b, Vec3::Zero(), b.omega, h);
}

double timeToTunnelling(const World& world, const Stretch& stretch, std::span<const Body> moving,
                        std::pair<int, int> pair, const CollideParams& params) {
  const auto a = static_cast<std::size_t>(pair.first), b = static_cast<std::size_t>(pair.second);
  const Collider &of_a = world.colliders[a], &of_b = world.colliders[b];
  const double h = stretch.h;
  const double way = travel(of_a.shape, moving[a], of_b.shape, moving[b], h);
  if (way == 0.0) return h;
  const double inner = std::min(innerRadius(of_a.shape, world.planar), innerRadius(of_b.shape, world.planar));
  if (way * stretch.whole <= inner * h) return h;
  const Scratch<SweptPairsWorkspace> workspace;
  return timeToTunnelling({stretch.before[a], stretch.before[b], moving[a], moving[b], of_a, of_b, inner, way}, params,
                          h, *workspace);
}

std::optional<double> timeOfMeeting(const World& world, std::span<const Body> moving, std::pair<int, int> pair,
                                    const CollideParams& params, double h, Vec3* normal) {
  const auto a = static_cast<std::size_t>(pair.first), b = static_cast<std::size_t>(pair.second);
  const Collider &of_a = world.colliders[a], &of_b = world.colliders[b];
  const double way = travel(of_a.shape, moving[a], of_b.shape, moving[b], h);
  const SweptPair on_way{moving[a], moving[b], moving[a], moving[b], of_a, of_b, 0.0, way};
  const Scratch<SweptPairsWorkspace> workspace;
  findNear(on_way, params, h, *workspace);
  std::optional<double> first;
  forNear(on_way, params, h, *workspace, [&](int i, int j) {
    Vec3 along = normal != nullptr ? *normal : Vec3::Zero();
    const std::optional<double> time =
        timeOfMeeting(on_way, i, j, first.value_or(h), normal != nullptr ? &along : nullptr);
    if (!time || (first && *time >= *first)) return;
    first = time;
    if (normal != nullptr) *normal = along;
  });
  return first;
}

}  // namespace keystone
