#include "solver/parametric/pivoted_factor.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace keystone {
namespace {

// Blocks with a zero diagonal: elimination in a fixed order would meet zero pivots, and two rows must be inside before
// the first block is regular.
TEST(PivotedFactor, SolvesLikeADenseFactorizationWhateverTheDiagonal) {
  const int n = 40;
  std::mt19937_64 random(5);
  std::uniform_real_distribution<double> uniform(-1.0, 1.0);
  MatX A = MatX::NullaryExpr(n, n, [&] { return uniform(random); });
  A.diagonal().setZero();
  const VecX rhs = VecX::NullaryExpr(n, [&] { return uniform(random); });

  std::vector<int> inside(12);
  for (int i = 0; i < 12; ++i) inside[i] = 3 * i;
  PivotedFactor factor;
  ASSERT_TRUE(factor.rebuild(A(inside, inside), 1e-12));
  for (int change = 0; change < 400; ++change) {
    const int row = static_cast<int>(random() % n);
    const auto found = std::find(inside.begin(), inside.end(), row);
    if (found == inside.end()) {
      factor.schurComplement(A(inside, row), A(row, inside).transpose(), A(row, row));
      factor.append();
      inside.push_back(row);
    } else if (inside.size() > 4) {
      ASSERT_TRUE(factor.remove(static_cast<int>(found - inside.begin())));
      inside.erase(found);
    }
    ASSERT_EQ(factor.size(), static_cast<int>(inside.size()));
    const MatX block = A(inside, inside);
    if (factor.changes() >= 30) {
      ASSERT_TRUE(factor.rebuild(block, 0.0));
    }
    VecX x = rhs(inside);
    factor.solve(x);
    // Random blocks of this size have condition numbers up to about 1e5, and 30 changes lie on top.
    const VecX left = block * x - rhs(inside);
    ASSERT_LE(left.lpNorm<Eigen::Infinity>(), 1e-9 * std::max(1.0, x.lpNorm<Eigen::Infinity>())) << "change " << change;
  }
}

TEST(PivotedFactor, RefusesASingularBlock) {
  PivotedFactor factor;
  EXPECT_FALSE(factor.rebuild(MatX::Ones(3, 3), 1e-12));
  EXPECT_EQ(factor.size(), 0);
}

TEST(PivotedFactor, ARowThatEntersAndLeavesAgainLeavesNoTrace) {
  MatX A(3, 3);
  A << 0, 1, 2, 1, 0, 3, 4, 1, 0;
  PivotedFactor factor;
  ASSERT_TRUE(factor.rebuild(A.topLeftCorner(2, 2), 1e-12));
  // Schur complement 0 - (4, 1) (0 1; 1 0)^-1 (2, 3)^T = -(4 * 3 + 1 * 2).
  EXPECT_NEAR(factor.schurComplement(VecX(A.block(0, 2, 2, 1)), VecX(A.block(2, 0, 1, 2).transpose()), A(2, 2)), -14.0,
              1e-14);
  factor.append();
  ASSERT_TRUE(factor.remove(2));
  EXPECT_EQ(factor.changes(), 0);
  VecX x(2);
  x << 5.0, 7.0;
  factor.solve(x);
  EXPECT_EQ(x, (VecX(2) << 7.0, 5.0).finished());
}

}  // namespace
}  // namespace keystone
