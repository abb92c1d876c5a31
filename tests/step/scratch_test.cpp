// A step does not depend on what earlier ones have left in the thread's scratch memory (math/scratch_pool.h).
#include <gtest/gtest.h>

#include <thread>

#include "math/parallel.h"
#include "step/step.h"
#include "support/settled.h"

namespace keystone {
namespace {

struct Case {
  const char *scene, *solver, *stepper;
};
std::ostream& operator<<(std::ostream& out, const Case& c) {
  return out << c.scene << " under " << c.solver << ", " << c.stepper;
}

Simulation simulationOf(const Case& of) {
  Simulation simulation = loadById(of.scene).simulation;
  simulation.solver = findSolver(of.solver);
  simulation.parameters.clear();
  simulation.stepper = findStepper(of.stepper)->kind;
  return simulation;
}

class ScratchMemory : public ::testing::TestWithParam<Case> {
 protected:
  void SetUp() override { setThreads(1); }
  void TearDown() override { setThreads(0); }
};

TEST_P(ScratchMemory, ThreadsThatHaveStepsBehindThemGiveTheBitsOfNewOnes) {
  Simulation here = simulationOf(GetParam()), elsewhere = here;
  Simulation other = simulationOf({"tower3d_10", "exact", "velocity"});
  for (int i = 0; i < 25; ++i) {
    step(other);  // leaves memory of other sizes and contents
    const std::uint64_t hash = step(here).state_hash;
    std::thread([&] { step(elsewhere); }).join();
    ASSERT_EQ(elsewhere.report.state_hash, hash) << "step " << i;
  }
}

INSTANTIATE_TEST_SUITE_P(
    ScenesAndMethods, ScratchMemory,
    ::testing::Values(Case{"mesh_pile", "exact", "velocity"}, Case{"mesh_pile", "pgs", "velocity"},
                      Case{"wall3d_10x10", "newton_cone", "velocity"},
                      Case{"pyramid3d_5", "interior_point", "velocity"}, Case{"wall_10x10", "pivoting", "velocity"},
                      Case{"wall_10x10", "gauss", "position"}, Case{"shapes_cylinders", "exact", "position"},
                      Case{"gear_hoist", "exact", "velocity"}, Case{"suspension", "exact", "velocity"},
                      Case{"suspension", "pgs", "acceleration"}, Case{"gear_hoist", "pgs", "velocity"},
                      Case{"isotropic_friction", "exact", "acceleration"}, Case{"wall_5x5", "exact", "quasistatic"},
                      Case{"mesh_pile", "exact", "avbd"}, Case{"mesh_pile", "exact", "tgs_soft"},
                      Case{"suspension", "exact", "avbd"}, Case{"suspension", "exact", "tgs_soft"},
                      Case{"ragdoll", "exact", "avbd"}, Case{"ragdoll", "exact", "tgs_soft"},
                      Case{"mesh_pile", "exact", "penalty"}, Case{"suspension", "exact", "penalty"},
                      Case{"ragdoll", "exact", "penalty"}, Case{"mesh_pile", "exact", "impulse"},
                      Case{"suspension", "exact", "impulse"}, Case{"ragdoll", "exact", "impulse"}));

}  // namespace
}  // namespace keystone
