#include "problem/assemble.h"

#include "problem/assemble_moments.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

#include "math/parallel.h"
#include "math/scratch_pool.h"

namespace keystone {
namespace {

// Rows without entries so far. What bounds there are, whoever fills them knows.
void makeRoomForJoints(int rows, ContactProblem& problem) {
  problem.joint_rows = rows;
  problem.joint_of_row.clear();
  problem.compliance.resize(0);
  problem.discs.clear();
  problem.disc_of_row.clear();
  if (rows > 0) return;
  problem.joint_lower.resize(0);
  problem.joint_upper.resize(0);
}

// Tangents along and across the grain, unless that stands on the surface. In the plane t1 stays, and the result is its
// share of mu: how far friction within the ellipse goes along it, since what is left of that the plane carries.
double followGrain(const Material& material, bool planar, ContactPoint& place) {
  place.across = 1.0;
  const Vec3 grain = material.grain - material.grain.dot(place.normal) * place.normal;
  constexpr double kLeast = 1e-6;  // sine of the angle to the normal, below which rounding would choose the direction
  if (!(grain.norm() > kLeast)) return 1.0;
  const Vec3 along = grain.normalized(), across = place.normal.cross(along);
  if (planar) return std::hypot(along.dot(place.t1), material.across * across.dot(place.t1));
  place.across = material.across;
  place.t1 = along;
  place.t2 = place.across * across;
  return 1.0;
}

// [m] From the middle of a gap to where the contact acts, along the normal. A body touches with its own surface: a ball
// thrown onto the ground rolls in the end as its radius says. Two bodies that both give way keep the middle, since
// impulses at one point keep their angular momentum to rounding.
double toOwnSurface(std::span<const Body> bodies, const Manifold& manifold, double gap) {
  const bool pushes_a = bodies[manifold.a].isActive(), pushes_b = bodies[manifold.b].isActive();
  if (pushes_a == pushes_b) return 0.0;
  return pushes_b ? 0.5 * gap : -0.5 * gap;
}

constexpr int kManifoldsAtOnce = 256, kContactsAtOnce = 512;  // of a parallel loop

// Of a manifold's contacts, from `contact` on.
void listContacts(std::span<const Body> bodies, const Manifold& manifold, int contact, ContactProblem& problem) {
  ContactPoint place;
  place.a = manifold.a;
  place.b = manifold.b;
  place.normal = manifold.normal;
  tangents(place.normal, place.t1, place.t2);
  const double grain = followGrain(manifold.material, problem.dim == 2, place);
  const bool is_coupled = problem.dim == 3 && manifold.material.coupled;
  const double share = is_coupled ? 0.0 : grain;  // its friction is on a disc (problem/assemble_moments.h)
  for (int i = 0; i < manifold.count; ++i, ++contact) {
    const double gap = manifold.points[i].gap;
    place.point = manifold.points[i].point + toOwnSurface(bodies, manifold, gap) * manifold.normal;
    place.feature = manifold.points[i].feature;
    problem.mu[contact] = share * manifold.material.friction_static;
    problem.mu_dynamic[contact] = share * manifold.material.friction_dynamic;
    problem.gap[contact] = gap;
    problem.restitution[contact] = manifold.material.restitution;
    problem.contact_points[contact] = place;
  }
}

// Fills places, mu, mu_dynamic, gap and restitution, in the manifolds' order.
void listContacts(std::span<const Body> bodies, std::span<const Manifold> manifolds, ContactProblem& problem) {
  const Scratch<std::vector<int>> first;  // [manifolds], contact; -1: none pushes a body
  first->clear();
  int contacts = 0;
  for (const Manifold& manifold : manifolds) {
    const bool pushes = isPushed(bodies, manifold);
    first->push_back(pushes ? contacts : -1);
    if (pushes) contacts += manifold.count;
  }
  problem.contacts = contacts;
  problem.mu.resize(contacts);
  problem.mu_dynamic.resize(contacts);
  problem.gap.resize(contacts);
  problem.restitution.resize(contacts);
  problem.contact_points.resize(contacts);
  parallelFor(static_cast<int>(manifolds.size()), kManifoldsAtOnce, [&](int begin, int end) {
    for (int i = begin; i < end; ++i)
      if ((*first)[i] >= 0) listContacts(bodies, manifolds[i], (*first)[i], problem);
  });
}

// Writes a contact's rows of J, whose places in the compressed form are known, [-d, -(r_a x d), d, r_b x d] for d = n,
// t1, t2, without the columns of bodies that stand still. `axes`: of a body's six columns, those that J has. Adds the
// rows' products with v_free to q.
template <std::size_t dim, std::size_t columns>
void fillRows(std::span<const Body> bodies, int contact, const std::array<int, columns>& axes,
              ContactProblem& problem) {
  const ContactPoint& place = problem.contact_points[contact];
  const int* const row = problem.J.outerIndexPtr() + problem.normalRow(contact);
  const std::size_t size = static_cast<std::size_t>(row[1] - row[0]);
  int* const column = problem.J.innerIndexPtr() + row[0];
  double* const value = problem.J.valuePtr() + row[0];
  double* const q = problem.q.data() + problem.normalRow(contact);
  const std::array<const Vec3*, 3> directions{&place.normal, &place.t1, &place.t2};
  const std::array<int, 2> body{place.a, place.b};
  for (std::size_t part = 0, at = 0; part < 2; ++part) {
    if (bodies[body[part]].isFixed()) continue;
    const Vec3 arm = place.point - bodies[body[part]].pose.position;
    const double sign = part == 0 ? -1.0 : 1.0;
    const auto v = problem.v_free.segment<6>(6 * static_cast<Eigen::Index>(body[part]));
    std::array<int, columns> names;
    for (std::size_t k = 0; k < columns; ++k) names[k] = 6 * body[part] + axes[k];
    for (std::size_t i = 0; i < dim; ++i) {
      const Vec3 linear = sign * *directions[i], angular = arm.cross(linear);
      const std::array<double, 6> all{linear.x(), linear.y(), linear.z(), angular.x(), angular.y(), angular.z()};
      std::array<double, columns> numbers;
      for (std::size_t k = 0; k < columns; ++k) numbers[k] = all[axes[k]];
      q[i] += linear.dot(v.head<3>()) + angular.dot(v.tail<3>());
      std::memcpy(column + i * size + at, names.data(), sizeof names);
      std::memcpy(value + i * size + at, numbers.data(), sizeof numbers);
    }
    at += columns;
  }
}

// Room for the rows of J, without the columns that are zero by the planar lock: where each begins.
void makeRoomForRows(std::span<const Body> bodies, ContactProblem& problem) {
  const auto columns = 6 * static_cast<Eigen::Index>(bodies.size());
  // Eigen allocates anew for no rows.
  const bool was_empty = problem.J.rows() == 0 && problem.J.cols() == columns;
  if (problem.rows() > 0 || !was_empty) problem.J.resize(problem.rows(), columns);
  const int of_body = problem.dim == 2 ? 3 : 6;
  int* end = problem.J.outerIndexPtr();
  *end = 0;
  for (const ContactPoint& place : problem.contact_points) {
    const int size = of_body * ((bodies[place.a].isFixed() ? 0 : 1) + (bodies[place.b].isFixed() ? 0 : 1));
    for (int i = 0; i < problem.dim; ++i, ++end) end[1] = end[0] + size;
  }
  std::fill_n(end + 1, problem.joint_rows, *end);
  problem.J.resizeNonZeros(*end);
}

// Velocity [m/s] of b relative to a along the normal, before the step.
double approachVelocity(std::span<const Body> bodies, const ContactPoint& place) {
  const auto velocity = [&](const Body& body) -> Vec3 {
    return body.isFixed() ? Vec3(Vec3::Zero()) : body.velocityAt(place.point);
  };
  return place.normal.dot(velocity(bodies[place.b]) - velocity(bodies[place.a]));
}

// Bias of a normal row, which the solver keeps at u_n + bias >= 0. Open: the gap may close, no further
// (gap + h u_n >= 0). Touching or overlapping: no deeper; overlap itself is the recovery's work. Impact: the contact
// would touch within this step and came fast enough, so that it leaves with at least e times its approach speed
// (Newton).
double normalBias(std::span<const Body> bodies, const ContactProblem& problem, int contact, double threshold) {
  const double gap = problem.gap[contact], touching = touchingGap(problem.h);
  const bool may_touch = gap + problem.h * problem.q[problem.normalRow(contact)] < touching;
  const double e = problem.restitution[contact];
  if (e > 0.0 && may_touch) {
    const double u_before = approachVelocity(bodies, problem.contact_points[contact]);
    if (u_before < -threshold) return e * u_before;
  }
  return gap > touching ? gap / problem.h : 0.0;
}

// Surfaces that move over their bodies: what they add to u along the tangents.
void addSurfaces(std::span<const Body> bodies, std::span<const Manifold> manifolds, ContactProblem& problem) {
  problem.surface.resize(0);
  const auto moves = [](const Manifold& manifold) { return !manifold.surface_velocity.isZero(0.0); };
  if (problem.dim == 1 || std::ranges::none_of(manifolds, moves)) return;
  problem.surface.setZero(problem.rows());
  int contact = 0;
  for (const Manifold& manifold : manifolds) {
    if (!isPushed(bodies, manifold)) continue;
    for (int i = 0; i < manifold.count; ++i, ++contact) {
      const ContactPoint& place = problem.contact_points[contact];
      const int n = problem.normalRow(contact);
      problem.surface[n + 1] = place.t1.dot(manifold.surface_velocity);
      if (problem.dim == 3) problem.surface[n + 2] = place.t2.dot(manifold.surface_velocity);
    }
  }
  problem.bias += problem.surface;
}

}  // namespace

void assemble(std::span<const Body> bodies, std::span<const Manifold> manifolds, const VecX& v_free,
              const AssembleParams& params, ContactProblem& problem) {
  makeRoomForJoints(params.joint_rows + momentRows(bodies, manifolds, params.planar), problem);
  problem.dim = params.planar ? 2 : 3;
  problem.h = params.h;
  problem.v_free = v_free;
  problem.v_before.setZero(v_free.size());
  for (std::size_t b = 0; b < bodies.size(); ++b)
    if (!bodies[b].isFixed())
      problem.v_before.segment<6>(6 * static_cast<Eigen::Index>(b)) << bodies[b].velocity, bodies[b].omega;
  problem.inv_mass.clear();
  for (const Body& body : bodies) problem.inv_mass.push_back(activeInverseMass(body));
  if (problem.W.size() > 0) problem.W.resize(0, 0);
  problem.symmetric = true;
  listContacts(bodies, manifolds, problem);
  makeRoomForRows(bodies, problem);
  problem.q.setZero(problem.rows());
  problem.bias.setZero(problem.rows());
  parallelFor(problem.contacts, kContactsAtOnce, [&](int begin, int end) {
    for (int contact = begin; contact < end; ++contact) {
      if (params.planar)
        fillRows<2, 3>(bodies, contact, {0, 1, 5}, problem);
      else
        fillRows<3, 6>(bodies, contact, {0, 1, 2, 3, 4, 5}, problem);
      problem.bias[problem.normalRow(contact)] = normalBias(bodies, problem, contact, params.restitution_threshold);
    }
  });
  addSurfaces(bodies, manifolds, problem);
  problem.q += problem.bias;
}

}  // namespace keystone
