// Whether an interval of a step may be made as it was solved.
#pragma once

#include <utility>
#include <vector>

#include "math/scratch_pool.h"
#include "step/speculative.h"
#include "step/swept_pairs.h"

namespace keystone {

// Sweeps the motions of a step's intervals, and keeps what is needed to solve one again, as a shorter one. A step in
// which nothing is fast enough costs nothing.
class MotionSweep {
 public:
  // Of all of the step, before its first interval. `speculates`: whether contacts ahead are to be checked, which
  // step.speculation then says.
  MotionSweep(StepContext& step, bool speculates);

  // Before an interval is solved, for the first time or again.
  void begin(const StepContext& step);

  // result.manifolds of the interval, by the velocities that bodies have; a shorter one has those of the longer.
  void search(StepContext& step);

  // When [s] the interval must end, whose motion is workspace.motions: where bodies meet that it has passed through
  // each other, or whose contacts ahead were wrong; else step.dt. A motion that is no solution is not made one by
  // shorter intervals, each of which may take all the work allowed. `asked` [s]: its length before the method cut it;
  // `solve`: what the solves of it came to.
  double cut(StepContext& step, double asked, const SolveReport& solve);

  // Whether the interval that cut() was asked about must be solved again; then its bodies are where it began.
  bool undo(StepContext& step);

  // After it was made.
  void end();

  // What the step has to say of it, or null.
  const char* note() const { return note_; }

 private:
  struct Workspace {
    std::vector<Body> start;   // [bodies], of the interval
    std::vector<Body> moving;  // [bodies], at its start with the velocities of its motion
    std::vector<Manifold> found;
    std::vector<std::pair<int, int>> pairs;
    Speculation speculation;
  };

  Stretch stretch(const StepContext& step, double whole) const;
  double timeToTunnelling(const StepContext& step, double whole);
  double timeToPostponed(const StepContext& step);

  Scratch<Workspace> workspace_;
  double h_;  // [s], of the whole step
  bool is_needed_ = false, finds_tunnelling_ = false, again_ = false;
  double thinnest_ = 0.0, speed_ = 0.0;  // [m], [m/s]
  int most_tries_ = 0, tries_ = 0;
  double work_ = 0.0;
  const char* note_ = nullptr;
};

}  // namespace keystone
