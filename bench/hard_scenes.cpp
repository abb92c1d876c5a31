#include "hard_scenes.h"

#include <algorithm>
#include <string>

#include "paths.h"
#include "scene/scene_def.h"
#include "shape/mass_properties.h"

namespace keystone::bench {
namespace {

constexpr double kDensity = 16000.0;  // [kg/m^3], of balls
const Vec3 kPull{0.0, 0.0, 2.0};      // [m]
constexpr int kStepsOfPull = 40;

void shoot(World& world, const Ball& what) {
  const MassProperties mass = massProperties(Sphere{what.radius}, kDensity);
  Body ball;
  ball.mass = mass.mass;
  ball.inertia = mass.inertia;
  ball.pose.position = what.place;
  ball.velocity = what.velocity;
  addBody(world, std::move(ball), Collider{Sphere{what.radius}, Material{}});
}

Simulation load(std::string_view scene) {
  Simulation simulation = loadScene(findScene(std::string(scene), assetDir()), assetDir()).simulation;
  simulation.solver = findSolver("exact");
  simulation.parameters.clear();
  return simulation;
}

}  // namespace

const std::vector<HardScene>& hardScenes() {
  static const std::vector<HardScene> kScenes = {
      {"wall_ball", "wall3d_10x10", 60, 100, Ball{{0.0, 2.5, 6.0}, {0.0, 0.0, -10.0}}},
      {"wall_ball", "wall3d_10x10", 60, 100, Ball{{-0.7, 2.5, 6.0}, {0.0, 0.0, -10.0}}},
      {"wall_ball", "wall3d_10x10", 60, 100, Ball{{1.8, 3.4, 6.0}, {0.0, 0.0, -10.0}}},
      {"wall_brick", "wall3d_10x10", 60, 60, {}, 45},
      {"wall_brick", "wall3d_10x10", 60, 60, {}, 25},
      {"wall_brick", "wall3d_10x10", 60, 60, {}, 75},
      {"bin", "bin_200", 0, 300},
      {"pyramid_ball", "pyramid3d_5", 30, 100, Ball{{0.5, 4.0, 9.0}, {0.0, 0.0, -20.0}, 1.0}},
      {"jenga_ball", "jenga", 30, 80, Ball{{0.4, 6.0, 5.0}, {0.0, 0.0, -25.0}, 0.6}},
      {"kapla_ball", "kapla", 30, 80, Ball{{0.1, 0.5, 1.5}, {0.0, 0.0, -8.0}, 0.15}},
      {"cards", "cards_155_mu04", 0, 120},
      {"cards_ball", "cards_155", 30, 80, Ball{{0.3, 4.0, 2.0}, {0.0, 0.0, -6.0}, 0.2}},
      {"arch_ball", "arch_101", 30, 80, Ball{{0.5, 4.8, 4.0}, {0.0, 0.0, -20.0}, 0.5}},
      {"mesh_pile", "mesh_pile", 0, 180},
  };
  return kScenes;
}

void runHardScene(const HardScene& scene, const std::function<void(const Simulation&)>& see) {
  Simulation simulation = load(scene.scene);
  for (int k = 0; k < scene.before; ++k) step(simulation);
  Vec3 from = Vec3::Zero();
  if (scene.ball) shoot(simulation.world, *scene.ball);
  if (scene.pulled >= 0) {
    from = simulation.world.bodies[scene.pulled].pose.position;
    simulation.world.drags.push_back({.body = scene.pulled, .target = from});
  }
  for (int k = 0; k < scene.steps; ++k) {
    if (scene.pulled >= 0)
      simulation.world.drags.back().target = from + std::min(1.0, (k + 1.0) / kStepsOfPull) * kPull;
    step(simulation);
    see(simulation);
  }
}

}  // namespace keystone::bench
