// The recording of one solve, step by step, complete enough to replay it. A method that gets a null SolverTrace records
// nothing and computes the same bits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include "math/no_copy.h"
#include "problem/index_sets.h"

namespace keystone {

enum class TraceKind : std::uint8_t {
  Start,     // the state a solve begins with, warm or cold
  Drive,     // a violation begins to be driven to zero
  Pivot,     // a drive was stopped by a row, which changed its set
  Exchange,  // a row that depends on the others took the place of one of them: no velocity moved
  Block,     // all rows that broke their conditions changed sets at once
  Friction,  // tangents of clamped contacts joined, without impulse
  DriveEnd,  // the drive arrived or was given up
  Restart,   // everything was let go; a fresh attempt follows
  Sweep,     // one sweep over all rows
  Newton,    // one Newton step
  Guess,     // one choice of index sets was tried
  Stage,     // a stage of the exact solver begins
  Result     // what the solver returned
};
std::string_view toString(TraceKind kind);

enum class TraceStop : std::uint8_t {
  None,
  NormalOpens,     // a clamped force fell to zero
  NormalCloses,    // an open contact touched
  StickSlides,     // friction reached its bound
  SlideSticks,     // a sliding row stopped
  DependentMoves,  // a row that rested on the others would have moved
  Arrived,         // the violation is gone
  Ray,             // nothing stops the drive
  Cycle,           // no progress
  Lost,            // rounding led off the path
  FrictionSets,    // friction along one direction of a pyramid sets in
  FrictionFades,   // friction along one direction of a pyramid fell to zero
  GivenUp          // a row that goes to and fro in steps of length zero leaves its sets
};
std::string_view toString(TraceStop stop);

struct SetChange {
  int row;
  RowSet from, to;
};

// What happened.
struct TraceEvent {
  static constexpr int kTogether = -1;  // all violations in one drive

  TraceKind kind = TraceKind::Start;
  TraceStop stop = TraceStop::None;
  int driven = kTogether;  // row whose violation is driven
  int row = -1;            // row that stopped the step
  int entering = -1;       // Exchange, and Lemke's pivots: row that takes the place of `row`
  double step = 0.0;       // Pivot: share of the violation removed, < 0 where the path turned back; Exchange: length in
                      // scaled impulses; Newton: share of the step taken; Guess: by how much it breaks the conditions,
                      // of the largest impulse
  double removed = 0.0;         // share of the violation removed by this drive so far
  bool zero = false;            // a step of length zero
  int factorizations = 0;       // from scratch so far
  std::string_view stage = {};  // Stage: its id
  int iterations = 1;           // of the method, that end with it; 0: a step on the way within one (countOf())
};
// How many iterations of the method end with the event: sweeps, rounds, Newton steps, pivots, guesses.
int countOf(const TraceEvent& event);

struct TraceFrame : TraceEvent {
  VecX lambda;                     // [rows], [N s], after the event, in the problem's own frames
  std::vector<SetChange> changes;  // against the frame before; in space tangent rows are those of the turned frames
  bool sets_kept = false;          // false: a method without sets; they are read off lambda
};

struct TraceLimits {
  std::size_t frames = 20000;
  std::size_t bytes = std::size_t{192} << 20;  // of impulses, roughly
};

// Who takes the events as they come, in place of frames that are kept. Between pause() and resume(), which nest, the
// method is not at work.
class TraceSink {
 public:
  virtual ~TraceSink() = default;
  virtual void pause() = 0;
  virtual void resume() = 0;
  // `rows`: those of the part that is being solved; null: the whole.
  virtual void begin(const TraceEvent& event, const std::vector<int>* rows) = 0;
  // The state after the event begun last, [rows of the part or the whole]; may come several times, the last counts.
  virtual void state(const VecX& lambda, int factorizations) = 0;
};

class SolverTrace {
 public:
  explicit SolverTrace(const TraceLimits& limits = {}) : limits_(limits) {}
  explicit SolverTrace(TraceSink& sink) : sink_(&sink) {}

  // Begins a frame; its state follows by state(). `driven` is taken from the last Drive.
  void begin(const TraceEvent& event);
  // The state after the frame begun last: what changed in the sets is found here. In the coordinates of the innermost
  // TraceMap.
  void state(const VecX& lambda, const IndexSets& sets, int factorizations = 0);
  void state(const VecX& lambda);  // of a method that keeps no sets
  // A frame with its state, in one line of a loop.
  void add(const TraceEvent& event, const VecX& lambda);
  void add(const TraceEvent& event, const VecX& lambda, const IndexSets& sets, int factorizations = 0);  // or none

  const std::vector<TraceFrame>& frames() const { return frames_; }
  bool hasBegun() const { return has_begun_; }
  // Frames that found no room. The Result always does.
  std::size_t dropped() const { return dropped_; }

 private:
  friend class TraceMap;
  friend class TracePart;
  friend class TracePause;
  friend class TraceWork;

  VecX mapped(const VecX& lambda) const;

  TraceLimits limits_;
  TraceSink* sink_ = nullptr;
  bool has_begun_ = false;
  int done_ = 0;  // factorizations before those that the present method counts
  std::vector<TraceFrame> frames_;
  IndexSets sets_;  // after the last frame that was kept
  std::vector<std::function<VecX(const VecX&)>> maps_;
  std::size_t bytes_ = 0, dropped_ = 0;
  int driven_ = TraceFrame::kTogether;
  bool keeping_ = false;                    // the frame begun last has room
  const std::vector<int>* part_ = nullptr;  // rows of the part that is being solved
  VecX whole_;                              // [rows of all parts], what their solves have come to
};

// While it lives, impulses are recorded through `map`: from the rows a method solves in (scaled, turned) to those of
// whoever called it: VecX map(const VecX&). Maps nest. Nothing happens when the trace is null.
class TraceMap : NoCopy {
 public:
  template <class Map>
  TraceMap(SolverTrace* trace, const Map& map) : trace_(trace) {
    if (trace_ != nullptr) trace_->maps_.emplace_back(map);
  }
  ~TraceMap();

 private:
  SolverTrace* trace_;
};

// While it lives, the method is not at work: what it does is for the recording alone. Nothing happens when the trace is
// null, or keeps its frames.
class TracePause : NoCopy {
 public:
  explicit TracePause(SolverTrace* trace) : sink_(trace != nullptr ? trace->sink_ : nullptr) {
    if (sink_ != nullptr) sink_->pause();
  }
  ~TracePause() {
    if (sink_ != nullptr) sink_->resume();
  }

 private:
  TraceSink* sink_;
};

// While it lives, factorizations are counted on from that number. Nothing happens when the trace is null.
class TraceWork : NoCopy {
 public:
  TraceWork(SolverTrace* trace, int factorizations) : trace_(trace), added_(factorizations) {
    if (trace_ != nullptr) trace_->done_ += added_;
  }
  ~TraceWork() {
    if (trace_ != nullptr) trace_->done_ -= added_;
  }

 private:
  SolverTrace* trace_;
  int added_;
};

// While it lives, what is recorded is the solve of a part of the problem: its row i is `rows`[i] of the whole. The
// parts' own Start and Result are left out; the whole has one of each. Nothing happens when the trace is null.
class TracePart : NoCopy {
 public:
  // `whole` [rows of the whole]: impulses where this part begins.
  TracePart(SolverTrace* trace, const std::vector<int>& rows, const VecX& whole);
  ~TracePart();

 private:
  SolverTrace* trace_;
};

}  // namespace keystone
