#include "solver/parametric/bordered_factor.h"

#include <gtest/gtest.h>

#include <random>

namespace keystone {
namespace {

// Entering and leaving in random order, against a dense solve of the same block. Blocks are diagonally dominant, so
// that elimination without row exchanges is stable and the tolerance is that of 40 x 40 solves.
class FactorWalk : public ::testing::TestWithParam<bool> {};

TEST_P(FactorWalk, SolvesLikeADenseFactorizationAfterEveryChange) {
  const bool symmetric = GetParam();
  const int n = 40;
  std::mt19937_64 random(3);
  std::uniform_real_distribution<double> uniform(-1.0, 1.0);
  MatX A = MatX::NullaryExpr(n, n, [&] { return uniform(random); });
  if (symmetric) A = MatX(0.5 * (A + A.transpose()));
  A.diagonal().array() += n;
  const VecX rhs = VecX::NullaryExpr(n, [&] { return uniform(random); });

  BorderedFactor factor;
  std::vector<int> inside;
  for (int change = 0; change < 400; ++change) {
    const int row = static_cast<int>(random() % n);
    const auto found = std::find(inside.begin(), inside.end(), row);
    if (found == inside.end()) {
      const double schur = factor.schurComplement(A(inside, row), A(row, inside).transpose(), A(row, row));
      ASSERT_GT(schur, 0.0);
      factor.append();
      inside.push_back(row);
    } else {
      ASSERT_TRUE(factor.remove(static_cast<int>(found - inside.begin())));
      inside.erase(found);
    }
    ASSERT_EQ(factor.size(), static_cast<int>(inside.size()));
    if (inside.empty()) continue;
    VecX x = rhs(inside);
    factor.solve(x);
    const VecX expected = MatX(A(inside, inside)).partialPivLu().solve(rhs(inside));
    ASSERT_LE((x - expected).lpNorm<Eigen::Infinity>(), 1e-13) << "after change " << change;
  }
}

INSTANTIATE_TEST_SUITE_P(SymmetricAndNot, FactorWalk, ::testing::Bool());

TEST(BorderedFactor, FactorsASymmetricBlockAtOnceAndGoesOnRowByRow) {
  MatX A(3, 3);
  A << 4, 1, 0, 1, 3, 1, 0, 1, 2;
  BorderedFactor factor;
  MatX first = A.topLeftCorner(2, 2);
  ASSERT_TRUE(factor.factorSymmetric(first, 1e-12));
  factor.schurComplement(VecX(A.block(0, 2, 2, 1)), VecX(A.block(2, 0, 1, 2).transpose()), A(2, 2));
  factor.append();
  VecX x = Vec3(1, 2, 3);
  factor.solve(x);
  EXPECT_LE((A * x - Vec3(1, 2, 3)).norm(), 1e-15 * 10);
}

TEST(BorderedFactor, RefusesABlockWhosePivotVanishes) {
  MatX A(2, 2);
  A << 1, 1, 1, 1;
  BorderedFactor factor;
  EXPECT_FALSE(factor.factorSymmetric(A, 1e-12));
  EXPECT_EQ(factor.size(), 0);
}

TEST(BorderedFactor, ADependentRowHasNoSchurComplement) {
  BorderedFactor factor;
  factor.schurComplement(VecX(0), VecX(0), 2.0);
  factor.append();
  EXPECT_EQ(factor.schurComplement(VecX::Constant(1, 2.0), VecX::Constant(1, 2.0), 2.0), 0.0);
}

}  // namespace
}  // namespace keystone
