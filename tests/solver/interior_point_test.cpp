// The interior-point method: its scaling, what it promises of convex problems, and what it says of the others.
#include "solver/interior/interior_point.h"

#include <gtest/gtest.h>

#include "lcp_problems.h"
#include "problem/delassus.h"
#include "solver/relaxation.h"
#include "solver/system/contact_system.h"
#include "support/settled.h"
#include "world/disc_worlds.h"

namespace keystone {
namespace {

Vec3 insideCone(std::mt19937_64& random, double slack) {
  Vec3 x = testing::gaussian(random, 3);
  x[0] = (1.0 + slack) * x.tail<2>().norm();
  return x;
}

TEST(ConeScaling, TakesBothPointsOfAPairToTheSameOne) {
  std::mt19937_64 random(5);
  for (const double slack : {1.0, 1e-3, 1e-6}) {
    for (int trial = 0; trial < 100; ++trial) {
      const Vec3 x = insideCone(random, slack), s = insideCone(random, slack);
      const ConeScaling<3> scaling(x, s);
      // Near the boundary the pair's own digits are lost: as many as the slack takes away.
      const double rounding = 1e-14 / slack;
      EXPECT_LE((scaling.apply(x) - scaling.point()).norm(), rounding * scaling.point().norm());
      EXPECT_LE((scaling.applyInverse(s) - scaling.point()).norm(), rounding * scaling.point().norm());
      EXPECT_LE((scaling.applyInverse(scaling.apply(s)) - s).norm(), rounding * s.norm());
      EXPECT_LE((scaling.inverseSquare() * s - x).norm(), rounding * (x.norm() + s.norm()) / slack);
    }
  }
}

// The cone of discs with three rows; with less the rest stays zero, exactly.
TEST(ConeScaling, OfFourNumbersIsThatOfThreeWhereTheFourthIsZero) {
  std::mt19937_64 random(8);
  for (int trial = 0; trial < 100; ++trial) {
    const Vec3 x = insideCone(random, 0.1), s = insideCone(random, 0.1), d = testing::gaussian(random, 3);
    const auto wide = [](const Vec3& v) { return Eigen::Vector4d(v[0], v[1], v[2], 0.0); };
    const ConeScaling<3> scaling(x, s);
    const ConeScaling<4> wider(wide(x), wide(s));
    const double rounding = 1e-12 * (1.0 + scaling.apply(d).norm());
    EXPECT_LE((wider.apply(wide(d)) - wide(scaling.apply(d))).norm(), rounding);
    EXPECT_EQ(wider.apply(wide(d))[3], 0.0);
    EXPECT_LE((wider.matrix() * wide(d) - wider.apply(wide(d))).norm(), rounding);
    EXPECT_LE((scaling.matrix() * scaling.matrix() * scaling.inverseSquare() - Mat3::Identity()).norm(), 1e-9);
  }
}

TEST(Cone, QuotientsUndoProducts) {
  std::mt19937_64 random(6);
  for (int trial = 0; trial < 100; ++trial) {
    const Vec3 x = insideCone(random, 0.5), y = testing::gaussian(random, 3);
    EXPECT_LE((jordanQuotient(jordanProduct(x, y), x) - y).norm(), 1e-13 * y.norm());
  }
}

TEST(Cone, IsLeftJustBeyondTheReach) {
  std::mt19937_64 random(7);
  int finite = 0;
  for (int trial = 0; trial < 200; ++trial) {
    const Vec3 x = insideCone(random, 0.5), d = testing::gaussian(random, 3);
    const double reach = stepToConeBoundary(x, d);
    const auto slack = [&](double t) { return (x + t * d)[0] - (x + t * d).tail<2>().norm(); };
    if (!std::isfinite(reach)) {
      EXPECT_GT(slack(1e6), 0.0);
      continue;
    }
    ++finite;
    EXPECT_GT(slack(0.999999 * reach), 0.0);
    EXPECT_LT(slack(1.000001 * reach), 0.0);
  }
  EXPECT_GT(finite, 100);
  // Straight toward the tip, where the boundary is met on all sides at once.
  EXPECT_NEAR(stepToConeBoundary<3>({2.0, 0.0, 0.0}, {-1.0, 0.0, 0.0}), 2.0, 1e-15);
}

struct Case {
  const char* scene;
  bool frictionless;
};

class ConvexProblem : public ::testing::TestWithParam<Case> {};

// Frictionless problems, and all that can stay at rest; stacks on the brink of falling among them.
TEST_P(ConvexProblem, IsSolvedColdInAFewIterations) {
  ContactProblem problem = settled(GetParam().scene, 1).problem;
  if (GetParam().frictionless) problem.mu.setZero();
  Solution solution;
  const SolveReport report = testing::solveBy("interior_point", problem, solution);
  EXPECT_EQ(report.status, SolveStatus::Converged) << report.message;
  EXPECT_LE(measure(problem, solution.lambda).value, 1e-9);
  EXPECT_LE(report.iterations, 40);
}
INSTANTIATE_TEST_SUITE_P(Scenes, ConvexProblem,
                         ::testing::Values(Case{"wall_10x10", false}, Case{"wall_10x10", true},
                                           Case{"wall3d_10x10", false}, Case{"wall3d_10x10", true},
                                           Case{"pyramid3d_5", true}, Case{"jenga", false}, Case{"card_house", false},
                                           Case{"cards_26", false}, Case{"cards_155", false}, Case{"arch_101", false},
                                           Case{"kapla", false}, Case{"harmonic_10", false}, Case{"harmonic_30", false},
                                           Case{"diamond_4", false}, Case{"stack_10000", false},
                                           Case{"two_boxes_1000", false}, Case{"bridge", false}, Case{"table", false}));

TEST(InteriorPoint, SaysThatContactsSlideWhereTheRelaxationIsNotCoulombsLaw) {
  ContactProblem problem;
  problem.dim = 3;
  problem.contacts = 1;
  problem.mu = VecX::Constant(1, 0.5);
  problem.q = Vec3(-1.0, 3.0, 0.0);
  MatX W = MatX::Identity(3, 3);
  W(0, 1) = W(1, 0) = 0.3;
  problem.W = W.sparseView();
  Solution solution;
  const SolveReport report = testing::solveBy("interior_point", problem, solution);
  EXPECT_EQ(report.status, SolveStatus::IterationLimit);
  EXPECT_NE(report.message.find("slide"), std::string::npos);
  EXPECT_GT(measure(problem, solution.lambda).value, 1e-3);
}

// A box between two walls that close on it.
TEST(InteriorPoint, NamesAProblemWithoutASolution) {
  const MatX W = (MatX(2, 2) << 1.0, -1.0, -1.0, 1.0).finished();
  const ContactProblem problem = testing::lcp(W, VecX::Constant(2, -1.0));
  for (const char* id : {"interior_point", "exact"}) {
    Solution solution;
    const SolveReport report = testing::solveBy(id, problem, solution);
    EXPECT_EQ(report.status, SolveStatus::Ray) << id;
    EXPECT_EQ(report.message, kInfeasible) << id;
  }
}

// Impulses lie amid all that solve the problem: four corners carry the same.
TEST(InteriorPoint, SharesTheLoadEvenly) {
  const ContactProblem& problem = settled("two_boxes_1000", 1).problem;
  const Relaxation relaxed = relax(problem, FrictionLaw::Cone);
  ASSERT_TRUE(relaxed.solved);
  double least = std::numeric_limits<double>::infinity(), most = 0.0;
  for (int c = 0; c < problem.contacts; ++c) {
    const ContactPoint& place = problem.contact_points[c];
    if (place.a != 0) continue;  // of the ground
    least = std::min(least, relaxed.lambda[3 * c]);
    most = std::max(most, relaxed.lambda[3 * c]);
  }
  EXPECT_NEAR(least, most, 1e-6 * most);
}

class Fall : public ::testing::TestWithParam<const char*> {};

// Farkas: no contact hinders the motion, and gravity drives it.
TEST_P(Fall, IsProvedByTheRelaxationsVelocities) {
  const ContactProblem& problem = settled(GetParam(), 1).problem;
  const Relaxation relaxed = relax(problem, FrictionLaw::Cone);
  const VecX u = problem.J * relaxed.v + problem.bias;
  const double size = u.lpNorm<Eigen::Infinity>();
  ASSERT_GT(size, 1e-6);
  for (int c = 0; c < problem.contacts; ++c) {
    const int n = problem.normalRow(c);
    EXPECT_GE(u[n] - problem.mu[c] * u.segment(n + 1, problem.dim - 1).norm(), -1e-6 * size) << c;
  }
  double power = 0.0;  // of gravity [J/s], in units of the step
  for (std::size_t b = 0; b < problem.inv_mass.size(); ++b) {
    const Vec3& linear = problem.inv_mass[b].linear;
    const auto at = 6 * static_cast<Eigen::Index>(b);
    for (int k = 0; k < 3; ++k)
      if (linear[k] > 0.0) power += problem.v_free[at + k] * relaxed.v[at + k] / linear[k];
  }
  EXPECT_GT(power, 0.0);
}
INSTANTIATE_TEST_SUITE_P(Scenes, Fall,
                         ::testing::Values("diamond_5", "inverted_triangle_3", "harmonic_10_over", "cards_155_mu04"));

// With discs, as without, the relaxation is: impulses in K, velocities in its dual, and no work between the two but
// what friction with a constant bound takes.
TEST(InteriorPoint, RelaxesDiscsWithTheirContacts) {
  int discs = 0;
  for (std::uint32_t seed = 1; seed <= 5; ++seed) {
    for (const bool planar : {false, true}) {
      Simulation simulation = discWorld(*findSolver("exact"), seed, planar);
      for (int i = 0; i < 40; ++i) step(simulation);
      const ContactProblem& problem = simulation.problem;
      const Relaxation relaxed = relax(problem, FrictionLaw::Cone);
      ASSERT_TRUE(relaxed.solved) << seed;
      const VecX u = relativeVelocity(problem, relaxed.lambda);
      const double size = u.lpNorm<Eigen::Infinity>(), impulse = relaxed.lambda.lpNorm<Eigen::Infinity>();
      const double rounding = 1e-6;  // InteriorOptions::nearly_done
      VecX left = u;                 // what of the normal velocity friction and discs do not use up
      VecX work = u.cwiseProduct(relaxed.lambda);
      for (int c = 0; c < problem.contacts; ++c) {
        const int n = problem.normalRow(c);
        left[n] -= problem.mu[c] * u.segment(n + 1, problem.dim - 1).norm();
        EXPECT_LE(relaxed.lambda.segment(n + 1, problem.dim - 1).norm(),
                  problem.mu[c] * relaxed.lambda[n] + rounding * impulse);
      }
      double taken = 0.0;
      for (const FrictionDisc& disc : problem.discs) {
        ++discs;
        const int first = problem.firstJointRow() + disc.first;
        const double speed = u.segment(first, disc.count).norm();
        EXPECT_LE(relaxed.lambda.segment(first, disc.count).norm(),
                  problem.radiusOf(disc, relaxed.lambda) + rounding * impulse);
        if (disc.contact >= 0)
          left[problem.normalRow(disc.contact)] -= disc.limit * speed;
        else
          taken += disc.limit * speed;
      }
      for (int c = 0; c < problem.contacts; ++c) EXPECT_GE(left[problem.normalRow(c)], -rounding * size) << seed;
      double sum = taken;
      for (int row = 0; row < problem.rows(); ++row)
        if (!problem.isJoint(row) || problem.isOnDisc(row)) sum += work[row];
      EXPECT_NEAR(sum, 0.0, rounding * size * impulse) << seed;
    }
  }
  EXPECT_GT(discs, 60);
}

}  // namespace
}  // namespace keystone
