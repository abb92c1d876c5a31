// A scene as every engine can load it: boxes, some of them fixed, and half-spaces. Translated once from Keystone's own.
#pragma once

#include <string>
#include <vector>

#include "scene/scene_def.h"

namespace keystone::bench {

// Of one body, world frame.
struct BodyState {
  Pose pose;                     // of the centre of mass
  Vec3 velocity = Vec3::Zero();  // [m/s]
  Vec3 omega = Vec3::Zero();     // [rad/s]
};

struct SceneBody {
  bool fixed = false;  // never moves
  bool plane = false;  // solid where normal . x <= offset; fixed. Else a box.
  Vec3 half = Vec3::Zero();
  Vec3 normal = Vec3::UnitY();
  double offset = 0.0;          // [m]
  double mass = 0.0;            // [kg]
  Vec3 inertia = Vec3::Zero();  // [kg m^2], about the box's own axes
  double mu = 0.0;              // two of the same touch with this friction
  BodyState start;
};

struct EngineScene {
  bool planar = false;            // in z = 0
  double h = 1.0 / 60.0;          // [s], one step
  Vec3 gravity = Vec3::Zero();    // [m/s^2]
  std::vector<SceneBody> bodies;  // indices are Keystone's
};

// Throws std::runtime_error for what not every engine has: other shapes, joints, restitution, two frictions.
EngineScene translate(const World& world);
// And back.
World worldOf(const EngineScene& scene);

int countBoxes(const EngineScene& scene);  // that can move

}  // namespace keystone::bench
