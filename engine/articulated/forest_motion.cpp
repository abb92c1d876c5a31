#include "articulated/forest_motion.h"

#include "articulated/articulated_inertia.h"
#include "body/free_rotation.h"
#include "math/rotation_rate.h"

namespace keystone {
namespace {

// A joint's end on a link or on what carries it. A ball joint has no frames of its own.
struct JointEnd {
  Vec3 anchor;
  Quat frame;
};
JointEnd endOf(const Joint& joint, bool a) {
  const Quat frame = joint.kind == JointKind::Ball ? Quat::Identity() : a ? joint.frame_a : joint.frame_b;
  return {a ? joint.anchor_a : joint.anchor_b, frame};
}

Vec3 threeOf(const VecX& s, const Link& link, bool planar) {
  return planar ? Vec3(0.0, 0.0, s[link.first]) : Vec3(s.segment<3>(link.first));
}

Pose freePose(const Pose& from, const VecX& s, const Link& link, bool planar) {
  Pose pose = from;
  if (planar) {
    pose.position.head<2>() += s.segment<2>(link.first);
    pose.orientation = rotationOf(Vec3(0.0, 0.0, s[link.first + 2])) * from.orientation;
  } else {
    pose.position += s.segment<3>(link.first);
    pose.orientation = rotationOf(s.segment<3>(link.first + 3)) * from.orientation;
  }
  pose.orientation.normalize();
  return pose;
}

// The frame of the joint on the link, turned against the one on what carries it.
Quat turnOfJoint(const Joint& joint, const Link& link, std::span<const Body> bodies, const VecX& s, bool planar) {
  const double sign = link.reversed ? -1.0 : 1.0;
  switch (joint.kind) {
    case JointKind::Hinge:
      return Quat(Eigen::AngleAxisd(sign * (coordinateOf(joint, bodies) + s[link.first]), Vec3::UnitZ()));
    case JointKind::Ball: {
      const Quat a = poseOf(bodies, joint.a).orientation, b = poseOf(bodies, joint.b).orientation;
      const Quat turn = link.reversed ? b.conjugate() * a : a.conjugate() * b;
      const Vec3 by = threeOf(s, link, planar);
      if (!planar) return turn * rotationOf(by);
      const Quat own = link.reversed ? a : b;  // by the world's z, in the axes of the frame
      return turn * rotationOf(own.conjugate() * by);
    }
    default:
      return Quat::Identity();
  }
}

Pose jointedPose(const Joint& joint, const Link& link, std::span<const Body> bodies, const Pose& below, const VecX& s,
                 bool planar) {
  const JointEnd on_link = endOf(joint, link.reversed), on_carrier = endOf(joint, !link.reversed);
  const Quat carrier = below.orientation * on_carrier.frame;
  const Quat own = carrier * turnOfJoint(joint, link, bodies, s, planar);
  Pose pose;
  pose.orientation = (own * on_link.frame.conjugate()).normalized();
  Vec3 anchor = below.toWorld(on_carrier.anchor);
  if (joint.kind == JointKind::Slider) {
    const double travel = coordinateOf(joint, bodies) + s[link.first];
    anchor += (link.reversed ? -travel : travel) * (carrier * Vec3::UnitZ());
  }
  pose.position = anchor - pose.rotate(on_link.anchor);
  if (!planar) return pose;
  pose.orientation.x() = pose.orientation.y() = 0.0;
  pose.orientation.normalize();
  pose.position.z() = bodies[link.body].pose.position.z();
  return pose;
}

// The rates of the displacements s where qdot are the velocities.
VecX displacementRates(const Forest& forest, std::span<const Joint> joints, const VecX& s, const VecX& qdot) {
  VecX rates = qdot;
  if (forest.planar) return rates;
  for (const Link& link : forest.links) {
    if (link.isFree())
      rates.segment<3>(link.first + 3) = rotationRate(s.segment<3>(link.first + 3), qdot.segment<3>(link.first + 3));
    else if (joints[link.joint].kind == JointKind::Ball)
      rates.segment<3>(link.first) = rotationRate(-s.segment<3>(link.first), qdot.segment<3>(link.first));
  }
  return rates;
}

void setVelocitiesOf(const VecX& v, std::span<Body> bodies) {
  for (std::size_t b = 0; b < bodies.size(); ++b) {
    bodies[b].velocity = v.segment<3>(6 * static_cast<Eigen::Index>(b));
    bodies[b].omega = v.segment<3>(6 * static_cast<Eigen::Index>(b) + 3);
  }
}

VecX velocitiesNow(std::span<const Body> bodies) {
  VecX v(6 * static_cast<Eigen::Index>(bodies.size()));
  for (std::size_t b = 0; b < bodies.size(); ++b)
    v.segment<6>(6 * static_cast<Eigen::Index>(b)) << bodies[b].velocity, bodies[b].omega;
  return v;
}

// A state on the way, and what it changes at.
struct ForestStage {
  std::vector<Body> bodies;
  VecX s_rate, acceleration;
};

// The state displaced by s from `start`, with velocities qdot.
void evaluateStage(const PlacedForest& start, std::span<const Joint> joints, std::span<const Body> bodies,
                   const ForceLaw& law, const VecX& s, const VecX& qdot, ForestStage& stage) {
  stage.bodies.assign(bodies.begin(), bodies.end());
  std::vector<Pose> poses;
  for (const Body& body : bodies) poses.push_back(body.pose);
  moveForest(start.forest, joints, bodies, s, poses);
  for (std::size_t b = 0; b < poses.size(); ++b) stage.bodies[b].pose = poses[b];
  PlacedForest placed;
  placed.forest = start.forest;
  replaceForest(stage.bodies, joints, placed);
  VecX v = velocitiesNow(bodies), f, tau;
  spreadVelocities(placed, qdot, v);
  setVelocitiesOf(v, stage.bodies);
  f.setZero(v.size());
  law(stage.bodies, f);
  springForces(placed.forest, joints, stage.bodies, qdot, tau);
  stage.acceleration = forwardDynamics(placed, joints, v, f, tau);
  stage.s_rate = displacementRates(placed.forest, joints, s, qdot);
}

}  // namespace

void moveForest(const Forest& forest, std::span<const Joint> joints, std::span<const Body> bodies, const VecX& s,
                std::span<Pose> poses) {
  for (const Link& link : forest.links) {
    Pose& pose = poses[link.body];
    if (link.isFree()) {
      pose = freePose(bodies[link.body].pose, s, link, forest.planar);
      continue;
    }
    const int below = link.parent >= 0 ? forest.links[link.parent].body : link.base;
    const Pose carrier = below >= 0 ? poses[below] : Pose{};
    if (s.segment(link.first, link.count).isZero(0.0) && carrier == poseOf(bodies, below)) {
      pose = bodies[link.body].pose;
      continue;
    }
    pose = jointedPose(joints[link.joint], link, bodies, carrier, s, forest.planar);
  }
}

void springForces(const Forest& forest, std::span<const Joint> joints, std::span<const Body> bodies, const VecX& qdot,
                  VecX& tau) {
  tau.setZero(forest.dofs);
  for (const Link& link : forest.links) {
    if (link.isFree()) continue;
    const Joint& joint = joints[link.joint];
    if (joint.hasCoordinate() && joint.hasSpring())
      tau[link.first] =
          -joint.stiffness * (coordinateOf(joint, bodies) - joint.rest) - joint.damping * qdot[link.first];
  }
}

void advanceForest(const Forest& forest, std::span<const Joint> joints, const ForceLaw& law, double h,
                   std::span<Body> bodies) {
  PlacedForest start;
  start.forest = forest;
  replaceForest(bodies, joints, start);
  ArticulatedInertia factor;
  factorInertia(start, factor);
  const VecX qdot = nearestVelocities(start, factor, velocitiesNow(bodies));
  ForestStage k1, k2, k3, k4;
  evaluateStage(start, joints, bodies, law, VecX::Zero(forest.dofs), qdot, k1);
  evaluateStage(start, joints, bodies, law, 0.5 * h * k1.s_rate, qdot + 0.5 * h * k1.acceleration, k2);
  evaluateStage(start, joints, bodies, law, 0.5 * h * k2.s_rate, qdot + 0.5 * h * k2.acceleration, k3);
  evaluateStage(start, joints, bodies, law, h * k3.s_rate, qdot + h * k3.acceleration, k4);
  const VecX s = h / 6.0 * (k1.s_rate + 2.0 * k2.s_rate + 2.0 * k3.s_rate + k4.s_rate);
  const VecX end = qdot + h / 6.0 * (k1.acceleration + 2.0 * k2.acceleration + 2.0 * k3.acceleration + k4.acceleration);
  std::vector<Pose> poses;
  for (const Body& body : bodies) poses.push_back(body.pose);
  moveForest(forest, joints, bodies, s, poses);
  for (std::size_t b = 0; b < poses.size(); ++b) bodies[b].pose = poses[b];
  replaceForest(bodies, joints, start);
  VecX v = velocitiesNow(bodies);
  spreadVelocities(start, end, v);
  setVelocitiesOf(v, bodies);
}

}  // namespace keystone
