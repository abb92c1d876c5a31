// The state of a part as numbers, in which its motion is an ordinary differential equation.
#pragma once

#include <vector>

#include "smooth/part.h"

namespace keystone {

// y [12 bodies], four vectors a body: position [m]; rotation vector u [rad] from the orientation in `origin` [bodies]
// (exponential coordinates); velocity [m/s]; angular momentum [kg m^2/s] about the centre of mass, in world axes, so
// that no method of integration loses any of a free body. Of bodies that nothing pushes the last is omega [rad/s].
using Orientations = std::vector<Quat>;

// Origin and y of the world as it is: u = 0.
void readState(const World& world, Orientations& origin, VecX& y);
void writeState(const Orientations& origin, const VecX& y, World& world);

// y' [12 bodies] at y and `time` [s], and the joint forces lambda and the power there (smooth/forces.h). part.world
// goes there. dt [s], the length of the step.
struct Slope {
  VecX y, lambda;
  double power = 0.0;
};
void findSlope(SmoothPart& part, const Orientations& origin, double dt, double time, const VecX& y, Slope& slope);

}  // namespace keystone
