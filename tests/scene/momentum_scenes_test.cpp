// Scenes in motion: what does not move, and the weights, change the momentum of all bodies, and nothing else does.
#include <cmath>

#include "scene/balance.h"
#include "scene/scene_fixture.h"

namespace keystone {
namespace {

struct MovingScene {
  const char* id;
  bool loses_energy = false;  // in every step; others are driven, or turn by some degrees in one
};

class InMotion : public ::testing::TestWithParam<MovingScene> {};

// 1e-9: the solver's, of the weight. By the step's own impulses: those of other integrators are means along rows of
// joints that turn (tests/smooth).
TEST_P(InMotion, OutsideForcesAloneChangeTheMomentum) {
  Scene scene = loadById(GetParam().id);
  Simulation& simulation = scene.simulation;
  simulation.params.integrator = Integrator::SemiImplicitEuler;
  Vec3 momentum = Vec3::Zero();
  double weight = 0.0, energy = HUGE_VAL, kinetic = 0.0;
  for (const Body& body : simulation.world.bodies) {
    if (!body.isDynamic()) continue;
    momentum += body.mass * body.velocity;
    weight += body.mass * simulation.world.gravity.norm();
  }
  for (int n = 0; n < 300; ++n) {
    step(simulation);
    const StepReport& report = simulation.report;
    const double h = simulation.problem.h;
    if (h == simulation.world.h) {  // else taken in parts, of which the problem is the last
      ASSERT_LE(((report.momentum - momentum) / h - forceFromOutside(simulation)).norm(), 1e-9 * weight) << n;
    }
    const double now = report.kinetic + report.potential;
    if (GetParam().loses_energy) {
      ASSERT_LE(now, energy + liftedByRecovery(simulation)) << n;
    }
    momentum = report.momentum;
    energy = now;
    kinetic = std::max(kinetic, report.kinetic);
  }
  EXPECT_GT(kinetic, 0.01) << "[J]: it moves";
}

INSTANTIATE_TEST_SUITE_P(
    Scenes, InMotion,
    ::testing::Values(MovingScene{"belt"}, MovingScene{"bridge", true}, MovingScene{"cam_follower"},
                      MovingScene{"chain_on_bricks"}, MovingScene{"chain_on_bricks_frictionless"},
                      MovingScene{"collapse_5x5"}, MovingScene{"collapse_compare"}, MovingScene{"diamond_5"},
                      MovingScene{"dominoes"}, MovingScene{"double_action_jack"}, MovingScene{"friction_ramp", true},
                      MovingScene{"friction_sweep", true}, MovingScene{"gear_hoist"}, MovingScene{"geneva_drive"},
                      MovingScene{"harmonic_10_over", true}, MovingScene{"harmonic_10_over_frictionless"},
                      MovingScene{"harmonic_30_over"}, MovingScene{"inverted_triangle_3"},
                      MovingScene{"inverted_triangle_3_friction", true}, MovingScene{"inverted_triangle_5", true},
                      MovingScene{"inverted_triangle_5_friction", true}, MovingScene{"lift"},
                      MovingScene{"linkage_blocks"}, MovingScene{"mesh_pile", true},
                      MovingScene{"painleve_box_055", true}, MovingScene{"painleve_rod"}, MovingScene{"ragdoll", true},
                      MovingScene{"ratchet_pawl"}, MovingScene{"rattleback", true}, MovingScene{"shapes_cones"},
                      MovingScene{"shapes_hills", true}, MovingScene{"shapes_rolling"},
                      MovingScene{"shapes_surface", true}, MovingScene{"suspension"}, MovingScene{"tippe_top", true},
                      MovingScene{"turning_axle"}),
    [](const auto& instance) { return std::string(instance.param.id); });

}  // namespace
}  // namespace keystone
