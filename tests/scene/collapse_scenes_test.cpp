// Inverted triangles of bricks with friction: how much holds them, and that their own method solves every step.
#include "observe/analysis.h"
#include "scene/scene_fixture.h"

namespace keystone {
namespace {

bool stands(const std::string& id, double mu) {
  Scene scene = loadById(id);
  for (Collider& collider : scene.simulation.world.colliders)
    collider.material.friction_static = collider.material.friction_dynamic = mu;
  return analyze(scene.simulation).balanced;
}

TEST(CollapseScenes, FrictionOfOneHoldsTheInvertedTriangleAndOfOneHalfDoesNot) {
  EXPECT_FALSE(stands("inverted_triangle_5_friction", 0.5));
  EXPECT_TRUE(stands("inverted_triangle_5_friction", 1.0));
}

// Their bodies wedge, so that friction needs coupled rounds (docs/collapse.md).
TEST(CollapseScenes, WhereBodiesWedgeTheScenesOwnMethodSolvesEveryStep) {
  for (const char* id : {"inverted_triangle_5_friction", "chain_on_bricks"}) {
    Scene scene = loadById(id);
    for (int n = 0; n < 600; ++n) {
      const StepReport& report = step(scene.simulation);
      ASSERT_EQ(report.solve.status, SolveStatus::Converged) << id << " " << n << ": " << report.trouble;
      ASSERT_LE(report.residual.value, 1e-9) << id << " " << n;
    }
  }
}

}  // namespace
}  // namespace keystone
