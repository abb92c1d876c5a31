#include "world/motion.h"

#include <algorithm>

#include "body/free_rotation.h"
#include "math/scratch_pool.h"
#include "world/forces.h"

namespace keystone {
namespace {

void addForces(const World& world, const ForceStep& step, VecX& v) {
  if (!hasForces(world)) return;
  const Scratch<VecX> forces(v.size());
  externalForces(world, step, *forces);
  Eigen::Index at = 0;
  for (const Body& body : world.bodies) {
    if (body.isActive() && !forces->segment<6>(at).isZero(0.0)) {
      const InverseMass inverse = inverseMass(body);
      v.segment<3>(at) += step.dt * inverse.linear.cwiseProduct(forces->segment<3>(at));
      v.segment<3>(at + 3) += step.dt * (inverse.angular * forces->segment<3>(at + 3));
    }
    at += 6;
  }
}

bool isFinite(const Pose& pose, const Vec3& velocity, const Vec3& omega) {
  return pose.position.allFinite() && pose.orientation.coeffs().allFinite() && velocity.allFinite() &&
         omega.allFinite();
}

}  // namespace

void freeVelocity(const World& world, double dt, VecX& v, double force_time) {
  v.setZero(6 * static_cast<Eigen::Index>(world.bodies.size()));
  Eigen::Index at = 0;
  for (const Body& body : world.bodies) {
    if (!body.isFixed()) {
      v.segment<3>(at) = body.velocity;
      v.segment<3>(at + 3) = body.omega;
      if (body.isActive()) v.segment<3>(at) += dt * world.gravity;
      if (body.planar) v.segment<3>(at + 2).setZero();  // z, and the rotations about x and y
    }
    at += 6;
  }
  addForces(world, {world.time + 0.5 * dt, dt, force_time > 0.0 ? force_time : dt}, v);
}

Vec3 fallOf(const World& world, const Body& body) {
  return body.planar ? Vec3(world.gravity.x(), world.gravity.y(), 0.0) : world.gravity;
}

void velocitiesOf(std::span<const Body> bodies, VecX& v) {
  v.setZero(6 * static_cast<Eigen::Index>(bodies.size()));
  Eigen::Index at = 0;
  for (const Body& body : bodies) {
    if (!body.isFixed()) v.segment<6>(at) << body.velocity, body.omega;
    at += 6;
  }
}

void setVelocities(std::span<Body> bodies, const VecX& v) {
  Eigen::Index at = 0;
  for (Body& body : bodies) {
    if (body.isActive()) {
      body.velocity = v.segment<3>(at);
      body.omega = v.segment<3>(at + 3);
    }
    at += 6;
  }
}

void place(std::span<Body> bodies, std::span<const Motion> motions) {
  for (std::size_t i = 0; i < motions.size(); ++i) {
    bodies[i].pose = motions[i].pose;
    bodies[i].velocity = motions[i].velocity;
    bodies[i].omega = motions[i].omega;
  }
}

void integrate(std::span<const Body> bodies, const VecX& v, const VecX& recovery, double dt,
               std::vector<Motion>& motions) {
  motions.clear();
  motions.reserve(bodies.size());
  Body moved;  // one, reused: only what moveFreely reads is copied
  Eigen::Index at = 0;
  for (const Body& body : bodies) {
    moved.kind = body.kind;
    moved.planar = body.planar;
    moved.inertia = body.inertia;
    moved.pose = body.pose;
    moved.velocity = body.velocity;
    moved.omega = body.omega;
    if (!body.isFixed()) {
      moved.velocity = v.segment<3>(at);
      moved.omega = v.segment<3>(at + 3);
      moveFreely(moved, dt);
    }
    if (body.isActive() && recovery.size() > 0) {
      moved.pose.position += dt * recovery.segment<3>(at);
      const Quat turn = rotationOf(dt * recovery.segment<3>(at + 3));
      moved.pose.orientation = (turn * moved.pose.orientation).normalized();
      moved.omega = turn * moved.omega;  // the same spin in the body's axes, hence the same energy
    }
    motions.push_back({moved.pose, moved.velocity, moved.omega});
    at += 6;
  }
}

void posesAhead(std::span<const Body> bodies, double dt, std::vector<Pose>& poses) {
  const Scratch<VecX> v(6 * static_cast<Eigen::Index>(bodies.size()));
  velocitiesOf(bodies, *v);
  const Scratch<std::vector<Motion>> motions;
  integrate(bodies, *v, {}, dt, *motions);
  poses.clear();
  for (const Motion& motion : *motions) poses.push_back(motion.pose);
}

bool allFinite(std::span<const Body> bodies) {
  return std::all_of(bodies.begin(), bodies.end(),
                     [](const Body& body) { return isFinite(body.pose, body.velocity, body.omega); });
}

bool allFinite(std::span<const Motion> motions) {
  return std::all_of(motions.begin(), motions.end(),
                     [](const Motion& motion) { return isFinite(motion.pose, motion.velocity, motion.omega); });
}

}  // namespace keystone
