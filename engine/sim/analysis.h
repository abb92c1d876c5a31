// Whether bodies at rest stay at rest, and how they begin to move if they do not.
#pragma once

#include <vector>

#include "sim/lane.h"

namespace keystone {

struct FirstMotion {
  int body;                     // index
  Vec3 linear = Vec3::Zero();   // [m/s^2], of the centre of mass
  Vec3 angular = Vec3::Zero();  // [rad/s^2]
};

struct ContactAnswer {
  int a, b;                      // body indices
  Vec3 point = Vec3::Zero();     // [m]
  Vec3 normal = Vec3::UnitY();   // unit, from a to b
  double normal_force = 0.0;     // [N]
  Vec3 friction = Vec3::Zero();  // [N], on b
  bool opens = false;            // its gap begins to grow
};

struct Analysis {
  bool balanced = false;
  double largest = 0.0;              // [m/s^2], fastest first acceleration of any point of a body
  double threshold = 0.0;            // [m/s^2], below which it counts as none: 1e-6 of gravity
  std::vector<FirstMotion> motions;  // of dynamic bodies
  std::vector<ContactAnswer> contacts;
  SolveReport solve;
  Residual residual;
};

struct AnalysisParams {
  double touching = 1e-6;     // [m], gaps up to this count as contacts
  bool frictionless = false;  // leave friction out
};

// The accelerations of Gauss' principle for the lane's bodies as they lie, all taken to be at rest and nothing pulling
// but gravity: solved by the lane's solver with its knobs, under its friction law. The lane is not changed. With
// friction the forces that hold a structure are not unique, and neither need its accelerations be: `balanced` then says
// that the solver found forces that hold it.
Analysis analyze(const Lane& lane, const AnalysisParams& params = {});

// How far [m] the bodies reach along +x or -x, whichever is more, beyond those that stand on what does not move; 0 when
// nothing stands.
double overhang(const World& world, const Analysis& analysis);

}  // namespace keystone
