#include "solver/newton/smoothing_path.h"

#include <gtest/gtest.h>

#include <random>

#include "lcp_problems.h"
#include "problem/delassus.h"
#include "scene/scene_fixture.h"
#include "solver/newton/body_system.h"
#include "solver/newton/proximal_newton.h"

namespace keystone {
namespace {

// Rows of every kind: contacts with and without friction, one that nothing moves, joint rows with all four bounds.
ConeRows rowsOf(int dim, FrictionLaw law) {
  ConeRows rows;
  rows.dim = dim;
  rows.contacts = 6;
  rows.joint_rows = 4;
  rows.law = law;
  const int n = dim * rows.contacts + rows.joint_rows;
  rows.scale.setOnes(n);
  rows.scale.segment(dim * 5, dim).setZero();
  rows.q.setZero(n);
  rows.mu.setConstant(rows.contacts, 0.6);
  rows.mu[1] = rows.mu[5] = 0.0;
  constexpr double kNone = ContactProblem::kUnbounded;
  rows.lower = Eigen::Vector4d(-kNone, 0.0, -kNone, -0.5);
  rows.upper = Eigen::Vector4d(kNone, kNone, 0.3, 0.7);
  return rows;
}

class Smoothed : public ::testing::TestWithParam<std::tuple<int, FrictionLaw, double>> {
 protected:
  ConeRows rows = rowsOf(std::get<0>(GetParam()), std::get<1>(GetParam()));
  SmoothLaw law{rows};
  std::mt19937_64 random{3};
  void SetUp() override { law.tau = std::get<2>(GetParam()); }
};

TEST_P(Smoothed, SharesEveryPointBetweenImpulseAndVelocity) {
  for (int trial = 0; trial < 50; ++trial) {
    const VecX y = testing::gaussian(random, rows.rows());
    VecX lambda, u;
    law.evaluate(y, lambda, u);
    for (int c = 0; c < 5; ++c) {
      const int n = rows.dim * c;
      EXPECT_GT(lambda[n], 0.0);
      EXPECT_NEAR(lambda[n] * u[n], law.tau, 1e-14 * law.tau);
      EXPECT_NEAR(lambda[n] - u[n], y[n], 1e-14);
      const double radius = rows.mu[c] * lambda[n];
      const bool disc = rows.dim == 3 && rows.law == FrictionLaw::Cone;
      for (int k = n + 1; k < n + rows.dim; ++k) {
        EXPECT_NEAR(lambda[k] - u[k], y[k], 1e-14);
        const double size = disc ? lambda.segment<2>(n + 1).norm() : std::abs(lambda[k]);
        EXPECT_LE(size, radius);
        // Where friction is all but at its bound, the room to it cannot be told from impulses any more.
        const double room = (radius - size) * (radius + size);
        if (room <= 1e-6 * radius * radius) continue;
        EXPECT_NEAR(u[k] * room, -2.0 * law.tau * lambda[k], 1e-8 * law.tau * radius);
      }
    }
    const int j = rows.firstJointRow();
    EXPECT_NEAR(u[j], -law.tau * lambda[j], 1e-16);
    EXPECT_NEAR(lambda[j + 1] * u[j + 1], law.tau, 1e-14 * law.tau);
    EXPECT_LT(lambda[j + 2], 0.3 + 1e-15);
    EXPECT_LE(u[j + 2], 0.0);
    EXPECT_LE(std::abs(lambda[j + 3] - 0.1), 0.6);
    EXPECT_TRUE(lambda.segment(rows.dim * 5, rows.dim).isZero(0.0));
  }
}

TEST_P(Smoothed, ComesToTheLawItself) {
  const VecX y = testing::gaussian(random, rows.rows());
  VecX lambda, u;
  law.evaluate(y, lambda, u);
  VecX exact = rows.project(y);
  exact.segment(rows.dim * 5, rows.dim).setZero();
  EXPECT_LE((lambda - exact).lpNorm<Eigen::Infinity>(), 3.0 * std::sqrt(law.tau));
}

INSTANTIATE_TEST_SUITE_P(DimensionsLawsAndCorners, Smoothed,
                         ::testing::Combine(::testing::Values(1, 2, 3),
                                            ::testing::Values(FrictionLaw::Cone, FrictionLaw::Box),
                                            ::testing::Values(1e-1, 1e-3, 1e-6, 1e-12)));

// Differences are too coarse for sharper corners.
class Rounded : public Smoothed {};

TEST_P(Rounded, SlopeIsThatOfTheLaw) {
  const VecX y = testing::gaussian(random, rows.rows());
  const LawSlope slope = law.slope(y, 1.0);
  constexpr double t = 1e-5;
  for (int trial = 0; trial < 10; ++trial) {
    const VecX d = testing::gaussian(random, rows.rows());
    VecX ahead, behind, u_ahead, u_behind;
    law.evaluate(y + t * d, ahead, u_ahead);
    law.evaluate(y - t * d, behind, u_behind);
    const VecX change = (ahead - behind) / (2.0 * t), slowing = (u_behind - u_ahead) / (2.0 * t);
    EXPECT_LE((change - rows.sloped(slope, slowing)).lpNorm<Eigen::Infinity>(), 1e-4 * change.norm());
  }
}
INSTANTIATE_TEST_SUITE_P(DimensionsAndLaws, Rounded,
                         ::testing::Combine(::testing::Values(1, 2, 3),
                                            ::testing::Values(FrictionLaw::Cone, FrictionLaw::Box),
                                            ::testing::Values(1e-1, 1e-3)));

// From cold, whatever is in the scene: the path's end is so near that Newton's rounds have but to polish.
TEST(SmoothingPath, EndsNextToTheSolution) {
  for (const char* scene : {"wall_5x5", "tower3d_10", "pyramid3d_5", "bridge", "isotropic_friction"}) {
    Lane lane = loadScene(findScene(scene, assetDir()), assetDir()).lane;
    for (int n = 0; n < 5; ++n) step(lane);
    const ContactProblem& problem = lane.problem;
    const ConeRows rows = coneRows(problem, delassusDiagonal(problem), FrictionLaw::Cone);
    const auto system = bodySystem(problem, rows);
    int factorizations = 0;
    SmoothingPath path(rows, *system, VecX::Zero(rows.rows()), factorizations, {});
    path.follow(100);
    EXPECT_TRUE(path.isOver()) << scene;
    VecX lambda = path.lambda();
    const VecX u = system->product(lambda) + rows.q;
    EXPECT_LE((lambda - rows.project(lambda - u)).lpNorm<Eigen::Infinity>(), 1e-3) << scene;
    lambda = rows.project(lambda);
    const NewtonResult polished = solveProximalNewton(rows, *system, {.factorizations = 60}, lambda);
    EXPECT_TRUE(polished.solved) << scene << ", defect " << polished.defect;
    EXPECT_LE(polished.factorizations, 24) << scene;
  }
}

TEST(SmoothingPath, StopsAtTheWorkAllowed) {
  Lane lane = loadScene(findScene("tower3d_10", assetDir()), assetDir()).lane;
  step(lane);
  const ConeRows rows = coneRows(lane.problem, delassusDiagonal(lane.problem), FrictionLaw::Cone);
  const auto system = bodySystem(lane.problem, rows);
  int factorizations = 0;
  SmoothingPath path(rows, *system, VecX::Zero(rows.rows()), factorizations, {});
  path.follow(3);
  EXPECT_FALSE(path.isOver());
  EXPECT_EQ(factorizations, 3);
  path.follow(100);
  EXPECT_TRUE(path.isOver()) << "it goes on from where it was";
}

}  // namespace
}  // namespace keystone
