// The scenes with joints do their work, and no joint opens.
#include <algorithm>
#include <functional>
#include <numbers>

#include "scene/scene_fixture.h"

namespace keystone {
namespace {

// Angle [rad] that a body of a planar scene has turned, counted over the turns.
double turned(Scene& scene, const std::string& name, int steps) {
  World& world = scene.simulation.world;
  const auto body =
      std::find_if(world.bodies.begin(), world.bodies.end(), [&](const Body& b) { return b.name == name; });
  double angle = 0.0;
  for (int i = 0; i < steps; ++i) {
    const Quat before = body->pose.orientation;
    step(scene.simulation);
    const Quat turn = body->pose.orientation * before.conjugate();
    angle += 2.0 * std::atan2(turn.z(), turn.w());
    EXPECT_LE(scene.simulation.report.joint_error, 1e-9);  // [m], what closing them leaves; a millimetre would be seen
    EXPECT_LE(scene.simulation.report.residual.value, 1e-9);
  }
  return angle;
}

constexpr double kTooth = 2.0 * std::numbers::pi / 12.0;

// Ten seconds; what is left over is the play of pawls and slots.
TEST(Mechanisms, RatchetGoesOnByOneToothATurnOfTheCrank) {
  Scene scene = loadById("ratchet_pawl");
  turned(scene, "wheel", 180);  // the first turn finds the pawls their teeth
  const int turns = 3;
  const double period = 2.0 * std::numbers::pi / 2.5;  // [s], of the crank
  EXPECT_NEAR(turned(scene, "wheel", static_cast<int>(std::lround(60.0 * turns * period))), turns * kTooth, 0.05);
}

TEST(Mechanisms, GenevaWheelTurnsAQuarterATurnOfTheDriver) {
  Scene scene = loadById("geneva_drive");
  const double period = 2.0 * std::numbers::pi / 1.5;  // [s], of the driver
  EXPECT_NEAR(std::abs(turned(scene, "wheel", static_cast<int>(std::lround(60.0 * 3.0 * period)))),
              3.0 * std::numbers::pi / 2.0, 0.05);
}

// The largest less the least that `value` is after any of so many steps.
double rangeOver(Scene& scene, int steps, const std::function<double()>& value) {
  double low = HUGE_VAL, high = -HUGE_VAL;
  for (int i = 0; i < steps; ++i) {
    step(scene.simulation);
    EXPECT_LE(scene.simulation.report.joint_error, 1e-9);
    low = std::min(low, value());
    high = std::max(high, value());
  }
  return high - low;
}

TEST(Mechanisms, CamLiftsTheTableByItsThrow) {
  Scene scene = loadById("cam_follower");
  const World& world = scene.simulation.world;
  const double travel = rangeOver(scene, 400, [&] { return coordinateOf(world.joints[3], world.bodies); });
  EXPECT_NEAR(travel, 0.54, 0.02);  // the profile's largest less its least radius
}

TEST(Mechanisms, LinkageCarriesTheBlocksToAndFro) {
  Scene scene = loadById("linkage_blocks");
  EXPECT_GT(rangeOver(scene, 600, [&] { return named(scene, "block_2").pose.position.x(); }), 0.5);
}

// Two pairs of 12 teeth on 36: a ninth of the motor's 9 rad/s.
TEST(Mechanisms, GearsTurnTheCrankOnceForNineTurnsOfThePinion) {
  Scene scene = loadById("gear_hoist");
  turned(scene, "crank", 60);                            // until the motor has its speed
  EXPECT_NEAR(turned(scene, "crank", 600), 10.0, 1e-3);  // closing the rod turns the crank a little
  const double lift = rangeOver(scene, 400, [&] { return named(scene, "load").pose.position.y(); });
  EXPECT_NEAR(lift, 1.0, 1e-3);  // twice the crank's arm
}

// One stroke of the lever is half a turn of the crank; a turn lifts by two teeth of 0.1 m.
TEST(Mechanisms, JackLiftsItsLoadsWithBothStrokes) {
  Scene scene = loadById("double_action_jack");
  const double before = named(scene, "left_load").pose.position.y();
  const double seconds = 12.0, turns = seconds * 1.05 / (2.0 * std::numbers::pi);
  for (int i = 0; i < 60 * static_cast<int>(seconds); ++i) {
    step(scene.simulation);
    EXPECT_LE(scene.simulation.report.joint_error, 1e-9);
  }
  const double lift = named(scene, "left_load").pose.position.y() - before;
  EXPECT_GT(lift, 0.1 * turns);
}

// The first ball falls from 30 degrees: v^2 = 2 g L (1 - cos 30), L = 2 m, which the last one has soon after.
TEST(Mechanisms, CradleHandsTheFirstBallsSpeedToTheLast) {
  Scene scene = loadById("newton_cradle");
  double fastest = 0.0;
  for (int i = 0; i < 900; ++i) {
    step(scene.simulation);
    fastest = std::max(fastest, named(scene, "ball_5").velocity.norm());
  }
  const double v = std::sqrt(2.0 * 9.81 * 2.0 * (1.0 - std::cos(std::numbers::pi / 6.0)));
  EXPECT_NEAR(fastest, v, 0.01 * v);  // the balls hang 3 mm apart, so that each impact is a little past the bottom
  for (int ball = 1; ball <= 4; ++ball)
    EXPECT_LT(named(scene, "ball_" + std::to_string(ball)).velocity.norm(), 0.1 * v);
}

// Released at 30 degrees, ball after ball: what swings is always one of the outer two, to the height it came from.
TEST(Mechanisms, TouchingCradleSwingsItsOuterBallsInTurn) {
  Scene scene = loadById("cradle");
  const double height = 2.0 * (1.0 - std::cos(std::numbers::pi / 6.0));  // [m]
  double highest_first = 0.0, highest_last = 0.0, inner = 0.0;
  bool swung = false;  // the last ball has been up and is back
  for (int i = 0; i < 1900; ++i) {
    step(scene.simulation);
    ASSERT_FALSE(scene.simulation.report.rejected);
    const double last = named(scene, "ball_5").pose.position.y() - 0.2;
    highest_last = std::max(highest_last, last);
    swung = swung || (highest_last > 0.5 * height && last < 0.01);
    if (swung) highest_first = std::max(highest_first, named(scene, "ball_1").pose.position.y() - 0.2);
    for (int ball = 2; ball <= 4; ++ball)
      inner = std::max(inner, named(scene, "ball_" + std::to_string(ball)).velocity.norm());
  }
  // Speeds are those of the step's end, first order in it.
  EXPECT_NEAR(highest_last, height, 1e-3 * height);
  EXPECT_NEAR(highest_first, height, 1e-3 * height);
  EXPECT_LT(inner, 1e-6);  // [m/s]; the touching tolerance turns lines of centres by that much of the speed
}

// In closed form (docs/steppers.md): by sequential impacts, and with the switch to simultaneous ones.
TEST(Mechanisms, RackOfThreeBreaksByTheClosedFormOfEitherLaw) {
  for (const ImpactLaw law : {ImpactLaw::Sequential, ImpactLaw::Simultaneous}) {
    Scene scene = loadById("billiard_rack");
    scene.simulation.params.impacts = law;
    for (int i = 0; i < 1200; ++i) step(scene.simulation);
    const bool waves = law == ImpactLaw::Sequential;
    // What the balls come nearer within the touching tolerance turns their lines of centres.
    EXPECT_NEAR(named(scene, "cue").velocity.x(), waves ? -2.0 / 5.0 : -6.0 / 7.0, 1e-4);
    EXPECT_NEAR(named(scene, "tip").velocity.x(), waves ? 0.0 : 8.0 / 7.0, 1e-4);
    const Vec3 wing = named(scene, "wing_left").velocity;
    EXPECT_NEAR(wing.norm(), 4.0 * std::sqrt(3.0) / (waves ? 5.0 : 7.0), 1e-4);
    EXPECT_NEAR(std::atan2(wing.y(), wing.x()), std::numbers::pi / 6.0, 1e-4);
  }
}

// Two seconds; the chain is taut, the bridge gets its loads.
TEST(Mechanisms, ChainAndBridgeStayTogether) {
  for (const char* id : {"ball_and_chain", "bridge"}) {
    SCOPED_TRACE(id);
    Scene scene = loadById(id);
    for (int i = 0; i < 240; ++i) {
      step(scene.simulation);
      EXPECT_LE(scene.simulation.report.joint_error, 1e-9);
      EXPECT_LE(scene.simulation.report.residual.value, 1e-9);
    }
  }
}

// At 60 degrees and mu 1.6 no finite force keeps the tip from digging in; the impulse that does ends its slide at once.
TEST(Mechanisms, PainleveRodIsStoppedByAnImpulse) {
  Scene scene = loadById("painleve_rod");
  const double weight = 9.81 * scene.simulation.world.h;  // [N s], of 1 kg
  step(scene.simulation);
  ASSERT_GT(scene.simulation.problem.contacts, 0);
  EXPECT_GT(scene.simulation.solution.lambda[0], 5.0 * weight);
  EXPECT_EQ(scene.simulation.solution.sets[1], RowSet::Stick);
  EXPECT_EQ(scene.simulation.report.note, "frictional impact (Painleve)");
  for (int i = 0; i < 300; ++i) {
    step(scene.simulation);
    EXPECT_FALSE(scene.simulation.report.rejected);
    EXPECT_LE(scene.simulation.report.residual.value, 1e-9);
  }
}

}  // namespace
}  // namespace keystone
