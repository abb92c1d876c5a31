// A stack of three boxes on a plane, built in code, and a scene from a file when one is given. Prints for each the
// largest residual of its steps: example [SCENE.json ASSETS]
#include <keystone.h>

#include <algorithm>
#include <cstdio>
#include <exception>

namespace {

constexpr int kSteps = 30;  // half a second

keystone::Simulation stack() {
  using namespace keystone;
  const Material wood{0.5, 0.5, 0.0};
  Simulation simulation;
  simulation.solver = findSolver("exact");
  Body ground;
  ground.kind = BodyKind::Static;
  addBody(simulation.world, ground, {HalfSpace{Vec3::UnitY(), 0.0}, wood});
  for (int i = 0; i < 3; ++i) {
    Body box;
    box.mass = 2.0;                                   // [kg]
    box.inertia = box.mass / 6.0 * Mat3::Identity();  // [kg m^2], of a cube with an edge of 1 m
    box.pose.position = Vec3(0.1 * i, 0.5 + i, 0.0);  // [m]
    addBody(simulation.world, box, {Box{Vec3::Constant(0.5)}, wood});
  }
  return simulation;
}

void run(const char* name, keystone::Simulation simulation) {
  double worst = 0.0;
  for (int i = 0; i < kSteps; ++i) worst = std::max(worst, keystone::step(simulation).residual.value);
  std::printf("%s: %zu bodies, %d contacts, residual %.1e\n", name, simulation.world.bodies.size(),
              simulation.problem.contacts, worst);
}

}  // namespace

int main(int argc, char** argv) {
  try {
    std::printf("keystone %s\n", keystone::version().data());
    run("stack", stack());
    if (argc == 3) run("scene", keystone::loadScene(argv[1], argv[2]).simulation);
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "example: %s\n", error.what());
    return 1;
  }
}
