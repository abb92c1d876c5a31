// A residual that is asked for, of methods that end by something else; and problems that a method does not take.
#include "solver/solve_to_residual.h"

#include <gtest/gtest.h>

#include "scene_problems.h"
#include "solver/by_islands.h"

namespace keystone {
namespace {

using testing::problemAfter;

// How many solves it took.
int solvesTo(double residual, const SolverInfo& solver, const ContactProblem& problem, ParameterValues& parameters,
             SolveReport& report) {
  int solves = 0;
  report = solveToResidual(residual, solver, parameters, [&] {
    ++solves;
    Solution cold;
    cold.lambda = VecX::Zero(problem.rows());
    return solveAndCheck(solver, problem, parameters, cold, nullptr);
  });
  return solves;
}

// Jacobi's impulses change little long before they are right: by 1e-8 a sweep at a residual of 5e-8.
TEST(SolveToResidual, GoesOnWhereImpulsesAreStillTooEarly) {
  const ContactProblem problem = problemAfter("seesaw", 20);
  for (const double residual : {1e-6, 1e-8, 1e-11}) {
    ParameterValues parameters{{"iterations", 10000.0}};
    SolveReport report;
    EXPECT_GT(solvesTo(residual, *findSolver("jacobi"), problem, parameters, report), 1) << residual;
    EXPECT_LE(report.residual.value, residual);
    EXPECT_LT(report.iterations, 1000) << "no further than it must";
  }
}

TEST(SolveToResidual, EndsWhereIterationsAreSpent) {
  const ContactProblem problem = problemAfter("seesaw", 20);
  ParameterValues parameters{{"iterations", 20.0}};
  SolveReport report;
  EXPECT_LE(solvesTo(1e-8, *findSolver("jacobi"), problem, parameters, report), 2);
  EXPECT_EQ(report.status, SolveStatus::IterationLimit);
  EXPECT_EQ(report.iterations, 20);
}

TEST(SolveToResidual, LeavesAToleranceThatIsSet) {
  const ContactProblem problem = problemAfter("seesaw", 20);
  ParameterValues parameters{{"tolerance", 1e-3}};
  SolveReport report;
  EXPECT_EQ(solvesTo(1e-8, *findSolver("jacobi"), problem, parameters, report), 1);
  EXPECT_EQ(parameters["tolerance"], 1e-3);
  EXPECT_GT(report.residual.value, 1e-8);
}

TEST(SolveToResidual, IsTheToleranceOfAnExactMethod) {
  const ContactProblem problem = problemAfter("seesaw", 20);
  ParameterValues parameters;
  SolveReport report;
  EXPECT_EQ(solvesTo(1e-4, *findSolver("exact"), problem, parameters, report), 1);
  EXPECT_EQ(parameters["tolerance"], 1e-4);
}

SolveReport neverRun(const ContactProblem&, const ParameterValues&, Solution&, SolverTrace*) {
  ADD_FAILURE() << "a method was given what it says it does not take";
  return {};
}

// Accepts says what a method takes, and nothing else reaches it.
TEST(Accepts, KeepsJointsFromAMethodThatTakesNone) {
  const ContactProblem problem = problemAfter("bridge", 5);
  ASSERT_GT(problem.joint_rows, 0);
  SolverInfo solver{{"contacts_alone", "", "", ""}, {}, {.joints = false}, {}, neverRun};
  Solution solution;
  const SolveReport report = solver.solve(problem, {}, solution, nullptr);
  EXPECT_EQ(report.status, SolveStatus::Unsupported);
  EXPECT_EQ(report.message, "takes no joints");
  EXPECT_EQ(whyNotTaken(solver.accepts, problem, FrictionLaw::Cone), "takes no joints");
  solver.accepts.joints = true;
  EXPECT_EQ(whyNotTaken(solver.accepts, problem, FrictionLaw::Cone), "");
}

TEST(Accepts, SaysWhyFrictionIsNotTaken) {
  const ContactProblem planar = problemAfter("stack_15", 5), space = problemAfter("tower3d_10", 5);
  Accepts none{true, false, false, true, true}, box{true, true, false, true, true},
      cone{false, false, true, true, true};
  EXPECT_EQ(whyNotTaken(none, planar, FrictionLaw::Cone), "takes no friction");
  EXPECT_EQ(whyNotTaken(none, space, FrictionLaw::Box), "takes no friction");
  EXPECT_EQ(whyNotTaken(box, planar, FrictionLaw::Cone), "") << "in the plane the laws are the same";
  EXPECT_EQ(whyNotTaken(box, space, FrictionLaw::Cone), "takes no cone friction in space, but the box");
  EXPECT_EQ(whyNotTaken(cone, space, FrictionLaw::Box), "takes no box friction in space, but the cone");
  ContactProblem smooth = space;
  smooth.mu.setZero();
  EXPECT_EQ(whyNotTaken(cone, smooth, FrictionLaw::Cone), "takes no problem without friction");
}

}  // namespace
}  // namespace keystone
