// SDFormat: shapes, masses, surfaces, settings, includes, and what is said of the rest.
#include <cmath>
#include <filesystem>
#include <numbers>

#include "robot/sdf_text.h"
#include "scene/robot_scene.h"
#include "step/step.h"
#include "support/temp_folder.h"

namespace keystone {
namespace {

namespace fs = std::filesystem;

Robot modelWith(const std::string& inside, const std::string& version = "1.11") {
  return parseSdf(named("model", "m", inside), version);
}

std::string surface(const std::string& inside) {
  return "<surface>" + inside + "</surface>";
}

std::string ballWith(const std::string& of_surface) {
  return collision("<sphere><radius>0.1</radius></sphere>", surface(of_surface));
}

std::string ode(const std::string& inside) {
  return "<friction><ode>" + inside + "</ode></friction>";
}

TEST(SdfShapes, AreTheEnginesOwn) {
  const auto volumeOf = [](const std::string& geometry) {
    const std::string inside = "<inertial auto=\"true\"><density>1</density></inertial>" + collision(geometry);
    return modelWith(named("link", "a", inside)).world.bodies[0].mass;
  };
  const double pi = std::numbers::pi;
  EXPECT_NEAR(volumeOf("<box><size>1 2 3</size></box>"), 6.0, 1e-12);
  EXPECT_NEAR(volumeOf("<sphere><radius>2</radius></sphere>"), 32.0 * pi / 3.0, 1e-12);
  EXPECT_NEAR(volumeOf("<ellipsoid><radii>1 2 3</radii></ellipsoid>"), 8.0 * pi, 1e-12);
  EXPECT_NEAR(volumeOf("<cylinder><radius>1</radius><length>2</length></cylinder>"), 2.0 * pi, 1e-12);
  EXPECT_NEAR(volumeOf("<capsule><radius>1</radius><length>2</length></capsule>"), 10.0 * pi / 3.0, 1e-12);
  EXPECT_NEAR(volumeOf("<sphere/>"), 4.0 * pi / 3.0, 1e-12);
  EXPECT_NEAR(volumeOf("<cone><radius>1</radius><length>3</length></cone>"), pi, 1e-12);
}

TEST(SdfShapes, LieAlongZ) {
  for (const std::string tag : {"cylinder", "capsule", "cone"}) {
    const std::string size = "<radius>0.1</radius><length>4</length>";
    const World world = modelWith(named("link", "a", collision("<" + tag + ">" + size + "</" + tag + ">"))).world;
    const Aabb box = bounds(world.colliders[0].shape, world.bodies[0].pose, 0.0);
    const double caps = tag == "capsule" ? 0.1 : 0.0;
    EXPECT_NEAR(box.lower.y(), -2.0 - caps, 1e-9) << tag;
    EXPECT_NEAR(box.upper.y(), 2.0 + caps, 1e-9) << tag;
  }
}

TEST(SdfShapes, PlanesHaveTheirNormal) {
  const World world =
      modelWith("<static>true</static>" +
                named("link", "a",
                      "<pose>0 0 2 0 0 0</pose>" + collision("<plane><normal>0 1 1</normal></plane>") + kSdfBall))
          .world;
  ASSERT_EQ(world.bodies.size(), 2U);
  const auto& plane = std::get<HalfSpace>(world.colliders[0].shape);
  EXPECT_LE((plane.normal - Vec3(0.0, std::sqrt(0.5), -std::sqrt(0.5))).norm(), 1e-12);
  EXPECT_NEAR(plane.offset, std::sqrt(2.0), 1e-12);
  EXPECT_EQ(world.bodies[0].kind, BodyKind::Static);
}

TEST(SdfShapes, VisualsGiveTheColourAloneWhereThereAreCollisions) {
  const std::string visual =
      "<visual name=\"v\"><geometry><box><size>1 1 1</size></box></geometry><material><diffuse>0.1 0.2 0.3 1</diffuse>"
      "</material></visual>";
  const World world = modelWith(named("link", "a", visual + kSdfBall) + named("link", "b", visual)).world;
  EXPECT_EQ(world.colours[0], Vec3(0.1, 0.2, 0.3));
  EXPECT_TRUE(std::holds_alternative<Sphere>(world.colliders[0].shape));
  EXPECT_TRUE(std::holds_alternative<Box>(world.colliders[1].shape));
  EXPECT_EQ(world.colliders[1].mask, 0U);
}

TEST(SdfMasses, AreThoseOfTheFormatWhereNothingIsSaid) {
  const World world = modelWith(named("link", "a", kSdfBall) + named("link", "b", kSdfInertial)).world;
  EXPECT_EQ(world.bodies[0].mass, 1.0);
  EXPECT_EQ(world.bodies[0].inertia, Mat3(Mat3::Identity()));
  EXPECT_EQ(world.bodies[1].mass, 2.0);
  EXPECT_EQ(world.bodies[1].inertia(0, 1), 0.1);
  EXPECT_NEAR(world.bodies[1].pose.position.y(), 0.1, 1e-12);
}

TEST(SdfMasses, OfLinksWithoutGravityDoNotFall) {
  Simulation simulation =
      sceneOfRobot(modelWith(named("link", "a", "<gravity>0</gravity>" + kSdfBall)), "m").simulation;
  for (int i = 0; i < 10; ++i) step(simulation);
  EXPECT_LE(simulation.world.bodies[0].velocity.norm(), 1e-15);  // rounding of its weight times a step
}

TEST(SdfSurfaces, HaveFrictionOfOdeElseOfBullet) {
  const auto materialOfBall = [](const std::string& friction) {
    return modelWith(named("link", "a", ballWith(friction))).world.colliders[0].material;
  };
  EXPECT_EQ(materialOfBall("").friction_static, 1.0);
  EXPECT_EQ(materialOfBall(ode("<mu>0.5</mu><mu2>0.5</mu2>")).friction_dynamic, 0.5);
  const Material grained = materialOfBall(ode("<mu>0.5</mu><mu2>0.25</mu2><fdir1>0 2 0</fdir1>"));
  EXPECT_EQ(grained.grain, Vec3(Vec3::UnitY()));  // in the link's own axes
  EXPECT_EQ(grained.across, 0.5);
  const std::string bullet = "<bullet><friction>0.3</friction><rolling_friction>0.01</rolling_friction></bullet>";
  EXPECT_EQ(materialOfBall("<friction>" + bullet + "</friction>").friction_static, 0.3);
  EXPECT_EQ(materialOfBall("<friction>" + bullet + "</friction>").rolling, 0.01);
  const std::string torsional = "<torsional><coefficient>0.5</coefficient><patch_radius>0.2</patch_radius></torsional>";
  EXPECT_NEAR(materialOfBall("<friction>" + torsional + "</friction>").torsional, 3.0 * std::numbers::pi / 160.0,
              1e-15);
  EXPECT_EQ(materialOfBall(ode("<mu>-1</mu>")).friction_static, 1000.0);
  EXPECT_EQ(materialOfBall("<bounce><restitution_coefficient>0.4</restitution_coefficient></bounce>").restitution, 0.4);
}

TEST(SdfSurfaces, TheSmallerFrictionHolds) {
  const World world = modelWith(named("link", "a", ballWith(ode("<mu>100</mu>"))) +
                                named("link", "b", ballWith(ode("<mu>0.2</mu>"))) + named("link", "c", kSdfBall))
                          .world;
  const auto mu = [&](int a, int b) {
    return combine(world.colliders[a].material, world.colliders[b].material).friction_static;
  };
  EXPECT_EQ(mu(0, 1), 0.2);
  EXPECT_EQ(mu(0, 2), 1.0);
  EXPECT_EQ(mu(2, 1), 0.2);
  EXPECT_EQ(mu(2, 2), 1.0);
}

TEST(SdfSurfaces, TouchWhereTheirBitmasksMeet) {
  const auto bits = [](const std::string& mask) {
    return "<contact><collide_bitmask>" + mask + "</collide_bitmask></contact>";
  };
  const World world = parseSdf(named("world", "w",
                                     named("model", "a", named("link", "l", ballWith(bits("0x01")))) +
                                         named("model", "b", named("link", "l", ballWith(bits("2")))) +
                                         named("model", "c", named("link", "l", kSdfBall)) +
                                         named("model", "d", named("link", "l", ballWith(bits("0"))))))
                          .world;
  const auto touch = [&](int a, int b) {
    const Collider &one = world.colliders[a], &other = world.colliders[b];
    return (one.layer & other.mask) != 0 && (other.layer & one.mask) != 0;
  };
  EXPECT_FALSE(touch(0, 1));
  EXPECT_TRUE(touch(0, 2) && touch(1, 2));
  EXPECT_FALSE(touch(2, 3));
}

TEST(SdfModels, DoNotTouchThemselvesUnlessTheySaySo) {
  const std::string links = named("link", "a", kSdfBall) + named("link", "b", kSdfBall);
  EXPECT_EQ(modelWith(links).world.no_contact, (std::vector<std::pair<int, int>>{{0, 1}}));
  EXPECT_TRUE(modelWith("<self_collide>true</self_collide>" + links).world.no_contact.empty());
  EXPECT_TRUE(parseSdf(named("world", "w",
                             named("model", "m", named("link", "a", kSdfBall)) +
                                 named("model", "n", named("link", "a", kSdfBall))))
                  .world.no_contact.empty());
}

TEST(SdfWorlds, HaveGravityAndAStep) {
  const std::string ball = named("model", "m", named("link", "a", kSdfBall));
  const World plain = parseSdf(named("world", "w", ball)).world;
  EXPECT_EQ(plain.gravity, Vec3(0.0, -9.8, 0.0));
  EXPECT_EQ(plain.h, 0.001);
  const std::string step = "<max_step_size>0.004</max_step_size>";
  const World given =
      parseSdf(named("world", "w", "<gravity>0 1 -2</gravity><physics type=\"ode\">" + step + "</physics>" + ball))
          .world;
  EXPECT_EQ(given.gravity, Vec3(0.0, -2.0, -1.0));
  EXPECT_EQ(given.h, 0.004);
  const World second = parseSdf(named("world", "w",
                                      "<physics><max_step_size>0.5</max_step_size></physics>"
                                      "<physics default=\"true\">" +
                                          step + "</physics>" + ball))
                           .world;
  EXPECT_EQ(second.h, 0.004);
  const World old =
      parseSdf(named("world", "w", "<physics type=\"ode\"><gravity>0 0 -1</gravity></physics>" + ball), "1.4").world;
  EXPECT_EQ(old.gravity, Vec3(0.0, -1.0, 0.0));
}

TEST(SdfWorlds, SayWhatIsNotTaken) {
  const Robot robot = parseSdf(named(
      "world", "w",
      "<light type=\"point\" name=\"l\"/>\n<plugin filename=\"p\" name=\"p\"/>\n" +
          named("model", "m",
                "\n<plugin filename=\"p\" name=\"q\"/>" +
                    named("link", "a", "<sensor name=\"s\" type=\"imu\"/>" + collision("<heightmap/>") + kSdfBall))));
  EXPECT_EQ(robot.notes, (std::vector<std::string>{"test.sdf:1: <light>: not taken (no effect on motion)",
                                                   "test.sdf:2: <plugin>: not taken (2 times)",
                                                   "test.sdf:4: link \"a\": a <heightmap> as geometry is not taken",
                                                   "test.sdf:4: <sensor>: not taken (no effect on motion)"}));
}

void expectPlace(const Robot& robot, int body, const Vec3& place) {
  EXPECT_LE((robot.world.bodies[body].pose.position - place).norm(), 1e-12) << body;  // rounding
}

class SdfFolder : public TempFolder {
 protected:
  void SetUp() override {
    fs::create_directories(path("models/ball"));
    fs::create_directories(path("worlds"));
    write("models/ball/model.config",
          "<model><sdf version=\"1.5\">old.sdf</sdf><sdf version=\"1.9\">new.sdf</sdf></model>");
    write("models/ball/new.sdf",
          sdf(named("model", "ball", "<pose>0 0 1 0 0 0</pose>" + named("link", "l", kSdfBall))));
  }
  Robot loadWorld(const std::string& inside) {
    return loadRobot(write("worlds/w.world", sdf(named("world", "w", inside))));
  }
};

TEST_F(SdfFolder, ModelsAreFoundByWalkingUp) {
  const Robot robot = loadWorld(
      "<include><uri>model://ball</uri></include><include><uri>model://ball</uri><name>second</name>"
      "<pose>3 0 0 0 0 0</pose><static>true</static></include>"
      "<include><uri>file://models/ball/new.sdf</uri><name>third</name></include>");
  ASSERT_EQ(robot.world.bodies.size(), 3U);
  EXPECT_EQ(robot.world.bodies[0].name, "ball::l");
  expectPlace(robot, 0, {0.0, 1.0, 0.0});
  EXPECT_EQ(robot.world.bodies[1].name, "second::l");
  expectPlace(robot, 1, {3.0, 0.0, 0.0});
  EXPECT_EQ(robot.world.bodies[1].kind, BodyKind::Static);
  EXPECT_TRUE(robot.notes.empty()) << robot.notes[0];
}

TEST_F(SdfFolder, MergedModelsArePartsOfTheirModel) {
  const Robot robot =
      loadWorld(named("model", "m",
                      named("link", "base", kSdfBall) +
                          "<include merge=\"true\"><uri>model://ball</uri><pose>0 0 2 0 0 0</pose></include>" +
                          sdfJoint("fixed", "base", "l")));
  ASSERT_EQ(robot.world.joints.size(), 1U);
  EXPECT_EQ(robot.world.bodies[1].name, "m::l");
  expectPlace(robot, 1, {0.0, 2.0, 0.0});
}

TEST_F(SdfFolder, MergedModelsThatStandByEachOtherAreRefused) {
  const auto merged = [](const std::string& name, const std::string& link) {
    return "<include merge=\"true\"><uri>model://ball</uri><name>" + name + "</name><placement_frame>" + link +
           "</placement_frame></include>";
  };
  write("models/ball/new.sdf", sdf(named("model", "ball", "<static>true</static>")));
  const std::string links = named("link", "a", "<pose relative_to=\"_merged__q__model__\"/>" + kSdfBall) +
                            named("link", "b", "<pose relative_to=\"_merged__p__model__\"/>" + kSdfBall);
  try {
    loadWorld(named("model", "m", merged("p", "a") + merged("q", "b") + links));
    FAIL() << "taken";
  } catch (const RobotError& problem) {
    EXPECT_NE(std::string(problem.what()).find("found poses relative to each other"), std::string::npos)
        << problem.what();
  }
}

TEST_F(SdfFolder, WhatIsNotThereIsNoted) {
  const Robot robot =
      loadWorld("<include><uri>model://ball</uri></include>\n<include><uri>model://none</uri></include>");
  EXPECT_EQ(robot.notes, std::vector<std::string>{path("worlds/w.world") +
                                                  ":2: <include>: \"model://none\" is not there, not taken"});
}

TEST_F(SdfFolder, NamesInWhatIsNotThereAreRefused) {
  try {
    loadWorld(named("model", "m",
                    named("link", "a", kSdfBall) + "<include><uri>model://none</uri></include>" +
                        sdfJoint("fixed", "a", "none::l")));
    FAIL() << "taken";
  } catch (const RobotError& problem) {
    EXPECT_NE(std::string(problem.what()).find("found the name \"none::l\" (\"model://none\" is not there)"),
              std::string::npos)
        << problem.what();
  }
}

TEST_F(SdfFolder, AModelThatIncludesItselfIsRefused) {
  write("models/ball/new.sdf", sdf(named("model", "ball", "<include><uri>model://ball</uri></include>")));
  try {
    loadWorld("<include><uri>model://ball</uri></include>");
    FAIL() << "taken";
  } catch (const RobotError& problem) {
    EXPECT_NE(std::string(problem.what()).find("expected a file that does not include this one"), std::string::npos)
        << problem.what();
  }
}

struct BadSdf {
  const char* name;
  std::string text, complaint;
};

class WrongSdf : public ::testing::TestWithParam<BadSdf> {};

TEST_P(WrongSdf, IsToldInOneLine) {
  EXPECT_EQ(sdfComplaint(GetParam().text), GetParam().complaint);
}

std::string badModel(const std::string& inside) {
  return sdf(named("model", "m", "\n" + inside));
}

INSTANTIATE_TEST_SUITE_P(
    All, WrongSdf,
    ::testing::Values(
        BadSdf{"Version", "<sdf version=\"2.0\"><model name=\"m\"/></sdf>",
               "test.sdf:1: <sdf>: found version=\"2.0\", expected 1.2 to 1.11"},
        BadSdf{"Empty", sdf(""), "test.sdf:1: <sdf>: found neither a world nor a model, expected <world> or <model>"},
        BadSdf{"NoName", badModel("<link>" + kSdfBall + "</link>"),
               "test.sdf:2: <link>: found no name, expected name=\"NAME\""},
        BadSdf{"SecondLink", badModel(named("link", "a", kSdfBall) + named("link", "a", kSdfBall)),
               "test.sdf:2: <link>: found a second link named \"a\", expected one"},
        BadSdf{"Pose", badModel(named("link", "a", "<pose>1 2 3</pose>")),
               "test.sdf:2: <pose>: found pose=\"1 2 3\", expected 6 numbers"},
        BadSdf{"RelativeTo", badModel(named("link", "a", "<pose relative_to=\"b\"/>")),
               "test.sdf:2: <pose>: found the name \"b\", expected one of a link, a joint, a frame or a model"},
        BadSdf{
            "Circle",
            badModel(named("link", "a", "<pose relative_to=\"b\"/>") + named("link", "b", "<pose relative_to=\"a\"/>")),
            "test.sdf:2: <link>: found poses relative to each other, expected a tree of frames"},
        BadSdf{"Mass", badModel(named("link", "a", "<inertial><mass>0</mass></inertial>")),
               "test.sdf:2: link \"a\": found a mass of 0 kg or less, expected one above 0 kg"},
        BadSdf{"Inertia", badModel(named("link", "a", "<inertial><inertia><iyy>x</iyy></inertia></inertial>")),
               "test.sdf:2: <inertia>: found iyy=\"x\", expected 1 number"},
        BadSdf{"Size", badModel(named("link", "a", collision("<box><size>1 2</size></box>"))),
               "test.sdf:2: <box>: found size=\"1 2\", expected 3 numbers"},
        BadSdf{"NegativeSize", badModel(named("link", "a", collision("<sphere><radius>-1</radius></sphere>"))),
               "test.sdf:2: <sphere>: found radius=\"-1\", expected lengths of 1e-6 to 1e5 m"},
        BadSdf{
            "JointType", badModel(named("link", "a", kSdfBall) + sdfJoint("hinge", "world", "a")),
            "test.sdf:2: joint \"j_a\": found type=\"hinge\", expected revolute, continuous, prismatic, ball, fixed, "
            "universal, revolute2, screw or gearbox"},
        BadSdf{"JointEnd", badModel(named("link", "a", kSdfBall) + sdfJoint("fixed", "b", "a")),
               "test.sdf:2: <joint>: found the name \"b\", expected one of a link, a joint, a frame or a model"},
        BadSdf{"JointWithoutParent",
               badModel(named("link", "a", kSdfBall) + "<joint name=\"j\" type=\"fixed\"><child>a</child></joint>"),
               "test.sdf:2: joint \"j\": found no <parent>, expected one that names a link"},
        BadSdf{"Axis",
               badModel(named("link", "a", kSdfBall) +
                        sdfJoint("revolute", "world", "a", "<axis><xyz>0 0 0</xyz></axis>")),
               "test.sdf:2: <axis>: found xyz=\"0 0 0\", expected a vector that is not zero"},
        BadSdf{"Bounce",
               badModel(named("link", "a",
                              ballWith("<bounce><restitution_coefficient>2</restitution_coefficient></bounce>"))),
               "test.sdf:2: <bounce>: found restitution_coefficient=\"2\", expected 0 to 1"},
        BadSdf{"Step",
               sdf(named("world", "w",
                         "<physics><max_step_size>9</max_step_size></physics>" +
                             named("model", "m", named("link", "a", kSdfBall)))),
               "test.sdf:1: <physics>: found max_step_size=\"9\", expected 1e-5 to 1 s"},
        BadSdf{"NoBody", sdf(named("world", "w", "")), "test.sdf:1: found no body, expected one"}),
    [](const auto& bad) { return std::string(bad.param.name); });

}  // namespace
}  // namespace keystone
