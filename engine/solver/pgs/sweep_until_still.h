// The loop of every method that sweeps over all rows until impulses change no more.
#pragma once

#include <algorithm>
#include <functional>

#include "solver/pgs/sweeper.h"
#include "solver/solver.h"

namespace keystone {

struct SweepLimits {
  int iterations = 0;      // at most
  double tolerance = 0.0;  // ends the sweeps when no impulse changes by more than this share of the largest; 0: never
};

// What is expected of `tolerance` by whoever looks at a change.
inline bool isStill(const Sweeper::Change& sweep, double tolerance, double free_scale) {
  return tolerance > 0.0 && sweep.change <= tolerance * std::max(free_scale, sweep.largest);
}

// Between sweeps: may place the sweeper elsewhere than where `lambda`, the last sweep's result, is.
using BetweenSweeps = std::function<void(const VecX& lambda)>;

// As the solver's parameters say.
SweepLimits sweepLimits(const SolverInfo& solver, const ParameterValues& values);

// Sweeps a problem that is laid out. `lambda` [rows] receives the last sweep's impulses.
SolveReport sweepUntilStill(Sweeper& sweeper, const SweepLimits& limits, SolverTrace* trace, VecX& lambda,
                            const BetweenSweeps& between = {});

// The parameters of such methods.
inline constexpr Parameter kSweepTolerance =
    realNumber("tolerance", "Tolerance", 1e-10, 0, 1,
               "Stops when no impulse changes by more than this share of the largest; 0 never stops early");
constexpr Parameter sweepsParameter(int value) {
  return wholeNumber("iterations", "Iterations", value, 1, 10000, "Sweeps over all rows, at most");
}

inline constexpr const char* kStillChanging = "still changing";  // short: a string holds it without memory of its own
inline constexpr const char* kNotFinite = "impulses are not finite";

}  // namespace keystone
