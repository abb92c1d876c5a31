// Work that nobody waits for any more ends, wherever it is.
#include "math/stop.h"

#include <gtest/gtest.h>

#include <atomic>

#include "lcp_problems.h"
#include "math/parallel.h"
#include "support/settled.h"

namespace keystone {
namespace {

class Stop : public ::testing::TestWithParam<const SolverInfo*> {};
INSTANTIATE_TEST_SUITE_P(EverySolver, Stop, ::testing::ValuesIn(solvers().begin(), solvers().end()),
                         [](const auto& tested) { return std::string(tested.param->id); });

ContactProblem problemFor(const SolverInfo& solver) {
  std::mt19937_64 random(5);
  if (solver.accepts.w_only) return testing::randomLcp(random, 8, 8, true);
  return settled("stack_15", 1).problem;
}

TEST_P(Stop, EndsASolveWhereItIsAskedFor) {
  const ContactProblem problem = problemFor(*GetParam());
  const std::atomic<bool> asked = true;
  Solution solution;
  solution.lambda = VecX::Zero(problem.rows());
  const StopScope scope(&asked);
  EXPECT_THROW(GetParam()->solve(problem, {}, solution, nullptr), Stopped);
}

TEST(StopScope, AsksNobodyBeforeItsFlagIsSetOrAfterItsEnd) {
  std::atomic<bool> asked = false;
  {
    const StopScope scope(&asked);
    EXPECT_NO_THROW(stopIfAsked());
    asked = true;
    EXPECT_THROW(stopIfAsked(), Stopped);
    const StopScope never(nullptr);
    EXPECT_NO_THROW(stopIfAsked());
  }
  EXPECT_NO_THROW(stopIfAsked());
}

TEST(StopScope, ReachesEveryThreadOfALoop) {
  const int before = threads();
  setThreads(2);
  const std::atomic<bool> asked = true;
  std::atomic<int> stopped = 0;
  {
    const StopScope scope(&asked);
    parallelFor(64, 1, [&](int, int) {
      try {
        stopIfAsked();
      } catch (const Stopped&) {
        ++stopped;
      }
    });
    EXPECT_EQ(stopped, 64);
    EXPECT_THROW(parallelFor(64, 1, [](int, int) { stopIfAsked(); }), Stopped);
  }
  parallelFor(64, 1, [](int, int) { stopIfAsked(); });  // the threads are as they were
  setThreads(before);
}

}  // namespace
}  // namespace keystone
