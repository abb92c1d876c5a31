// A force and a torque that act on a body, constant or as a sine of time.
#pragma once

#include <string>

#include "math/types.h"

namespace keystone {

struct AppliedForce {
  std::string name;
  int body = -1;
  Vec3 point = Vec3::Zero();                         // [m], body frame: where the force acts
  Vec3 force = Vec3::Zero(), torque = Vec3::Zero();  // [N], [N m], amplitudes, in the world's axes or the body's
  bool in_body = false;                              // the axes are the body's
  double frequency = 0.0;                            // [Hz], of sin(2 pi f t + phase); 0: constant
  double phase = 0.0;                                // [rad]

  bool isPeriodic() const { return frequency > 0.0; }
};

// What a force is multiplied by at `time` [s].
double shareAt(const AppliedForce& force, double time);

}  // namespace keystone
