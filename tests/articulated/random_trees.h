// Trees of random bodies, joints and velocities.
#pragma once

#include <random>

#include "articulated/articulated_inertia.h"
#include "articulated/forest_motion.h"
#include "world/world.h"

namespace keystone {

class RandomTrees {
 public:
  explicit RandomTrees(unsigned seed) : random_(seed) {}

  // `count` bodies, each carried by an earlier one (the first one by the world unless `floating`).
  World tree(int count, bool planar, bool floating) {
    World world;
    world.planar = planar;
    for (int i = 0; i < count; ++i) {
      addBody(world, body(planar), {Sphere{0.05}, {}});
      if (i > 0 || !floating) world.joints.push_back(joint(world, i > 0 ? index(i) : -1, i));
    }
    return world;
  }

  VecX vector(Eigen::Index size) {
    return VecX::NullaryExpr(size, [&] { return number(); });
  }
  double number() { return spread_(random_); }

 private:
  int index(int count) { return std::uniform_int_distribution<int>(0, count - 1)(random_); }
  Vec3 vec3(bool planar) { return {number(), number(), planar ? 0.0 : number()}; }

  Body body(bool planar) {
    Body body;
    body.mass = 0.5 + std::abs(number());
    const Vec3 half = Vec3::Constant(0.6) + 0.4 * vec3(false).cwiseAbs();
    body.inertia = body.mass * half.cwiseAbs2().asDiagonal();  // any of a box: sides obey the triangle inequality
    body.inertia = body.inertia.trace() * Mat3::Identity() - body.inertia;
    body.pose.position = vec3(planar);
    const Vec3 turn = planar ? Vec3(0.0, 0.0, number()) : vec3(false);
    body.pose.orientation = Quat(Eigen::AngleAxisd(turn.norm(), turn.normalized()));
    return body;
  }

  // Either end may be its `a`.
  Joint joint(const World& world, int carrier, int carried) {
    constexpr std::array kKinds{JointKind::Hinge, JointKind::Ball, JointKind::Slider, JointKind::Fixed,
                                JointKind::Hinge};
    Joint joint;
    joint.kind = kKinds[index(static_cast<int>(kKinds.size()))];
    joint.a = carrier;
    joint.b = carried;
    if (number() > 0.0) std::swap(joint.a, joint.b);
    const Vec3 point = vec3(world.planar);
    const bool in_plane = world.planar && joint.kind == JointKind::Slider;
    const Vec3 axis = world.planar && !in_plane ? Vec3(Vec3::UnitZ()) : vec3(in_plane).normalized();
    attach(joint, world.bodies, point, point, axis);
    return joint;
  }

  std::mt19937 random_;
  std::uniform_real_distribution<double> spread_{-1.0, 1.0};
};

inline VecX velocitiesIn(const World& world) {
  VecX v(6 * static_cast<Eigen::Index>(world.bodies.size()));
  for (std::size_t b = 0; b < world.bodies.size(); ++b)
    v.segment<6>(6 * static_cast<Eigen::Index>(b)) << world.bodies[b].velocity, world.bodies[b].omega;
  return v;
}

inline void setVelocitiesIn(World& world, const VecX& v) {
  for (std::size_t b = 0; b < world.bodies.size(); ++b) {
    world.bodies[b].velocity = v.segment<3>(6 * static_cast<Eigen::Index>(b));
    world.bodies[b].omega = v.segment<3>(6 * static_cast<Eigen::Index>(b) + 3);
  }
}

// The world displaced by s [dofs].
inline World displaced(const World& world, const Forest& forest, const VecX& s) {
  World moved = world;
  std::vector<Pose> poses;
  for (const Body& body : world.bodies) poses.push_back(body.pose);
  moveForest(forest, world.joints, world.bodies, s, poses);
  for (std::size_t b = 0; b < poses.size(); ++b) moved.bodies[b].pose = poses[b];
  return moved;
}

inline VecX weightsIn(const World& world) {
  VecX f = VecX::Zero(6 * static_cast<Eigen::Index>(world.bodies.size()));
  for (std::size_t b = 0; b < world.bodies.size(); ++b)
    f.segment<3>(6 * static_cast<Eigen::Index>(b)) = world.bodies[b].mass * world.gravity;
  return f;
}

inline double energyOf(const World& world) {
  double energy = 0.0;
  for (const Body& body : world.bodies)
    energy += kineticEnergy(body) - body.mass * world.gravity.dot(body.pose.position);
  return energy;
}

}  // namespace keystone
