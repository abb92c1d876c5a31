#include "math/block_factor.h"

#include <gtest/gtest.h>

#include <random>

#include "math/types.h"
#include "solver/lcp_problems.h"

namespace keystone {
namespace {

class BlockFactors : public ::testing::TestWithParam<int> {};

TEST_P(BlockFactors, SolveLikeADenseFactorization) {
  constexpr int d = 3;
  const int nodes = GetParam();
  std::mt19937_64 random(4);
  Edges edges;
  for (int i = 0; i < 2 * nodes; ++i) {
    const int a = static_cast<int>(random() % nodes), b = static_cast<int>(random() % nodes);
    if (a != b) edges.emplace_back(a, b);
  }
  Edges graph = edges;
  const BlockPattern pattern = *blockPattern(nodes, graph);
  for (const bool symmetric : {true, false}) {
    BlockFactor<d> factor;
    factor.begin(pattern, symmetric, 30.0);
    MatX dense = 30.0 * MatX::Identity(d * nodes, d * nodes);
    for (const auto& [a, b] : edges) {
      const MatX lower = testing::gaussianMatrix(random, d, d);
      const MatX upper = symmetric ? MatX(lower.transpose()) : testing::gaussianMatrix(random, d, d);
      dense.block(d * a, d * b, d, d) += lower;
      dense.block(d * b, d * a, d, d) += upper;
      const auto [block, a_below] = pattern.find(a, b);
      factor.lower(block) += a_below ? lower : upper;
      if (!symmetric) factor.upperTransposed(block) += (a_below ? upper : lower).transpose();
    }
    ASSERT_TRUE(factor.factor());
    const VecX rhs = testing::gaussian(random, d * nodes);
    VecX x = rhs;
    factor.solve(x);
    EXPECT_LE((dense * x - rhs).lpNorm<Eigen::Infinity>(), 1e-12);
  }
}
INSTANTIATE_TEST_SUITE_P(GraphsOfBothOrders, BlockFactors, ::testing::Values(1, 12, 70, 300));

TEST(BlockFactor, RefusesAMatrixThatIsNotPositiveDefinite) {
  Edges graph{{0, 1}};
  const BlockPattern pattern = *blockPattern(2, graph);
  BlockFactor<3> factor;
  factor.begin(pattern, true, 1.0);
  factor.lower(pattern.find(1, 0).first).diagonal().setConstant(2.0);
  EXPECT_FALSE(factor.factor());
}

}  // namespace
}  // namespace keystone
