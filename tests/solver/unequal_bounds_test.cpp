// Joint rows that hold from `lower` to `upper` with lower != -upper: nothing that the engine assembles has such rows,
// but the problem allows for them, and the residual knows them.
#include <gtest/gtest.h>

#include "lcp_problems.h"

namespace keystone {
namespace {

using testing::gaussian;
using testing::gaussianMatrix;
using testing::solveBy;

// u = lambda + q with lambda in [lower, upper].
ContactProblem oneRow(double q, double lower, double upper) {
  ContactProblem problem;
  problem.dim = 1;
  problem.joint_rows = 1;
  problem.mu = VecX::Zero(0);
  problem.W = MatX(MatX::Identity(1, 1)).sparseView();
  problem.q = VecX::Constant(1, q);
  problem.joint_lower = VecX::Constant(1, lower);
  problem.joint_upper = VecX::Constant(1, upper);
  return problem;
}

struct Row {
  double q, lower, upper, lambda;
};
constexpr Row kRows[] = {{0.1, -0.2, 1.0, -0.1}, {1.0, -0.2, 1.0, -0.2}, {-0.5, -0.2, 1.0, 0.5},
                         {-3.0, -0.2, 1.0, 1.0}, {3.0, 0.5, 2.0, 0.5},   {-1.0, 0.5, 2.0, 1.0}};

void expectRowsHeld(const char* id) {
  for (const Row& row : kRows) {
    const ContactProblem problem = oneRow(row.q, row.lower, row.upper);
    Solution solution;
    EXPECT_EQ(solveBy(id, problem, solution).status, SolveStatus::Converged) << id << ", q " << row.q;
    EXPECT_NEAR(solution.lambda[0], row.lambda, 1e-9) << id << ", q " << row.q << ", lower " << row.lower;
    EXPECT_LE(measure(problem, solution.lambda).value, 1e-9) << id << ", q " << row.q << ", lower " << row.lower;
  }
}

// Contacts with friction and two joint rows with unequal bounds each way.
void expectMixturesSolved(const char* id) {
  std::mt19937_64 random(53);
  for (int trial = 0; trial < 60; ++trial) {
    ContactProblem problem;
    problem.dim = 2;
    problem.contacts = 2;
    problem.joint_rows = 2;
    const MatX J = gaussianMatrix(random, problem.rows(), 7);
    problem.W = MatX(J * J.transpose()).sparseView();
    problem.mu = 0.5 * gaussian(random, 2).cwiseAbs();
    problem.q = J * gaussian(random, 7);
    for (int c = 0; c < 2; ++c) problem.q[2 * c] += std::abs(gaussian(random, 1)[0]);
    problem.joint_lower = -0.2 * gaussian(random, 2).cwiseAbs();
    problem.joint_upper = gaussian(random, 2).cwiseAbs();
    Solution solution;
    EXPECT_EQ(solveBy(id, problem, solution).status, SolveStatus::Converged) << id << ", trial " << trial;
    EXPECT_LE(measure(problem, solution.lambda).value, 1e-9) << id << ", trial " << trial;
  }
}

TEST(UnequalBounds, AreHeldByTheReferences) {
  for (const char* id : {"lemke", "enumeration"}) {
    expectRowsHeld(id);
    expectMixturesSolved(id);
  }
  expectRowsHeld("pgs");
}

TEST(UnequalBounds, AreHeldByPivotingAndByNewton) {
  for (const char* id : {"pivoting", "newton_cone"}) {
    expectRowsHeld(id);
    expectMixturesSolved(id);
  }
}

}  // namespace
}  // namespace keystone
