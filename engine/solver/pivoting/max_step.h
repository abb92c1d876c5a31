// How far a drive may go: the maxstep of Baraff 1994.
#pragma once

#include "solver/pivoting/row_states.h"

namespace keystone {

struct Step {
  double length = 0.0;  // of df
  double rate = 0.0;    // at which `row` comes to its condition's end
  int row = -1;         // that changes sets; -1: none
  RowState to = RowState::None;
  bool isFound() const { return row >= 0; }
};

// Impulses f and velocities a (of rows, in the paper accelerations) that change by df and da; all [rows].
struct Path {
  const RowStates& states;
  const VecX &f, &a, &df, &da;
};

struct Driven {
  int row = -1;              // -1: all held rows together
  bool loses_force = false;  // friction that was given up: until its force is zero or its conditions hold,
  bool to_bound = false;     // or until it is at its bound
};

// The first row whose condition ends along the path, and of those that do so together the fastest. The driven one may
// go until its velocity is zero or its impulse at a bound, all held rows together until they rest, at a length of one.
// Distances that a change of `same` in an impulse or velocity makes are alike, and a row whose condition fails by no
// more than that where the path would end without it does not end it (Harris 1973): otherwise each row that is at its
// condition's end to rounding costs a step of length zero.
Step maxStep(const Path& path, const Driven& driven, double same);

}  // namespace keystone
