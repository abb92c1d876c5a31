// Framework files and the frameworks of planar scenes' bricks.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "framework/framework_run.h"
#include "paths.h"
#include "scene/framework_file.h"

namespace keystone {
namespace {

class FrameworkFile : public ::testing::Test {
 protected:
  FrameworkScene load(const std::string& text, BrickMasses model = BrickMasses::Four) {
    const std::filesystem::path path =
        std::filesystem::temp_directory_path() / ("keystone_framework_" + std::to_string(::getpid()) + ".json");
    std::ofstream(path) << text;
    struct Removal {
      const std::filesystem::path& path;
      ~Removal() { std::filesystem::remove(path); }
    } const removal{path};
    return loadFramework(path.string(), assetDir(), model);
  }

  // The error, without the file's name.
  std::string errorOf(const std::string& text) {
    try {
      load(text);
    } catch (const SceneError& error) {
      const std::string what = error.what();
      EXPECT_EQ(what.find('\n'), std::string::npos);
      return what.substr(what.find(".json: ") + 7);
    }
    return "no error";
  }
};

const char* const kTwoPoints = R"("points": [{"at": [0, 0], "fixed": true}, {"at": [3, -4], "mass": 2}])";

std::string withTwoPoints(const std::string& rest) {
  return std::string(R"({"framework": 1, )") + kTwoPoints + (rest.empty() ? "" : ", " + rest) + "}";
}

TEST_F(FrameworkFile, HoldsWhatItSays) {
  const FrameworkScene scene = load(R"({
    "framework": 1, "name": "all keys", "description": "d", "source": "s", "gravity": [1, -2], "h": 0.004,
    "points": [{"at": [0, 0], "fixed": true}, {"at": [1, 0], "mass": 2, "velocity": [3, 4]}, {"at": [1, 1], "mass": 1},
               {"at": [0, 1], "mass": 1, "fixed": false}],
    "bars": [[0, 1], {"ends": [1, 2], "length": 1.5, "strut": true}], "braces": [[1, 3]],
    "outlines": [{"corners": [0, 1, 2, 3], "name": "box"}], "sidedness": [[0, 1, 2]]})");
  EXPECT_EQ(scene.name, "all keys");
  EXPECT_EQ(scene.gravity, Vec2(1, -2));
  EXPECT_EQ(scene.h, 0.004);
  const Framework& framework = scene.framework;
  EXPECT_EQ(framework.masses, (std::vector<double>{0, 2, 1, 1}));
  EXPECT_EQ(at(scene.velocities, 1), Vec2(3, 4));
  ASSERT_EQ(framework.bars.size(), 2U);
  EXPECT_EQ(framework.bars[0].length, 1.0);
  EXPECT_FALSE(framework.bars[0].strut);
  EXPECT_EQ(framework.bars[1].length, 1.5);
  EXPECT_TRUE(framework.bars[1].strut);
  ASSERT_EQ(framework.braces.size(), 1U);
  ASSERT_EQ(framework.outlines.size(), 1U);
  EXPECT_NEAR(framework.outlines[0].radius, std::sqrt(0.5), 1e-15);
  EXPECT_EQ(scene.names, (std::vector<std::string>{"box"}));
  EXPECT_EQ(framework.sides, (std::vector<std::array<int, 3>>{{0, 1, 2}}));
}

TEST_F(FrameworkFile, HasGravityAndAStepOfItsOwnAccord) {
  const FrameworkScene scene = load(withTwoPoints(R"("bars": [[0, 1]])"));
  EXPECT_EQ(scene.gravity, Vec2(0, -9.81));
  EXPECT_EQ(scene.h, 2e-3);
  EXPECT_EQ(scene.framework.bars[0].length, 5.0);
}

TEST_F(FrameworkFile, ComplainsInOneLineThatNamesThePlace) {
  EXPECT_EQ(errorOf("{}"),
            "/: found neither \"framework\" nor \"keystone\", expected a framework file or a planar scene");
  EXPECT_EQ(errorOf(R"({"framework": 2})"), "/framework: found 2, expected framework format version 1");
  EXPECT_EQ(errorOf(R"({"framework": 1})"), "/: found no key \"points\", expected one");
  EXPECT_EQ(errorOf(R"({"framework": 1, "points": []})"),
            "/points: found an array of 0, expected an array of 1 to 20000");
  EXPECT_EQ(errorOf(R"({"framework": 1, "points": [{"at": [0, 0], "fixed": true}]})"),
            "/points: found none that moves, expected at least one point with a mass");
  EXPECT_EQ(errorOf(R"({"framework": 1, "points": [{"at": [0, 0], "mass": 0}]})"),
            "/points/0/mass: found 0, expected a number above 0 and at most 1e+12");
  EXPECT_EQ(errorOf(R"({"framework": 1, "points": [{"at": [0, 0]}]})"),
            "/points/0: found no key \"mass\", expected one");
  EXPECT_EQ(errorOf(R"({"framework": 1, "points": [{"at": [0, 0], "fixed": true, "mass": 1}]})"),
            "/points/0/mass: found the mass of a fixed point, expected none");
  EXPECT_EQ(errorOf(R"({"framework": 1, "points": [{"at": [0, 0, 0], "mass": 1}]})"),
            "/points/0/at: found an array of 3, expected an array of 2 numbers");
  EXPECT_EQ(errorOf(withTwoPoints(R"("wings": 2)")).substr(0, 36), "/wings: found the unknown key \"wings");
  EXPECT_EQ(errorOf(withTwoPoints(R"("h": 0)")), "/h: found 0, expected a number from 1e-06 to 0.1");
  EXPECT_EQ(errorOf(withTwoPoints(R"("bars": [[0, 2]])")), "/bars/0/1: found 2, expected an integer from 0 to 1");
  EXPECT_EQ(errorOf(withTwoPoints(R"("bars": [[1, 1]])")),
            "/bars/0/1: found the same point twice, expected two points");
  EXPECT_EQ(errorOf(withTwoPoints(R"("bars": [[0, 1], [1, 0]])")),
            "/bars/1: found a second bar between points 1 and 0, expected one");
  EXPECT_EQ(errorOf(withTwoPoints(R"("braces": [{"ends": [0, 1], "strut": true}])")).substr(0, 40),
            "/braces/0/strut: found the unknown key \"");
  EXPECT_EQ(errorOf(withTwoPoints(R"("sidedness": [[0, 1, 1]])")),
            "/sidedness/0: found a point twice, expected three points");
}

TEST_F(FrameworkFile, WantsOutlinesThatAreConvexAndCounterClockwise) {
  const auto with = [](const std::string& corners) {
    return R"({"framework": 1, "points": [{"at": [0, 0], "mass": 1}, {"at": [1, 0], "mass": 1}, {"at": [1, 1], "mass": 1},
               {"at": [0, 1], "mass": 1}, {"at": [0.4, 0.5], "mass": 1}], "outlines": [{"corners": )" +
           corners + "}]}";
  };
  const std::string expected =
      "/outlines/0/corners: found corners that go another way, expected a convex polygon, counter-clockwise";
  EXPECT_EQ(errorOf(with("[0, 1, 2, 3]")), "no error");
  EXPECT_EQ(errorOf(with("[3, 2, 1, 0]")), expected);
  EXPECT_EQ(errorOf(with("[0, 1, 2, 4, 3]")), expected);  // concave
  EXPECT_EQ(errorOf(with("[0, 1, 3, 2]")), expected);
  EXPECT_EQ(errorOf(with("[0, 1, 1]")), "/outlines/0/corners: found a corner twice, expected each once");
}

TEST_F(FrameworkFile, EveryFrameworkOfTheAssetsLoadsAndRuns) {
  const std::vector<SceneEntry> entries = listFrameworkEntries(assetDir());
  EXPECT_GE(entries.size(), 5U);
  for (const SceneEntry& entry : entries) {
    const std::string& name = entry.id;
    EXPECT_NE(entry.description, "") << name;
    FrameworkRun run(loadFramework(findFramework(name, assetDir()), assetDir(), BrickMasses::Four), {});
    for (int i = 0; i < 300; ++i) {
      const FrameworkStep step = run.step();
      ASSERT_EQ(step.qp.status, QpStatus::Solved) << name << " " << i;
      ASSERT_LT(step.residual.value(), 1e-9) << name << " " << i;
    }
  }
}

TEST_F(FrameworkFile, TheThreeBarArchOfTheAssetsCarriesAsStaticsSays) {
  FrameworkRun run(loadFramework(findFramework("three_bar_arch", assetDir()), assetDir(), BrickMasses::Four), {});
  const FrameworkStep step = run.step();
  EXPECT_NEAR(step.bar_forces[0], 9.81 * std::sqrt(2.0), 1e-9);
  EXPECT_NEAR(step.bar_forces[1], 9.81, 1e-9);
}

TEST_F(FrameworkFile, AScenesBrickAtRestBecomesPointsThatCarryItsWeight) {
  const std::string scene = R"({"keystone": 1, "planar": true, "step_rate": 200, "bodies": [
    {"name": "ground", "shape": {"type": "halfspace"}},
    {"name": "brick", "shape": {"type": "box", "size": [2, 1]}, "mass": 3, "position": [5, 0.5]}]})";
  for (const BrickMasses model : {BrickMasses::Four, BrickMasses::Nine}) {
    const FrameworkScene made = load(scene, model);
    EXPECT_EQ(made.h, 0.002);
    EXPECT_EQ(made.names, (std::vector<std::string>{"ground", "brick"}));
    EXPECT_EQ(made.framework.points(), model == BrickMasses::Four ? 8 : 13);
    double mass = 0.0;
    for (const double m : made.framework.masses) mass += m;
    EXPECT_NEAR(mass, 3.0, 1e-14);
    FrameworkRun run(made, {});
    FrameworkStep step;
    for (int i = 0; i < 100; ++i) step = run.step();
    double carried = 0.0;
    for (const FrameworkContact& contact : step.contacts) carried += contact.force;
    EXPECT_NEAR(carried, 3.0 * 9.81, 1e-8);
    EXPECT_LT((run.state().p - made.framework.positions).lpNorm<Eigen::Infinity>(), 1e-12);
    EXPECT_TRUE(firstMotion(made).balanced);
  }
}

TEST_F(FrameworkFile, AScenesStepIsKeptWhereItIsShorterThanThePapers) {
  const FrameworkScene made = load(R"({"keystone": 1, "planar": true, "step_rate": 1000, "bodies": [
    {"name": "brick", "shape": {"type": "box", "size": [2, 1]}, "mass": 4}]})");
  EXPECT_EQ(made.h, 0.001);
}

TEST_F(FrameworkFile, BodiesKeepTheirMotionsAndTurns) {
  const FrameworkScene made = load(R"({"keystone": 1, "planar": true, "bodies": [
    {"name": "brick", "shape": {"type": "box", "size": [2, 1]}, "mass": 4, "position": [1, 2], "angle": 0.3,
     "velocity": [1, 0], "omega": 2}]})");
  const OutlineMotion motion = outlineMotion(made.framework, made.velocities, 0);
  EXPECT_LT((motion.linear - Vec2(1, 0)).norm(), 1e-14);
  EXPECT_NEAR(motion.angular, 2.0, 1e-14);
  const auto& corners = made.framework.outlines[0].corners;
  const Vec2 base = at(made.framework.positions, corners[1]) - at(made.framework.positions, corners[0]);
  EXPECT_NEAR(std::atan2(base.y(), base.x()), 0.3, 1e-14);
}

TEST_F(FrameworkFile, TheFiveDiamondOfTheScenesBeginsToFallAsTheLinearProgramsSay) {
  const FrameworkScene made = loadFramework(findFramework("diamond_5", assetDir()), assetDir(), BrickMasses::Nine);
  const FrameworkMotion motion = firstMotion(made);
  EXPECT_FALSE(motion.balanced);
  // Neighbours touch: balance_test.cpp. The widest row is outlines 11 to 15, after the ground.
  const OutlineMotion end = outlineMotion(made.framework, motion.accelerations, 11);
  EXPECT_LT((end.linear - Vec2(-0.642109, -2.247382)).norm(), 1e-6);
  EXPECT_NEAR(end.angular, 2.568436, 1e-6);
  EXPECT_NEAR(outlineMotion(made.framework, motion.accelerations, 13).linear.y(), 0.321055, 1e-6);
}

TEST_F(FrameworkFile, ScenesThatAreNoBricksInThePlaneAreRefused) {
  const auto refusal = [](const std::string& name) -> std::string {
    try {
      loadFramework(findFramework(name, assetDir()), assetDir(), BrickMasses::Four);
    } catch (const SceneError& error) {
      return error.what();
    }
    return "no error";
  };
  EXPECT_EQ(refusal("tower3d_10"),
            "tower3d_10: /planar: found a scene in space, expected a planar one, whose bricks become frameworks");
  EXPECT_EQ(refusal("chain_on_bricks"),
            "chain_on_bricks: /joints: found 10 joints, expected none: in a framework objects share points");
  EXPECT_NE(refusal("no_such_thing").find("no_such_thing: found no such file"), std::string::npos);
  EXPECT_EQ(errorOf(R"({"keystone": 1, "planar": true, "bodies": [
              {"name": "ball", "shape": {"type": "sphere", "radius": 1}}]})")
                    .find("found a shape that is no convex polygon") != std::string::npos,
            true);
}

}  // namespace
}  // namespace keystone
