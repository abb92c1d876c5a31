// The scenes in motion: what stands stands, what falls falls, and a state on the way survives saving.
#include <algorithm>
#include <numbers>

#include "scene/scene_fixture.h"

namespace keystone {
namespace {

struct Outcome {
  double displacement = 0.0;  // [m], largest way of a dynamic body from its start
  double residual = 0.0;      // worst of all steps
  int not_converged = 0;
};

Outcome run(Scene& scene, int steps) {
  Outcome outcome;
  World& world = scene.lane.world;
  for (int i = 0; i < steps; ++i) {
    const StepReport& report = step(scene.lane);
    outcome.residual = std::max(outcome.residual, report.residual.value);
    if (report.solve.status != SolveStatus::Converged) ++outcome.not_converged;
  }
  for (std::size_t i = 0; i < world.bodies.size(); ++i) {
    if (!world.bodies[i].isDynamic()) continue;
    outcome.displacement = std::max(outcome.displacement, (world.bodies[i].pose.position - world.start[i]).norm());
  }
  return outcome;
}

Scene loadById(const std::string& id) {
  return loadScene(findScene(id, assetDir()), assetDir());
}

// Two seconds. 1e-9 is what counts as exact; 1e-3 m would be seen.
TEST(SceneRuns, WhatIsBuiltToStandStands) {
  for (const char* id : {"wall_5x5", "stack_15", "tower3d_10", "card_house", "arch", "harmonic_10", "diamond_4",
                         "two_boxes_1000", "mass_ratio_2", "wedged"}) {
    SCOPED_TRACE(id);
    Scene scene = loadById(id);
    const Outcome outcome = run(scene, 120);
    EXPECT_LT(outcome.displacement, 1e-3);
    EXPECT_LE(outcome.residual, 1e-9);
    EXPECT_EQ(outcome.not_converged, 0);
  }
}

TEST(SceneRuns, WhatIsBuiltToFallFallsExactly) {
  for (const char* id : {"diamond_5", "inverted_triangle_3", "harmonic_10_over", "dominoes"}) {
    SCOPED_TRACE(id);
    Scene scene = loadById(id);
    const Outcome outcome = run(scene, 120);
    EXPECT_GT(outcome.displacement, 1e-2);
    EXPECT_LE(outcome.residual, 1e-9);
    EXPECT_EQ(outcome.not_converged, 0);
  }
}

TEST(SceneRuns, AllDominoesFall) {
  Scene scene = loadById("dominoes");
  run(scene, 300);
  for (const Body& body : scene.lane.world.bodies) {
    if (!body.isDynamic()) continue;
    EXPECT_LT(body.pose.position.y(), 0.12) << body.name;  // they stood at 0.15
  }
}

// Coulomb: a box at angle theta sticks when mu >= tan(theta), tan(0.25) = 0.2553.
TEST(SceneRuns, OnlyTheSlipperyBoxesSlideDownTheRamp) {
  Scene scene = loadById("friction_ramp");
  run(scene, 60);
  const World& world = scene.lane.world;
  for (std::size_t i = 0; i < world.bodies.size(); ++i) {
    if (!world.bodies[i].isDynamic()) continue;
    const double way = (world.bodies[i].pose.position - world.start[i]).norm();
    const bool slippery = world.bodies[i].name == "mu_0.1" || world.bodies[i].name == "mu_0";
    EXPECT_EQ(way > 0.1, slippery) << world.bodies[i].name << " moved " << way << " m";
  }
}

// v^2 / (2 mu g); the step's first-order error of v h / 2 = 0.21 m is part of the method.
TEST(SceneRuns, SlidingBoxesStopOnOneCircle) {
  Scene scene = loadById("isotropic_friction");
  run(scene, 300);
  double least = HUGE_VAL, most = 0.0;
  for (const Body& body : scene.lane.world.bodies) {
    if (!body.isDynamic()) continue;
    least = std::min(least, body.pose.position.norm());
    most = std::max(most, body.pose.position.norm());
  }
  EXPECT_NEAR(most, 6.0 + 25.0 * 25.0 / (2.0 * 0.6 * 9.81), 0.25);
  EXPECT_LT(most - least, 1e-6);  // directions differ by rounding only
}

// Angle [rad] that a body of a planar scene has turned, counted over the turns.
double turned(Scene& scene, const std::string& name, int steps) {
  World& world = scene.lane.world;
  const auto body =
      std::find_if(world.bodies.begin(), world.bodies.end(), [&](const Body& b) { return b.name == name; });
  double angle = 0.0;
  for (int i = 0; i < steps; ++i) {
    const Quat before = body->pose.orientation;
    step(scene.lane);
    const Quat turn = body->pose.orientation * before.conjugate();
    angle += 2.0 * std::atan2(turn.z(), turn.w());
    EXPECT_LE(scene.lane.report.joint_error, 1e-9);  // [m], what closing them leaves; a millimetre would be seen
    EXPECT_LE(scene.lane.report.residual.value, 1e-9);
  }
  return angle;
}

constexpr double kTooth = 2.0 * std::numbers::pi / 12.0;

// Ten seconds; what is left over is the play of pawls and slots.
TEST(SceneRuns, RatchetGoesOnByOneToothATurnOfTheCrank) {
  Scene scene = loadById("ratchet_pawl");
  turned(scene, "wheel", 180);  // the first turn finds the pawls their teeth
  const int turns = 3;
  const double period = 2.0 * std::numbers::pi / 2.5;  // [s], of the crank
  EXPECT_NEAR(turned(scene, "wheel", static_cast<int>(std::lround(60.0 * turns * period))), turns * kTooth, 0.05);
}

TEST(SceneRuns, GenevaWheelTurnsAQuarterATurnOfTheDriver) {
  Scene scene = loadById("geneva_drive");
  const double period = 2.0 * std::numbers::pi / 1.5;  // [s], of the driver
  EXPECT_NEAR(std::abs(turned(scene, "wheel", static_cast<int>(std::lround(60.0 * 3.0 * period)))),
              3.0 * std::numbers::pi / 2.0, 0.05);
}

TEST(SceneRuns, CamLiftsTheTableByItsThrow) {
  Scene scene = loadById("cam_follower");
  double low = HUGE_VAL, high = -HUGE_VAL;
  for (int i = 0; i < 400; ++i) {
    step(scene.lane);
    EXPECT_LE(scene.lane.report.joint_error, 1e-9);
    const double travel = coordinateOf(scene.lane.world.joints[3], scene.lane.world.bodies);
    low = std::min(low, travel);
    high = std::max(high, travel);
  }
  EXPECT_NEAR(high - low, 0.54, 0.02);  // the profile's largest less its least radius
}

TEST(SceneRuns, LinkageCarriesTheBlocksToAndFro) {
  Scene scene = loadById("linkage_blocks");
  double low = HUGE_VAL, high = -HUGE_VAL;
  for (int i = 0; i < 600; ++i) {
    step(scene.lane);
    EXPECT_LE(scene.lane.report.joint_error, 1e-9);
    const auto& bodies = scene.lane.world.bodies;
    const auto block = std::find_if(bodies.begin(), bodies.end(), [](const Body& b) { return b.name == "block_2"; });
    low = std::min(low, block->pose.position.x());
    high = std::max(high, block->pose.position.x());
  }
  EXPECT_GT(high - low, 0.5);
}

TEST_F(SceneFolder, AStateOnTheWaySurvivesSaving) {
  for (const std::string& id : listScenes(assetDir())) {
    Scene scene = loadById(id);
    if (scene.lane.world.bodies.size() > 60) continue;  // enough variety without them, at a fraction of the time
    SCOPED_TRACE(id);
    run(scene, 20);
    saveScene(scene, path("saved.json"));
    const Scene again = loadScene(path("saved.json"), assetDir());
    EXPECT_EQ(stateHash(again.lane.world), stateHash(scene.lane.world));
    EXPECT_EQ(again.lane.world.step, 20);
  }
}

}  // namespace
}  // namespace keystone
