// Chains of hinges of 25 to 400 links: microseconds of processor time of the algorithms on trees, which grow with the
// links (mass matrix: with their square), and of a whole step in reduced and in maximal coordinates. Least of several.
//   keystone_articulated_bench > table.csv
#include <algorithm>
#include <cstdio>

#include "articulated/articulated_inertia.h"
#include "math/thread_time.h"
#include "step/step.h"

namespace keystone::bench {
namespace {

constexpr int kRepeats = 15;

// Rods of 0.2 m in a row, let go level.
Simulation chainOf(int links) {
  Simulation result;
  result.solver = defaultSolver();
  World& world = result.world;
  for (int i = 0; i < links; ++i) {
    Body rod;
    rod.mass = 0.5;
    rod.inertia = Vec3(1e-4, 0.5 * 0.04 / 12.0, 0.5 * 0.04 / 12.0).asDiagonal();
    rod.pose.position = {0.2 * i + 0.1, 0.0, 0.0};
    addBody(world, rod, {Box{{0.09, 0.01, 0.01}}, {}});
    Joint joint;
    joint.kind = JointKind::Hinge;
    joint.a = i - 1;
    joint.b = i;
    attach(joint, world.bodies, {0.2 * i, 0.0, 0.0}, {0.2 * i, 0.0, 0.0}, i % 2 == 0 ? Vec3::UnitZ() : Vec3::UnitY());
    world.joints.push_back(joint);
  }
  return result;
}

// [us]
template <class Work>
double least(const Work& work) {
  double best = 1e300;
  for (int i = 0; i < kRepeats; ++i) {
    const double before = threadTime();
    work();
    best = std::min(best, 1e3 * (threadTime() - before));
  }
  return best;
}

void measureChain(int links) {
  Simulation maximal = chainOf(links), reduced = maximal;
  reduced.params.coordinates = Coordinates::Reduced;
  PlacedForest placed;
  placeForest(maximal.world.bodies, maximal.world.joints, false, placed);
  const VecX v = VecX::Zero(6 * links), f = VecX::Constant(6 * links, 1.0), zero = VecX::Zero(placed.forest.dofs);
  const std::vector<Joint>& joints = maximal.world.joints;
  double sum = 0.0;  // so that nothing is left out
  const double forward = least([&] { sum += forwardDynamics(placed, joints, v, f, {})[0]; });
  const double inverse = least([&] { sum += inverseDynamics(placed, joints, v, zero, f)[0]; });
  const double mass = least([&] { sum += massMatrix(placed)(0, 0); });
  double drift_maximal = 0.0, drift_reduced = 0.0;
  const auto stepOf = [&](Simulation& simulation, double& drift) {
    return least([&] {
      step(simulation);
      drift = std::max(drift, simulation.report.joint_error);
    });
  };
  const double step_reduced = stepOf(reduced, drift_reduced), step_maximal = stepOf(maximal, drift_maximal);
  std::printf("%d,%.1f,%.1f,%.1f,%.1f,%.1f,%.1e,%.1e%s\n", links, forward, inverse, mass, step_reduced, step_maximal,
              drift_reduced, drift_maximal, sum == sum ? "" : " not a number");
}

}  // namespace
}  // namespace keystone::bench

int main() {
  std::puts(
      "links,forward_us,inverse_us,mass_matrix_us,step_reduced_us,step_maximal_us,joint_error_reduced_m,"
      "joint_error_maximal_m");
  for (const int links : {25, 50, 100, 200, 400}) keystone::bench::measureChain(links);
}
