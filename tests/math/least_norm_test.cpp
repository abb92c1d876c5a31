#include "math/least_norm.h"

#include <gtest/gtest.h>

#include <cmath>

namespace keystone {
namespace {

TEST(LeastNorm, OfAllSolutionsTheLeast) {
  MatX A(2, 3), b(2, 1);
  A << 1.0, 1.0, 0.0, 2.0, 2.0, 0.0;
  b << 2.0, 4.0;
  EXPECT_LT((leastNormSolution(A, b) - Vec3(1.0, 1.0, 0.0)).norm(), 1e-14);
}

TEST(LeastNorm, NothingToSolveIsZero) {
  EXPECT_EQ(leastNormSolution(MatX(0, 0), MatX(0, 1)).size(), 0);
  EXPECT_TRUE(leastNormSolution(MatX(0, 3), MatX(0, 1)).isZero(0.0));
}

TEST(LeastNorm, NumbersThatAreNoneGiveNone) {
  MatX A = MatX::Identity(3, 3);
  A(1, 2) = NAN;
  EXPECT_FALSE(leastNormSolution(A, VecX::Ones(3)).allFinite());
  A(1, 2) = 1e200;  // its square is none
  EXPECT_FALSE(leastNormSolution(A, VecX::Ones(3)).allFinite());
}

}  // namespace
}  // namespace keystone
