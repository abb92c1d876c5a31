// Frameworks that are their own mirror image about a vertical line, and how far they leave it.
#pragma once

#include <optional>
#include <vector>

#include "framework/framework.h"

namespace keystone {

struct FrameworkMirror {
  double axis = 0.0;         // [m], x of the line
  std::vector<int> partner;  // [points], the point that is its image; -1: fixed to the world
};

// The mirror of a framework whose moving points, masses, velocities [2 points, m/s] and bars to fixed points are
// symmetric about the mean x of those points, to `tolerance` [m, m/s]; none when there is no such mirror or nothing
// moves. Fixed outlines are not looked at: a floor may reach farther to one side. Where points of two objects coincide,
// an object's points have their images in one object.
std::optional<FrameworkMirror> findMirror(const Framework& framework, const VecX& velocities, double tolerance = 1e-9);

// [m], the farthest that a point lies from the image of its partner at positions p [2 points].
double mirrorError(const FrameworkMirror& mirror, const VecX& p);

}  // namespace keystone
