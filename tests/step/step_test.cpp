// What a step promises beside the physics: same bits, exact snapshots, no NaN.
#include <gtest/gtest.h>

#include <limits>

#include "world/small_worlds.h"

namespace keystone {
namespace {

class Step : public ::testing::TestWithParam<const SolverInfo*> {};
INSTANTIATE_TEST_SUITE_P(EverySolver, Step, ::testing::ValuesIn(frictionSolvers()), solverName);

Simulation stack(const SolverInfo& solver, bool planar) {
  Simulation result = simulation(solver, planar);
  result.parameters.clear();
  addPlane(result.world, Vec3::UnitY());
  for (int i = 0; i < 4; ++i) addBox(result.world, {0.5, 0.25, 0.5}, 1.0 + i, {0.05 * i, 0.25 + 0.5 * i, 0});
  return result;
}

TEST_P(Step, SameStartGivesTheSameBits) {
  for (const bool planar : {true, false}) {
    Simulation one = stack(*GetParam(), planar);
    Simulation two = stack(*GetParam(), planar);
    for (int n = 0; n < 60; ++n) ASSERT_EQ(step(one).state_hash, step(two).state_hash) << n;
  }
}

TEST_P(Step, SnapshotRestoresTheFutureExactly) {
  Simulation running = stack(*GetParam(), true);
  for (int n = 0; n < 20; ++n) step(running);
  const World snapshot = running.world;
  for (int n = 0; n < 20; ++n) step(running);
  const std::uint64_t future = running.report.state_hash;
  running.world = snapshot;
  EXPECT_EQ(stateHash(running.world), stateHash(snapshot));
  for (int n = 0; n < 20; ++n) step(running);
  EXPECT_EQ(running.report.state_hash, future);
}

TEST_P(Step, NotANumberIsRejectedAndTheLastGoodStateKept) {
  Simulation running = stack(*GetParam(), true);
  for (int n = 0; n < 5; ++n) step(running);
  const std::uint64_t good = stateHash(running.world);
  const int contacts = running.problem.contacts;
  running.world.drags.push_back({.body = 2, .target = Vec3(std::numeric_limits<double>::quiet_NaN(), 0, 0)});
  step(running);
  EXPECT_TRUE(running.report.rejected);
  EXPECT_FALSE(running.report.trouble.empty());
  EXPECT_EQ(running.report.trouble.find('\n'), std::string::npos);
  EXPECT_EQ(stateHash(running.world), good);
  EXPECT_EQ(running.report.state_hash, good);
  EXPECT_EQ(running.problem.contacts, contacts) << "the problem is kept";
  running.world.drags.clear();
  step(running);
  EXPECT_FALSE(running.report.rejected);
  EXPECT_EQ(running.world.step, 6);
}

TEST_P(Step, ImpulsesThatOverflowAreRejected) {
  Simulation running = stack(*GetParam(), true);
  running.world.bodies[2].velocity.y() = -1e308;
  const std::uint64_t before = stateHash(running.world);
  step(running);
  EXPECT_TRUE(running.report.rejected);
  EXPECT_EQ(stateHash(running.world), before);
}

TEST_P(Step, ReportCountsWhatIsThere) {
  Simulation running = stack(*GetParam(), true);
  const int lone = addSphere(running.world, 0.5, 2.0, {100, 50, 0});
  running.world.bodies[lone].velocity = {3, 0, 0};
  const StepReport& report = step(running);
  EXPECT_EQ(report.step, 1);
  EXPECT_EQ(report.bodies, 6);
  EXPECT_EQ(report.contacts, 8);
  EXPECT_EQ(report.rows, 16);
  EXPECT_EQ(report.islands, 2) << "the stack and the lone ball";
  EXPECT_EQ(report.sets.clamped + report.sets.unclamped, report.contacts);
  Vec3 momentum = Vec3::Zero();
  for (const Body& body : running.world.bodies)
    if (body.isDynamic()) momentum += body.mass * body.velocity;
  EXPECT_EQ(report.momentum, momentum);
  EXPECT_GE(report.ms.total, report.ms.solve);
}

TEST(StepReport, LimitOfIterationsIsToldInOneLine) {
  const SolverInfo* pgs = findSolver("pgs");
  ASSERT_NE(pgs, nullptr);
  Simulation running = stack(*pgs, true);
  running.parameters["iterations"] = 1;
  step(running);
  EXPECT_EQ(running.report.solve.status, SolveStatus::IterationLimit);
  EXPECT_NE(running.report.trouble.find(std::string(pgs->title) + ": iteration limit, residual"), std::string::npos);
  EXPECT_FALSE(running.report.rejected);
}

// A method that gives up with impulses that are far off.
const SolverInfo kHopeless{{"hopeless", "Hopeless", "test", ""},
                           {.exact = true, .pivots = true},
                           {},
                           {},
                           [](const ContactProblem& problem, const ParameterValues&, Solution& solution, SolverTrace*) {
                             solution.lambda = VecX::Constant(problem.rows(), 1e3);
                             SolveReport report;
                             report.status = SolveStatus::Breakdown;
                             report.message = "on purpose";
                             return report;
                           }};
const SolverInfo kChoosy{{"choosy", "Choosy", "test", ""},
                         {.exact = true, .pivots = true},
                         {false, false, false, false, false},
                         {},
                         [](const ContactProblem&, const ParameterValues&, Solution&, SolverTrace*) {
                           SolveReport report;
                           report.status = SolveStatus::Unsupported;
                           return report;
                         }};

TEST(StepReport, FailedSolveIsRepeatedByAnotherMethodAndSaysSo) {
  Simulation running = stack(kHopeless, true);
  for (int n = 0; n < 30; ++n) step(running);
  EXPECT_EQ(running.report.fallback, "pgs");
  EXPECT_EQ(running.report.solve.status, SolveStatus::Breakdown);
  EXPECT_LE(running.report.residual.value, 1e-3);
  EXPECT_NE(running.report.trouble.find("Hopeless: breakdown"), std::string::npos);
  EXPECT_NE(running.report.trouble.find("impulses by Projected Gauss-Seidel"), std::string::npos);
  EXPECT_LE((running.world.bodies[4].pose.position - running.world.start[4]).norm(), 1e-2) << "nothing blows up";
}

TEST(StepReport, UnsupportedProblemLeavesTheStateAsItWas) {
  Simulation running = stack(kChoosy, true);
  const std::uint64_t before = stateHash(running.world);
  step(running);
  EXPECT_TRUE(running.report.rejected);
  EXPECT_NE(running.report.trouble.find("Choosy: unsupported"), std::string::npos);
  EXPECT_EQ(stateHash(running.world), before);
}

}  // namespace
}  // namespace keystone
