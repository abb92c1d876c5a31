// Projected Gauss-Seidel by four pairs of bodies at a time, against the same method one row at a time.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <set>

#include "lcp_problems.h"
#include "problem/delassus.h"
#include "solver/pgs/pair_blocks.h"
#include "solver/pgs/sweeper.h"
#include "support/settled.h"

namespace keystone {
namespace {

// A scene's problem after that many steps.
const ContactProblem& problemOf(const char* scene, int steps) {
  return settled(scene, steps, "pgs").problem;
}

ContactProblem withoutFriction(const ContactProblem& problem) {
  ContactProblem normals = problem;
  normals.dim = 1;
  normals.joint_rows = 0;
  normals.q.resize(problem.contacts);
  SparseRows pick(problem.contacts, problem.rows());
  for (int c = 0; c < problem.contacts; ++c) {
    pick.insert(c, problem.normalRow(c)) = 1.0;
    normals.q[c] = problem.q[problem.normalRow(c)];
  }
  normals.J = pick * problem.J;
  return normals;
}

VecX randomImpulses(const ContactProblem& problem) {
  std::mt19937_64 random(5);
  VecX lambda = testing::gaussian(random, problem.rows()).cwiseAbs();
  for (int c = 0; c < problem.contacts; ++c)
    for (int t = 1; t < problem.dim; ++t) lambda[problem.normalRow(c) + t] *= 0.3 * problem.mu[c];
  return lambda;
}

VecX swept(Sweeper& sweeper, const ContactProblem& problem, int sweeps, const VecX& start,
           FrictionLaw law = FrictionLaw::Cone, double omega = 1.0) {
  EXPECT_TRUE(sweeper.begin(problem, law, omega, start));
  for (int i = 0; i < sweeps; ++i) sweeper.sweep();
  VecX lambda = start;
  sweeper.readImpulses(lambda);
  return lambda;
}

// The problem's rows with its blocks of contacts in the order of a sweep; joint rows stay at the end.
std::vector<int> rowsByBlocks(const ContactProblem& problem) {
  std::vector<PairBlock> blocks;
  EXPECT_TRUE(listPairBlocks(problem, blocks));
  if (sequenceOf(problem) == BlockSequence::LastToFirst) std::ranges::reverse(blocks);
  std::vector<int> rows;
  for (const PairBlock& block : blocks)
    for (int i = 0; i < problem.dim * block.count; ++i) rows.push_back(problem.normalRow(block.first) + i);
  for (int row = problem.firstJointRow(); row < problem.rows(); ++row) rows.push_back(row);
  return rows;
}

// The impulses after some sweeps of the rows in that order, one by one.
VecX sweptByRows(const ContactProblem& problem, FrictionLaw law, double omega, int sweeps, const VecX& start) {
  const std::vector<int> order = rowsByBlocks(problem);
  ContactProblem ordered = problem;
  VecX lambda = start;
  SparseRows pick(problem.rows(), problem.rows());
  for (int i = 0; i < problem.rows(); ++i) {
    const int from = order[i];
    pick.insert(i, from) = 1.0;
    if (problem.isNormal(i)) ordered.mu[problem.contactOf(i)] = problem.mu[problem.contactOf(from)];
    ordered.q[i] = problem.q[from];
    lambda[i] = start[from];
  }
  ordered.J = pick * problem.J;
  return pick.transpose() * swept(*rowSweeper(), ordered, sweeps, lambda, law, omega);
}

void expectSameSweeps(const ContactProblem& problem, FrictionLaw law, double omega) {
  const VecX start = randomImpulses(problem);
  const VecX by_pairs = swept(*pairSweeper(), problem, 20, start, law, omega);
  const VecX by_rows = sweptByRows(problem, law, omega, 20, start);
  EXPECT_GT((by_rows - start).norm(), 1e-3 * start.norm());
  // Rounding of 20 sweeps, in another order of summation.
  EXPECT_LE((by_pairs - by_rows).norm(), 1e-11 * by_rows.norm());
}

struct PairCase {
  const char* scene;
  int steps;
  bool joints = false;
};
std::ostream& operator<<(std::ostream& out, const PairCase& c) {
  return out << c.scene << " after " << c.steps;
}

class PairsOf : public ::testing::TestWithParam<PairCase> {};

TEST_P(PairsOf, SweepAsRowsDoInTheSameOrderUnderEveryLaw) {
  const ContactProblem problem = problemOf(GetParam().scene, GetParam().steps);
  ASSERT_GT(problem.contacts, 10);
  ASSERT_EQ(problem.joint_rows > 0, GetParam().joints);
  expectSameSweeps(problem, FrictionLaw::Cone, 1.0);
  expectSameSweeps(problem, FrictionLaw::Box, 1.0);
  expectSameSweeps(problem, FrictionLaw::Cone, 1.3);
  expectSameSweeps(withoutFriction(problem), FrictionLaw::Cone, 1.0);
}

TEST_P(PairsOf, LeaveTheSameBitsWhateverWasSolvedBefore) {
  const ContactProblem problem = problemOf(GetParam().scene, GetParam().steps);
  const ContactProblem larger = problemOf("jenga", 1);
  const VecX start = randomImpulses(problem);
  const auto sweeper = pairSweeper();
  const VecX first = swept(*sweeper, problem, 5, start);
  swept(*sweeper, larger, 5, randomImpulses(larger));
  EXPECT_EQ(swept(*sweeper, problem, 5, start), first);
}

INSTANTIATE_TEST_SUITE_P(Scenes, PairsOf,
                         ::testing::Values(PairCase{"mesh_pile", 60}, PairCase{"wall3d_10x10", 2},
                                           PairCase{"pyramid3d_5", 2}, PairCase{"table", 30, true},
                                           PairCase{"wall_5x5", 2}, PairCase{"overhang_parabolic", 2},
                                           PairCase{"friction_sweep", 20}));

TEST(PairColours, NeverMoveABodyTwiceAndKeepTheSequence) {
  std::mt19937_64 random(11);
  constexpr int kBodies = 40;
  std::uniform_int_distribution<int> body(-1, kBodies - 1);
  std::vector<PairBlock> blocks(300);
  for (PairBlock& block : blocks) block.bodies = {body(random), body(random)};
  for (const BlockSequence sequence : {BlockSequence::FirstToLast, BlockSequence::LastToFirst}) {
    std::vector<int> colours;
    colour(blocks, kBodies, sequence, colours);
    for (std::size_t i = 0; i < blocks.size(); ++i)
      for (std::size_t j = i + 1; j < blocks.size(); ++j)
        for (const int x : blocks[i].bodies)
          for (const int y : blocks[j].bodies)
            if (x >= 0 && x == y) {
              EXPECT_EQ(colours[i] < colours[j], sequence == BlockSequence::FirstToLast) << i << " and " << j;
              EXPECT_NE(colours[i], colours[j]);
            }
  }
}

TEST(PairColours, OrderEveryBlockOnceByColour) {
  std::vector<PairBlock> blocks;
  ASSERT_TRUE(listPairBlocks(problemOf("mesh_pile", 60), blocks));
  std::vector<int> colours, order;
  colour(blocks, 100, BlockSequence::LastToFirst, colours);
  orderByColour(blocks, colours, order);
  EXPECT_EQ(std::set<int>(order.begin(), order.end()).size(), blocks.size());
  for (std::size_t i = 1; i < order.size(); ++i) {
    const auto before = static_cast<std::size_t>(order[i - 1]);
    const auto after = static_cast<std::size_t>(order[i]);
    EXPECT_LE(colours[before], colours[after]);
    if (colours[before] == colours[after]) {
      EXPECT_GE(blocks[before].count, blocks[after].count);
    }
  }
}

TEST(PairBlocks, JoinTheFourContactsOfAFace) {
  const ContactProblem problem = problemOf("pyramid3d_5", 2);
  std::vector<PairBlock> blocks;
  ASSERT_TRUE(listPairBlocks(problem, blocks));
  int contacts = 0;
  for (const PairBlock& block : blocks) {
    EXPECT_EQ(block.first, contacts);
    contacts += block.count;
    for (int i = block.first; i < block.first + block.count; ++i) {
      const ContactPoint& place = problem.contact_points[i];
      EXPECT_LE(std::abs(block.frame.row(0).dot(place.normal)), 1.0 + 1e-15);
      EXPECT_GE(std::abs(block.frame.row(0).dot(place.normal)), 1.0 - 1e-15);
    }
  }
  EXPECT_EQ(contacts, problem.contacts);
  EXPECT_LE(static_cast<int>(blocks.size()), problem.contacts / 3);
}

TEST(PairBlocks, LeaveProblemsOfAnotherKindToTheRows) {
  std::vector<PairBlock> blocks;
  ContactProblem problem = problemOf("pyramid3d_5", 1);
  ASSERT_TRUE(listPairBlocks(problem, blocks));
  ContactProblem stretched = problem;
  stretched.J.row(1) *= 2.0;
  EXPECT_FALSE(listPairBlocks(stretched, blocks)) << "a direction of length 2";
  ContactProblem uneven = problem;
  for (InverseMass& inverse : uneven.inv_mass) inverse.linear.z() *= 0.5;
  EXPECT_FALSE(listPairBlocks(uneven, blocks)) << "bodies heavier along z";
  ContactProblem sparse = problem;
  sparse.J.prune(0.0);
  EXPECT_TRUE(listPairBlocks(sparse, blocks)) << "columns left out are zero";
  for (const ContactProblem& other : {stretched, uneven, sparse}) {
    Solution solution;
    const auto report = testing::solveBy("pgs", other, solution, {{"iterations", 2000.0}, {"tolerance", 1e-13}});
    EXPECT_EQ(report.status, SolveStatus::Converged);
    EXPECT_LE(measure(other, solution.lambda).value, 1e-10);
  }
}

TEST(PairSweeper, TellsOfImpulsesThatAreNotFinite) {
  ContactProblem problem = problemOf("pyramid3d_5", 1);
  problem.q[problem.normalRow(7)] = -std::numeric_limits<double>::infinity();
  Solution solution;
  EXPECT_EQ(testing::solveBy("pgs", problem, solution).status, SolveStatus::Breakdown);
}

// The order from the last block to the first is no worse than the one from the first: cold, after 10 to 100 sweeps.
TEST(PairSweeper, ReachesNoLargerResidualThanRowsInTheirOrder) {
  for (const PairCase& start : {PairCase{"wall3d_10x10", 1}, PairCase{"pyramid3d_5", 1}, PairCase{"jenga", 1}}) {
    const ContactProblem problem = problemOf(start.scene, start.steps);
    const VecX zero = VecX::Zero(problem.rows());
    for (const int sweeps : {10, 50, 100}) {
      const VecX by_pairs = swept(*pairSweeper(), problem, sweeps, zero);
      const VecX by_rows = swept(*rowSweeper(), problem, sweeps, zero);
      EXPECT_LE(measure(problem, by_pairs).value, measure(problem, by_rows).value)
          << start << " steps, " << sweeps << " sweeps";
    }
  }
}

// In a pile no order is better each time, but the mean over many steps is no worse.
TEST(PairSweeper, ReachesNoLargerResidualThanRowsInAPileOnAverage) {
  Simulation pile = settled("mesh_pile", 40, "pgs");
  double ratio = 0.0;
  int count = 0;
  for (int i = 40; i < 160; ++i) {
    step(pile);
    if (i % 4 != 0) continue;
    const ContactProblem& problem = pile.problem;
    const VecX zero = VecX::Zero(problem.rows());
    const VecX by_pairs = swept(*pairSweeper(), problem, 50, zero);
    const VecX by_rows = swept(*rowSweeper(), problem, 50, zero);
    ratio += std::log(measure(problem, by_pairs).value / measure(problem, by_rows).value);
    ++count;
  }
  EXPECT_LE(std::exp(ratio / count), 1.0);
}

}  // namespace
}  // namespace keystone
