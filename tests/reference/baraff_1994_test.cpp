// The literal copy does what the paper claims of the method.
#include "reference/baraff_1994.h"

#include <gtest/gtest.h>

#include "problem/residual.h"
#include "solver/lcp_problems.h"
#include "support/effort.h"
#include "support/settled.h"

namespace keystone::reference {
namespace {

constexpr double kExact = 1e-9;  // residual

// Section 4.4 and appendix A: it ends for every positive semidefinite A with b in its range.
TEST(Baraff1994, SolvesWithoutFrictionWhatHasASolution) {
  for (int seed = 0; seed < trials(10000); ++seed) {
    std::mt19937_64 random(seed);
    const int rows = 2 + static_cast<int>(random() % 59), rank = 1 + static_cast<int>(random() % rows);
    const ContactProblem problem = testing::randomLcp(random, rows, rank, true);
    for (const Order order : {Order::Lowest, Order::MostViolated}) {
      const Baraff result = solveBaraff(problem, order);
      ASSERT_EQ(result.outcome, Outcome::Solved) << seed;
      ASSERT_LE(measure(problem, result.f).value, kExact) << seed;
      ASSERT_LE(result.drives, rows) << seed;
    }
  }
}

// Section 7: about as many drives as rows, and few pivots each. The first step of the scene, from no forces.
TEST(Baraff1994, TakesADriveARowAtMostWithFrictionInThePlane) {
  for (const char* scene : {"wall_5x5", "card_house", "arch", "pyramid2d_10", "harmonic_10_over"}) {
    const ContactProblem& problem = settled(scene, 1).problem;
    for (const Order order : {Order::Lowest, Order::MostViolated}) {
      const Baraff result = solveBaraff(problem, order);
      EXPECT_EQ(result.outcome, Outcome::Solved) << scene;
      EXPECT_LE(measure(problem, result.f).value, kExact) << scene;
      EXPECT_LE(result.drives, problem.rows()) << scene;
      EXPECT_LE(result.pivots, 2.5 * problem.rows()) << scene;
    }
  }
}

// Painleve's rod: sliding friction makes the force grow without stopping what approaches.
TEST(Baraff1994, EndsOnARayWhereNoForceHelps) {
  MatX A(1, 1);
  A << -1.0;
  ContactProblem problem = testing::lcp(A, VecX::Constant(1, -1.0));
  problem.symmetric = false;
  EXPECT_EQ(solveBaraff(problem, Order::Lowest).outcome, Outcome::Ray);
}

}  // namespace
}  // namespace keystone::reference
