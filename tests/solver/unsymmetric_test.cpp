// Contact problems into whose W sliding friction has been substituted: no longer symmetric, perhaps without a solution.
#include <gtest/gtest.h>

#include "lcp_problems.h"
#include "problem/residual.h"
#include "solver/registry.h"

namespace keystone {
namespace {

using testing::gaussian;
using testing::lcp;

ContactProblem unsymmetric(const MatX& W, const VecX& q) {
  ContactProblem problem = lcp(W, q);
  problem.symmetric = false;
  return problem;
}

Solution solveBy(const char* solver, const ContactProblem& problem, SolveReport& report) {
  Solution solution;
  solution.lambda.setZero(problem.rows());
  report = findSolver(solver)->solve(problem, {}, solution, nullptr);
  return solution;
}

Solution pivot(const ContactProblem& problem, SolveReport& report) {
  return solveBy("pivoting", problem, report);
}

TEST(UnsymmetricProblem, IsSolvedLikeByEnumeration) {
  std::mt19937_64 random(11);
  for (int trial = 0; trial < 500; ++trial) {
    const int n = 2 + trial % 6;
    // A skew part leaves a positive definite matrix a P-matrix: one solution exists.
    MatX W(n, n);
    for (int c = 0; c < n; ++c) W.col(c) = gaussian(random, n);
    W = MatX(W - W.transpose()) + MatX::Identity(n, n);
    const VecX q = gaussian(random, n);
    SolveReport report;
    const Solution expected = solveBy("enumeration", lcp(W, q), report);
    ASSERT_EQ(report.status, SolveStatus::Converged) << "trial " << trial << ": " << report.message;
    const Solution solution = pivot(unsymmetric(W, q), report);
    ASSERT_EQ(report.status, SolveStatus::Converged) << "trial " << trial << ": " << report.message;
    // Two exact solutions of a well conditioned 7 x 7 problem.
    EXPECT_LE((solution.lambda - expected.lambda).lpNorm<Eigen::Infinity>(), 1e-10) << "trial " << trial;
  }
}

// One contact whose sliding friction presses it harder than it is relieved: u = -lambda - 1 stays negative for ever
// (the rod of Painleve 1895, reduced to its tip).
TEST(UnsymmetricProblem, EndsOnANamedRayWhenNoForceCanHoldTheContact) {
  SolveReport report;
  const Solution solution = pivot(unsymmetric(MatX::Constant(1, 1, -1.0), VecX::Constant(1, -1.0)), report);
  EXPECT_EQ(report.status, SolveStatus::Ray);
  ASSERT_EQ(solution.ray.size(), 1);
  EXPECT_GT(solution.ray[0], 0.0);
  EXPECT_TRUE(solution.lambda.allFinite());
}

// The same contact, pulled off the surface: lambda = 0 is a solution (as lambda = 1 is).
TEST(UnsymmetricProblem, IsSolvedByLettingGoWhereThatIsASolution) {
  SolveReport report;
  const Solution solution = pivot(unsymmetric(MatX::Constant(1, 1, -1.0), VecX::Constant(1, 1.0)), report);
  EXPECT_EQ(report.status, SolveStatus::Converged);
  EXPECT_EQ(solution.lambda[0], 0.0);
}

}  // namespace
}  // namespace keystone
