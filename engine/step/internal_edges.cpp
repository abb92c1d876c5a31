#include "step/internal_edges.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <optional>
#include <tuple>

#include "collide/sweep.h"
#include "math/scratch_pool.h"
#include "problem/assemble.h"
#include "shape/compound.h"

namespace keystone {
namespace {

// Cosine: rounding. Without it `tgs_soft` bounces a ball that hits a face off the edge of the part beside it, too.
constexpr double kStraight = 1e-9;

bool isInMotion(const Body& body) {
  return !body.isFixed() && !(body.velocity.isZero(0.0) && body.omega.isZero(0.0));
}

// [m] of the farthest point of a part in a direction.
double reach(const Body& body, const PartView& part, const Vec3& direction) {
  const Pose pose = body.pose * part.pose;
  const Vec3 local = pose.orientation.conjugate() * direction;
  return direction.dot(pose.position) + local.dot(support(part.shape, local));
}

// [m] The least gap of a contact.
double deepest(const Manifold& manifold) {
  return std::ranges::min(pointsOf(manifold), {}, &ManifoldPoint::gap).gap;
}

// A contact as one of its bodies sees it.
struct ContactSide {
  int body, part;
  int other, other_part;
  Vec3 normal;  // unit, from the other body to this one
};

// `Contact`: a manifold, or a digest of one.
template <class Contact>
ContactSide seenFrom(const Contact& contact, int body) {
  if (contact.b == body) return {body, contact.part_b, contact.a, contact.part_a, contact.normal};
  return {body, contact.part_a, contact.b, contact.part_b, -contact.normal};
}

// What is looked at of every two contacts of a body: a cache line of the ten that a manifold has.
struct Digest {
  int a, b, part_a, part_b;
  Vec3 normal;
  double deepest;  // [m]
};

struct EdgeWorkspace {
  std::vector<int> first, contacts;  // [bodies + 1], of each body among the contacts; manifolds by body
  std::vector<Digest> digests;       // [manifolds]
  std::vector<char> dropped;         // likewise
};

void listByBody(const std::vector<Manifold>& manifolds, std::size_t bodies, EdgeWorkspace& workspace) {
  auto& [first, contacts, digests, dropped] = workspace;
  first.assign(bodies + 2, 0);
  for (const Manifold& manifold : manifolds)
    for (const int body : {manifold.a, manifold.b}) ++first[body + 2];
  for (std::size_t i = 2; i < first.size(); ++i) first[i] += first[i - 1];
  contacts.resize(2 * manifolds.size());
  for (std::size_t i = 0; i < manifolds.size(); ++i)
    for (const int body : {manifolds[i].a, manifolds[i].b}) contacts[first[body + 1]++] = static_cast<int>(i);
  digests.clear();
  for (const Manifold& m : manifolds) digests.push_back({m.a, m.b, m.part_a, m.part_b, m.normal, deepest(m)});
  dropped.assign(manifolds.size(), 0);
}

class EdgeSearch {
 public:
  // `by_body` of the manifolds (listByBody).
  EdgeSearch(const StepContext& step, const VecX& v, const EdgeWorkspace& by_body)
      : bodies_(step.world.bodies),
        colliders_(step.world.colliders),
        manifolds_(step.result.manifolds),
        by_body_(by_body),
        h_(step.dt),
        v_(v) {}

  // Whether the plane of manifold `contact` lets its body come no nearer to the body of manifold `edge`, along the part
  // of the edge's normal that the body runs against: over the edge's body it is as deep as in the plane, at most.
  // Then: the edge's contact with that plane.
  std::optional<GhostContact> partedBy(std::size_t contact_at, std::size_t edge_at, int body) const {
    const double contact_gap = by_body_.digests[contact_at].deepest, edge_gap = by_body_.digests[edge_at].deepest;
    // What is met first holds: a plane ahead does not part what is nearer.
    if (contact_gap > std::max(edge_gap, 0.0) + touchingGap(h_)) return std::nullopt;
    const ContactSide holds = seenFrom(by_body_.digests[contact_at], body);
    const ContactSide points_back = seenFrom(by_body_.digests[edge_at], body);
    const bool same_body = holds.other == points_back.other;
    if (holds.part != points_back.part || (same_body && holds.other_part == points_back.other_part))
      return std::nullopt;
    const Vec3 sideways = points_back.normal - points_back.normal.dot(holds.normal) * holds.normal;
    if (sideways.norm() <= kSameNormal || isHalfSpace(shape(points_back.other))) return std::nullopt;
    const Manifold &contact = manifolds_[contact_at], &edge = manifolds_[edge_at];
    if (!same_body && !goTogether(holds, contact, points_back, edge, sideways)) return std::nullopt;
    if (!runsAgainst(edge, points_back, sideways)) return std::nullopt;
    const double apart = gapAlong(holds, contact, points_back), sunk = std::min(0.0, contact_gap);
    if (apart < sunk - touchingGap(h_)) return std::nullopt;
    return GhostContact{edge, body, holds.normal, std::min(apart, 0.0)};
  }

 private:
  const Body& at(int body) const { return bodies_[body]; }
  const Shape& shape(int body) const { return colliders_[body].shape; }

  Vec3 velocity(int body, const Vec3& point) const {
    return v_.segment<3>(6 * body) + Vec3(v_.segment<3>(6 * body + 3)).cross(point - at(body).pose.position);
  }

  bool moves(double speed) const { return h_ * speed > touchingGap(h_); }
  bool liesStill(int body) const {
    const Body& b = at(body);
    return !moves(b.velocity.norm() + (isHalfSpace(shape(body)) ? 0.0 : b.omega.norm() * boundingRadius(shape(body))));
  }

  // Whether a body lies still and nothing that moves is near it, but for `mover`.
  bool liesBelow(int mover, int body) const {
    if (!liesStill(body)) return false;
    if (!at(body).isActive()) return true;
    const auto begin = by_body_.contacts.begin() + by_body_.first[body];
    const auto end = by_body_.contacts.begin() + by_body_.first[body + 1];
    return std::all_of(begin, end, [&](int contact) {
      const Manifold& manifold = manifolds_[contact];
      const int other = manifold.a == body ? manifold.b : manifold.a;
      return other == mover || liesStill(other);
    });
  }

  // Whether the edge moves along with the body that the contact is with: both are told how to move, or lie still while
  // the third alone slides or rolls over them and does not strike. What pushes those that lie still, restoreNeeded()
  // sees.
  bool goTogether(const ContactSide& holds, const Manifold& contact, const ContactSide& side, const Manifold& edge,
                  const Vec3& sideways) const {
    const Vec3& point = edge.points[0].point;
    const Vec3 one = at(holds.other).velocityAt(point);
    const auto apart = [&] { return moves((one - at(side.other).velocityAt(point)).norm()); };
    if (!at(holds.other).isActive() && !at(side.other).isActive()) return !apart();
    const Vec3 u = at(side.body).velocityAt(point) - one;
    if (!moves(-u.dot(sideways.normalized())) || apart()) return false;  // the first is not so in whatever rests
    const Vec3& where = contact.points[0].point;
    const double lifts = holds.normal.dot(at(side.body).velocityAt(where) - at(holds.other).velocityAt(where));
    return !moves(std::abs(lifts)) && liesBelow(side.body, holds.other) && liesBelow(side.body, side.other);
  }

  // Or straight at both, and where the edge's row would act, too.
  bool runsAgainst(const Manifold& edge, const ContactSide& side, const Vec3& sideways) const {
    return std::ranges::any_of(pointsOf(edge), [&](const ManifoldPoint& point) {
      const Vec3 u = velocity(side.body, point.point) - velocity(side.other, point.point);
      return sideways.dot(u) <= kStraight * u.norm() && point.gap + h_ * side.normal.dot(u) <= touchingGap(h_);
    });
  }

  // [m] From the other body's farthest point along the contact's normal to its body's own lowest, which is a point of
  // it.
  double gapAlong(const ContactSide& side, const Manifold& contact, const ContactSide& edge) const {
    double lowest = std::numeric_limits<double>::infinity();
    for (const ManifoldPoint& point : pointsOf(contact))
      lowest = std::min(lowest, side.normal.dot(point.point) + 0.5 * point.gap);
    return lowest - reach(at(edge.other), partOf(shape(edge.other), edge.other_part), side.normal);
  }

  std::span<const Body> bodies_;
  std::span<const Collider> colliders_;
  const std::vector<Manifold>& manifolds_;
  const EdgeWorkspace& by_body_;
  double h_;
  const VecX& v_;
};

}  // namespace

void dropInternalEdges(StepContext& step, const VecX& v) {
  const std::vector<Body>& bodies = step.world.bodies;
  std::vector<Manifold>& manifolds = step.result.manifolds;
  std::vector<GhostContact>& ghosts = step.workspace.ghosts;
  ghosts.clear();
  const auto is_in_motion = [&](int body) { return bodies[body].isActive() && isInMotion(bodies[body]); };
  const auto is_candidate = [&](const Manifold& manifold) {
    return is_in_motion(manifold.a) || is_in_motion(manifold.b);
  };
  if (std::ranges::none_of(manifolds, is_candidate)) return;

  const Scratch<EdgeWorkspace> workspace(static_cast<std::ptrdiff_t>(bodies.size()));
  listByBody(manifolds, bodies.size(), *workspace);
  EdgeWorkspace& by_body = *workspace;
  const EdgeSearch search(step, v, by_body);
  const auto is_parted = [&](std::size_t edge, int body) {
    if (!is_in_motion(body)) return false;
    const auto begin = static_cast<std::size_t>(by_body.first[body]);
    const auto end = static_cast<std::size_t>(by_body.first[body + 1]);
    for (std::size_t k = begin; k < end; ++k) {
      const auto contact = static_cast<std::size_t>(by_body.contacts[k]);
      if (by_body.dropped[contact] != 0) continue;
      const std::optional<GhostContact> found = search.partedBy(contact, edge, body);
      if (!found) continue;
      ghosts.push_back(*found);
      return true;
    }
    return false;
  };
  for (std::size_t i = 0; i < manifolds.size(); ++i)
    by_body.dropped[i] = is_parted(i, manifolds[i].a) || is_parted(i, manifolds[i].b) ? 1 : 0;
  std::size_t kept = 0;
  for (std::size_t i = 0; i < manifolds.size(); ++i)
    if (by_body.dropped[i] == 0) manifolds[kept++] = manifolds[i];
  manifolds.resize(kept);
}

bool restoreNeeded(StepContext& step) {
  const World& world = step.world;
  std::vector<GhostContact>& ghosts = step.workspace.ghosts;
  const VecX& v = step.workspace.v;
  const auto reach_after = [&](int body, int part, const Vec3& direction) {
    const auto at = static_cast<std::size_t>(body);
    const Shape& shape = world.colliders[at].shape;
    const Moving moving{world.bodies[at], shape, v.segment<3>(6 * body), v.segment<3>(6 * body + 3)};
    return reach(bodyAfter(moving, step.dt), partOf(shape, part), direction);
  };
  const auto is_needed = [&](const GhostContact& contact) {
    const ContactSide edge = seenFrom(contact.manifold, contact.body);
    const double apart =
        -reach_after(edge.body, edge.part, -contact.normal) - reach_after(edge.other, edge.other_part, contact.normal);
    return apart < contact.apart - touchingGap(step.dt);
  };
  const auto needed = std::partition(ghosts.begin(), ghosts.end(), std::not_fn(is_needed));
  if (needed == ghosts.end()) return false;
  for (auto contact = needed; contact != ghosts.end(); ++contact) step.result.manifolds.push_back(contact->manifold);
  ghosts.erase(needed, ghosts.end());
  std::ranges::sort(step.result.manifolds, {},
                    [](const Manifold& m) { return std::tuple(m.a, m.b, m.part_a, m.part_b); });
  return true;
}

}  // namespace keystone
