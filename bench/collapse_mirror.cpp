// How far the 5-diamond's collapse is from its own mirror image, step by step, as CSV.
//
//   keystone_collapse_mirror [STEPS] > FILE.csv      (1000)
//
// Steps of 2 ms, all four without friction: Rote and Zwick's position loop with bricks of four and of nine masses, and
// rigid bodies under the position stepper by the solvers gauss and pivoting. bench/plot_mirror.py draws it.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "framework/loops.h"
#include "paths.h"
#include "scene/scene_def.h"

namespace keystone {
namespace {

constexpr int kBase = 5;  // rows of 1, 2, ..., 5, ..., 2, 1

int across(int row) {
  return row < kBase ? row + 1 : 2 * kBase - 1 - row;
}

// [m], of the bricks' centres, row by row from left to right.
double mirrorError(const std::vector<Vec2>& centres) {
  double worst = 0.0;
  std::size_t first = 0;
  for (int row = 0; row < 2 * kBase - 1; ++row) {
    const auto n = static_cast<std::size_t>(across(row));
    for (std::size_t i = 0; i < n; ++i) {
      const Vec2 &p = centres[first + i], &q = centres[first + n - 1 - i];
      worst = std::max({worst, std::abs(p.x() + q.x()), std::abs(p.y() - q.y())});
    }
    first += n;
  }
  return worst;
}

class PointMasses {
 public:
  explicit PointMasses(BrickMasses model)
      : framework_(diamond(model)), loop_(framework_, {.h = 2e-3}), state_(restingState(framework_)) {}

  double step() {
    loop_.step(state_);
    std::vector<Vec2> centres;
    for (std::size_t brick = 1; brick < framework_.outlines.size(); ++brick) {  // 0 is the floor
      const auto& corner = framework_.outlines[brick].corners;
      centres.emplace_back((at(state_.p, corner[0]) + at(state_.p, corner[2])) / 2.0);
    }
    return mirrorError(centres);
  }

 private:
  static Framework diamond(BrickMasses model) {
    Framework framework;
    addFixedPolygon(framework, std::array<Vec2, 4>{Vec2(-50, -1), Vec2(50, -1), Vec2(50, 0), Vec2(-50, 0)});
    for (int row = 0; row < 2 * kBase - 1; ++row)
      for (int i = 0; i < across(row); ++i)
        addBrick(framework, {i - 0.5 * (across(row) - 1), 0.5 * (row + 0.5)}, {1.0, 0.5}, 0.0, 1.0, model);
    return framework;
  }

  Framework framework_;
  GaussLoop loop_;
  PositionState state_;
};

class RigidBodies {
 public:
  explicit RigidBodies(const char* solver)
      : simulation_(loadScene(findScene("collapse_5x5", assetDir()), assetDir()).simulation) {
    simulation_.solver = findSolver(solver);
    simulation_.parameters.clear();
  }

  double step() {
    keystone::step(simulation_);
    std::vector<Vec2> centres;
    for (const Body& body : simulation_.world.bodies)
      if (body.isDynamic()) centres.emplace_back(body.pose.position.head<2>());
    return mirrorError(centres);
  }

 private:
  Simulation simulation_;
};

void run(int steps) {
  PointMasses four(BrickMasses::Four), nine(BrickMasses::Nine);
  RigidBodies gauss("gauss"), pivoting("pivoting");
  std::printf("time_s,four_masses_m,nine_masses_m,rigid_gauss_m,rigid_pivoting_m\n");
  for (int n = 1; n <= steps; ++n) {
    const double errors[]{four.step(), nine.step(), gauss.step(), pivoting.step()};
    std::printf("%.3f,%.3e,%.3e,%.3e,%.3e\n", n * 2e-3, errors[0], errors[1], errors[2], errors[3]);
  }
}

}  // namespace
}  // namespace keystone

int main(int argc, char** argv) {
  keystone::run(argc > 1 ? std::max(1, std::atoi(argv[1])) : 1000);
}
