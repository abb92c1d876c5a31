#include "articulated/placed_forest.h"

#include "math/rotation_rate.h"

namespace keystone {
namespace {

// The columns of a link that a joint carries.
LinkColumns motionOf(const Joint& joint, std::span<const Body> bodies, bool reversed, bool planar, const Vec3& lever) {
  LinkColumns S;
  const double sign = reversed ? -1.0 : 1.0;
  const auto turn = [&](Eigen::Index column, const Vec3& axis) { S.col(column) << axis.cross(lever), axis; };
  switch (joint.kind) {
    case JointKind::Hinge:
      S.resize(6, 1);
      turn(0, sign * axisOf(joint, bodies));
      break;
    case JointKind::Slider:
      S.resize(6, 1);
      S.col(0) << sign * axisOf(joint, bodies), Vec3::Zero();
      break;
    case JointKind::Ball: {
      S.resize(6, planar ? 1 : 3);
      if (planar) {
        turn(0, Vec3::UnitZ());
        break;
      }
      const Mat3 axes = poseOf(bodies, reversed ? joint.a : joint.b).orientation.toRotationMatrix();
      for (Eigen::Index k = 0; k < 3; ++k) turn(k, axes.col(k));
      break;
    }
    default:
      S.resize(6, 0);
  }
  if (planar) S.middleRows<3>(2).setZero();  // of axes in the plane what rounding leaves outside
  return S;
}

LinkColumns freeMotion(bool planar) {
  if (!planar) return Mat6::Identity();
  LinkColumns S = LinkColumns::Zero(6, 3);
  S(0, 0) = S(1, 1) = S(5, 2) = 1.0;
  return S;
}

void placeLink(std::span<const Body> bodies, std::span<const Joint> joints, const Forest& forest, const Link& link,
               PlacedLink& placed) {
  const Body& body = bodies[link.body];
  const int below = link.parent >= 0 ? forest.links[link.parent].body : link.base;
  placed.shift = body.pose.position - poseOf(bodies, below).position;
  placed.mass = body.mass;
  placed.inertia = worldInertia(body);
  placed.lever.setZero();
  placed.armature = 0.0;
  if (link.isFree()) {
    placed.motion = freeMotion(forest.planar);
    return;
  }
  const Joint& joint = joints[link.joint];
  placed.armature = joint.armature;
  placed.lever = -body.pose.rotate(link.reversed ? joint.anchor_a : joint.anchor_b);
  placed.motion = motionOf(joint, bodies, link.reversed, forest.planar, placed.lever);
}

Vec6 massTimes(const PlacedLink& link, const Vec6& a) {
  Vec6 f;
  f << link.mass * a.head<3>(), link.inertia * a.tail<3>();
  return f;
}

auto ofBody(const VecX& v, int body) {
  return v.segment<6>(6 * static_cast<Eigen::Index>(body));
}

// The velocity that carries a link, at the centre of what carries it.
Vec6 carrierVelocity(const Forest& forest, const Link& link, const VecX& v) {
  if (link.parent >= 0) return ofBody(v, forest.links[link.parent].body);
  if (link.base >= 0) return ofBody(v, link.base);
  return Vec6::Zero();
}

}  // namespace

Vec6 carried(const Vec3& r, const Vec6& v) {
  Vec6 moved = v;
  moved.head<3>() += v.tail<3>().cross(r);
  return moved;
}

Vec6 carriedBack(const Vec3& r, const Vec6& f) {
  Vec6 moved = f;
  moved.tail<3>() += r.cross(f.head<3>());
  return moved;
}

void replaceForest(std::span<const Body> bodies, std::span<const Joint> joints, PlacedForest& placed) {
  placed.links.resize(placed.forest.links.size());
  for (std::size_t i = 0; i < placed.links.size(); ++i)
    placeLink(bodies, joints, placed.forest, placed.forest.links[i], placed.links[i]);
}

void placeForest(std::span<const Body> bodies, std::span<const Joint> joints, bool planar, PlacedForest& placed) {
  buildForest(bodies, joints, planar, placed.forest);
  replaceForest(bodies, joints, placed);
}

void spreadVelocities(const PlacedForest& placed, const VecX& qdot, VecX& v) {
  for (std::size_t i = 0; i < placed.links.size(); ++i) {
    const Link& link = placed.forest.links[i];
    const PlacedLink& at = placed.links[i];
    const Vec6 by_carrier = carried(at.shift, carrierVelocity(placed.forest, link, v));
    v.segment<6>(6 * static_cast<Eigen::Index>(link.body)) =
        by_carrier + at.motion * qdot.segment(link.first, link.count);
  }
}

// With w the angular velocity against what carries the link, l the lever, s a slider's velocity:
//   linear   omega_p x (v - v_p) + (omega_p x w) x l + w x (omega x l) + omega_p x s,   angular   omega_p x w
void velocityProducts(const PlacedForest& placed, std::span<const Joint> joints, const VecX& v, VecX& c) {
  c.setZero(6 * static_cast<Eigen::Index>(placed.links.size()));
  for (std::size_t i = 0; i < placed.links.size(); ++i) {
    const Link& link = placed.forest.links[i];
    if (link.isFree()) continue;
    const PlacedLink& at = placed.links[i];
    const Vec6 own = ofBody(v, link.body), below = carrierVelocity(placed.forest, link, v);
    const Vec3 omega = own.tail<3>(), omega_p = below.tail<3>(), w = omega - omega_p;
    Vec6 product;
    product.head<3>() = omega_p.cross(Vec3(own.head<3>() - below.head<3>()));
    product.tail<3>().setZero();
    if (joints[link.joint].kind == JointKind::Slider) {
      product.head<3>() += omega_p.cross(Vec3((own - carried(at.shift, below)).head<3>()));
    } else {
      product.tail<3>() = omega_p.cross(w);
      product.head<3>() += product.tail<3>().cross(at.lever) + w.cross(omega.cross(at.lever));
    }
    c.segment<6>(6 * static_cast<Eigen::Index>(i)) = product;
  }
}

void passWrenches(const PlacedForest& placed, const VecX& given, VecX& wrenches) {
  for (std::size_t i = placed.links.size(); i-- > 0;) {
    const Link& link = placed.forest.links[i];
    const Eigen::Index own = 6 * static_cast<Eigen::Index>(i), parent = 6 * static_cast<Eigen::Index>(link.parent);
    wrenches.segment<6>(own) -= ofBody(given, link.body);
    if (link.parent >= 0) wrenches.segment<6>(parent) += carriedBack(placed.links[i].shift, wrenches.segment<6>(own));
  }
}

VecX armatures(const PlacedForest& placed) {
  VecX added(placed.forest.dofs);
  for (std::size_t i = 0; i < placed.links.size(); ++i)
    added.segment(placed.forest.links[i].first, placed.forest.links[i].count).setConstant(placed.links[i].armature);
  return added;
}

MatX massMatrix(const PlacedForest& placed) {
  const std::vector<Link>& links = placed.forest.links;
  MatX M = MatX::Zero(placed.forest.dofs, placed.forest.dofs);
  std::vector<Mat6> composite(links.size(), Mat6::Zero());
  for (std::size_t i = links.size(); i-- > 0;) {
    const Link& link = links[i];
    const PlacedLink& at = placed.links[i];
    composite[i].topLeftCorner<3, 3>().diagonal().array() += at.mass;
    composite[i].bottomRightCorner<3, 3>() += at.inertia;
    LinkColumns F = composite[i] * at.motion;
    M.block(link.first, link.first, link.count, link.count) = at.motion.transpose() * F;
    Vec3 shift = at.shift;
    for (int below = link.parent; below >= 0; below = links[below].parent) {
      const Link& other = links[below];
      const PlacedLink& there = placed.links[below];
      for (Eigen::Index k = 0; k < F.cols(); ++k) F.col(k) = carriedBack(shift, F.col(k));
      M.block(other.first, link.first, other.count, link.count) = there.motion.transpose() * F;
      M.block(link.first, other.first, link.count, other.count) =
          M.block(other.first, link.first, other.count, link.count).transpose();
      shift = there.shift;
    }
    if (link.parent < 0) continue;
    Mat6 X = Mat6::Identity();
    X.topRightCorner<3, 3>() = -crossMatrix(at.shift);
    composite[link.parent] += X.transpose() * composite[i] * X;
  }
  M.diagonal() += armatures(placed);
  return M;
}

VecX inverseDynamics(const PlacedForest& placed, std::span<const Joint> joints, const VecX& v, const VecX& qddot,
                     const VecX& f) {
  const std::vector<Link>& links = placed.forest.links;
  VecX c;
  velocityProducts(placed, joints, v, c);
  std::vector<Vec6> a(links.size()), force(links.size());
  for (std::size_t i = 0; i < links.size(); ++i) {
    const Link& link = links[i];
    const PlacedLink& at = placed.links[i];
    a[i] = c.segment<6>(6 * static_cast<Eigen::Index>(i)) + at.motion * qddot.segment(link.first, link.count);
    if (link.parent >= 0) a[i] += carried(at.shift, a[link.parent]);
    const Vec3 omega = ofBody(v, link.body).tail<3>();
    force[i] = massTimes(at, a[i]) - ofBody(f, link.body);
    force[i].tail<3>() += omega.cross(at.inertia * omega);
  }
  VecX tau = armatures(placed).cwiseProduct(qddot);
  for (std::size_t i = links.size(); i-- > 0;) {
    const Link& link = links[i];
    tau.segment(link.first, link.count) += placed.links[i].motion.transpose() * force[i];
    if (link.parent >= 0) force[link.parent] += carriedBack(placed.links[i].shift, force[i]);
  }
  return tau;
}

}  // namespace keystone
