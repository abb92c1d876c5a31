// In exponential coordinates (smooth/coordinates.h) the method is the classical one, step for step, and stays of its
// order on the group of rotations (munthekaas1998).
#include "smooth/runge_kutta.h"

#include "math/scratch_pool.h"

namespace keystone {
namespace {

struct StageWorkspace {
  Orientations origin;
  VecX y0, y;
  std::array<Slope, RungeKuttaMethod::kMostStages> k;
};

}  // namespace

const RungeKuttaMethod kClassicalMethod{
    .stages = 4,
    .a = {{{}, {1.0 / 2.0}, {0.0, 1.0 / 2.0}, {0.0, 0.0, 1.0}}},
    .b = {1.0 / 6.0, 1.0 / 3.0, 1.0 / 3.0, 1.0 / 6.0},
    .c = {0.0, 1.0 / 2.0, 1.0 / 2.0, 1.0},
    .e = {},
};

const RungeKuttaMethod kCashKarpMethod{
    .stages = 6,
    .a = {{{},
           {1.0 / 5.0},
           {3.0 / 40.0, 9.0 / 40.0},
           {3.0 / 10.0, -9.0 / 10.0, 6.0 / 5.0},
           {-11.0 / 54.0, 5.0 / 2.0, -70.0 / 27.0, 35.0 / 27.0},
           {1631.0 / 55296.0, 175.0 / 512.0, 575.0 / 13824.0, 44275.0 / 110592.0, 253.0 / 4096.0}}},
    .b = {37.0 / 378.0, 0.0, 250.0 / 621.0, 125.0 / 594.0, 0.0, 512.0 / 1771.0},
    .c = {0.0, 1.0 / 5.0, 3.0 / 10.0, 3.0 / 5.0, 1.0, 7.0 / 8.0},
    .e = {37.0 / 378.0 - 2825.0 / 27648.0, 0.0, 250.0 / 621.0 - 18575.0 / 48384.0, 125.0 / 594.0 - 13525.0 / 55296.0,
          -277.0 / 14336.0, 512.0 / 1771.0 - 1.0 / 4.0},
};

double stepRungeKutta(const RungeKuttaMethod& method, SmoothPart& part, double dt, double h, VecX& error) {
  const Scratch<StageWorkspace> scratch(static_cast<std::ptrdiff_t>(part.world.bodies.size()));
  auto& [origin, y0, y, k] = *scratch;
  const double time = part.world.time;
  readState(part.world, origin, y0);
  for (int i = 0; i < method.stages; ++i) {
    const auto stage = static_cast<std::size_t>(i);
    y = y0;
    for (std::size_t j = 0; j < stage; ++j) y += h * method.a[stage][j] * k[j].y;
    findSlope(part, origin, dt, time + method.c[stage] * h, y, k[stage]);
  }
  double work = 0.0;
  y = y0;
  error.setZero(y0.size());
  for (std::size_t i = 0; i < static_cast<std::size_t>(method.stages); ++i) {
    y += h * method.b[i] * k[i].y;
    error += h * method.e[i] * k[i].y;
    addImpulse(part, h * method.b[i], k[i].lambda);
    work += h * method.b[i] * k[i].power;
  }
  writeState(origin, y, part.world);
  part.world.time = time + h;
  return work;
}

}  // namespace keystone
