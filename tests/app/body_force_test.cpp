#include "session/body_force.h"

#include <gtest/gtest.h>

#include "scene/scene_def.h"
#include "session/session.h"

namespace keystone {
namespace {

constexpr double kForceError = 1e-6;  // [N], by the exact solver

// The force on that body over the last of some steps.
Vec3 forceAfter(const std::string& scene, std::size_t body, int steps) {
  Session session;
  openScene(session, parseScene(scene, "force.json", ""));
  for (int i = 0; i < steps; ++i) stepOnce(session);
  const Simulation& simulation = session.scene.simulation;
  return forceOn(*session.history.last(), simulation.world, body, forceTime(simulation));
}

const std::string kBoxOnTable = R"({"keystone": 1, "planar": true, "bodies": [
    {"name": "table", "kind": "static", "shape": {"type": "box", "size": [4, 1]}, "position": [0, 0]},
    {"name": "box", "shape": {"type": "box", "size": [1, 1]}, "mass": 2, "position": [0, 1]}]})";

TEST(BodyForce, WhatStandsOnAFixedBodyPressesOnIt) {
  const double weight = 2 * 9.81;
  EXPECT_NEAR((forceAfter(kBoxOnTable, 0, 3) - Vec3(0, -weight, 0)).norm(), 0.0, kForceError);
  EXPECT_NEAR((forceAfter(kBoxOnTable, 1, 3) - Vec3(0, weight, 0)).norm(), 0.0, kForceError) << "and is held up by it";
}

TEST(BodyForce, WhatHangsOnAFixedBodyPullsIt) {
  const std::string hook = R"({"keystone": 1, "planar": true, "bodies": [
      {"name": "hook", "kind": "static", "shape": {"type": "box", "size": [1, 1]}, "position": [0, 5]},
      {"name": "load", "shape": {"type": "box", "size": [1, 1]}, "mass": 3, "position": [0, 2]}],
      "joints": [{"type": "hinge", "a": "hook", "b": "load", "anchor": [0, 5]}]})";
  EXPECT_NEAR((forceAfter(hook, 0, 3) - Vec3(0, -3 * 9.81, 0)).norm(), 0.0, kForceError);
}

}  // namespace
}  // namespace keystone
