// What can be set of a whole scene.
#include "scene/scene_parts.h"
#include "session/properties.h"
#include "world/sleep_state.h"

namespace keystone {
namespace {

constexpr double kMostGravity = 1e4;                 // [m/s^2], as in files
constexpr double kLeastRate = 1.0, kMostRate = 1e5;  // [1/s], likewise
constexpr double kMostThreshold = 1e3;               // [m/s], likewise

int countOne(const Simulation&, int) {
  return 1;
}

const Property kSceneProperties[] = {
    {"gravity", "Gravity [m/s2]", "Along x, y, z", -kMostGravity, kMostGravity, 0.05,
     [](const Simulation& s, int) { return s.world.planar ? 2 : 3; },
     [](const Simulation& s, int) { return s.world.gravity; },
     [](Simulation& s, int, const Vec3& to) {
       wakeAll(s.world);
       s.world.gravity = to;
     }},
    {"step_rate", "Steps [1/s]", "Steps in a simulated second", kLeastRate, kMostRate, 1.0, countOne,
     [](const Simulation& s, int) { return Vec3(1.0 / s.world.h, 0, 0); },
     [](Simulation& s, int, const Vec3& to) { s.world.h = 1.0 / to[0]; }},
    {"restitution_threshold", "Bounces from", "[m/s] Slower impacts do not bounce", 0, kMostThreshold, 0.005, countOne,
     [](const Simulation& s, int) { return Vec3(s.params.restitution_threshold, 0, 0); },
     [](Simulation& s, int, const Vec3& to) { s.params.restitution_threshold = to[0]; }},
};

}  // namespace

std::span<const Property> sceneProperties() {
  return kSceneProperties;
}

}  // namespace keystone
