// Methods that sweep over rows or contacts, against rates and answers in closed form.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <utility>

#include "lcp_problems.h"
#include "problem/delassus.h"
#include "scene_problems.h"
#include "solver/jacobi/splitting.h"
#include "solver/one_contact/one_contact.h"
#include "solver/pgs/sweeper.h"
#include "support/by_value.h"

namespace keystone {
namespace {

using testing::gaussian;
using testing::gaussianMatrix;
using testing::problemAfter;
using testing::solveBy;

// The string of n beads between walls, pressed down everywhere: W = tridiag(-1, 2, -1), q = -1. All contacts carry:
// lambda_i = i (n + 1 - i) / 2. The Jacobi matrix has the spectral radius cos(pi / (n + 1)).
ContactProblem beads(int n) {
  MatX W = 2.0 * MatX::Identity(n, n);
  for (int i = 1; i < n; ++i) W(i, i - 1) = W(i - 1, i) = -1.0;
  return testing::lcp(W, VecX::Constant(n, -1.0));
}
double beadError(const VecX& lambda) {
  double worst = 0.0;
  const auto n = static_cast<double>(lambda.size());
  for (int i = 0; i < lambda.size(); ++i) worst = std::max(worst, std::abs(lambda[i] - 0.5 * (i + 1.0) * (n - i)));
  return worst;
}
double beadErrorAfter(const char* solver, int n, int iterations, ParameterValues parameters = {}) {
  parameters["iterations"] = iterations;
  parameters["tolerance"] = 0.0;
  Solution solution;
  solveBy(solver, beads(n), solution, parameters);
  return beadError(solution.lambda);
}

// Errors fall by rho = 1 - 2 sin^2 (pi / 2 (n + 1)) of a bounded Jacobi matrix (Young 1954): with Gershgorin's majorant
// D = 4 of inner rows the iteration matrix is 1 - (2 - 2 cos) / 4.
TEST(Jacobi, ConvergesAtTheRateOfItsMajorant) {
  constexpr int n = 20;
  const double rate = std::pow(beadErrorAfter("jacobi", n, 800) / beadErrorAfter("jacobi", n, 400), 1.0 / 400.0);
  // D is 3 instead of 4 at the two ends alone, which speeds it up a little.
  const double inner = 1.0 - (1.0 - std::cos(std::numbers::pi / (n + 1))) / 2.0;
  EXPECT_NEAR(rate, inner, 0.1 * (1.0 - inner));
  EXPECT_LE(beadErrorAfter("jacobi", n, 6000), 1e-9);
}

// Contacts that share one load alike: W = 1 1^T, whose own diagonal makes Jacobi's method swing with factor 1 - n.
// Gershgorin's majorant is n on every row, and one iteration is enough: lambda_i = 1 / n.
TEST(Jacobi, FourLegsShareALoadInOneIteration) {
  for (const double by_rows : {0.0, 1.0}) {
    Solution solution;
    solveBy("jacobi", testing::lcp(MatX::Ones(4, 4), VecX::Constant(4, -1.0)), solution,
            {{"iterations", 1.0}, {"blocks", by_rows}});
    EXPECT_LE((solution.lambda - VecX::Constant(4, 0.25)).lpNorm<Eigen::Infinity>(), 1e-15);
  }
}

// The survey's splitting M = D: on the beads errors fall by cos (pi / (n + 1)); the legs' loads go to and fro for ever.
TEST(Jacobi, WithTheDiagonalOfWIsFasterOrSwings) {
  constexpr int n = 20;
  const ParameterValues plain{{"splitting", 1.0}};
  const double rate =
      std::pow(beadErrorAfter("jacobi", n, 400, plain) / beadErrorAfter("jacobi", n, 200, plain), 1.0 / 200.0);
  EXPECT_NEAR(rate, std::cos(std::numbers::pi / (n + 1)), 1e-6);
  for (const double iterations : {6.0, 7.0}) {
    Solution solution;
    solveBy("jacobi", testing::lcp(MatX::Ones(4, 4), VecX::Constant(4, -1.0)), solution,
            {{"iterations", iterations}, {"splitting", 1.0}});
    EXPECT_EQ(solution.lambda[0], iterations == 6.0 ? 0.0 : 1.0);
  }
}

TEST(Jacobi, MajorantIsNeverBelowW) {
  for (const char* scene : {"wall_5x5", "tower3d_10", "ratchet_pawl", "bridge"}) {
    const ContactProblem with_bodies = problemAfter(scene, 5);
    ContactProblem bare = with_bodies;
    bare.W = delassusOf(with_bodies);
    bare.J = SparseRows();
    bare.inv_mass.clear();
    for (const ContactProblem* problem : {&with_bodies, static_cast<const ContactProblem*>(&bare)}) {
      for (const bool by_rows : {false, true}) {
        Splitting D;
        findSplitting(*problem, by_rows, false, D);
        MatX excess = -MatX(delassusOf(with_bodies));
        for (int c = 0; c < problem->contacts; ++c)
          excess.block(problem->normalRow(c), problem->normalRow(c), problem->dim, problem->dim) +=
              D.contacts[c].topLeftCorner(problem->dim, problem->dim);
        excess.diagonal().tail(problem->joint_rows) += D.joint_rows;
        const double least = Eigen::SelfAdjointEigenSolver<MatX>(excess).eigenvalues()[0];
        EXPECT_GE(least, -1e-12 * bare.W.diagonal().maxCoeff()) << scene << (by_rows ? ", rows" : ", contacts");
      }
    }
  }
}

// Young 1954: the best omega is 2 / (1 + sqrt(1 - rho^2)), and errors fall by omega - 1 a sweep; by rho^2 with omega
// = 1.
TEST(Psor, HasYoungsRatesOnAStringOfBeads) {
  constexpr int n = 20;
  const double rho = std::cos(std::numbers::pi / (n + 1));
  const double best = 2.0 / (1.0 + std::sqrt(1.0 - rho * rho));
  const double plain = std::pow(
      beadErrorAfter("psor", n, 400, {{"omega", 1.0}}) / beadErrorAfter("psor", n, 200, {{"omega", 1.0}}), 1.0 / 200.0);
  EXPECT_NEAR(plain, rho * rho, 1e-6);
  const double over = std::pow(
      beadErrorAfter("psor", n, 80, {{"omega", best}}) / beadErrorAfter("psor", n, 40, {{"omega", best}}), 1.0 / 40.0);
  EXPECT_NEAR(over, best - 1.0, 0.05);  // a double eigenvalue: errors fall as k (omega - 1)^k
  EXPECT_LE(beadErrorAfter("psor", n, 150, {{"omega", best}}), 1e-9);
}

TEST(Psor, IsPgsToTheLastBitWhereOmegaIsOne) {
  for (const char* scene : {"tower3d_10", "wall_5x5"}) {
    const ContactProblem problem = problemAfter(scene, 5);
    Solution psor, pgs;
    solveBy("psor", problem, psor, {{"omega", 1.0}});
    solveBy("pgs", problem, pgs);
    EXPECT_EQ(psor.lambda, pgs.lambda) << scene;
  }
}

TEST(Nncg, NeedsAFifthOfTheSweepsOfPgsOnTwentyBeadsAndAnEighthOnForty) {
  for (const auto& [n, times] : {std::pair(20, 5), std::pair(40, 8)}) {
    const auto sweepsFor = [n = n](const char* solver) {
      Solution solution;
      const SolveReport report = solveBy(solver, beads(n), solution, {{"iterations", 10000.0}, {"tolerance", 1e-11}});
      EXPECT_LE(beadError(solution.lambda), 1e-5) << solver;  // 1e-11 of 200, over 1 - rho = 3e-3
      return report.iterations;
    };
    EXPECT_LE(times * sweepsFor("nncg"), sweepsFor("pgs")) << n;
  }
}

TEST(PgsSm, SolvesTheStringOfBeadsInTwoSubspacePhases) {
  Solution solution;
  const SolveReport report = solveBy("pgs_sm", beads(40), solution);
  EXPECT_EQ(report.status, SolveStatus::Converged);
  EXPECT_LE(report.iterations, 11);  // five sweeps before each, and one that finds nothing to do
  EXPECT_LE(beadError(solution.lambda), 1e-7);
}

// Slow decay in the soft directions of a wall is what both methods are for.
TEST(NncgAndPgsSm, AreAheadOfPgsOnTheWalls) {
  for (const char* scene : {"wall_10x10", "wall3d_10x10"}) {
    const ContactProblem problem = problemAfter(scene, 60);
    const auto residualAfter = [&](const char* solver, double sweeps) {
      Solution solution;
      return solveBy(solver, problem, solution, {{"iterations", sweeps}, {"tolerance", 0.0}}).residual.value;
    };
    const double pgs = residualAfter("pgs", 100);
    EXPECT_LE(residualAfter("nncg", 60), pgs) << scene;
    EXPECT_LE(residualAfter("nncg", 50), 0.2 * residualAfter("pgs", 50)) << scene;
    EXPECT_LE(residualAfter("pgs_sm", 20), 0.01 * pgs) << scene;
  }
}

// Incline, steeper than friction holds: the contact slides down, lambda = m h g (cos, -mu cos).
TEST(Nsgs, OneContactIsSolvedInOneSweep) {
  ContactProblem problem;
  problem.dim = 3;
  problem.contacts = 1;
  problem.mu = VecX::Constant(1, 0.5);
  const double angle = 0.6, push = 9.81 / 60.0;
  problem.q = push * Vec3(-std::cos(angle), std::sin(angle) * 0.8, std::sin(angle) * 0.6);
  problem.W = MatX(0.5 * MatX::Identity(3, 3)).sparseView();  // 2 kg
  Solution solution;
  EXPECT_EQ(solveBy("nsgs", problem, solution, {{"iterations", 1.0}}).status, SolveStatus::Converged);
  const double normal = 2.0 * push * std::cos(angle);
  EXPECT_LE((solution.lambda - normal * Vec3(1.0, -0.5 * 0.8, -0.5 * 0.6)).norm(), 1e-15);
}

// Whatever the coupling, the friction and the direction; also where a direction cannot move at all.
TEST(OneContact, ObeysCoulombsLawToTheLastDigits) {
  std::mt19937_64 random(71);
  int slides = 0, sticks = 0, opens = 0;
  for (int trial = 0; trial < 3000; ++trial) {
    ContactProblem problem;
    problem.dim = 2 + trial % 2;
    problem.contacts = 1;
    const MatX J = gaussianMatrix(random, problem.dim, trial % 5 == 0 ? 2 : 4);
    problem.W = MatX(J * J.transpose()).sparseView();
    problem.q = J * gaussian(random, static_cast<int>(J.cols()));
    problem.mu = VecX::Constant(1, std::pow(10.0, -2.0 + 3.0 * static_cast<double>(random() % 1000) / 1000.0));
    Mat3 W = Mat3::Zero();
    Vec3 q = Vec3::Zero();
    W.topLeftCorner(problem.dim, problem.dim) = J * J.transpose();
    q.head(problem.dim) = problem.q;
    const Vec3 lambda = OneContact(W, problem.dim).solve(q, problem.mu[0]);
    // Rounding of J J^T, whose condition may be a thousand, and of impulses many times those without friction.
    const double noise = 1e-13 * (1.0 + lambda.norm() * W.trace() / q.norm());
    EXPECT_LE(measure(problem, lambda.head(problem.dim)).value, noise) << "trial " << trial;
    const double bound = problem.mu[0] * lambda[0], friction = lambda.tail<2>().norm();
    EXPECT_LE(friction, bound * (1.0 + 1e-15));
    opens += lambda[0] == 0.0 ? 1 : 0;
    sticks += lambda[0] > 0.0 && friction < bound * (1.0 - 1e-12) ? 1 : 0;
    slides += lambda[0] > 0.0 && friction >= bound * (1.0 - 1e-12) ? 1 : 0;
  }
  EXPECT_GT(std::min({slides, sticks, opens}), 300);
}

// Weak pushes beside a large friction coefficient: bounds of the root that underflow must not keep it for ever.
TEST(OneContact, EndsWhereADirectionThatNothingMovesIsPushedByAlmostNothing) {
  Mat3 W = Mat3::Zero();
  W(0, 0) = 1.0;
  const Vec3 lambda = OneContact(W, 3).solve({-1.0, 1e-300, 0.0}, 1e10);
  EXPECT_TRUE(lambda.allFinite());
  EXPECT_NEAR(lambda[0], 1.0, 1e-15);
}

// What the extrapolation of nncg and the subspace of pgs_sm rest on.
TEST(Sweepers, GoOnFromOtherImpulsesAsIfLaidOutWithThem) {
  for (const char* scene : {"tower3d_10", "ratchet_pawl", "wall_5x5"}) {
    const ContactProblem problem = problemAfter(scene, 5);
    for (const auto& [used, fresh] : {std::pair(pairSweeper(), pairSweeper()), std::pair(rowSweeper(), rowSweeper())}) {
      VecX lambda = VecX::Zero(problem.rows());
      if (!used->begin(problem, FrictionLaw::Cone, 1.0, lambda)) continue;
      for (int n = 0; n < 3; ++n) used->sweep();
      used->readImpulses(lambda);
      lambda *= 1.25;
      used->setImpulses(lambda);
      fresh->begin(problem, FrictionLaw::Cone, 1.0, lambda);
      used->sweep();
      fresh->sweep();
      VecX after = lambda, expected = lambda;
      used->readImpulses(after);
      fresh->readImpulses(expected);
      EXPECT_EQ(after, expected) << scene;
    }
  }
}

}  // namespace
}  // namespace keystone
