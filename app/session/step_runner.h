// Steps on a thread of their own: what is shown stays as it is, to be looked at and changed, however long a step takes.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>

#include "observe/race.h"

namespace keystone {

// One step at a time, of copies. A step that is no longer wanted is stopped from within (math/stop.h).
class StepRunner {
 public:
  using Clock = std::chrono::steady_clock;

  StepRunner();
  StepRunner(StepRunner&&) noexcept;
  StepRunner& operator=(StepRunner&&) noexcept;
  ~StepRunner();  // drops what is under way

  // A step of `shown`, and of `race` beside it unless that is null. Nothing may be under way.
  void begin(const Simulation& shown, const Race* race);
  // Begun, and neither taken nor dropped.
  bool isRunning() const;
  // [s] of real time since begin(); 0 when nothing is under way.
  double seconds() const;
  // Whether these are no longer what the step began with.
  bool isStale(const Simulation& shown, const Race* race) const;
  // Whether the step is done; waits for it until then.
  bool isDone(Clock::time_point until) const;
  // What came of it, in exchange for what was there. Waits for it. `race` may be null. Throws what the step has thrown.
  void take(Simulation& shown, Race* race);
  // Stops what is under way, if anything, and forgets it.
  void drop();

 private:
  class Worker;
  // What a step depends on.
  struct Input {
    std::uint64_t world = 0;
    std::size_t bodies = 0;
    double h = 0.0;  // [s]
    Method method;
    ParameterValues parameters, stepper_parameters;
    StepParams params;
    std::optional<std::vector<Method>> races;  // the methods beside it, if there is a race
    bool operator==(const Input&) const = default;
  };
  static Input inputOf(const Simulation& simulation, const Race* race);

  std::unique_ptr<Worker> worker_;  // from the first step on
  Input input_;
  Clock::time_point began_;
};

// Whether the step under way takes so long that the user should be told.
inline bool isLong(const StepRunner& runner) {
  return runner.seconds() > 0.25;
}

}  // namespace keystone
