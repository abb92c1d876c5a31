// The error of each integrator of the velocity stepper against closed forms, by the length of the step, as CSV.
//
//   keystone_convergence > FILE.csv
//
// The motions are those of tests/support/closed_motions.h. bench/plot_convergence.py draws it.
#include <cstdio>

#include "support/closed_motions.h"

int main() {
  using namespace keystone;
  std::printf("motion,integrator,step_s,error_m\n");
  for (const char* name : {"pendulum", "heavy_top", "free_top"}) {
    const ClosedMotion& motion = closedMotion(name);
    for (const IntegratorInfo& info : integrators()) {
      if (info.value == Integrator::Automatic) continue;
      for (int steps = 10; steps <= 10240; steps *= 2)
        std::printf("%s,%.*s,%.6e,%.6e\n", name, static_cast<int>(info.id.size()), info.id.data(),
                    motion.duration / steps, errorOf(motion, info.value, steps));
    }
  }
}
