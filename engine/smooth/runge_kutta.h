// One step of an explicit Runge-Kutta method.
#pragma once

#include <array>
#include <span>

#include "math/types.h"
#include "smooth/coordinates.h"

namespace keystone {

// y1 = y0 + h sum b_i k_i,   k_i = F(t + c_i h, y0 + h sum_j<i a_ij k_j);   h sum e_i k_i is the error's estimate.
struct RungeKuttaMethod {
  static constexpr int kMostStages = 6;
  int stages;
  std::array<std::array<double, kMostStages>, kMostStages> a;
  std::array<double, kMostStages> b, c, e;
};
extern const RungeKuttaMethod kClassicalMethod;  // order 4, no estimate (hairer1993, table II.1.2)
extern const RungeKuttaMethod kCashKarpMethod;   // order 5, estimate by order 4 (cashkarp1990, table 1)

// Moves the part by h [s] within a step of dt [s]; joints are left as the method has them. `error` [12 bodies] is the
// estimate in the coordinates of smooth/coordinates.h. Returns the work [J] of the forces, by the method's own weights.
double stepRungeKutta(const RungeKuttaMethod& method, SmoothPart& part, double dt, double h, VecX& error);

}  // namespace keystone
