// SDFormat: where models, links, joints and frames are, and what joints become.
#include <cmath>
#include <limits>
#include <numbers>

#include "robot/sdf_text.h"
#include "scene/robot_scene.h"
#include "step/step.h"

namespace keystone {
namespace {

constexpr double kRounding = 1e-12;  // of lengths and directions about 1

std::string pose(const std::string& numbers, const std::string& relative_to = "") {
  const std::string to = relative_to.empty() ? "" : " relative_to=\"" + relative_to + "\"";
  return "<pose" + to + ">" + numbers + "</pose>";
}

std::string linkAt(const std::string& name, const std::string& place, const std::string& inside = kSdfBall) {
  return named("link", name, place + inside);
}

// Places in the file's axes, +z up.
void expectAt(const Robot& robot, int body, const Vec3& place) {
  const Vec3 yUp(place.x(), place.z(), -place.y());
  EXPECT_LE((robot.world.bodies.at(body).pose.position - yUp).norm(), kRounding) << robot.world.bodies[body].name;
}

TEST(SdfPoses, AreRelativeToModelsLinksFramesAndJoints) {
  const std::string turn = " 0 0 1.5707963267948966";
  const Robot robot =
      parseSdf(named("model", "m",
                     pose("1 0 0" + turn) + linkAt("a", pose("1 0 0 0 0 0")) + linkAt("b", pose("0 0 1" + turn, "a")) +
                         linkAt("c", pose("0.5 0 0 0 0 0", "f")) + "<frame name=\"f\" attached_to=\"b\">" +
                         pose("0.25 0 0 0 0 0") + "</frame>" + linkAt("d", pose("0 0 3 0 0 0")) +
                         sdfJoint("fixed", "c", "d", pose("0 0 1 0 0 0")) + linkAt("e", pose("0 0 1 0 0 0", "j_d"))));
  expectAt(robot, 0, {1.0, 1.0, 0.0});
  expectAt(robot, 1, {1.0, 1.0, 1.0});
  expectAt(robot, 2, {0.25, 1.0, 1.0});  // b's x is -x of the world
  expectAt(robot, 3, {1.0, 0.0, 3.0});
  expectAt(robot, 4, {1.0, 0.0, 5.0});
}

TEST(SdfPoses, AreOfNestedModelsToo) {
  const Robot robot =
      parseSdf(named("world", "w",
                     named("model", "m",
                           pose("1 0 0 0 0 0") + linkAt("a", "") +
                               named("model", "n", pose("0 2 0 0 0 0", "a") + linkAt("b", pose("0 0 3 0 0 0"))) +
                               sdfJoint("fixed", "a", "n::b")) +
                         named("model", "k", pose("0 0 1 0 0 0", "m") + linkAt("c", ""))));
  expectAt(robot, 1, {1.0, 2.0, 3.0});
  expectAt(robot, 2, {1.0, 0.0, 1.0});
  EXPECT_EQ(robot.world.bodies[1].name, "m::n::b");
  ASSERT_EQ(robot.world.joints.size(), 1U);
  EXPECT_EQ(robot.world.joints[0].b, 1);
}

TEST(SdfPoses, MayBeInDegreesAndQuaternions) {
  const Robot robot = parseSdf(
      named("model", "m",
            linkAt("a", "<pose degrees=\"true\">0 0 1 90 0 0</pose>", "<inertial><pose>0 1 0 0 0 0</pose></inertial>") +
                linkAt("b", "<pose rotation_format=\"quat_xyzw\">0 0 1 1 0 0 1</pose>",
                       "<inertial><pose>0 1 0 0 0 0</pose></inertial>")));
  expectAt(robot, 0, {0.0, 0.0, 2.0});
  expectAt(robot, 1, {0.0, 0.0, 2.0});
}

TEST(SdfPoses, MayBeOfAFrameInTheModel) {
  const Robot robot =
      parseSdf("<model name=\"m\" placement_frame=\"top\">" + pose("0 0 0 0 0 0") + linkAt("a", pose("0 0 1 0 0 0")) +
               "<frame name=\"top\" attached_to=\"a\"><pose>0 0 0.5 0 0 0</pose></frame></model>");
  expectAt(robot, 0, {0.0, 0.0, -0.5});
}

TEST(SdfJoints, HaveAxesOfTheirOwnOrExpressedElsewhere) {
  const auto axisBy = [](const std::string& axis, const std::string& version) {
    const Robot robot = parseSdf(named("model", "m",
                                       pose("0 0 0 0 0 1.5707963267948966") + linkAt("a", "") +
                                           linkAt("b", pose("0 0 1 1.5707963267948966 0 0")) +
                                           sdfJoint("revolute", "a", "b", "<axis>" + axis + "</axis>")),
                                 version);
    return axisOf(robot.world.joints[0], robot.world.bodies);
  };
  const Vec3 x(0.0, 0.0, -1.0), z = Vec3::UnitY();  // the model's x is y of the file's world, -z here
  const std::string xyz = "<xyz>0 0 1</xyz>";
  const Vec3 own = Vec3::UnitX();  // z of the joint: -y of the model, x of the world
  EXPECT_LE((axisBy(xyz, "1.11") - own).norm(), kRounding);
  EXPECT_LE((axisBy("<xyz expressed_in=\"__model__\">0 0 1</xyz>", "1.7") - z).norm(), kRounding);
  EXPECT_LE((axisBy("<xyz expressed_in=\"a\">1 0 0</xyz>", "1.7") - x).norm(), kRounding);
  EXPECT_LE((axisBy(xyz + "<use_parent_model_frame>1</use_parent_model_frame>", "1.5") - z).norm(), kRounding);
  EXPECT_LE((axisBy(xyz, "1.5") - own).norm(), kRounding);
  EXPECT_LE((axisBy(xyz, "1.4") - z).norm(), kRounding);
}

TEST(SdfJoints, AreOfTheKindsThatTheEngineHas) {
  const auto kindsOf = [](const std::string& type) {
    const Robot robot =
        parseSdf(named("model", "m", linkAt("a", "") + linkAt("b", pose("0 0 1 0 0 0")) + sdfJoint(type, "a", "b")));
    std::vector<JointKind> kinds;
    for (const Joint& joint : robot.world.joints) kinds.push_back(joint.kind);
    return kinds;
  };
  using Kinds = std::vector<JointKind>;
  EXPECT_EQ(kindsOf("fixed"), Kinds{JointKind::Fixed});
  EXPECT_EQ(kindsOf("revolute"), Kinds{JointKind::Hinge});
  EXPECT_EQ(kindsOf("continuous"), Kinds{JointKind::Hinge});
  EXPECT_EQ(kindsOf("prismatic"), Kinds{JointKind::Slider});
  EXPECT_EQ(kindsOf("ball"), Kinds{JointKind::Ball});
  EXPECT_EQ(kindsOf("screw"), Kinds{JointKind::Cylindrical});
  EXPECT_EQ(kindsOf("universal"), (Kinds{JointKind::Hinge, JointKind::Hinge}));
  EXPECT_EQ(kindsOf("revolute2"), (Kinds{JointKind::Hinge, JointKind::Hinge}));
  EXPECT_EQ(kindsOf("gearbox"), Kinds{});
}

TEST(SdfJoints, WithTwoAxesHaveALinkBetween) {
  const std::string axes =
      "<axis><xyz>1 0 0</xyz><limit><lower>-1</lower><upper>1</upper></limit></axis>"
      "<axis2><xyz>0 1 0</xyz><dynamics><damping>0.5</damping></dynamics></axis2>";
  const World world =
      parseSdf(named("model", "m",
                     linkAt("a", "") + linkAt("b", pose("0 0 1 0 0 0")) + sdfJoint("universal", "a", "b", axes)))
          .world;
  ASSERT_EQ(world.bodies.size(), 3U);
  EXPECT_EQ(world.bodies[2].mass, 1e-8);
  const Joint &first = world.joints[0], &second = world.joints[1];
  EXPECT_EQ(std::pair(first.a, first.b), std::pair(0, 2));
  EXPECT_EQ(std::pair(second.a, second.b), std::pair(2, 1));
  EXPECT_EQ(first.high, 1.0);
  EXPECT_EQ(second.damping, 0.5);
  EXPECT_LE((axisOf(second, world.bodies) - Vec3(0.0, 0.0, -1.0)).norm(), kRounding);
}

TEST(SdfJoints, HaveLimitsSpringsDampersAndFriction) {
  const Joint joint =
      parseSdf(
          named("model", "m",
                linkAt("a", "") +
                    sdfJoint("prismatic", "world", "a",
                             "<axis><xyz>0 0 2</xyz><limit><lower>-0.5</lower><upper>1e16</upper><effort>30</effort>"
                             "<velocity>2</velocity></limit><dynamics><damping>0.1</damping>"
                             "<friction>0.2</friction><spring_stiffness>7</spring_stiffness>"
                             "<spring_reference>0.3</spring_reference></dynamics></axis>")))
          .world.joints[0];
  EXPECT_EQ(joint.a, -1);
  EXPECT_EQ(joint.low, -0.5);
  EXPECT_EQ(joint.high, std::numeric_limits<double>::infinity());
  EXPECT_EQ(joint.motor_max, 30.0);
  EXPECT_EQ(joint.damping, 0.1);
  EXPECT_EQ(joint.friction, 0.2);
  EXPECT_EQ(joint.stiffness, 7.0);
  EXPECT_EQ(joint.rest, 0.3);
}

// A rod of 2 kg and 1 m hangs by its end. T = 2 pi sqrt(I / (m g l)) (1 + a^2 / 16) for an amplitude a.
TEST(SdfJoints, APendulumHasItsPeriod) {
  constexpr double kAmplitude = 0.1, kRodMass = 2.0, kRodArm = 0.5;
  constexpr double kRodInertia = kRodMass / 12.0 + kRodMass * kRodArm * kRodArm;
  const double period = 2.0 * std::numbers::pi * std::sqrt(kRodInertia / (kRodMass * 9.8 * kRodArm)) *
                        (1.0 + kAmplitude * kAmplitude / 16.0);
  const std::string rod =
      "<pose>0 0 2 0.1 0 0</pose><inertial><pose>0 0 -0.5 0 0 0</pose><mass>2</mass><inertia><ixx>0.16666666666666666"
      "</ixx><iyy>0.16666666666666666</iyy><izz>0.001</izz></inertia></inertial>";
  const std::string model = named(
      "model", "m", named("link", "rod", rod) + sdfJoint("revolute", "world", "rod", "<axis><xyz>1 0 0</xyz></axis>"));
  Simulation simulation = sceneOfRobot(parseSdf(named("world", "w", model)), "pendulum").simulation;
  const int steps = static_cast<int>(std::lround(0.5 * period / simulation.world.h));
  for (int i = 0; i < steps; ++i) step(simulation);
  // The step's own error is of first order: about omega h = 0.004 of the amplitude.
  EXPECT_NEAR(coordinateOf(simulation.world.joints[0], simulation.world.bodies), -2.0 * kAmplitude, 0.01 * kAmplitude);
}

}  // namespace
}  // namespace keystone
