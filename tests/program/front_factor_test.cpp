// The multifrontal Cholesky against dense matrices.
#include "program/front_factor.h"

#include <gtest/gtest.h>

#include <random>

namespace keystone {
namespace {

using Sparse = Eigen::SparseMatrix<double>;

// The lower triangle of a positive definite matrix: `links` random couplings of two unknowns each, on a diagonal.
Sparse randomMatrix(std::mt19937_64& random, int n, int links) {
  std::normal_distribution<double> normal;
  std::uniform_int_distribution<int> unknown(0, n - 1);
  MatX K = MatX::Identity(n, n) * 1e-3;
  for (int k = 0; k < links; ++k) {
    const int i = unknown(random), j = unknown(random);
    VecX a = VecX::Zero(n);
    a[i] += normal(random);
    a[j] += normal(random);
    K += a * a.transpose();
  }
  return Sparse(MatX(K.triangularView<Eigen::Lower>()).sparseView());
}

double relativeError(const Sparse& lower, const FrontFactor& factor) {
  const VecX x = VecX::LinSpaced(lower.cols(), -1.0, 2.0);
  const VecX b = lower.selfadjointView<Eigen::Lower>() * x;
  const VecX found = factor.solve(b);
  return (lower.selfadjointView<Eigen::Lower>() * found - b).norm() / b.norm();
}

TEST(FrontFactor, SolvesMatricesOfAnyPattern) {
  std::mt19937_64 random(5);
  for (const int n : {1, 2, 3, 10, 40, 150}) {
    for (const int links : {0, n / 2, n, 2 * n, 6 * n}) {
      const Sparse K = randomMatrix(random, n, links);
      FrontFactor factor;
      factor.analyze(K);
      ASSERT_TRUE(factor.factor(K)) << n << " " << links;
      EXPECT_LT(relativeError(K, factor), 1e-12) << n << " " << links;
    }
  }
}

TEST(FrontFactor, TakesNewNumbersInTheSamePatternAndGivesTheSameBitsForTheSame) {
  std::mt19937_64 random(6);
  const Sparse K = randomMatrix(random, 80, 160);
  FrontFactor factor;
  factor.analyze(K);
  ASSERT_TRUE(factor.factor(K));
  const VecX b = VecX::Ones(80), before = factor.solve(b);
  Sparse other = K;
  for (int k = 0; k < 80; ++k) other.coeffRef(k, k) += 1.0 + k;
  ASSERT_TRUE(factor.factor(other));
  EXPECT_LT(relativeError(other, factor), 1e-13);
  ASSERT_TRUE(factor.factor(K));
  EXPECT_EQ(factor.solve(b), before);
}

TEST(FrontFactor, RefusesWhatIsNotPositiveDefinite) {
  std::mt19937_64 random(7);
  Sparse K = randomMatrix(random, 30, 60);
  K.coeffRef(12, 12) = -1.0;
  FrontFactor factor;
  factor.analyze(K);
  EXPECT_FALSE(factor.factor(K));
}

}  // namespace
}  // namespace keystone
