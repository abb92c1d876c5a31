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

}  // namespace
}  // namespace keystone
