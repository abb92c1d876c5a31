// Universal joint, guides and skate: the scenes' closed forms.
#include <map>
#include <numbers>

#include "scene/scene_fixture.h"
#include "step/steppers.h"

namespace keystone {
namespace {

double accelerationDown(const Scene& scene) {
  return 0.5 * scene.simulation.world.gravity.norm();  // g sin 30 degrees
}

void runFor(Scene& scene, int steps, double joint_error = 1e-9) {
  for (int n = 0; n < steps; ++n) {
    const StepReport& report = step(scene.simulation);
    ASSERT_FALSE(report.rejected) << report.trouble;
    ASSERT_LE(report.joint_error, joint_error) << n;
  }
}

TEST(JointKinds, AUniversalJointTurnsByTheTangentsOfBothAngles) {
  Scene scene = loadById("universal_joint");
  const double beta = 40.0 * std::numbers::pi / 180.0;
  double fastest = 0.0, slowest = 10.0;
  for (int n = 0; n < 600; ++n) {
    step(scene.simulation);
    const Body &driving = named(scene, "driving"), &driven = named(scene, "driven");
    const Vec3 axis(std::cos(beta), 0.0, std::sin(beta));
    // Each shaft's own side, beside where it was: the vertical of the driving one, the horizontal of the driven one.
    const Vec3 y_a = driving.pose.rotate(Vec3::UnitY()), z_b = driven.pose.rotate(Vec3::UnitZ());
    const double theta = std::atan2(y_a.z(), y_a.y());
    const Vec3 side = axis.cross(Vec3::UnitY());  // where z_b began
    const double phi = std::atan2(z_b.dot(axis.cross(side)), z_b.dot(side));
    EXPECT_NEAR(std::sin(phi) * std::cos(theta), std::cos(beta) * std::sin(theta) * std::cos(phi), 1e-9) << n;
    const double speed = driven.omega.dot(axis);
    fastest = std::max(fastest, speed);
    slowest = std::min(slowest, speed);
  }
  // Met within a step of 0.7 degrees.
  EXPECT_NEAR(fastest, 3.0 / std::cos(beta), 0.01);
  EXPECT_NEAR(slowest, 3.0 * std::cos(beta), 0.01);
}

TEST(JointKinds, GuidesLeaveFreeWhatTheySay) {
  Scene scene = loadById("guides");
  const Vec3 down(std::cos(std::numbers::pi / 6.0), -0.5, 0.0);
  std::map<std::string, Body> before;
  for (const char* name : {"cylindrical", "planar", "point_on_line", "point_on_plane"})
    before[name] = named(scene, name);
  runFor(scene, 240);
  const double way = 0.5 * accelerationDown(scene);  // in the one second
  for (const auto& [name, start] : before) {
    const Body& body = named(scene, name);
    EXPECT_LE((body.pose.position - start.pose.position - start.velocity - way * down).norm(), 1e-8) << name;
    EXPECT_NEAR(kineticEnergy(body) - 0.5 * body.mass * body.velocity.squaredNorm(),
                kineticEnergy(start) - 0.5 * start.mass * start.velocity.squaredNorm(), 1e-6)
        << name << ": turns freely";
  }
  EXPECT_LE((named(scene, "cylindrical").omega - before["cylindrical"].omega).norm(), 1e-8);
  EXPECT_LE((named(scene, "planar").omega - before["planar"].omega).norm(), 1e-8);
}

// Along the blade v = g' (cos w t - 1) / w; its place follows. Against it, half the step makes a quarter of the error.
TEST(JointKinds, ASkateOnASlopeDriftsAside) {
  constexpr double kFall = 2.0, kTurn = 2.0, kTime = 3.0;
  const auto missAt = [&](double h) {
    Scene scene = loadById("skate");
    scene.simulation.world.h = h;
    const int steps = static_cast<int>(std::lround(kTime / h));
    for (int n = 0; n < steps; ++n) step(scene.simulation);
    const double t = kTurn * kTime, size = kFall / (kTurn * kTurn);
    const Vec3 place = size * Vec3(0.5 * t + 0.25 * std::sin(2.0 * t) - std::sin(t),
                                   0.5 * std::sin(t) * std::sin(t) + std::cos(t) - 1.0, 0.0);
    return (named(scene, "skate").pose.position - place).norm();
  };
  const double coarse = missAt(1.0 / 120.0), fine = missAt(1.0 / 240.0);
  EXPECT_LE(fine, 2e-2);
  EXPECT_LE(fine, 0.55 * coarse);
}

// The same rules under the steppers of the other levels, which are of first order: g sin alpha h / 2 is 1 cm.
TEST(JointKinds, HoldUnderOtherSteppers) {
  for (const StepperKind stepper : {StepperKind::Acceleration, StepperKind::Position}) {
    Scene guides = loadById("guides");
    guides.simulation.stepper = stepper;
    const Vec3 start = named(guides, "cylindrical").pose.position;
    runFor(guides, 240);
    EXPECT_NEAR((named(guides, "cylindrical").pose.position - start).norm(), 0.5 * accelerationDown(guides), 0.02);
    Scene skate = loadById("skate");
    skate.simulation.stepper = stepper;
    runFor(skate, 240 * 3);
    EXPECT_NEAR(named(skate, "skate").pose.position.x(), 1.5 + 0.125 * std::sin(12.0) - 0.5 * std::sin(6.0), 0.05)
        << toString(stepper);
  }
}

}  // namespace
}  // namespace keystone
