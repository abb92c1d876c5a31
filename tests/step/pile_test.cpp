// Boxes that tumble into a heap: sliding, turning contact frames, impacts, recovery, rest.
#include <gtest/gtest.h>

#include <random>

#include "world/small_worlds.h"

namespace keystone {
namespace {

class Pile : public ::testing::TestWithParam<const SolverInfo*> {};
INSTANTIATE_TEST_SUITE_P(EverySolver, Pile, ::testing::ValuesIn(frictionSolvers()), solverName);

class ExactPile : public ::testing::TestWithParam<const SolverInfo*> {};
std::vector<const SolverInfo*> exactSolvers() {
  std::vector<const SolverInfo*> exact;
  for (const SolverInfo* solver : frictionSolvers())
    if (solver->exact) exact.push_back(solver);
  return exact;
}
INSTANTIATE_TEST_SUITE_P(EveryExactSolver, ExactPile, ::testing::ValuesIn(exactSolvers()), solverName);

Simulation tumbling(const SolverInfo& solver, bool planar, int boxes) {
  Simulation result = simulation(solver, planar);
  result.parameters.clear();
  addPlane(result.world, Vec3::UnitY());
  std::mt19937 random(3);
  const auto uniform = [&random] { return std::ldexp(static_cast<double>(random()), -31) - 1.0; };
  for (int i = 0; i < boxes; ++i) {
    const double x = 1.5 * uniform();
    const double z = planar ? 0.0 : 1.5 * uniform();
    const int box = addBox(result.world, {0.5, 0.25 + 0.1 * uniform(), 0.3}, 1.0, {x, 1.0 + 1.2 * i, z});
    const Vec3 axis = planar ? Vec3(Vec3::UnitZ()) : Vec3(uniform(), uniform(), uniform()).normalized();
    result.world.bodies[box].pose.orientation = Quat(Eigen::AngleAxisd(3.0 * uniform(), axis));
    result.world.bodies[box].omega = 3.0 * uniform() * axis;
  }
  return result;
}

TEST_P(Pile, FallsWithoutGainingEnergyAndComesToRest) {
  for (const bool planar : {true, false}) {
    Simulation pile = tumbling(*GetParam(), planar, planar ? 12 : 6);
    double energy = INFINITY;
    for (int n = 0; n < 480; ++n) {
      const StepReport& report = step(pile);
      ASSERT_FALSE(report.rejected) << report.trouble;
      // Recovery lifts bodies out of overlap, without speed: at most the weight of all by recovery_speed h.
      const double lifted = 9.81 * 12.0 * pile.params.recovery_speed * pile.world.h;
      ASSERT_LE(report.kinetic + report.potential, energy + lifted) << "step " << n;
      energy = report.kinetic + report.potential;
    }
    EXPECT_LE(pile.report.kinetic, 1e-3);  // [J], of 600 at the start
    EXPECT_LE(pile.report.max_penetration, 1e-4);
  }
}

TEST_P(ExactPile, IsExactAtEveryPlanarStepThatTheMethodSaysConverged) {
  Simulation pile = tumbling(*GetParam(), true, 20);
  int failed = 0;
  for (int n = 0; n < 300; ++n) {
    const StepReport& report = step(pile);
    if (report.solve.status == SolveStatus::Converged) {
      ASSERT_LE(report.residual.value, 1e-9) << "step " << n;
    } else {
      ++failed;
    }
  }
  EXPECT_LE(failed, 3) << "one step in a hundred";
}

}  // namespace
}  // namespace keystone
