#include "problem/assemble.h"

#include <algorithm>
#include <array>

namespace keystone {
namespace {

bool moves(const Body& body) {
  return body.kind != BodyKind::Static;
}

bool isPushed(std::span<const Body> bodies, const Manifold& manifold) {
  return bodies[manifold.a].isDynamic() || bodies[manifold.b].isDynamic();
}

// Fills places, mu, mu_dynamic, gap and restitution, in the manifolds' order.
void listContacts(std::span<const Body> bodies, std::span<const Manifold> manifolds, ContactProblem& problem) {
  int contacts = 0;
  for (const Manifold& manifold : manifolds)
    if (isPushed(bodies, manifold)) contacts += manifold.count;
  problem.contacts = contacts;
  problem.mu.resize(contacts);
  problem.mu_dynamic.resize(contacts);
  problem.gap.resize(contacts);
  problem.restitution.resize(contacts);
  problem.places.reserve(contacts);
  for (const Manifold& manifold : manifolds) {
    if (!isPushed(bodies, manifold)) continue;
    ContactPlace place;
    place.a = manifold.a;
    place.b = manifold.b;
    place.normal = manifold.normal;
    tangents(place.normal, place.t1, place.t2);
    for (int i = 0; i < manifold.count; ++i) {
      const auto contact = static_cast<Eigen::Index>(problem.places.size());
      place.point = manifold.points[i].point;
      place.feature = manifold.points[i].feature;
      problem.mu[contact] = manifold.material.friction_static;
      problem.mu_dynamic[contact] = manifold.material.friction_dynamic;
      problem.gap[contact] = manifold.points[i].gap;
      problem.restitution[contact] = manifold.material.restitution;
      problem.places.push_back(place);
    }
  }
}

// Writes J in compressed form, row after row: [-d, -(r_a x d), d, r_b x d] for d = n, t1, t2, without the columns of
// bodies that stand still and, when planar, without those that are zero by the planar lock.
class JacobianWriter {
 public:
  JacobianWriter(std::span<const Body> bodies, bool planar, SparseRows& J)
      : bodies_(bodies), planar_(planar), column_(J.innerIndexPtr()), value_(J.valuePtr()), end_(J.outerIndexPtr()) {
    *end_ = 0;
  }

  void addRow(const ContactPlace& place, const Vec3& direction) {
    *(end_ + 1) = *end_;
    ++end_;
    addBody(place.a, -direction, place.point);
    addBody(place.b, direction, place.point);
  }

 private:
  void addBody(int index, const Vec3& direction, const Vec3& point) {
    const Body& body = bodies_[index];
    if (!moves(body)) return;
    const Vec3 angular = (point - body.pose.position).cross(direction);
    const std::array<double, 6> row{direction.x(), direction.y(), direction.z(), angular.x(), angular.y(), angular.z()};
    for (int k = 0; k < 6; ++k) {
      if (planar_ && k >= 2 && k <= 4) continue;
      *column_++ = 6 * index + k;
      *value_++ = row[k];
      ++*end_;
    }
  }

  std::span<const Body> bodies_;
  bool planar_;
  int* column_;
  double* value_;
  int* end_;
};

void fillJacobian(std::span<const Body> bodies, ContactProblem& problem) {
  const bool planar = problem.dim == 2;
  int ends = 0;
  for (const ContactPlace& place : problem.places)
    ends += (moves(bodies[place.a]) ? 1 : 0) + (moves(bodies[place.b]) ? 1 : 0);
  problem.J.resize(problem.rows(), 6 * static_cast<Eigen::Index>(bodies.size()));
  problem.J.resizeNonZeros(static_cast<Eigen::Index>(ends) * problem.dim * (planar ? 3 : 6));
  JacobianWriter writer(bodies, planar, problem.J);
  for (const ContactPlace& place : problem.places) {
    writer.addRow(place, place.normal);
    writer.addRow(place, place.t1);
    if (!planar) writer.addRow(place, place.t2);
  }
}

// Velocity [m/s] of b relative to a along the normal, before the step.
double approachVelocity(std::span<const Body> bodies, const ContactPlace& place) {
  const auto velocity = [&](const Body& body) -> Vec3 {
    return moves(body) ? body.velocityAt(place.point) : Vec3(Vec3::Zero());
  };
  return place.normal.dot(velocity(bodies[place.b]) - velocity(bodies[place.a]));
}

// [m] A gap within the rounding of positions and clipping counts as touching, so that a pile at rest is the same
// problem, with the same index sets, at every step.
constexpr double kTouching = 1e-8;

// Bias of a normal row, which the solver keeps at u_n + bias >= 0. Open: the gap may close, no further
// (gap + h u_n >= 0). Overlapping: no deeper; the overlap itself is the recovery's work. Impact: the contact would
// close within this step and came fast enough, so that it leaves with at least e times its approach speed (Newton).
double normalBias(const ContactProblem& problem, int contact, double u_before, double u_free, double threshold) {
  const double gap = problem.gap[contact] - kTouching;
  const double e = problem.restitution[contact];
  const bool impact = e > 0.0 && u_before < -threshold && gap + problem.h * u_free < 0.0;
  if (impact) return e * u_before;
  return std::max(gap, 0.0) / problem.h;
}

}  // namespace

ContactProblem assemble(std::span<const Body> bodies, std::span<const Manifold> manifolds, const VecX& v_free,
                        const AssembleParams& params) {
  ContactProblem problem;
  problem.dim = params.planar ? 2 : 3;
  problem.h = params.h;
  problem.v_free = v_free;
  problem.inv_mass.reserve(bodies.size());
  for (const Body& body : bodies) problem.inv_mass.push_back(inverseMass(body));
  listContacts(bodies, manifolds, problem);
  fillJacobian(bodies, problem);
  problem.q = problem.J * v_free;
  problem.bias = VecX::Zero(problem.rows());
  for (int contact = 0; contact < problem.contacts; ++contact) {
    const int row = problem.normalRow(contact);
    const double u_before = approachVelocity(bodies, problem.places[contact]);
    problem.bias[row] = normalBias(problem, contact, u_before, problem.q[row], params.restitution_threshold);
  }
  problem.q += problem.bias;
  return problem;
}

}  // namespace keystone
