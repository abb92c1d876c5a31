// Free motion of trees in their own coordinates: the classical Runge-Kutta method on M(q) qddot + bias = tau.
#pragma once

#include "articulated/random_trees.h"
#include "math/rotation_rate.h"

namespace keystone {

// Generalized forces [dofs] of springs and dampers on the coordinates of tree joints.
inline VecX springForces(const Forest& forest, const World& world, const VecX& qdot) {
  VecX tau = VecX::Zero(forest.dofs);
  for (const Link& link : forest.links) {
    if (link.isFree()) continue;
    const Joint& joint = world.joints[link.joint];
    if (joint.hasCoordinate() && joint.hasSpring())
      tau[link.first] =
          -joint.stiffness * (coordinateOf(joint, world.bodies) - joint.rest) - joint.damping * qdot[link.first];
  }
  return tau;
}

// The rates of the displacements s where qdot are the velocities.
inline VecX displacementRates(const Forest& forest, std::span<const Joint> joints, const VecX& s, const VecX& qdot) {
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

// One step of h [s] under weights and springs. Joints that close loops do not act.
inline void advance(World& world, const Forest& forest, double h) {
  PlacedForest placed;
  placed.forest = forest;
  replaceForest(world.bodies, world.joints, placed);
  ArticulatedInertia factor;
  factorInertia(placed, factor);
  VecX v = velocitiesIn(world);
  const VecX qdot = holdTrees(placed, factor, {}, v);
  const auto slope = [&](const VecX& s, const VecX& rate) {
    const World there = displaced(world, forest, s);
    replaceForest(there.bodies, there.joints, placed);
    spreadVelocities(placed, rate, v);
    const VecX tau = springForces(forest, there, rate);
    return std::pair(displacementRates(forest, world.joints, s, rate),
                     forwardDynamics(placed, world.joints, v, weightsIn(world), tau));
  };
  const auto [s1, a1] = slope(VecX::Zero(forest.dofs), qdot);
  const auto [s2, a2] = slope(0.5 * h * s1, qdot + 0.5 * h * a1);
  const auto [s3, a3] = slope(0.5 * h * s2, qdot + 0.5 * h * a2);
  const auto [s4, a4] = slope(h * s3, qdot + h * a3);
  world = displaced(world, forest, h / 6.0 * (s1 + 2.0 * s2 + 2.0 * s3 + s4));
  replaceForest(world.bodies, world.joints, placed);
  spreadVelocities(placed, qdot + h / 6.0 * (a1 + 2.0 * a2 + 2.0 * a3 + a4), v);
  setVelocitiesIn(world, v);
}

}  // namespace keystone
