// The smoothed law of contact: its definition, and what it says of its own derivatives.
#include <gtest/gtest.h>

#include <random>

#include "solver/smoothing/smooth_law.h"

namespace keystone {
namespace {

// Contacts of one law, and joint rows of every kind: none, one or two bounds.
ConeRows rowsOf(int dim, FrictionLaw law) {
  ConeRows rows;
  rows.dim = dim;
  rows.contacts = 7;  // simulations that are not full
  rows.joint_rows = 4;
  rows.law = law;
  rows.scale = VecX::Ones(dim * 7 + 4);
  rows.q = VecX::Zero(dim * 7 + 4);
  rows.mu = VecX::LinSpaced(7, 0.0, 1.2);
  rows.lower = Eigen::Vector4d(-ContactProblem::kUnbounded, -0.3, -ContactProblem::kUnbounded, -0.5);
  rows.upper = Eigen::Vector4d(ContactProblem::kUnbounded, ContactProblem::kUnbounded, 0.4, 0.7);
  return rows;
}

struct Point {
  VecX lambda, u;
};

Point at(const ConeRows& rows, const VecX& y, double tau) {
  SmoothLaw law(rows);
  law.tau = tau;
  Point point;
  law.evaluate(y, point.lambda, point.u);
  return point;
}

class Smoothed : public ::testing::TestWithParam<std::tuple<int, FrictionLaw, double>> {
 protected:
  Smoothed() : rows(rowsOf(std::get<0>(GetParam()), std::get<1>(GetParam()))), tau(std::get<2>(GetParam())) {
    std::mt19937_64 random(11);
    std::normal_distribution<double> any;
    y.resize(rows.rows());
    for (double& value : y) value = any(random);
  }
  ConeRows rows;
  double tau;
  VecX y;
};

TEST_P(Smoothed, LawHoldsInsideAllBounds) {
  const Point point = at(rows, y, tau);
  EXPECT_LE((point.lambda - point.u - y).lpNorm<Eigen::Infinity>(), 1e-14);
  for (int c = 0; c < rows.contacts; ++c) {
    const int n = rows.dim * c;
    EXPECT_GT(point.lambda[n], 0.0);
    EXPECT_NEAR(point.lambda[n] * point.u[n], tau, 1e-15 + 1e-12 * tau);
    const double radius = rows.mu[c] * point.lambda[n];
    const bool cone = rows.dim == 3 && rows.law == FrictionLaw::Cone;
    for (int k = 1; k < rows.dim; ++k) {
      const double size = cone ? point.lambda.segment<2>(n + 1).norm() : std::abs(point.lambda[n + k]);
      EXPECT_LE(size, radius);
      const double slack = (radius - size) * (radius + size);
      EXPECT_NEAR(point.u[n + k] * slack, -2.0 * tau * point.lambda[n + k], 1e-11);
    }
  }
  const VecX joints = point.lambda.tail(rows.joint_rows);
  EXPECT_TRUE((joints.array() > rows.lower.array() && joints.array() < rows.upper.array()).all());
}

// Differences of the law along u and along tau, against what slope() and alongTau() say: with y = lambda - u,
// d lambda = -S du + p d(log tau).
TEST_P(Smoothed, LawKnowsItsSlopes) {
  SmoothLaw law(rows);
  law.tau = tau;
  VecX lambda, u, p;
  law.evaluate(y, lambda, u);
  GeneralizedJacobian S;
  law.slope(y, S);
  law.alongTau(lambda, p);
  constexpr double kDifference = 1e-6;
  constexpr double kDifferences = 1e-6;  // rounding over the step, times slopes up to a hundred
  std::mt19937_64 random(5);
  std::normal_distribution<double> any;
  for (int trial = 0; trial < 4; ++trial) {
    VecX way(rows.rows());
    for (double& value : way) value = any(random);
    const double along = trial < 2 ? 0.0 : 1.0;  // of log tau
    const double h = kDifference * std::sqrt(tau);
    const Point ahead = at(rows, y + h * way, tau * std::exp(h * along));
    const Point behind = at(rows, y - h * way, tau * std::exp(-h * along));
    const VecX dlambda = (ahead.lambda - behind.lambda) / (2.0 * h), du = (ahead.u - behind.u) / (2.0 * h);
    VecX expected;
    rows.apply(S, du, expected);
    expected = along * p - expected;
    const double size = std::max(1.0, dlambda.lpNorm<Eigen::Infinity>());
    EXPECT_LE((dlambda - expected).lpNorm<Eigen::Infinity>(), kDifferences * size);
  }
}

INSTANTIATE_TEST_SUITE_P(Laws, Smoothed,
                         ::testing::Combine(::testing::Values(1, 2, 3),
                                            ::testing::Values(FrictionLaw::Cone, FrictionLaw::Box),
                                            ::testing::Values(0.3, 1e-2)));

}  // namespace
}  // namespace keystone
