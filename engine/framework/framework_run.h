// A framework under one of the paper's loops, step by step, with what each step was worth.
#pragma once

#include <optional>
#include <vector>

#include "framework/framework_method.h"
#include "framework/framework_mirror.h"
#include "framework/framework_motion.h"
#include "math/no_copy.h"

namespace keystone {

struct FrameworkStep {
  long step = 0;
  double time = 0.0;  // [s], after the step
  QpReport qp = {};   // sums over the step's programs; the last one's status and error
  KktResidual residual = {};
  int rows = 0, active = 0;             // of the last program; active: those whose multiplier is not at a bound
  std::vector<double> bar_forces = {};  // [bars, then braces], [N], tension is negative
  std::vector<FrameworkContact> contacts = {};
  int struts_refused = 0, contacts_opened = 0;  // tensions refused
  double mirror_error = 0.0;                    // [m], 0 without a mirror
  double length_error = 0.0;                    // [m], worst bar; of struts what they are too short
  double overlap = 0.0;                         // [m], deepest
  double side_error = 0.0;  // [m], the most by which the right side of a row of (S') as printed is off
  // [m/s], FrameworkOptions::collisions: the most by which a velocity changed beyond gravity's share, and by which the
  // new ones differ from theorem 7.1's.
  double velocity_change = 0.0, collision_error = 0.0;
  double kinetic = 0.0, potential = 0.0;  // [J]; heights count from y = 0
  double top = 0.0;                       // [m], highest moving point
  double ms = 0.0;                        // wall clock
};

class FrameworkRun : NoCopy {  // the loop refers to the framework
 public:
  // Throws as loopParams() does.
  FrameworkRun(FrameworkScene scene, const FrameworkOptions& options);

  const FrameworkScene& scene() const { return scene_; }
  const FrameworkOptions& options() const { return options_; }
  const std::optional<FrameworkMirror>& mirror() const { return mirror_; }
  const PositionState& state() const { return state_; }
  long steps() const { return steps_; }
  double time() const { return static_cast<double>(steps_) * scene_.h; }

  FrameworkStep step(LoopTrace* trace = nullptr);
  // Goes on from the present state; the next step starts without multipliers. Throws as the constructor.
  void choose(const FrameworkOptions& options);
  void restart();
  // Puts back an earlier state.
  void restore(const PositionState& state, long steps);

 private:
  void renewLoop();
  LoopReport advance();
  FrameworkStep report(const LoopReport& result, const PositionState& start) const;

  FrameworkScene scene_;
  FrameworkOptions options_;
  std::optional<FrameworkMirror> mirror_;
  std::optional<GaussLoop> loop_;
  PositionState state_;
  long steps_ = 0;
};

}  // namespace keystone
