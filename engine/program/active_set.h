// Solving a QuadraticProgram exactly by an active set method whose sets move in blocks.
#pragma once

#include <functional>
#include <span>

#include "program/penalty_system.h"
#include "program/quadratic_program.h"

namespace keystone {

enum class QpStatus {
  Solved,
  Inconsistent,  // rows that no x obeys: x violates them as little as it can, in the norm of their own mobilities
  RoundLimit,    // no end within the rounds allowed
  NotFinite      // the program or the path to its solution holds numbers that are not finite
};
std::string_view toString(QpStatus status);

struct QpParams {
  double stiffness = 1e7;    // of a row's spring, times its own 1 / mobility; 1e4..1e10
  double tolerance = 1e-13;  // worst row error that counts as none, relative to the largest multiplier
  int rounds = 2000;         // Newton steps
};

struct QpReport {
  QpStatus status = QpStatus::Solved;
  int pivots = 0;          // rows that changed their side, counted from the sides the solve began with
  int rounds = 0;          // Newton steps
  int corrections = 0;     // proximal corrections of the multipliers
  int factorizations = 0;  // numerical, from scratch
  int searches = 0;        // Newton steps that were not taken whole
  double error = 0.0;      // worst row error left, relative to the largest multiplier; measure() decides
};

// One Newton step, for whoever records the path.
struct QpEvent {
  double step = 1.0;        // share of the Newton step taken
  bool correction = false;  // the multipliers were corrected after it
  int factorizations = 0;   // of this solve, so far
  std::span<const Side> sides;
  const VecX& lambda;
  const VecX& x;
  const VecX& loads;  // [rows], what the rows carry now: lambda, and what their springs add to it
};
using QpWatch = std::function<void(const QpEvent&)>;

class ActiveSetSolver {
 public:
  // `solution` in: lambda and sides of a similar program as the warm start, or empty; out: the result. Deterministic,
  // and independent of what was solved before. A null `watch` computes the same bits.
  QpReport solve(const QuadraticProgram& program, const QpParams& params, QpSolution& solution,
                 const QpWatch& watch = nullptr);

 private:
  PenaltySystem system_;
};

}  // namespace keystone
