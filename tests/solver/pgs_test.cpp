#include <gtest/gtest.h>

#include "problem/delassus.h"
#include "support/by_value.h"
#include "world/small_worlds.h"

namespace keystone {
namespace {

const SolverInfo& pgs() {
  return *findSolver("pgs");
}

// The problem of the first step of two boxes of which the upper one slides.
ContactProblem slidingPair() {
  Simulation sliding = simulation(pgs());
  addPlane(sliding.world, Vec3::UnitY());
  addBox(sliding.world, {0.5, 0.25, 0.5}, 1.0, {0, 0.25, 0});
  const int top = addBox(sliding.world, {0.5, 0.25, 0.4}, 2.0, {0.1, 0.75, 0.05});
  sliding.world.bodies[top].velocity = {2, 0, 1};
  step(sliding);
  return sliding.problem;
}

TEST(Pgs, SolvesConeAndBoxFrictionToTheResidualOfEach) {
  const ContactProblem problem = slidingPair();
  for (const double law : {0.0, 1.0}) {
    const ParameterValues parameters{{"iterations", 10000.0}, {"tolerance", 1e-14}, {"friction", law}};
    Solution solution;
    const SolveReport report = pgs().solve(problem, parameters, solution, nullptr);
    EXPECT_EQ(report.status, SolveStatus::Converged);
    const FrictionLaw held = law == 0.0 ? FrictionLaw::Cone : FrictionLaw::Box;
    EXPECT_EQ(frictionLaw(pgs(), parameters), held);
    EXPECT_LE(measure(problem, solution.lambda, held).value, 1e-10);
    EXPECT_TRUE(solution.sets_inferred);
  }
}

TEST(Pgs, SolvesAProblemOfWAndQAlikeToOneWithBodies) {
  const ContactProblem problem = slidingPair();
  ContactProblem bare = problem;
  bare.W = delassusOf(problem);
  bare.J = SparseRows();
  bare.inv_mass.clear();
  const ParameterValues parameters{{"iterations", 200.0}, {"tolerance", 0.0}};
  Solution with_bodies;
  Solution without;
  pgs().solve(problem, parameters, with_bodies, nullptr);
  pgs().solve(bare, parameters, without, nullptr);
  // The same iteration in two orders of summation: rounding.
  EXPECT_LE((with_bodies.lambda - without.lambda).norm(), 1e-12 * with_bodies.lambda.norm());
}

TEST(Pgs, WarmStartAtTheSolutionStopsAtOnce) {
  const ContactProblem problem = slidingPair();
  const ParameterValues parameters{{"iterations", 10000.0}, {"tolerance", 1e-12}};
  Solution solution;
  pgs().solve(problem, parameters, solution, nullptr);
  EXPECT_LE(pgs().solve(problem, parameters, solution, nullptr).iterations, 2);
}

TEST(Pgs, ZeroToleranceUsesEveryIteration) {
  Solution solution;
  const SolveReport report = pgs().solve(slidingPair(), {{"iterations", 300.0}, {"tolerance", 0.0}}, solution, nullptr);
  EXPECT_EQ(report.iterations, 300);
  EXPECT_EQ(report.status, SolveStatus::IterationLimit);
  EXPECT_FALSE(report.message.empty());
}

TEST(Pgs, RowsThatMoveNothingKeepTheirImpulse) {
  ContactProblem problem;
  problem.dim = 1;
  problem.contacts = 2;
  problem.mu = VecX::Zero(2);
  problem.q = VecX::Constant(2, -1.0);
  problem.W.resize(2, 2);
  problem.W.insert(0, 0) = 2.0;
  Solution solution;
  pgs().solve(problem, {}, solution, nullptr);
  EXPECT_NEAR(solution.lambda[0], 0.5, 1e-15);
  EXPECT_EQ(solution.lambda[1], 0.0);
}

TEST(Pgs, EmptyProblemIsSolved) {
  Solution solution;
  EXPECT_EQ(pgs().solve({}, {}, solution, nullptr).status, SolveStatus::Converged);
}

TEST(Parameter, IsClampedToItsRangeAndDefaultsToItsTable) {
  EXPECT_EQ(parameter(pgs(), {}, "iterations"), 50.0);
  EXPECT_EQ(parameter(pgs(), {{"iterations", 1e9}}, "iterations"), 10000.0);
  EXPECT_EQ(parameter(pgs(), {{"iterations", 7}}, "iterations"), 7.0);
}

TEST(Registry, FindsEverySolverByItsIdAndNoOther) {
  for (const SolverInfo* solver : solvers()) EXPECT_EQ(findSolver(solver->id), solver);
  EXPECT_EQ(findSolver("no such method"), nullptr);
}

}  // namespace
}  // namespace keystone
