// The two simulation loops of the paper: by accelerations (figure 6) and by positions alone (figure 7).
#pragma once

#include "framework/loop_trace.h"
#include "framework/point_program.h"

namespace keystone {

struct LoopParams {
  double h = 1e-3;           // [s]
  Vec2 gravity{0.0, -9.81};  // [m/s^2]
  Lengths lengths = Lengths::Original;
  double penalty = 100.0;  // M of section 8.4 [kg/m^2], of braces, and of all bars under Lengths::Penalty
  int bends = 2;           // position: solves more per step, each with the right sides that the last displacement makes
                           // exact; 0 = the paper's right sides. Not under Lengths::Previous, which keeps what it has
  LineRule lines = LineRule::Facing;
  bool printed_sides = false;  // position: the right side of (S') over the time step, as it is printed; without bends
  double margin = 1e-3;        // [m], pairs are constrained from this distance on, beside the way they can travel
  QpParams qp = {};
};

struct PositionState {
  VecX p, before;  // [2 points], [m], now and one step ago
};
struct VelocityState {
  VecX p, v;  // [2 points], [m], [m/s]
};

// At rest, or moving with v [2 points].
PositionState restingState(const Framework& framework);
PositionState positionState(const VelocityState& state, double h);

struct LoopReport {
  QpReport qp;  // sums over the step's solves; the last one's status and error
  KktResidual residual;
  std::vector<Triple> triples;
  VecX forces;  // [bars + triples], [N]: tension is negative, contact forces are positive
  VecX pulls;   // [bars or none, then braces], [N]: of those held by the penalty; tension is negative
};

// Figure 7, or figure 6. Keeps the last step's sides and multipliers for the next.
class GaussLoop {
 public:
  GaussLoop(const Framework& framework, const LoopParams& params);

  const LoopParams& params() const { return params_; }
  // From now on every step's programs are recorded there, the last step's alone; null: none, and the same bits.
  void recordTo(LoopTrace* trace) { trace_ = trace; }

  // Figure 7. The triples are those of findTriples() within reach, or the given ones.
  LoopReport step(PositionState& state);
  LoopReport step(PositionState& state, std::vector<Triple> triples);

  // Figure 6, steps (b) and (c), with the given triples. `all_terms`: with those that vanish under the hypotheses of
  // theorem 5.1 (accelerationRight), so that it is figure 7 whatever the state. `averaged`: positions move by the mean
  // of the old and the new velocities.
  LoopReport step(VelocityState& state, std::vector<Triple> triples, bool all_terms, bool averaged = false);

  // The accelerations [2 points] of (Q) at velocities v under the given triples.
  VecX accelerations(const VecX& p, const VecX& v, std::vector<Triple> triples, double h, LoopReport& report);

  // The triples that a step from p with the displacement `before` behind it may need.
  std::vector<Triple> triplesWithinReach(const VecX& p, const VecX& before) const;

 private:
  void recall(const std::vector<Triple>& triples, double unit);
  void remember(const std::vector<Triple>& triples, double unit);
  double rounding(const VecX& p) const;
  void solve(const QuadraticProgram& program, LoopReport& report);
  void beginTrace(double unit);
  VecX pulls(const VecX& p, const VecX& w) const;
  std::size_t bars() const { return params_.lengths == Lengths::Penalty ? 0 : framework_.bars.size(); }

  const Framework& framework_;
  LoopParams params_;
  std::vector<int> unknowns_;
  ActiveSetSolver solver_;
  QpSolution solution_;
  LoopTrace* trace_ = nullptr;
  std::vector<Triple> known_;        // of the last step, ordered by (i, j, k)
  std::vector<double> known_force_;  // [bars + known], [N]
  std::vector<Side> known_side_;
};

}  // namespace keystone
