// A framework in the sandbox: the run with its past, a rival that it is compared with, and what the paper says of it.
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "microscope/framework_microscope.h"
#include "session/clock.h"

namespace keystone {

// The paper's figures that have a menu entry of their own.
enum class PaperFigure {
  None,
  Unstable,  // figure 2: 5 x 5 bricks, which are unstable, and the initial collapse
  Collapse   // figure 11: the same after a while
};

struct FrameworkSample {
  double residual, mirror_error, length_error, overlap;  // lengths in [m]
  double kinetic, energy;                                // [J]
  double apart;                                          // [m], the farthest that a point is from the rival's
  double ms;
};

// Since the start, or since the method was changed.
struct FrameworkRecord {
  double residual = 0.0, mirror_error = 0.0, length_error = 0.0, rival_length_error = 0.0, apart = 0.0;  // worst
  double gain = 0.0;      // [J], the most that a step added to the energy
  double row_gap = 0.0;   // [m], the widest horizontal gap between neighbours of a row above the widest one
  double first_ms = 0.0;  // of the first step
  double total_ms = 0.0;
  long steps = 0, unsolved = 0;
};

class FrameworkSession {
 public:
  static constexpr std::size_t kLength = 1000;  // samples, and steps back

  FrameworkSession(FrameworkScene scene, PaperFigure figure);

  const FrameworkRun& run() const { return *run_; }
  const FrameworkRun& rival() const { return *rival_; }
  const FrameworkScene& scene() const { return run_->scene(); }
  PaperFigure figure() const { return figure_; }
  const FrameworkMotion& first() const { return first_; }
  // Of theorem 5.1: how far both loops are apart after theoremSteps() from the start [m].
  double loopsApart() const { return loops_apart_; }
  static int theoremSteps();
  const std::deque<FrameworkSample>& samples() const { return samples_; }
  const FrameworkRecord& record() const { return record_; }
  double medianMs() const;  // of the samples

  // The last step; null at the start, where first() says what there is to say.
  const FrameworkStep* last() const { return last_ ? &*last_ : nullptr; }
  // Something has been thrown so far that going on makes no sense.
  bool isThrown() const { return thrown_; }

  void step();
  bool stepBack();  // false when there is no past
  void restart();
  // Goes on from the present state. Throws std::invalid_argument, one line.
  void choose(const FrameworkOptions& options);
  // Steps as real_seconds [s] at that speed ask for, within the budget of a frame, or, while paused, as `asked`.
  void advance(double real_seconds, double speed);

  bool paused = true;
  int asked = 0;                                    // steps while paused
  bool recording = false;                           // every step goes under the microscope
  std::unique_ptr<FrameworkMicroscope> microscope;  // of the last step made while recording

 private:
  struct Past {
    PositionState state, rival;
  };
  void renewRival();
  void measure(const FrameworkStep& step);
  double rowGap() const;

  PaperFigure figure_;
  std::unique_ptr<FrameworkRun> run_, rival_;
  FrameworkMotion first_;
  double loops_apart_ = 0.0;
  std::vector<std::pair<std::size_t, std::size_t>> neighbours_;  // outlines, left and right, above the widest row
  Clock clock_;
  std::optional<FrameworkStep> last_;
  std::deque<FrameworkSample> samples_;
  std::deque<Past> past_;
  FrameworkRecord record_;
  bool thrown_ = false;
};

}  // namespace keystone
