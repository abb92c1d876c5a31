// Exact steps while piles are disturbed: every step's residual and time, one thread, a line of CSV per case.
//
//   keystone_disturbed          a few bricks pulled out of walls, a ball shot in, boxes poured, bricks that slide
//   keystone_disturbed every    every brick of wall3d_10x10 by itself
//   keystone_disturbed aims     the ball at twenty places of the wall
//   keystone_disturbed large    a thousand bricks: seconds a step
// With a last word `unbounded`, each step takes as many factorizations as it needs.
//
// A pile stands for a second first. Then a hand pulls the brick out by 2 m within 40 steps, as the mouse would
// (Drag's own stiffness and cap), or a ball as the sandbox shoots it, eight times as dense as stone, comes at 10 m/s.
#include <algorithm>
#include <cstdio>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "math/parallel.h"
#include "math/thread_time.h"
#include "paths.h"
#include "scene/scene_def.h"
#include "shape/mass_properties.h"

namespace keystone::bench {
namespace {

constexpr int kStepsToRest = 60;
constexpr int kStepsOfPull = 40;
constexpr double kPull = 2.0;  // [m], out of the wall; in the plane up
constexpr double kExact = 1e-6;

enum class Hand { Away, Pulls, Shoots };

struct Case {
  std::string scene;
  Hand hand = Hand::Away;
  int body = -1;  // pulled
  int steps = 300;
  double aim = 0.0;  // [m], of the ball, from the middle of the wall
};

void shootBall(World& world, double aim) {
  constexpr double kRadius = 0.3, kDensity = 16000.0;
  const MassProperties mass = massProperties(Sphere{kRadius}, kDensity);
  Body ball;
  ball.mass = mass.mass;
  ball.inertia = mass.inertia;
  ball.pose.position = {aim, 2.5, 6.0};
  ball.velocity = {0.0, 0.0, -10.0};
  addBody(world, std::move(ball), Collider{Sphere{kRadius}, Material{}});
}

void run(const Case& what, bool unbounded) {
  Simulation simulation = loadScene(findScene(what.scene, assetDir()), assetDir()).simulation;
  if (what.hand != Hand::Away)
    for (int k = 0; k < kStepsToRest; ++k) step(simulation);
  const Vec3 pull = kPull * (simulation.world.planar ? Vec3::UnitY() : Vec3::UnitZ());
  Vec3 from = Vec3::Zero();
  if (what.hand == Hand::Pulls) {
    from = simulation.world.bodies[what.body].pose.position;
    simulation.world.drags.push_back({.body = what.body, .target = from});
  }
  if (what.hand == Hand::Shoots) shootBall(simulation.world, what.aim);

  if (unbounded) simulation.parameters["work"] = -1;
  std::map<std::string_view, int> stages;
  std::vector<double> times;
  int unconverged = 0, inexact = 0, factorizations = 0;
  double worst = 0.0;
  for (int k = 0; k < what.steps; ++k) {
    if (what.hand == Hand::Pulls)
      simulation.world.drags.back().target = from + std::min(1.0, (k + 1.0) / kStepsOfPull) * pull;
    const double begin = threadTime();
    const StepReport& report = step(simulation);
    times.push_back(threadTime() - begin);
    unconverged += report.solve.status == SolveStatus::Converged ? 0 : 1;
    inexact += report.residual.value <= kExact ? 0 : 1;
    ++stages[report.solve.stage.empty() ? "none" : report.solve.stage];
    factorizations += report.solve.factorizations;
    worst = std::max(worst, report.residual.value);
  }
  std::sort(times.begin(), times.end());
  const auto n = times.size();
  std::string hand;
  if (what.hand == Hand::Pulls) hand = "pull " + std::to_string(what.body);
  if (what.hand == Hand::Shoots) hand = what.aim == 0.0 ? "ball" : "ball " + std::to_string(what.aim);
  std::printf("%s,%s,%d,%d,%d,%.1e,%.1f,%.2f,%.2f,%.2f,", what.scene.c_str(), hand.c_str(), what.steps, unconverged,
              inexact, worst, static_cast<double>(factorizations) / what.steps, times[n / 2], times[n * 99 / 100],
              times.back());
  const char* separator = "";
  for (const auto& [stage, count] : stages) {
    std::printf("%s%.*s %d", separator, static_cast<int>(stage.size()), stage.data(), count);
    separator = " ";
  }
  std::puts("");
  std::fflush(stdout);
}

std::vector<Case> cases() {
  std::vector<Case> list{{"wall_10x10", Hand::Pulls, 45}, {"pyramid3d_5", Hand::Pulls, 20}};
  for (const int body : {5, 25, 45, 55, 75, 95}) list.push_back({"wall3d_10x10", Hand::Pulls, body});
  list.push_back({"wall3d_10x10", Hand::Shoots});
  for (const char* scene : {"isotropic_friction", "friction_sweep", "dominoes", "diamond_5"})
    list.push_back({.scene = scene});
  list.push_back({.scene = "bin_200", .steps = 600});
  return list;
}

std::vector<Case> everyBrick() {
  const std::string scene = "wall3d_10x10";
  const World world = loadScene(findScene(scene, assetDir()), assetDir()).simulation.world;
  std::vector<Case> list;
  for (int body = 0; body < static_cast<int>(world.bodies.size()); ++body)
    if (isMovable(inverseMass(world.bodies[body]))) list.push_back({scene, Hand::Pulls, body});
  return list;
}

std::vector<Case> aims() {
  constexpr int kPlaces = 20;
  constexpr double kApart = 0.1;  // [m]
  std::vector<Case> list;
  list.reserve(kPlaces);
  for (int k = 0; k < kPlaces; ++k)
    list.push_back({.scene = "wall3d_10x10", .hand = Hand::Shoots, .aim = kApart * (k - 0.5 * (kPlaces - 1))});
  return list;
}

std::vector<Case> largeWorlds() {
  return {{"wall3d_40x25", Hand::Pulls, 500, 120},
          {"wall3d_40x25", Hand::Shoots, -1, 120},
          {"pyramid3d_10", Hand::Shoots, -1, 60}};
}

}  // namespace
}  // namespace keystone::bench

int main(int argc, char** argv) {
  using namespace keystone::bench;
  keystone::setThreads(1);
  std::puts(
      "scene,hand,steps,not_converged,above_1e-6,residual_max,factorizations_mean,median_"
      "ms,p99_ms,max_ms,steps_by_stage");
  const std::string_view which = argc > 1 ? argv[1] : "";
  const auto list = which == "every"   ? everyBrick()
                    : which == "aims"  ? aims()
                    : which == "large" ? largeWorlds()
                                       : cases();
  const bool unbounded = std::string_view(argv[argc - 1]) == "unbounded";
  for (const Case& what : list) run(what, unbounded);
}
