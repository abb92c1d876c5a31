// Springs, forces, paths and belts in scene files: read, saved, refused, and what the scenes that show them promise.
#include <numbers>

#include "scene/scene_fixture.h"

namespace keystone {
namespace {

const char* const kDrives[] = {"springs", "suspension", "shaker", "lift", "belt"};

// A step of what was saved is the same as one of what was not, but for impulses that are not saved.
TEST_F(SceneFolder, DrivesGoOnAfterSaving) {
  for (const char* id : kDrives) {
    SCOPED_TRACE(id);
    Scene scene = loadById(id);
    for (int n = 0; n < 45; ++n) step(scene.simulation);
    saveScene(scene, path("saved.json"));
    Scene again = loadScene(path("saved.json"), assetDir());
    ASSERT_EQ(stateHash(again.simulation.world), stateHash(scene.simulation.world));
    for (int n = 0; n < 3; ++n) {
      step(scene.simulation);
      step(again.simulation);
    }
    for (std::size_t i = 0; i < scene.simulation.world.bodies.size(); ++i) {
      const Body &one = scene.simulation.world.bodies[i], &other = again.simulation.world.bodies[i];
      EXPECT_LE((one.pose.position - other.pose.position).norm(), 1e-9) << one.name;
    }
  }
}

TEST_F(SceneFolder, SpringsForcesAndBeltsAreAsTheFileSays) {
  const Scene scene = load(R"({"keystone": 1, "bodies": [
      {"name": "x", "shape": {"type": "sphere", "radius": 1}, "position": [0, 3, 0], "surface_velocity": [1, 2, 3]}],
      "joints": [{"type": "spring", "b": "x", "anchors": [[0, 0, 0], [0, 2, 0]], "stiffness": 5},
                 {"type": "spring", "b": "x", "anchors": [[0, 0, 0], [0, 2, 0]], "damping": 2, "rest": 0.5, "collide": false},
                 {"type": "hinge", "b": "x", "anchor": [0, 3, 0], "axis": [0, 1, 0], "stiffness": 7, "rest": 0.1}],
      "forces": [{"body": "x", "force": [1, 0, 0], "at": [0, 4, 0], "frequency": 2, "phase": 0.5, "axes": "body"},
                 {"body": "x", "torque": [0, 0, 3]}]})");
  const World& world = scene.simulation.world;
  EXPECT_EQ(world.colliders[0].surface_velocity, Vec3(1, 2, 3));
  EXPECT_EQ(world.joints[0].stiffness, 5.0);
  EXPECT_EQ(world.joints[0].rest, 2.0);
  EXPECT_TRUE(world.joints[0].collide);
  EXPECT_EQ(world.joints[1].damping, 2.0);
  EXPECT_EQ(world.joints[1].rest, 0.5);
  EXPECT_FALSE(world.joints[1].collide);
  EXPECT_EQ(world.joints[2].stiffness, 7.0);
  EXPECT_EQ(world.joints[2].rest, 0.1);
  EXPECT_EQ(world.forces[0].point, Vec3(0, 1, 0));
  EXPECT_EQ(world.forces[0].frequency, 2.0);
  EXPECT_EQ(world.forces[0].phase, 0.5);
  EXPECT_TRUE(world.forces[0].in_body);
  EXPECT_EQ(world.forces[1].torque, Vec3(0, 0, 3));
  EXPECT_FALSE(world.forces[1].isPeriodic());
}

TEST_F(SceneFolder, ABodyWithAPathStartsOnIt) {
  const std::string begin =
      R"({"keystone": 1, "bodies": [{"name": "x", "kind": "kinematic", "shape": {"type": "sphere", "radius": 1}, )";
  const std::string keys =
      R"("path": {"keys": [{"time": 0, "position": [1, 2, 3]}, {"time": 2, "position": [3, 2, 3]}]}}]})";
  const Scene scene = load(begin + keys);
  EXPECT_EQ(scene.simulation.world.bodies[0].pose.position, Vec3(1, 2, 3));
  EXPECT_EQ(complaint(write("off.json", begin + R"("position": [0, 2, 3], )" + keys)),
            "off.json: /bodies: found \"x\" away from its path, expected it where the path is at the start");
}

TEST_F(SceneFolder, BadForcesAndPathsAreRefused) {
  const auto force = [&](const std::string& keys) {
    return complaint(
        write("f.json", R"({"keystone": 1, "bodies": [{"name": "x", "shape": {"type": "sphere", "radius": 1}},
        {"name": "ground", "shape": {"type": "halfspace"}}], "forces": [{)" +
                            keys + "}]}"));
  };
  EXPECT_NE(force(R"("force": [1, 0, 0])").find("/forces/0: found no key \"body\""), std::string::npos);
  EXPECT_NE(force(R"("body": "y", "force": [1, 0, 0])").find("/forces/0/body"), std::string::npos);
  EXPECT_NE(force(R"("body": "ground", "force": [1, 0, 0])").find("expected a dynamic body"), std::string::npos);
  EXPECT_NE(force(R"("body": "x")").find("neither \"force\" nor \"torque\""), std::string::npos);
  EXPECT_NE(force(R"("body": "x", "force": [1, 0, 0], "phase": 1)").find("/forces/0/phase"), std::string::npos);
  EXPECT_EQ(force(R"("body": "x", "force": [1, 0, 0], "from": 1, "until": 2)"), "");
  EXPECT_NE(force(R"("body": "x", "force": [1, 0, 0], "from": 2, "until": 2)").find("expected a time after \"from\""),
            std::string::npos);
  const auto path = [&](const std::string& kind, const std::string& keys) {
    return complaint(write("p.json", R"({"keystone": 1, "bodies": [{"kind": ")" + kind +
                                         R"(", "shape": {"type": "sphere", "radius": 1}, "path": {)" + keys + "}}]}"));
  };
  const std::string two = R"("keys": [{"time": 0, "position": [0, 0, 0]}, {"time": 1, "position": [1, 0, 0]}])";
  EXPECT_EQ(path("kinematic", two), "");
  EXPECT_NE(path("dynamic", two).find("one of kinematic bodies only"), std::string::npos);
  EXPECT_NE(path("kinematic", two + R"(, "loop": true)").find("ends elsewhere than it begins"), std::string::npos);
  EXPECT_NE(path("kinematic", R"("keys": [{"time": 1, "position": [0, 0, 0]}, {"time": 1, "position": [0, 0, 0]}])")
                .find("/bodies/0/path/keys/1/time"),
            std::string::npos);
}

TEST(Drives, EverySpringSwingsTwiceAsFastAsTheOneBefore) {
  Scene scene = loadById("springs");
  const double h = scene.simulation.world.h;
  std::vector<int> turns(5, 0);
  std::vector<Vec3> before;
  for (int n = 0; n < 1200; ++n) {
    before.clear();
    for (const Body& body : scene.simulation.world.bodies) before.push_back(body.velocity);
    step(scene.simulation);
    for (std::size_t i = 0; i < 5; ++i)
      turns[i] += before[i + 2].y() < 0.0 && scene.simulation.world.bodies[i + 2].velocity.y() >= 0.0 ? 1 : 0;
  }
  for (std::size_t i = 0; i < 5; ++i) {
    const double frequency = 2.0 * std::pow(2.0, static_cast<double>(i)) / (2.0 * std::numbers::pi);
    EXPECT_NEAR(turns[i], frequency * 1200 * h, 1.1 + 0.02 * frequency * 1200 * h) << i;
  }
}

TEST(Drives, TheCarSinksByItsStaticExtensionAndDrivesOverTheSleepers) {
  Scene scene = loadById("suspension");
  for (int n = 0; n < 600; ++n) {
    step(scene.simulation);
    ASSERT_LE(scene.simulation.report.joint_error, 1e-9);
    ASSERT_FALSE(scene.simulation.report.rejected);
  }
  EXPECT_GE(named(scene, "car").pose.position.x(), 9.0);
  EXPECT_LE(
      std::abs(2.0 * std::atan2(named(scene, "car").pose.orientation.z(), named(scene, "car").pose.orientation.w())),
      0.3);
}

// Its motor holds against M / (r m g) = sin of 0.24 rad; what it loses in its dampers it climbs less.
TEST(Drives, TheCarRocksToAndFroOnTheSlope) {
  Scene scene = loadById("suspension");
  double lowest = HUGE_VAL, highest = 0.0;
  for (int n = 0; n < 3600; ++n) {
    step(scene.simulation);
    const double x = named(scene, "car").pose.position.x();
    if (n >= 600) lowest = std::min(lowest, x);
    highest = std::max(highest, x);
  }
  EXPECT_GE(lowest, 9.5) << "the foot of the slope";
  EXPECT_LE(highest, 17.0) << "in the picture";
}

// F / sqrt((k - m w^2)^2 + c^2 w^2) after the start has died away.
TEST(Drives, OnlyTheCartInResonanceSwingsFar) {
  Scene scene = loadById("shaker");
  for (int n = 0; n < 1800; ++n) step(scene.simulation);
  std::vector<double> far(3, 0.0);
  for (int n = 0; n < 60; ++n) {
    step(scene.simulation);
    for (std::size_t i = 0; i < 3; ++i)
      far[i] = std::max(far[i], std::abs(scene.simulation.world.bodies[i + 1].pose.position.x()));
  }
  const double wanted[] = {0.1684, 2.122, 0.0422};
  for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(far[i], wanted[i], 0.1 * wanted[i]);  // w h, the step's first order
}

TEST(Drives, TheLiftKeepsItsCargoAndTheTableLosesTheSlipperyBox) {
  Scene scene = loadById("lift");
  double slipped = 0.0, kept = 0.0;
  const double rough = named(scene, "mu_0.7").pose.position.x() - named(scene, "table").pose.position.x();
  const double slippery = named(scene, "mu_0.3").pose.position.x() - named(scene, "table").pose.position.x();
  for (int n = 0; n < 360; ++n) {
    step(scene.simulation);
    const double table = named(scene, "table").pose.position.x();
    kept = std::max(kept, std::abs(named(scene, "mu_0.7").pose.position.x() - table - rough));
    slipped = std::max(slipped, std::abs(named(scene, "mu_0.3").pose.position.x() - table - slippery));
  }
  EXPECT_LE(kept, 1e-6);
  EXPECT_GE(slipped, 0.01);
  EXPECT_NEAR(named(scene, "cargo").pose.position.y() - named(scene, "lift").pose.position.y(), 0.5, 1e-4);
  EXPECT_NEAR(named(scene, "cargo").pose.position.x(), -1.8, 1e-6);
}

TEST(Drives, TheBeltsCarryEverythingToTheStop) {
  Scene scene = loadById("belt");
  for (int n = 1; n <= 45; ++n) {
    step(scene.simulation);
    ASSERT_NEAR(named(scene, "box_1").velocity.x(), std::min(1.0, n * 0.4 * 9.81 / 60.0), 1e-7) << n;
  }
  for (int n = 45; n < 900; ++n) step(scene.simulation);
  for (const char* name : {"box_1", "box_2", "box_3"}) {
    const Body& box = named(scene, name);
    EXPECT_GE(box.pose.position.x(), 2.4) << name;
    EXPECT_GE(box.pose.position.y(), 0.5) << name << " fell off";
  }
}

}  // namespace
}  // namespace keystone
