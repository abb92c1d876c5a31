// Small MJCF and URDF files, each with one thing that public ones have: what they become, and that they survive saving.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>

#include "robot/robot.h"
#include "robot/survives_saving.h"
#include "support/temp_folder.h"

namespace keystone {
namespace {

namespace fs = std::filesystem;

struct Small {
  const char* name;
  std::string text;
};

std::string mjcf(const std::string& inside) {
  return "<mujoco>" + inside + "</mujoco>";
}

std::string mass(const std::string& value, const std::string& moment) {
  return "<inertial><mass value=\"" + value + "\"/><inertia ixx=\"" + moment + "\" ixy=\"0\" ixz=\"0\n\" iyy=\"" +
         moment + "\" iyz=\"0\" izz=\"" + moment + "\"/></inertial>";
}

std::string link(const std::string& name, const std::string& inside = "") {
  return "<link name=\"" + name + "\">" + inside + "</link>";
}

std::string joint(const std::string& type, const std::string& from, const std::string& to,
                  const std::string& inside = "") {
  return "<joint name=\"to_" + to + "\" type=\"" + type + "\"><parent link=\"" + from + "\"/><child link=\"" + to +
         "\"/><origin xyz=\"0 0 0.5\"/>" + inside + "</joint>";
}

const std::string kBox = "<collision><geometry><box size=\"0.2 0.2 0.2\"/></geometry></collision>";
const std::string kPlane = "<geom type=\"plane\" size=\"5 5 1\"/>";
const std::string kBall = "<freejoint/><geom size=\"0.1\"/>";

const Small kSmall[] = {
    {"no_contact.xml",
     mjcf("<worldbody><body pos=\"0 0 1\"><freejoint/><geom size=\"0.1\" contype=\"0\" conaffinity=\"0\"/></body>"
          "</worldbody>")},
    {"parts.xml", mjcf("<worldbody>" + kPlane +
                       "<body pos=\"0 0 0.1\"><freejoint/><geom size=\"0.02\" pos=\"0 0 0.3\" friction=\"0.01\"/>"
                       "<geom type=\"box\" size=\"0.1 0.1 0.1\" contype=\"2\" condim=\"1\" priority=\"1\"/></body>"
                       "</worldbody>")},
    {"joints.xml", mjcf("<worldbody><body name=\"a\" pos=\"0 0 1\"><joint type=\"slide\" axis=\"1 0 0\"/>"
                        "<joint axis=\"0 1 0\" range=\"-90 90\" damping=\"0.1\" stiffness=\"2\"/><geom size=\"0.1\"/>"
                        "<body name=\"b\" pos=\"0.2 0 0\"><joint axis=\"1 0 0\"/><joint axis=\"0 0 1\"/>"
                        "<joint axis=\"0 1 0\"/><geom size=\"0.1\"/></body></body></worldbody>"
                        "<contact><exclude body1=\"a\" body2=\"b\"/></contact>")},
    {"frames.xml", mjcf("<worldbody><frame pos=\"0 0 1\" euler=\"0 90 0\"><body name=\"b\" pos=\"0 0 0.5\">" + kBall +
                        "</body></frame><replicate count=\"3\" offset=\"1 0 0\" sep=\"_\"><body name=\"r\">" + kBall +
                        "</body></replicate></worldbody>")},
    {"world.xml",
     mjcf("<worldbody><body name=\"a\" pos=\"0 0 1\">" + kBall +
          "</body></worldbody><equality><connect body1=\"a\" body2=\"world\" anchor=\"0 0 0\"/></equality>")},
    {"inline.xml", mjcf("<asset><mesh name=\"m\" vertex=\"0 0 0 1 0 0 0 1 0 0 0 1\"/></asset><worldbody><body "
                        "pos=\"0 0 1\"><freejoint/><geom type=\"mesh\" mesh=\"m\"/></body></worldbody>")},
    {"massless.xml", mjcf("<worldbody><body name=\"a\"><joint axis=\"0 1 0\"/><joint axis=\"1 0 0\"/><camera/>"
                          "<body name=\"b\" pos=\"0.2 0 0\"><geom size=\"0.1\"/><camera/>"
                          "<body name=\"c\"><geom size=\"0.05\" mass=\"0\"/></body></body></body></worldbody>")},
    {"massless.urdf", "<robot>" + link("base", kBox) + link("wheel", mass("1", "0.1") + kBox) +
                          link("tip", mass("0", "0") + kBox) + link("dummy") + link("end", mass("1", "0")) +
                          joint("continuous", "base", "wheel") + joint("fixed", "wheel", "tip") +
                          joint("revolute", "tip", "dummy", "<limit lower=\"-1e+16\" upper=\"1\"/>") +
                          joint("prismatic", "dummy", "end", "<limit lower=\"-1e+16\" upper=\"1e+16\"/>") + "</robot>"},
};

class SmallRobot : public TempFolder, public ::testing::WithParamInterface<Small> {};
std::string nameOfSmall(const ::testing::TestParamInfo<Small>& instance) {
  std::string name = instance.param.name;
  std::ranges::replace(name, '.', '_');
  return name;
}
INSTANTIATE_TEST_SUITE_P(Files, SmallRobot, ::testing::ValuesIn(kSmall), nameOfSmall);

void expectRuns(const std::string& file) {
  Scene scene = loadScene(file, "");
  for (int i = 0; i < 120; ++i) step(scene.simulation);
  EXPECT_FALSE(scene.simulation.report.rejected) << file << ": " << scene.simulation.report.trouble;
  EXPECT_LE(scene.simulation.report.residual.value, 1e-9) << file;
  for (const Body& body : scene.simulation.world.bodies) EXPECT_LE(body.pose.position.norm(), 100.0) << file;
}

const Small kOdd[] = {
    {"latin.xml", mjcf("<worldbody><body name=\"B\xe4r\"><freejoint name=\"two\nlines\"/><geom size=\"0.1\"/></body>"
                       "<body name=\"a\tb\"><joint name=\"\"/><geom size=\"0.1\"/></body></worldbody>")},
    {"dotted.urdf", "<robot name=\"a\nb\">" + link("x y", mass("1", "1") + kBox) + "</robot>"},
};
INSTANTIATE_TEST_SUITE_P(OddNames, SmallRobot, ::testing::ValuesIn(kOdd), nameOfSmall);

TEST_P(SmallRobot, SurvivesSavingAndRuns) {
  const std::string file = write(GetParam().name, GetParam().text);
  expectSurvivesSaving(file, path("saved.json"));
  expectRuns(file);
}

TEST_F(SmallRobot, OthersSurviveSavingAndRunToo) {
  const fs::path folder = fs::path(KEYSTONE_SHARED_DATA) / "wrong" / "robots";
  if (!fs::is_directory(folder)) GTEST_SKIP() << "no ../shared/data/wrong/robots";
  for (const auto& entry : fs::directory_iterator(folder)) {
    const std::string file = entry.path().string();
    if (!isRobotFile(file) || entry.path().stem() == "incb") continue;
    EXPECT_NO_THROW(expectSurvivesSaving(file, path("saved.json"))) << file;
    EXPECT_NO_THROW(expectRuns(file)) << file;
  }
}

Robot robotOf(const std::string& name, const ImportOptions& options = {}) {
  const auto* found = std::ranges::find(kSmall, name, [](const Small& small) { return std::string(small.name); });
  return parseRobot(found->text, name, options);
}

TEST(SmallRobots, FrictionIsThatOfEachGeom) {
  const Robot robot = robotOf("parts.xml");
  ASSERT_EQ(robot.world.colliders[1].parts.size(), 2U);
  EXPECT_EQ(robot.world.colliders[1].parts[0].material.friction_static, 0.01);
  EXPECT_EQ(robot.world.colliders[1].parts[1].material.friction_static, 1.0);
}

TEST(SmallRobots, ConvertKeepsWhoTouchesWhomAndFriction) {
  for (const char* name : {"parts.xml", "joints.xml", "no_contact.xml"}) {
    const World world = robotOf(name).world;
    std::vector<std::string> notes;
    const World again = parseRobot(mjcfText(world, "again", notes), "again.xml").world;
    EXPECT_TRUE(notes.empty()) << name << ": " << notes[0];
    EXPECT_EQ(again.no_contact, world.no_contact) << name;
    ASSERT_EQ(again.colliders.size(), world.colliders.size()) << name;
    for (std::size_t i = 0; i < world.colliders.size(); ++i) {
      EXPECT_EQ(again.colliders[i].mask, world.colliders[i].mask) << name;
      ASSERT_EQ(again.colliders[i].parts.size(), world.colliders[i].parts.size()) << name;
      for (std::size_t k = 0; k < world.colliders[i].parts.size(); ++k)
        EXPECT_EQ(again.colliders[i].parts[k], world.colliders[i].parts[k]) << name;
    }
  }
}

TEST(SmallRobots, FramesPlaceAndReplicatesCount) {
  const Robot robot = robotOf("frames.xml");
  ASSERT_EQ(robot.world.bodies.size(), 4U);
  EXPECT_LE((robot.world.bodies[0].pose.position - Vec3(0.5, 1.0, 0.0)).norm(), 1e-12);
  EXPECT_EQ(robot.world.bodies[3].name, "r_2");
  EXPECT_LE((robot.world.bodies[3].pose.position - Vec3(2.0, 0.0, 0.0)).norm(), 1e-12);
}

TEST(SmallRobots, JointsOfOneBodyAreAChain) {
  const World world = robotOf("joints.xml").world;
  ASSERT_EQ(world.joints.size(), 5U);
  for (std::size_t i = 0; i < 5; ++i) {
    EXPECT_EQ(world.joints[i].b, static_cast<int>(i));
    EXPECT_EQ(world.joints[i].a, static_cast<int>(i) - 1);
  }
  EXPECT_EQ(world.joints[0].kind, JointKind::Slider);
  EXPECT_EQ(world.bodies[1].name, "a");
  EXPECT_EQ(world.no_contact.front(), std::pair(1, 4));
}

// MuJoCo takes a body without mass that moves, where one with mass is fixed to it.
TEST(SmallRobots, BodiesWithoutMassMoveWithWhatIsFixedToThem) {
  const Robot robot = robotOf("massless.xml");
  const World& world = robot.world;
  ASSERT_EQ(world.bodies.size(), 4U);
  const double mass = world.bodies[2].mass;
  EXPECT_EQ(world.bodies[2].name, "b");
  for (const std::size_t without : {0U, 1U, 3U}) EXPECT_EQ(world.bodies[without].mass, 1e-8 * mass);
  EXPECT_EQ(robot.notes,
            std::vector<std::string>{"massless.xml:1: <camera>: not taken (no effect on motion) (2 times)"});
}

TEST(SmallRobots, UrdfLinksWithoutMassMoveWithWhatHas) {
  const Robot robot = robotOf("massless.urdf");
  const World& world = robot.world;
  ASSERT_EQ(world.bodies.size(), 5U);
  EXPECT_EQ(world.bodies[0].kind, BodyKind::Static);
  EXPECT_EQ(world.bodies[2].mass, 1e-8 * world.bodies[1].mass);
  EXPECT_EQ(world.bodies[3].mass, 1e-8 * world.bodies[4].mass);
  EXPECT_NEAR(world.joints[2].high, 1.0, 0.0);
  EXPECT_NEAR(world.joints[2].low, 1.0 - 2.0 * EIGEN_PI, 1e-12);
  EXPECT_FALSE(std::isfinite(world.joints[3].low) || std::isfinite(world.joints[3].high));
}

TEST(SmallRobots, UrdfBasesAreFreeOrFixed) {
  const std::string fixed_to = link("base") + link("trunk", mass("1", "1")) + joint("fixed", "base", "trunk");
  const auto base = [](const std::string& inside, ImportOptions::Base choice) {
    return parseRobot("<robot>" + inside + "</robot>", "test.urdf", {.base = choice});
  };
  const Robot free = base(fixed_to, ImportOptions::Base::ByFile);
  EXPECT_TRUE(free.world.joints.empty());
  EXPECT_EQ(free.notes.size(), 1U);
  EXPECT_NEAR(free.world.bodies[0].pose.position.y(), 0.5, 1e-12);
  EXPECT_EQ(base(fixed_to, ImportOptions::Base::Fixed).world.joints.size(), 1U);
  const std::string alone = link("a", mass("1", "1") + kBox);
  EXPECT_TRUE(base(alone, ImportOptions::Base::ByFile).world.bodies[0].isDynamic());
  EXPECT_FALSE(base(alone, ImportOptions::Base::Fixed).world.bodies[0].isDynamic());
  EXPECT_FALSE(base(link("a", mass("0", "0") + kBox), ImportOptions::Base::ByFile).world.bodies[0].isDynamic());
  EXPECT_THROW(base(link("a", kBox), ImportOptions::Base::Free), RobotError);
}

// The numbers that MuJoCo has.
TEST(SmallRobots, CompilersBoundAndBalanceMasses) {
  const World world =
      parseRobot(
          mjcf("<compiler balanceinertia=\"true\" boundmass=\"0.5\" boundinertia=\"0.01\"/><compiler/><worldbody>"
               "<body><joint/><inertial pos=\"0 0 0\" mass=\"1\" diaginertia=\"1 1 9\"/></body>"
               "<body><joint/><inertial pos=\"0 0 0\" mass=\"0.1\" diaginertia=\"0.001 0.02 0.02\"/></body>"
               "<body><joint/></body></worldbody>"),
          "test.xml")
          .world;
  EXPECT_TRUE(world.bodies[0].inertia.isApprox(11.0 / 3.0 * Mat3::Identity(), 1e-14));
  EXPECT_EQ(world.bodies[1].mass, 0.5);
  EXPECT_NEAR(world.bodies[1].inertia(0, 0), 0.01, 1e-15);
  EXPECT_NEAR(world.bodies[1].inertia(1, 1), 0.02, 1e-15);
  EXPECT_EQ(world.bodies[2].mass, 0.5);
}

// What public URDF files have, and what was once refused with all the rest of the file.
TEST(SmallRobots, WhatNoLinkCanHaveIsNotedAndTheRestTaken) {
  const auto geometry = [](const std::string& inside) {
    return "<collision><geometry>" + inside + "</geometry></collision>";
  };
  const std::string lopsided =
      "<inertial><mass value=\"3\"/><inertia ixx=\"1\" ixy=\"0\" ixz=\"0\" iyy=\"1\" iyz=\"0\" izz=\"9\"/></inertial>";
  const Robot robot = parseRobot(
      "<robot>" + link("a", lopsided + kBox) +
          link("b", mass("1", "1") + geometry("") + geometry("<box size=\"0 0 0\"/>") + geometry("<plane/>")) +
          joint("revolute", "a", "b", "<limit lower=\"1\" upper=\"-1\" effort=\"-1\"/>") + link("c", mass("1", "1")) +
          joint("spherical", "b", "c") + "</robot>",
      "test.urdf");
  const World& world = robot.world;
  EXPECT_TRUE(world.bodies[0].inertia.isApprox(3.0 / 6.0 * 0.04 * Mat3::Identity(), 1e-12));  // of the box
  EXPECT_FALSE(std::isfinite(world.joints[0].low) || std::isfinite(world.joints[0].high));
  EXPECT_EQ(world.joints[0].motor_max, 0.0);
  EXPECT_EQ(world.joints[1].kind, JointKind::Ball);
  EXPECT_EQ(robot.notes,
            (std::vector<std::string>{
                "test.urdf:1: link \"a\": an inertia that no body has is taken as that of its shapes, or of a ball of "
                "1 cm where it has none",
                "test.urdf:1: link \"b\": a <collision> without a geometry is not taken",
                "test.urdf:1: link \"b\": a <box> with a size of 0 is not taken",
                "test.urdf:1: link \"b\": a <plane> as geometry is not taken",
                "test.urdf:2: joint \"to_b\": a lower limit above the upper one is taken as no limits",
                "test.urdf:2: joint \"to_b\": an effort below 0 not taken"}));
}

TEST(SmallRobots, UrdfLinksThatOverlapDoNotTouch) {
  const auto at = [](const std::string& place) {
    return "<collision><origin xyz=\"" + place + "\"/><geometry><box size=\"0.2 0.2 0.2\"/></geometry></collision>";
  };
  const std::string weight = mass("1", "1");
  const Robot robot = parseRobot("<robot>" + link("a", weight + kBox) + link("b", weight + at("0 0 -0.1")) +
                                     joint("continuous", "a", "b") + link("c", weight + at("0 0 -0.9")) +
                                     joint("continuous", "b", "c") + link("d", weight + at("0 0.2 -0.9")) +
                                     joint("continuous", "b", "d") + "</robot>",
                                 "test.urdf");  // c overlaps a, d touches both
  EXPECT_EQ(robot.world.no_contact, (std::vector<std::pair<int, int>>{{0, 2}}));
  EXPECT_EQ(robot.notes,
            std::vector<std::string>{
                "test.urdf:1: pairs of links that overlap here do not touch: 1, the first \"a\" and \"c\""});
}

TEST(SmallRobots, WeldsOfWhatDoesNotMoveAreNoted) {
  const Robot robot = parseRobot(mjcf("<worldbody><body name=\"a\"><geom size=\"1\"/></body></worldbody>"
                                      "<equality><weld body1=\"a\"/></equality>"),
                                 "test.xml");
  EXPECT_EQ(robot.notes, std::vector<std::string>{"test.xml:1: <weld>: not taken: its two ends cannot move apart"});
}

TEST(SmallRobots, NotesThatRepeatAreOne) {
  const Robot robot =
      parseRobot(mjcf("<worldbody>\n<camera/>\n<camera/>\n<light/><body>" + kBall + "</body></worldbody>"), "test.xml");
  ASSERT_EQ(robot.notes.size(), 2U);
  EXPECT_EQ(robot.notes[0], "test.xml:2: <camera>: not taken (no effect on motion) (2 times)");
}

// Solver settings of limits without limits, zeros, and attributes of classes that nothing is of.
TEST(SmallRobots, NotesAreOfWhatActs) {
  const auto notesOf = [](const std::string& joint) {
    return parseRobot(mjcf("<default><joint armature=\"0\" solreflimit=\"0.1 1\" margin=\"0.1\"/>"
                           "<default class=\"unused\"><joint armature=\"3\"/><geom gap=\"1\"/></default></default>"
                           "<worldbody><body><joint user=\"1\" " +
                           joint + "/><geom size=\"0.1\" margin=\"0.0\"/></body></worldbody>"),
                      "test.xml")
        .notes;
  };
  EXPECT_EQ(notesOf("").size(), 0U);
  EXPECT_EQ(notesOf("type=\"free\"").size(), 0U);
  EXPECT_EQ(notesOf("range=\"0 1\" armature=\"0.1\"").size(), 2U);
  EXPECT_EQ(notesOf("type=\"ball\"").size(), 0U);
}

TEST(SmallRobots, MoreKindsOfGeomsThanASceneHasLayersAreRefused) {
  std::string geoms, pairs;
  for (int i = 0; i < 17; ++i) {
    const std::string n = std::to_string(i);
    for (const char* side : {"a", "b"})
      geoms += "<geom name=\"" + (side + n) + "\" size=\"0.1\" contype=\"0\" conaffinity=\"0\"/>";
    pairs += "<pair geom1=\"a" + n + "\" geom2=\"b" + n + "\"/>";
  }
  try {
    parseRobot(mjcf("<worldbody><body><freejoint/>" + geoms + "</body></worldbody><contact>" + pairs + "</contact>"),
               "test.xml");
    FAIL() << "taken";
  } catch (const RobotError& error) {
    EXPECT_TRUE(std::string(error.what())
                    .starts_with("test.xml:1: found geoms of 34 kinds by what they touch, "
                                 "expected 32 at most"))
        << error.what();
  }
}

class SmallFiles : public TempFolder {};

TEST_F(SmallFiles, IncludesStandAnywhere) {
  write("part.xml", "<mujocoinclude><body name=\"b\" pos=\"0 0 2\">" + kBall + "</body></mujocoinclude>");
  write("ball.xml", "<mujocoinclude>" + kBall + "</mujocoinclude>");
  const std::string file = write("all.xml", mjcf("<worldbody>" + kPlane +
                                                 "<include file=\"part.xml\"/><body><include file=\"ball.xml\"/></body>"
                                                 "</worldbody>"));
  EXPECT_EQ(loadRobot(file).world.bodies.size(), 3U);
}

TEST_F(SmallFiles, IncludesAreFoundBesideWhatNamesThem) {
  fs::create_directories(path("parts"));
  write("parts/ball.xml", "<mujocoinclude>" + kBall + "</mujocoinclude>");
  write("parts/body.xml", "<mujocoinclude><body><include file=\"ball.xml\"/></body></mujocoinclude>");
  const std::string file = write("all.xml", mjcf("<worldbody><include file=\"parts/body.xml\"/></worldbody>"));
  EXPECT_EQ(loadRobot(file).world.bodies.size(), 1U);
}

const char* const kTetrahedron = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";

TEST_F(SmallFiles, CompilersSayWhereMeshesAre) {
  fs::create_directories(path("assets"));
  write("assets/m.obj", kTetrahedron);
  const std::string file =
      write("r.xml", mjcf("<compiler assetdir=\"assets\" strippath=\"true\"/><asset><mesh file=\"some/where/m.obj\"/>"
                          "</asset><worldbody><body><freejoint/><geom type=\"mesh\" mesh=\"m\"/></body></worldbody>"));
  EXPECT_EQ(loadRobot(file).world.bodies.size(), 1U);
}

TEST_F(SmallFiles, PointsWithoutFacesHaveAHull) {
  write("m.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n");
  const std::string file = write("r.xml", mjcf("<asset><mesh file=\"m.obj\"/></asset><worldbody><body><freejoint/>"
                                               "<geom type=\"mesh\" mesh=\"m\"/></body></worldbody>"));
  EXPECT_NEAR(loadRobot(file).world.bodies[0].mass, 1000.0 / 6.0, 1e-9);
}

TEST_F(SmallFiles, MessagesNameWholePaths) {
  const std::string deep = "meshes/" + std::string(100, 'd') + "/m.obj";
  const std::string file = write("r.urdf", "<robot>" +
                                               link("a", mass("1", "1") + "<collision><geometry><mesh filename=\"" +
                                                             deep + "\"/></geometry></collision>") +
                                               "</robot>");
  EXPECT_EQ(loadRobot(file).notes,
            std::vector<std::string>{file + ":1: link \"a\": the mesh \"" + deep + "\" is not there, not taken"});
}

TEST_F(SmallFiles, PackagesAreFoundByWalkingUp) {
  fs::create_directories(path("my_robot/meshes"));
  fs::create_directories(path("my_robot/urdf/deep"));
  write("my_robot/meshes/m.obj", kTetrahedron);
  const std::string file =
      write("my_robot/urdf/deep/r.urdf",
            "<robot>" +
                link("a", mass("1", "1") + "<collision><geometry><mesh "
                                           "filename=\"package://my_robot/meshes/m.obj\"/></geometry></collision>") +
                "</robot>");
  EXPECT_TRUE(std::holds_alternative<Compound>(loadRobot(file).world.colliders[0].shape));
}

}  // namespace
}  // namespace keystone
