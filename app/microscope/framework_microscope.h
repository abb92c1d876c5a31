// The programs of one step of a framework under the microscope: recorded once, walked through event by event.
#pragma once

#include <vector>

#include "framework/framework_run.h"

namespace keystone {

class FrameworkMicroscope {
 public:
  // `start`: the state that the step began from.
  FrameworkMicroscope(LoopTrace trace, FrameworkStep step, PositionState start);

  const LoopTrace& trace() const { return trace_; }
  const FrameworkStep& step() const { return step_; }
  const PositionState& start() const { return start_; }
  int size() const { return static_cast<int>(trace_.events.size()); }
  int at() const { return at_; }
  const LoopEvent& event() const { return trace_.events[at_]; }
  void seek(int event);
  // The event with which the program before or after the present one begins, or the last event.
  int neighbourProgram(int direction) const;

  int contacts() const { return static_cast<int>(step_.contacts.size()); }
  int bars() const { return static_cast<int>(event().loads.size()) - contacts(); }  // bars with rows: none of a penalty
  // [N], as the event has them: bars with rows, then contacts.
  double force(int row) const { return event().loads[row] / trace_.unit; }
  bool isActive(int row) const { return event().sides[row] == Side::Free; }
  // It is on another side than at the event before, of the same program.
  bool changed(int row) const;
  int active() const;

  double residualAt(int event) const { return residuals_[event]; }

  double play_clock = -1.0;  // [s] since playing began; < 0: not playing

 private:
  LoopTrace trace_;
  FrameworkStep step_;
  PositionState start_;
  std::vector<double> residuals_;
  int at_ = 0;
};

}  // namespace keystone
