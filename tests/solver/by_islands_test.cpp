#include "solver/by_islands.h"

#include <gtest/gtest.h>

#include <thread>

#include "solver/registry.h"
#include "world/small_worlds.h"

namespace keystone {
namespace {

// Two balls that do not touch each other, with rolling friction.
ContactProblem twoIslandsWithDiscs() {
  Simulation two = simulation(*findSolver("exact"));
  Material surface = material(0.5);
  surface.rolling = 0.01;
  addPlane(two.world, Vec3::UnitY(), surface);
  for (const double x : {0.0, 10.0}) addSphere(two.world, 0.5, 1.0, {x, 0.5, 0.0}, surface);
  step(two);
  return two.problem;
}

// On a thread of its own, whose memory for parts nothing has filled before.
TEST(ByIslands, APartThatAMethodDoesNotTakeLeavesItsRowsAlone) {
  const ContactProblem problem = twoIslandsWithDiscs();
  ASSERT_GE(problem.discs.size(), 2U);
  int refused = 0;
  for (const SolverInfo* solver : solvers()) {
    if (solver->accepts.discs) continue;
    std::thread([&] {
      Solution cold{VecX::Zero(problem.rows()), {}};
      const SolveReport report = solveAndCheck(*solver, problem, {}, cold, nullptr);
      EXPECT_EQ(report.status, SolveStatus::Unsupported) << solver->id;
      EXPECT_TRUE(cold.lambda.isZero(0.0)) << solver->id;
      for (const RowSet set : cold.sets) EXPECT_EQ(set, RowSet::Ignored) << solver->id;
    }).join();
    ++refused;
  }
  EXPECT_GT(refused, 3);
}

}  // namespace
}  // namespace keystone
