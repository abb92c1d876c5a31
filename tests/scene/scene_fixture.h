// What tests of scenes share: the scenes that come with the programs, and a folder of files that a test writes itself.
#pragma once

#include <stdexcept>
#include <string>

#include "support/settled.h"
#include "support/temp_folder.h"

namespace keystone {

constexpr double kSceneGravity = 9.81;  // [m/s^2], of scenes that do not say another

inline const Body& named(const Scene& scene, const std::string& name) {
  for (const Body& body : scene.simulation.world.bodies) {
    if (body.name == name) return body;
  }
  throw std::runtime_error("no body " + name);
}

// [J] What velocities that are exact to 1e-9 m/s lift all bodies by in a step.
inline double liftOfExactVelocities(const World& world) {
  double mass = 0.0;
  for (const Body& body : world.bodies)
    if (body.isDynamic()) mass += body.mass;
  return mass * world.gravity.norm() * 1e-9 * world.h;
}

// How far [m] a body reaches along a direction (world frame, unit), from the origin.
inline double reach(const Scene& scene, std::size_t body, const Vec3& direction) {
  const Pose& pose = scene.simulation.world.bodies[body].pose;
  return pose.toWorld(support(scene.simulation.world.colliders[body].shape, pose.orientation.conjugate() * direction))
      .dot(direction);
}

class SceneFolder : public TempFolder {
 protected:
  Scene load(const std::string& text) const { return loadScene(write("scene.json", text), assetDir()); }

  // What loading the file says, without the folder; empty when it loads.
  std::string complaint(const std::string& file) const {
    try {
      loadScene(file, assetDir());
      return {};
    } catch (const SceneError& error) {
      std::string message = error.what();
      const std::string prefix = folder_.string() + "/";
      for (std::size_t at = message.find(prefix); at != std::string::npos; at = message.find(prefix)) {
        message.erase(at, prefix.size());
      }
      return message;
    }
  }
};

}  // namespace keystone
