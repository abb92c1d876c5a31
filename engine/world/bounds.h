// What numbers of a world may be, in scene files, robots, the window and Python alike.
#pragma once

#include "body/body.h"

namespace keystone {

// The numbers a place accepts.
struct Range {
  double low, high;
  bool above_low = false;  // low itself is refused
};

inline constexpr Range kCoordinate{-kFarthestPlace, kFarthestPlace};  // [m]
inline constexpr Range kLength{1e-6, 1e5};                            // [m]
inline constexpr Range kSpeed{-1e5, 1e5};                             // [m/s] or [rad/s]
inline constexpr Range kMass{0.0, 1e12, true};                        // [kg]
inline constexpr Range kDensity{0.0, 1e9, true};                      // [kg/m^3]
inline constexpr Range kAngle{-1e4, 1e4};                             // [rad]
inline constexpr Range kFriction{0.0, 1e3};                           // mu
inline constexpr Range kArm{0.0, 1e3};                                // [m], of a moment over the normal force
inline constexpr Range kUnitInterval{0.0, 1.0};
inline constexpr Range kForce{-1e12, 1e12};         // [N] or [N m]; stiffness and damping, too, from 0 on
inline constexpr Range kGravity{-1e4, 1e4};         // [m/s^2]
inline constexpr Range kStepRate{1.0, 1e5};         // [1/s]
inline constexpr Range kImpactThreshold{0.0, 1e3};  // [m/s]

}  // namespace keystone
