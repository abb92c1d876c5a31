// The kernel of projected Gauss-Seidel on one joint row, on the bodies' motion as pair_motion.h keeps it.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "solver/pgs/pair_motion.h"

namespace keystone {

struct JointLanes {
  std::array<BodyMotion, 2> reads{}, gives{};  // (J, J C) and (J M^-1, J C) of each body
  double q = 0.0;                              // [m/s]
  double compliance = 0.0;                     // [1/kg]
  double step = 0.0;                           // [kg], omega / W_ii
  double lower = 0.0, upper = 0.0;             // [N s]
  double lambda = 0.0;                         // [N s]
  std::array<int, 2> body;                     // where the bodies' motion is kept
  int row = 0;                                 // in the problem
};

inline void push(const JointLanes& joint, double impulse, std::vector<BodyMotion>& bodies) {
  for (std::size_t end = 0; end < 2; ++end) {
    BodyMotion& motion = bodies[joint.body[end]];
    motion.linear += joint.gives[end].linear * broadcast(impulse);
    motion.angular += joint.gives[end].angular * broadcast(impulse);
  }
}

// Returns the change of the row's impulse, in magnitude [N s].
inline double relaxJoint(JointLanes& joint, std::vector<BodyMotion>& bodies) {
  SimdDouble4 products{};
  for (std::size_t end = 0; end < 2; ++end) {
    const BodyMotion& motion = bodies[joint.body[end]];
    products += joint.reads[end].linear * motion.linear + joint.reads[end].angular * motion.angular;
  }
  const double u = joint.q + joint.compliance * joint.lambda + sum(products);
  const double before = joint.lambda;
  joint.lambda = std::clamp(before - joint.step * u, joint.lower, joint.upper);
  push(joint, joint.lambda - before, bodies);
  return std::abs(joint.lambda - before);
}

}  // namespace keystone
