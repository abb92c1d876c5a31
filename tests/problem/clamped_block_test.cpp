#include "problem/clamped_block.h"

#include <gtest/gtest.h>

namespace keystone {
namespace {

ContactProblem problemOf(const MatX& W, int dim, double mu) {
  ContactProblem problem;
  problem.dim = dim;
  problem.contacts = static_cast<int>(W.rows()) / dim;
  problem.W = W.sparseView();
  problem.q = -VecX::Ones(W.rows());
  problem.mu = VecX::Constant(problem.contacts, mu);
  return problem;
}

TEST(ClampedBlock, HasAUnitDiagonalAndLeavesOpenContactsOut) {
  MatX W(3, 3);
  W << 4, 1, 2, 1, 9, 3, 2, 3, 16;
  const ContactProblem problem = problemOf(W, 1, 0.0);
  const IndexSets sets{RowSet::Clamped, RowSet::Unclamped, RowSet::Clamped};
  const ClampedBlock block = clampedBlock(problem, problem.W, sets, VecX::Ones(3));
  EXPECT_EQ(block.rows, (std::vector<int>{0, 2}));
  EXPECT_TRUE(block.symmetric);
  EXPECT_DOUBLE_EQ(block.A(0, 0), 1.0);
  EXPECT_DOUBLE_EQ(block.A(0, 1), 2.0 / (2.0 * 4.0));
}

TEST(ClampedBlock, OfTwoRowsHasTheConditionOfItsEigenvalues) {
  MatX W(2, 2);
  W << 1, 0.5, 0.5, 1;
  const ContactProblem problem = problemOf(W, 1, 0.0);
  const Conditioning c = conditioning(clampedBlock(problem, problem.W, {2, RowSet::Clamped}, VecX::Ones(2)));
  EXPECT_EQ(c.rank, 2);
  EXPECT_NEAR(c.condition, 1.5 / 0.5, 1e-14);  // two additions
}

TEST(ClampedBlock, OfAFaceOnFourPointsHasRankThree) {
  MatX J(4, 3);  // normal rows of a square face: lift and two tilts
  J << 1, 1, 1, 1, 1, -1, 1, -1, 1, 1, -1, -1;
  const ContactProblem problem = problemOf(J * J.transpose(), 1, 0.0);
  const Conditioning c = conditioning(clampedBlock(problem, problem.W, {4, RowSet::Clamped}, VecX::Ones(4)));
  EXPECT_EQ(c.rank, 3);
  EXPECT_NEAR(c.condition, 1.0, 1e-12);  // the three that count are equal
}

TEST(ClampedBlock, SlidingFrictionGoesWithItsNormal) {
  MatX W(2, 2);
  W << 4, 1, 1, 9;
  const ContactProblem problem = problemOf(W, 2, 0.5);
  const VecX lambda = (VecX(2) << 3.0, -1.5).finished();
  const ClampedBlock block = clampedBlock(problem, problem.W, {RowSet::Clamped, RowSet::SlideBackward}, lambda);
  ASSERT_EQ(block.rows, std::vector<int>{0});
  EXPECT_FALSE(block.symmetric);
  EXPECT_DOUBLE_EQ(block.A(0, 0), (4 - 0.5 * 1) / 4);
}

TEST(ClampedBlock, ThatIsEmptyIsWellConditioned) {
  const ContactProblem problem = problemOf(MatX::Identity(2, 2), 1, 0.0);
  const Conditioning c = conditioning(clampedBlock(problem, problem.W, {2, RowSet::Unclamped}, VecX::Zero(2)));
  EXPECT_EQ(c.rank, 0);
  EXPECT_EQ(c.condition, 1.0);
}

}  // namespace
}  // namespace keystone
