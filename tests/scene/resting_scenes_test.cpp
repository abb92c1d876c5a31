// Scenes at rest, and scenes that come to rest: every body is in balance, and what does not move bears the weights.
#include <cmath>

#include "scene/balance.h"
#include "scene/scene_fixture.h"

namespace keystone {
namespace {

// 1e-9: the solver's, of the forces on a body.
void expectBalance(const Simulation& simulation) {
  const Imbalance off = imbalanceAtRest(simulation);
  EXPECT_LE(off.weight, 1e-9);
  if (!simulation.world.joints.empty()) return;  // its bodies bear each other by joints as well
  EXPECT_LE(off.force, 1e-9);
  EXPECT_LE(off.moment, 1e-9);
}

class AtRestFromTheStart : public ::testing::TestWithParam<const char*> {};

TEST_P(AtRestFromTheStart, StaysAndBearsItsWeights) {
  Scene scene = loadById(GetParam());
  Simulation& simulation = scene.simulation;
  for (int n = 0; n < 10; ++n) {
    step(simulation);
    ASSERT_EQ(simulation.report.solve.status, SolveStatus::Converged) << n;
    ASSERT_EQ(simulation.report.kinetic, 0.0) << n;
  }
  for (std::size_t i = 0; i < simulation.world.bodies.size(); ++i)
    ASSERT_EQ(simulation.world.bodies[i].pose.position, simulation.world.start[i]) << simulation.world.bodies[i].name;
  expectBalance(simulation);
}

INSTANTIATE_TEST_SUITE_P(Scenes, AtRestFromTheStart,
                         ::testing::Values("arch", "arch_25", "arch_51", "arch_101", "arch_251", "card_house",
                                           "cards_26", "cards_40", "cards_155", "collapse_5x5_friction", "creep_slope",
                                           "diamond_4", "harmonic_10", "harmonic_10_frictionless", "harmonic_30",
                                           "jenga", "kapla", "mass_ratio_1", "mass_ratio_2", "overhang_parabolic",
                                           "overhang_parabolic_frictionless", "packed_frictionless", "pyramid2d_10",
                                           "pyramid2d_20", "pyramid2d_80", "pyramid3d_5", "pyramid3d_10",
                                           "shapes_cylinders", "stack_15", "stack_10000", "table", "tiny_pyramid",
                                           "tower3d_10", "tower_heavy_top", "two_boxes_1000", "wall_5x5", "wall_10x10",
                                           "wall_40x25", "wall3d_10x10", "wall3d_40x25", "wedged"),
                         [](const auto& instance) { return std::string(instance.param); });

// [m] From the middle of one body to that of another, along the ground.
double beside(const Scene& scene, const std::string& one, const std::string& other) {
  const Vec3 way = named(scene, one).pose.position - named(scene, other).pose.position;
  return std::hypot(way.x(), way.z());
}

// Seven balls of 0.16 m in a bowl of 0.9 m inside.
void expectBallsInTheBowl(const Scene& scene) {
  for (int i = 1; i <= 7; ++i) {
    const std::string ball = "ball_" + std::to_string(i);
    EXPECT_LE(beside(scene, ball, "bowl"), 0.9 - 0.16) << ball;
  }
  for (const ContactPoint& contact : scene.simulation.problem.contact_points) {
    const std::string& who = scene.simulation.world.bodies[contact.b].name;
    EXPECT_FALSE(contact.a == 0 && who.starts_with("ball")) << who << " is on the ground";
  }
}

struct Settling {
  const char* id;
  const char* ring = "";  // name of the rings round its post
  int rings = 0;
  double play = 0.0;  // [m], radius of a ring's hole less that of the post
  bool slow = false;  // takes up to 8 s, and for a hard step longer than a frame
};

class ComesToRest : public ::testing::TestWithParam<Settling> {};

// No step adds energy but by recovery. Within 5 s (slow: 8 s) nothing moves, or is deeper than recovery leaves it.
// Rings lie round the post, one on the other.
TEST_P(ComesToRest, WithoutGainingEnergyAndBearsItsWeights) {
  Scene scene = loadById(GetParam().id);
  Simulation& simulation = scene.simulation;
  if (GetParam().slow) simulation.parameters["work"] = -1;
  double energy = HUGE_VAL;
  int still = 0;
  for (int n = 0; n < (GetParam().slow ? 480 : 300) && still < 10; ++n) {
    step(simulation);
    ASSERT_LE(simulation.report.residual.value, 1e-9) << n;
    const double now = simulation.report.kinetic + simulation.report.potential;
    ASSERT_LE(now, energy + liftedByRecovery(simulation)) << n;
    energy = now;
    still = simulation.report.kinetic == 0.0 ? still + 1 : 0;
  }
  EXPECT_EQ(still, 10);
  EXPECT_LE(simulation.report.max_penetration, simulation.params.recovery_slop);
  expectBalance(simulation);
  double below = 0.0;
  for (int i = 1; i <= GetParam().rings; ++i) {
    const std::string ring = GetParam().ring + std::to_string(i);
    EXPECT_LE(beside(scene, ring, "post"), GetParam().play) << ring;
    EXPECT_GT(named(scene, ring).pose.position.y(), below) << ring;
    below = named(scene, ring).pose.position.y();
    EXPECT_LT(below, 2.0 * named(scene, "post").pose.position.y()) << ring;
  }
  for (std::size_t i = 0; i < simulation.world.bodies.size(); ++i) {
    const Body& body = simulation.world.bodies[i];
    EXPECT_TRUE(!body.isDynamic() || body.pose.position.y() > 0.0) << body.name << " fell through";
    if (body.name.starts_with("block_")) {
      EXPECT_LT((body.pose.position - simulation.world.start[i]).norm(), 1e-9)
          << body.name << " of a tower that stands";
    }
  }
  if (scene.id == "shapes_concave") expectBallsInTheBowl(scene);
}

INSTANTIATE_TEST_SUITE_P(Scenes, ComesToRest,
                         ::testing::Values(Settling{"cards_155_mu06"}, Settling{"mesh_formats"},
                                           Settling{"shapes_rounded"},
                                           Settling{"shapes_compounds", "ring_", 3, 0.16 - 0.03 - 0.05},
                                           Settling{"shapes_concave", "torus_", 4, 0.8 * 0.34 - 0.12, true},
                                           Settling{"shapes_fields", "torus_", 4, 0.8 * 0.34 - 0.12}),
                         [](const auto& instance) { return std::string(instance.param.id); });

}  // namespace
}  // namespace keystone
