#include "body/body.h"

#include <gtest/gtest.h>

namespace keystone {
namespace {

TEST(Body, PlanarBodyHasNoInverseMassAcrossItsPlane) {
  Body body;
  body.planar = true;
  body.mass = 2.0;
  const InverseMass inverse = inverseMass(body);
  EXPECT_EQ(inverse.linear, Vec3(0.5, 0.5, 0.0));
  EXPECT_EQ(inverse.angular(0, 0), 0.0);
  EXPECT_EQ(inverse.angular(2, 2), 1.0);
}

TEST(Body, AngularRootTimesItsTransposeIsTheInverseInertia) {
  Body body;
  body.inertia = Vec3(1e-3, 2.0, 50.0).asDiagonal();
  body.pose.orientation = Quat(0.5, -0.1, 0.7, 0.3).normalized();
  const InverseMass inverse = inverseMass(body);
  const Mat3 root = angularRoot(inverse);
  EXPECT_LE((root * root.transpose() - inverse.angular).norm(), 1e-15 * inverse.angular.norm());
  EXPECT_TRUE(root.isLowerTriangular(0.0));
}

TEST(Body, AngularRootIsZeroWhereADirectionIsLocked) {
  Body planar;
  planar.planar = true;
  planar.inertia = 4.0 * Mat3::Identity();
  EXPECT_EQ(angularRoot(inverseMass(planar)), Mat3(Vec3(0.0, 0.0, 0.5).asDiagonal()));
  InverseMass flat;  // but for rounding nothing is left of the second direction
  flat.angular << 1.0, 1.0, 0.0, 1.0, 1.0 + 1e-16, 0.0, 0.0, 0.0, 1.0;
  EXPECT_EQ(angularRoot(flat).col(1), Vec3::Zero());
}

}  // namespace
}  // namespace keystone
