#include "session/convergence.h"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "solver/by_islands.h"
#include "solver/registry.h"
#include "solver/scene_problems.h"

namespace keystone {
namespace {

// Generous: test machines are shared.
constexpr std::chrono::seconds kPatience{60};

void waitFor(const Convergence& convergence) {
  const auto end = std::chrono::steady_clock::now() + kPatience;
  while (convergence.running() && std::chrono::steady_clock::now() < end)
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  ASSERT_FALSE(convergence.running());
}

ChosenMethod method(const char* id, ParameterValues parameters = {}) {
  return {findSolver(id), std::move(parameters)};
}

TEST(Convergence, HasEveryMethodsHistory) {
  const ContactProblem problem = testing::problemAfter("wall_5x5", 3);
  Convergence convergence(problem, FrictionLaw::Cone, "wall");
  convergence.choose({method("pgs"), method("exact"), method("keller")});
  waitFor(convergence);
  const std::vector<ConvergenceCurve> curves = convergence.curves();
  ASSERT_EQ(curves.size(), 3u);
  EXPECT_EQ(curves[0].points.size(), 51u) << "the start and fifty sweeps";
  for (std::size_t i = 0; i < 2; ++i) {
    Solution cold{VecX::Zero(problem.rows()), {}};
    const SolveReport alone = solveAndCheck(*curves[i].method.solver, problem, {}, cold, nullptr);
    EXPECT_EQ(curves[i].points.back().residual, alone.residual.value) << i;
  }
  EXPECT_FALSE(curves[2].accepted) << "Keller's method takes no friction";
  EXPECT_TRUE(curves[2].points.empty());
}

TEST(Convergence, SolvesAgainOnlyWhatHasOtherParameters) {
  Convergence convergence(testing::problemAfter("wall_5x5", 3), FrictionLaw::Cone, "wall");
  convergence.choose({method("pgs"), method("nncg")});
  waitFor(convergence);
  convergence.choose({method("pgs", {{"iterations", 7}}), method("nncg")});
  waitFor(convergence);
  const std::vector<ConvergenceCurve> curves = convergence.curves();
  EXPECT_EQ(curves[0].points.size(), 8u);
  EXPECT_EQ(curves[0].number, 2);
  EXPECT_EQ(curves[1].points.size(), 51u);
  EXPECT_EQ(curves[1].number, 1);
}

TEST(Convergence, PointsComeWhileTheMethodIsAtWorkAndNobodyWaitsForOneThatIsLeftOut) {
  Convergence convergence(testing::problemAfter("wall3d_40x25", 1), FrictionLaw::Cone, "wall");
  convergence.choose({method("pgs", {{"iterations", 10000}, {"tolerance", 0}})});  // seconds
  const auto end = std::chrono::steady_clock::now() + kPatience;
  std::size_t points = 0;
  while (points < 3 && std::chrono::steady_clock::now() < end) points = convergence.curves().front().points.size();
  ASSERT_GE(points, 3u);
  EXPECT_EQ(convergence.curves().front().state, ConvergenceCurve::State::Running);
  convergence.choose({method("newton_cone")});
  waitFor(convergence);
  const std::vector<ConvergenceCurve> curves = convergence.curves();
  ASSERT_EQ(curves.size(), 1u);
  EXPECT_EQ(curves[0].method.solver->id, "newton_cone");
  EXPECT_EQ(curves[0].points.back().residual, curves[0].report.residual.value);
}

}  // namespace
}  // namespace keystone
