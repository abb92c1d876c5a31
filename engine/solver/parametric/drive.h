// One drive: follow the solution from a perturbed problem, which the present basis solves, to the problem itself.
#pragma once

#include <vector>

#include "solver/parametric/basis.h"
#include "solver/trace.h"

namespace keystone {

struct DriveLimits {
  int pivots = 10000;
  int zero_run = 200;            // zero-length steps in a row that count as a cycle
  SolverTrace* trace = nullptr;  // null = off
};

enum class DriveEnd {
  Arrived,  // the perturbation is gone; the basis solves the problem
  Ray,      // impulses can grow for ever without closing the violation: no solution on this path
  Cycle,    // too many pivots without progress
  Lost      // rounding has led off the path
};

struct DriveResult {
  DriveEnd end = DriveEnd::Arrived;
  int pivots = 0, zero_steps = 0;
  VecX ray = {};  // [rows], direction of the impulses on an unbounded ray; else empty
};

// The basis solves  u = W lambda + q + r  with complementarity on every active row; r is removed along a straight line,
// sets changing where a force, a friction bound or a velocity reaches its end. With r a single row's violation this is
// the drive of Baraff 1994 section 4.2 (and 5.1 with friction), parameterised by the velocity that is driven to zero
// instead of by the force; with r over all rows it is the parametric form of Lemke's method, in which the path may turn
// back where friction makes the block indefinite. Rows with active[row] == 0 are ignored: they neither block nor enter.
DriveResult drive(Basis& basis, const VecX& r, const std::vector<char>& active, const DriveLimits& limits);

}  // namespace keystone
