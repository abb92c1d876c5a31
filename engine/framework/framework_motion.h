// How a framework at rest begins to move [rotezwick, section 1: the initial collapse].
#pragma once

#include <vector>

#include "framework/framework_scene.h"
#include "framework/loops.h"

namespace keystone {

// [m] A corner this near to an edge touches it: above the rounding that a collapse of a thousand steps leaves, far
// below what can be seen.
constexpr double kTouchingCorner = 1e-7;

// A corner against an edge, after a step.
struct FrameworkContact {
  Triple triple;        // as at the start of the step
  double force = 0.0;   // [N], >= 0, on k
  bool touching;        // the corner stood on the edge
  bool opened = false;  // it was held back by nothing but a tension, which is refused, and parted
};
// Of the report's triples, whose forces follow those of `bars` bars; nothing has opened yet.
std::vector<FrameworkContact> contactsOf(const LoopReport& report, std::size_t bars);
// [m], of k from the edge's line at positions p [2 points].
double gapAt(const VecX& p, const Triple& triple);

// How a framework at rest begins to move: the accelerations of one program (Q), of the corners that touch.
struct FrameworkMotion {
  bool balanced = false;                   // no acceleration above 1e-9 of gravity
  double largest = 0.0;                    // [m/s^2]
  VecX accelerations;                      // [2 points], [m/s^2]
  std::vector<double> bar_forces;          // [bars], [N], tension is negative
  std::vector<FrameworkContact> contacts;  // that touch; `opened`: it begins to part
  QpReport qp;
  KktResidual residual;
};
FrameworkMotion firstMotion(const FrameworkScene& scene);

// An outline's centre (mean of its corners) and turn, from a field on the points [2 points]: linear in its units,
// angular in those per metre.
struct OutlineMotion {
  Vec2 linear;
  double angular;
};
OutlineMotion outlineMotion(const Framework& framework, const VecX& field, std::size_t outline);
bool isFixed(const Framework& framework, const PointOutline& outline);

}  // namespace keystone
