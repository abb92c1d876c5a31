// The scenes in motion: what stands stands, and what falls falls.
#include "scene/scene_fixture.h"

namespace keystone {
namespace {

void runScene(Scene& scene, int steps) {
  for (int i = 0; i < steps; ++i) step(scene.simulation);
}

// 1e-9 is what counts as exact.
void runExactly(Scene& scene, int steps) {
  for (int i = 0; i < steps; ++i) {
    const StepReport& report = step(scene.simulation);
    EXPECT_LE(report.residual.value, 1e-9) << i;
    EXPECT_EQ(report.solve.status, SolveStatus::Converged) << i;
  }
}

// [m], of a dynamic body from its start.
double largestWay(const World& world) {
  double way = 0.0;
  for (std::size_t i = 0; i < world.bodies.size(); ++i)
    if (world.bodies[i].isDynamic()) way = std::max(way, (world.bodies[i].pose.position - world.start[i]).norm());
  return way;
}

// Two seconds. 1e-3 m would be seen.
TEST(SceneRuns, WhatIsBuiltToStandStands) {
  for (const char* id : {"wall_5x5", "stack_15", "tower3d_10", "card_house", "arch", "harmonic_10", "diamond_4",
                         "two_boxes_1000", "mass_ratio_2", "tower_heavy_top", "wedged", "table"}) {
    SCOPED_TRACE(id);
    Scene scene = loadById(id);
    runExactly(scene, 120);
    EXPECT_LT(largestWay(scene.simulation.world), 1e-3);
  }
}

TEST(SceneRuns, WhatIsBuiltToFallFallsExactly) {
  for (const char* id : {"diamond_5", "inverted_triangle_3", "harmonic_10_over"}) {
    SCOPED_TRACE(id);
    Scene scene = loadById(id);
    runExactly(scene, 120);
    EXPECT_GT(largestWay(scene.simulation.world), 1e-2);
  }
}

TEST(SceneRuns, AllDominoesFallExactly) {
  Scene scene = loadById("dominoes");
  runExactly(scene, 120);
  runScene(scene, 180);
  for (const Body& body : scene.simulation.world.bodies) {
    if (!body.isDynamic()) continue;
    EXPECT_LT(body.pose.position.y(), 0.12) << body.name;  // they stood at 0.15
  }
}

// The bin is 2.4 m wide inside and 2 m high. By projected Gauss-Seidel, whose steps take a few milliseconds.
// Which box ends up on top is chance (the sweeps made, the order of rows): the heap may rise above the rim at 2 m by as
// much as a box is long, 0.5 m.
TEST(SceneRuns, EveryBoxPouredEndsUpInTheBin) {
  Scene scene = loadById("bin_200");
  scene.simulation.solver = findSolver("pgs");
  scene.simulation.parameters.clear();
  runScene(scene, 240);
  for (const Body& body : scene.simulation.world.bodies) {
    if (!body.isDynamic()) continue;
    const Vec3& at = body.pose.position;
    EXPECT_TRUE(std::abs(at.x()) < 1.2 && std::abs(at.z()) < 1.2 && at.y() > 0.0 && at.y() < 2.5)
        << body.name << " at " << at.transpose();
  }
}

// v^2 / (2 mu g); the step's first-order error of v h / 2 = 0.21 m is part of the method.
TEST(SceneRuns, SlidingBoxesStopOnOneCircle) {
  Scene scene = loadById("isotropic_friction");
  runScene(scene, 300);
  double least = HUGE_VAL, most = 0.0;
  for (const Body& body : scene.simulation.world.bodies) {
    if (!body.isDynamic()) continue;
    least = std::min(least, body.pose.position.norm());
    most = std::max(most, body.pose.position.norm());
  }
  EXPECT_NEAR(most, 6.0 + 25.0 * 25.0 / (2.0 * 0.6 * 9.81), 0.25);
  EXPECT_LT(most - least, 1e-6);  // directions differ by rounding only
}

TEST(SceneRuns, ColonnadeStandsExactlyStill) {
  Scene scene = loadById("shapes_cylinders");
  const World start = scene.simulation.world;
  for (int i = 0; i < 600; ++i) {
    step(scene.simulation);
    EXPECT_LE(scene.simulation.report.residual.value, 1e-9);
  }
  for (std::size_t i = 0; i < start.bodies.size(); ++i)
    EXPECT_EQ(scene.simulation.world.bodies[i].pose.position, start.bodies[i].pose.position) << start.bodies[i].name;
}

TEST(SceneRuns, SpiresStandExactlyStillWhileTheConeSwings) {
  Scene scene = loadById("shapes_cones");
  const World start = scene.simulation.world;
  const Vec3 where = named(scene, "cone").pose.position;
  double farthest = 0.0;
  for (int i = 0; i < 300; ++i) {
    step(scene.simulation);
    EXPECT_LE(scene.simulation.report.residual.value, 1e-9);
    farthest = std::max(farthest, (named(scene, "cone").pose.position - where).norm());
  }
  for (std::size_t i = 0; i < start.bodies.size(); ++i)
    if (start.bodies[i].name != "cone") {
      EXPECT_EQ(scene.simulation.world.bodies[i].pose.position, start.bodies[i].pose.position) << start.bodies[i].name;
    }
  EXPECT_GT(farthest, 0.2);  // the arc of its centre, 2 * 0.3 rad at 0.56 m from the apex, is 0.34 m long
}

// Shares 1 / (1 + I / (m r^2)) of g sin, after two seconds.
TEST(SceneRuns, RollersGoDownTheSlopeAtTheirShares) {
  Scene scene = loadById("shapes_rolling");
  for (int i = 0; i < 480; ++i) step(scene.simulation);
  const double free = 2.0 * 9.81 * std::sin(0.2);
  for (const auto& [name, share] : {std::pair("ball", 5.0 / 7.0), {"ellipsoid", 5.0 / 7.0}, {"cylinder", 2.0 / 3.0}})
    EXPECT_NEAR(named(scene, name).velocity.norm(), share * free, 2e-3 * free) << name;  // first order in the step
}

TEST_F(SceneFolder, SavedSleepersSleepAgainAfterTheStepThatFindsThemHeld) {
  Scene scene = loadById("tower3d_10");
  scene.simulation.params.sleeping = true;
  runScene(scene, 40);
  ASSERT_EQ(scene.simulation.report.sleeping, 10);
  saveScene(scene, path("saved.json"));
  Scene again = loadScene(path("saved.json"), assetDir());
  saveScene(again, path("saved_again.json"));  // before any step
  again = loadScene(path("saved_again.json"), assetDir());
  EXPECT_EQ(stateHash(again.simulation.world), stateHash(scene.simulation.world));
  EXPECT_EQ(step(again.simulation).sleeping, 10);
  EXPECT_EQ(again.simulation.world.sleep_state.cache.size(), scene.simulation.world.sleep_state.cache.size());
  for (std::size_t i = 0; i < again.simulation.world.bodies.size(); ++i)
    EXPECT_LE((again.simulation.world.bodies[i].pose.position - scene.simulation.world.bodies[i].pose.position).norm(),
              1e-12);
}

TEST_F(SceneFolder, WhatAFileCallsRestedFallsAllTheSameWhereNothingHoldsIt) {
  Scene scene = loadScene(write("floating.json", R"({"keystone": 1, "stepper": {"id": "velocity", "sleeping": true},
      "bodies": [{"name": "ground", "shape": {"type": "halfspace"}},
                 {"shape": {"type": "sphere", "radius": 0.5}, "position": [0, 2, 0], "rested": true},
                 {"shape": {"type": "box", "size": [1, 1, 1]}, "position": [5, 0.5, 0], "rested": true}]})"),
                          assetDir());
  for (int i = 0; i < 5; ++i) EXPECT_EQ(step(scene.simulation).sleeping, 1) << i;  // the box
  EXPECT_LT(scene.simulation.world.bodies[1].velocity.y(), -0.5);
}

}  // namespace
}  // namespace keystone
