// What joints do beside their laws: collision, removal, and rows that are the derivatives of their errors.
#include <gtest/gtest.h>

#include "world/joint_worlds.h"

namespace keystone {
namespace {

TEST(Joints, BodiesThatAreJoinedDoNotCollideUnlessAsked) {
  for (const bool collide : {false, true}) {
    Simulation overlapping = simulation(*defaultSolver(), true);
    overlapping.world.gravity.setZero();
    addBox(overlapping.world, {0.5, 0.5, 0.5}, 1.0, {0, 0, 0});
    addBox(overlapping.world, {0.5, 0.5, 0.5}, 1.0, {0.9, 0, 0});
    addBox(overlapping.world, {0.5, 0.5, 0.5}, 1.0, {1.8, 0, 0});
    addJoint(overlapping.world, JointKind::Fixed, 1, 2, {1.3, 0, 0});
    addJoint(overlapping.world, JointKind::Hinge, 0, 2, {0.45, 0, 0});  // 1 is fixed to 2, hence joined to 0
    for (Joint& joint : overlapping.world.joints) joint.collide = collide;
    step(overlapping);
    EXPECT_EQ(overlapping.report.contacts > 0, collide);
  }
}

TEST(Joints, RemovingABodyTakesItsJointsAlong) {
  World world;
  for (int i = 0; i < 3; ++i) addBox(world, {0.5, 0.5, 0.5}, 1.0, {1.0 * i, 0, 0});
  addJoint(world, JointKind::Ball, 0, 1, {0.5, 0, 0});
  addJoint(world, JointKind::Ball, 1, 2, {1.5, 0, 0});
  addJoint(world, JointKind::Ball, -1, 2, {2, 0, 0});
  removeBody(world, 0);
  ASSERT_EQ(world.joints.size(), 2u);
  EXPECT_EQ(world.joints[0].a, 0);
  EXPECT_EQ(world.joints[0].b, 1);
  EXPECT_EQ(world.joints[1].a, -1);
  EXPECT_EQ(world.joints[1].b, 1);
}

// The rows' velocities are the rates of their errors: central differences over a small motion.
TEST(Joints, RowsAreTheDerivativesOfTheirErrors) {
  for (const JointKind kind : {JointKind::Ball, JointKind::Hinge, JointKind::Slider, JointKind::Fixed,
                               JointKind::Distance, JointKind::Universal, JointKind::Cylindrical, JointKind::Planar,
                               JointKind::PointOnLine, JointKind::PointOnPlane}) {
    SCOPED_TRACE(toString(kind));
    World world;
    addBox(world, {0.5, 0.4, 0.3}, 1.0, {0, 0, 0});
    addBox(world, {0.5, 0.4, 0.3}, 1.0, {1, 0.2, 0.1});
    Joint joint;
    joint.kind = kind;
    joint.a = 0;
    joint.b = 1;
    const Vec3 apart = kind == JointKind::Distance ? Vec3(0.3, 0.5, -0.2) : Vec3(Vec3::Zero());
    attach(joint, world.bodies, {0.4, 0.1, 0}, Vec3(0.4, 0.1, 0) + apart, Vec3(1, 2, 2) / 3.0);
    if (joint.hasCoordinate()) {
      joint.low = -1.0;
      joint.high = 2.0;
    }
    const double e = 1e-5;
    const Vec3 v_a(0.3, -0.2, 0.5), v_b(-0.4, 0.1, 0.2), w_a(0.2, 0.3, -0.1), w_b(-0.1, 0.5, 0.4);
    const auto rowsAt = [&](double t) {
      Pose a = world.bodies[0].pose, b = world.bodies[1].pose;
      a.position += t * v_a;
      b.position += t * v_b;
      a.orientation = Quat(Eigen::AngleAxisd(t * w_a.norm(), w_a.normalized())) * a.orientation;
      b.orientation = Quat(Eigen::AngleAxisd(t * w_b.norm(), w_b.normalized())) * b.orientation;
      std::vector<JointRow> rows;
      appendRows(joint, a, b, false, rows);
      return rows;
    };
    const std::vector<JointRow> before = rowsAt(-e), now = rowsAt(0.0), after = rowsAt(e);
    for (std::size_t i = 0; i < now.size(); ++i) {
      const double u = now[i].linear.dot(v_b - v_a) + now[i].angular_b.dot(w_b) - now[i].angular_a.dot(w_a);
      EXPECT_NEAR((after[i].error - before[i].error) / (2.0 * e), u, 1e-8) << "row " << i;  // e^2 and rounding
    }
  }
}

}  // namespace
}  // namespace keystone
