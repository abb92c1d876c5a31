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

// How large the signs are, and how far apart at least.
struct SignScale {
  double force = 0.0;  // [m per N]
  double half = 0.5;   // [m], half the size of a typical body
  double pixel = 1.0;  // [pixels] that a line of one pixel is wide
};
// Of a sign at that place [pixels]. Small bodies have small signs, but not every one: where bodies are smaller than
// their signs need, signs stand so far apart that the bodies can be seen between them.
struct SignSize {
  double radius, width, spacing;
};
SignSize signSize(const Camera& camera, const Vec3& place, const SignScale& scale);

// Of signs of this set: faint where another one is highlighted.
float signOpacity(const ViewOptions& options, SetMark set);

// Largest contact or applied force [N] of the last step; 0 without any.
double largestForce(const Simulation& simulation);

ContactSigns contactSigns(const Simulation& simulation, const Camera& camera, const ViewOptions& options,
                          const SignScale& scale);

}  // namespace keystone
