// What the contacts of a simulation look like: marks by set, impulses as arrows, friction cones.
#pragma once

#include <vector>

#include "view/batch.h"
#include "view/renderer.h"
#include "view/strokes.h"

namespace keystone {

struct ContactSigns {
  std::vector<Mark> marks;
  std::vector<Stroke> strokes;
  std::vector<Instance> cones;  // of coneMesh()
};

// How large the signs are.
struct SignScale {
  double force = 0.0;        // [m per N]
  double mark_radius = 5.0;  // [pixels]
  double arrow_width = 2.4;  // [pixels]
};

// Largest contact force [N] of the last step; 0 without contacts.
double largestForce(const Simulation& simulation);

ContactSigns contactSigns(const Simulation& simulation, const ViewOptions& options, const SignScale& scale);

}  // namespace keystone
