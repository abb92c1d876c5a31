// What can be set of a whole scene.
#include "scene/scene_parts.h"
#include "session/properties.h"
#include "world/sleep_state.h"

namespace keystone {
namespace {

int countOne(const Simulation&, int) {
  return 1;
}

const Property kSceneProperties[] = {
    {"gravity", "Gravity [m/s2]", "Along x, y, z", kGravity.low, kGravity.high, 0.05,
     [](const Simulation& s, int) { return s.world.planar ? 2 : 3; },
     [](const Simulation& s, int) { return s.world.gravity; },
     [](Simulation& s, int, const Vec3& to) {
       wakeAll(s.world);
       s.world.gravity = to;
     }},
    {"step_rate", "Steps [1/s]", "Steps in a simulated second", kStepRate.low, kStepRate.high, 1.0, countOne,
     [](const Simulation& s, int) { return Vec3(1.0 / s.world.h, 0, 0); },
     [](Simulation& s, int, const Vec3& to) { s.world.h = 1.0 / to[0]; }},
    {"restitution_threshold", "Bounces from", "[m/s] Slower impacts do not bounce", 0, kImpactThreshold.high, 0.005,
     countOne, [](const Simulation& s, int) { return Vec3(s.params.restitution_threshold, 0, 0); },
     [](Simulation& s, int, const Vec3& to) { s.params.restitution_threshold = to[0]; }},
};

}  // namespace

std::span<const Property> sceneProperties() {
  return kSceneProperties;
}

}  // namespace keystone
