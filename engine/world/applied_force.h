// A force and a torque that act on a body, constant or as a sine of time, always or from one time until another.
#pragma once

#include <limits>
#include <string>

#include "math/types.h"

namespace keystone {

struct AppliedForce {
  std::string name;
  int body = -1;
  Vec3 point = Vec3::Zero();                               // [m], body frame: where the force acts
  Vec3 force = Vec3::Zero(), torque = Vec3::Zero();        // [N], [N m], amplitudes, in the world's axes or the body's
  bool in_body = false;                                    // the axes are the body's
  double frequency = 0.0;                                  // [Hz], of sin(2 pi f t + phase); 0: constant
  double phase = 0.0;                                      // [rad]
  double from = 0.0;                                       // [s], acts from then
  double until = std::numeric_limits<double>::infinity();  // [s], acts no longer

  bool operator==(const AppliedForce&) const = default;

  bool isPeriodic() const { return frequency > 0.0; }
  bool isTimed() const { return from > 0.0 || until < std::numeric_limits<double>::infinity(); }
  // At some time of the step from `begin` to `end` [s].
  bool actsWithin(double begin, double end) const { return from < end && begin < until; }
};

// What a force is multiplied by at `time` [s]; 0 while it does not act.
double shareAt(const AppliedForce& force, double time);

}  // namespace keystone
