// What analyze() says of bodies that torsional and rolling friction and ball joints' friction hold, and its proofs.
#include <gtest/gtest.h>

#include "observe/analysis.h"
#include "world/joint_worlds.h"

namespace keystone {
namespace {

constexpr double kGravity = 9.81, kRadius = 0.5, kMass = 2.0;
constexpr double kBrink = 1e-5;  // share of a load beside its limit: far above the 1e-9 of what counts as balanced
// Of velocities [m/s^2]: that share of gravity counts as none, and the relaxation ends where nothing is off by more.
constexpr double kBalanceRounding = 1e-8 * kGravity;

class MomentBalance : public ::testing::TestWithParam<bool> {
 protected:
  static bool planar() { return GetParam(); }
};
INSTANTIATE_TEST_SUITE_P(PlanarAndSpatial, MomentBalance, ::testing::Bool(),
                         [](const auto& instance) { return instance.param ? "Planar" : "Spatial"; });

struct CertifiedMotion {
  Vec3 linear = Vec3::Zero(), angular = Vec3::Zero();
  Vec3 at(const Vec3& arm) const { return linear + angular.cross(arm); }
};

CertifiedMotion certified(const Analysis& analysis, int body) {
  for (const FirstMotion& motion : analysis.certificate)
    if (motion.body == body) return {motion.linear, motion.angular};
  return {};
}

Material surface(double mu, double torsional, double rolling) {
  Material result = material(mu);
  result.torsional = torsional;
  result.rolling = rolling;
  return result;
}

// A ball on a plane inclined by `angle`; +x goes downhill.
Simulation sloped(double angle, const Material& material, bool planar) {
  Simulation result = simulation(*findSolver("exact"), planar);
  const Vec3 normal(std::sin(angle), std::cos(angle), 0.0);
  addPlane(result.world, normal, material);
  addSphere(result.world, kRadius, kMass, kRadius * normal, material);
  return result;
}

// Farkas, by hand: for every impulse that the contact may have, lambda_n and what friction makes of it, the motion
// takes its work, and gravity does more than nothing.
void expectBallFalls(const Analysis& analysis, double angle, const Material& material) {
  ASSERT_FALSE(analysis.certificate.empty());
  const CertifiedMotion ball = certified(analysis, 1);
  const Vec3 normal(std::sin(angle), std::cos(angle), 0.0);
  const Vec3 u = ball.at(-kRadius * normal);
  const double u_n = u.dot(normal), spin = ball.angular.dot(normal);
  const double slip = (u - u_n * normal).norm(), rolls = (ball.angular - spin * normal).norm();
  const double size = ball.linear.norm() + kRadius * ball.angular.norm();
  const double taken = material.friction_static * slip + material.torsional * std::abs(spin) + material.rolling * rolls;
  EXPECT_GE(u_n - taken, -kBalanceRounding);
  EXPECT_LT(ball.linear.y(), 0.0);
  EXPECT_GT(size, kBalanceRounding);
}

// A block that slides is no proof, since Coulomb's law takes its work from a motion along the plane: the certificate
// lifts it off by mu times its slip.
TEST_P(MomentBalance, ABlockThatSlidesDownHasACertificateThatFrictionCannotHinder) {
  for (const double share : {0.3, 1.0 - kBrink}) {
    const double angle = 0.4, mu = share * std::tan(angle);
    const Simulation block = inclined(*findSolver("exact"), angle, mu, planar());
    const Analysis analysis = analyze(block);
    EXPECT_FALSE(analysis.balanced);
    ASSERT_FALSE(analysis.certificate.empty());
    const CertifiedMotion motion = certified(analysis, 1);
    const Vec3 normal(std::sin(angle), std::cos(angle), 0.0);
    for (const ContactAnswer& contact : analysis.contacts) {
      const Vec3 u = motion.at(contact.point - block.world.bodies[1].pose.position);
      EXPECT_GE(u.dot(normal) - mu * (u - u.dot(normal) * normal).norm(), -kBalanceRounding) << share;
    }
    EXPECT_LT(motion.linear.y(), 0.0);
  }
}

// It stands iff R tan(angle) <= e.
TEST_P(MomentBalance, ABallStandsOnASlopeIfRollingFrictionHoldsIt) {
  const double angle = 0.1, limit = kRadius * std::tan(angle);
  for (const double share : {0.5, 1.0 - kBrink, 1.0 + kBrink, 2.0}) {
    const Material material = surface(0.8, 0.0, share * limit);
    const Analysis analysis = analyze(sloped(angle, material, planar()));
    EXPECT_EQ(analysis.balanced, share > 1.0) << share;
    EXPECT_EQ(analysis.certificate.empty(), analysis.balanced) << share;
    EXPECT_LE(analysis.residual.value, 1e-9) << share;
    if (share < 1.0) expectBallFalls(analysis, angle, material);
  }
}

// Rolling friction does not help where sliding friction is too weak, and both are asked of one normal force. So near
// the brink rounding decides how the relaxation gets there: of copies that differ by roundings all are decided alike.
TEST_P(MomentBalance, ABallSlidesDownWhereFrictionIsTooWeak) {
  for (int copy = 0; copy < 40; ++copy) {
    const double angle = 0.1 * (1.0 + copy * 1e-15);
    for (const double share : {1.0 - kBrink, 1.0 + kBrink}) {
      const Material material = surface(share * std::tan(angle), 0.0, 1.0);
      const Analysis analysis = analyze(sloped(angle, material, planar()));
      EXPECT_EQ(analysis.balanced, share > 1.0) << share << " copy " << copy;
      if (share < 1.0) expectBallFalls(analysis, angle, material);
    }
  }
}

// A torque about the normal turns a ball on the spot unless e m g holds it.
TEST(SpatialMomentBalance, ASpinIsHeldUpToTorsionalFriction) {
  for (const double share : {1.0 - kBrink, 1.0 + kBrink}) {
    const Material material = surface(0.5, 0.01, 0.0);
    Simulation pushed = sloped(0.0, material, false);
    const double torque = 0.01 * kMass * kGravity / share;
    pushed.world.forces.push_back({.name = "twist", .body = 1, .torque = {0.0, torque, 0.0}});
    const Analysis analysis = analyze(pushed);
    EXPECT_EQ(analysis.balanced, share > 1.0) << share;
    EXPECT_EQ(analysis.certificate.empty(), analysis.balanced) << share;
    if (share > 1.0) continue;
    // The ball is lifted no faster than gravity's work is paid by the torque's.
    const CertifiedMotion ball = certified(analysis, 1);
    const Vec3 u = ball.at(-kRadius * Vec3::UnitY());
    const double size = ball.linear.norm() + kRadius * ball.angular.norm();
    const double taken = 0.5 * Vec2(u.x(), u.z()).norm() + 0.01 * std::abs(ball.angular.y());
    EXPECT_GE(u.y() - taken, -kBalanceRounding);
    EXPECT_GT(size, kBalanceRounding);
    EXPECT_GT(torque * ball.angular.y() - kMass * kGravity * ball.linear.y(), 0.0);
  }
}

// A ball joint's friction holds a beam's weight up to its moment, whatever axis the weight turns it about.
TEST(SpatialMomentBalance, ABallJointHoldsABeamUpToItsMoment) {
  const double load = kMass * kGravity * 0.5;
  for (const double turned : {0.0, 0.6}) {
    for (const double share : {1.0 - kBrink, 1.0 + kBrink, 3.0}) {
      Simulation hung = simulation(*findSolver("exact"));
      const Quat askew(Eigen::AngleAxisd(turned, Vec3::UnitY()));
      const int beam = addBox(hung.world, {0.5, 0.05, 0.05}, kMass, askew * Vec3(0.5, 0, 0));
      hung.world.bodies[beam].pose.orientation = askew;
      addJoint(hung.world, JointKind::Ball, -1, beam, Vec3::Zero());
      hung.world.joints[0].friction = share * load;
      hung.world.joints[0].isotropic = true;
      const Analysis analysis = analyze(hung);
      EXPECT_EQ(analysis.balanced, share > 1.0) << turned << ' ' << share;
      EXPECT_EQ(analysis.certificate.empty(), analysis.balanced) << turned << ' ' << share;
      EXPECT_LE(analysis.residual.value, 1e-9);
      if (share > 1.0) continue;
      // The joint stays together, and gravity does more work than its friction can take.
      const CertifiedMotion motion = certified(analysis, beam);
      EXPECT_NEAR(motion.at(askew * Vec3(-0.5, 0, 0)).norm(), 0.0, kBalanceRounding);
      EXPECT_GT(-kMass * kGravity * motion.linear.y(), share * load * motion.angular.norm());
    }
  }
}

// Many contacts at once: three balls in a row that lean on each other down a slope stand by rolling friction alone, or
// not at all. Each ball's moment is its own: R tan(angle) <= e.
TEST_P(MomentBalance, BallsThatLeanOnEachOtherAreDecidedToo) {
  const double angle = 0.05, limit = kRadius * std::tan(angle);
  for (const double share : {0.9, 1.0 + kBrink}) {
    const Material material = surface(0.8, 0.01, share * limit);
    Simulation row = sloped(angle, material, planar());
    const Vec3 downhill(std::cos(angle), -std::sin(angle), 0.0);
    const Vec3 first = row.world.bodies[1].pose.position;
    for (int i = 1; i < 3; ++i) addSphere(row.world, kRadius, 1.0 + i, first + 2.0 * kRadius * i * downhill, material);
    const Analysis analysis = analyze(row);
    // Balls that touch block each other's rolling by friction between them, so less than R tan(angle) may do; more
    // always does.
    if (share > 1.0) {
      EXPECT_TRUE(analysis.balanced);
    }
    EXPECT_EQ(analysis.certificate.empty(), analysis.balanced);
    EXPECT_LE(analysis.residual.value, 1e-9);
    if (!analysis.balanced) {
      Simulation rolling = row;
      for (int i = 0; i < 10; ++i) step(rolling);
      EXPECT_GT(rolling.world.bodies[1].velocity.norm(), 1e-4) << "and it does fall";
    }
  }
}

}  // namespace
}  // namespace keystone
