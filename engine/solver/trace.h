// The recording of one solve, step by step, complete enough to replay it. A method that gets a null SolverTrace records
// nothing and computes the same bits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

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
  FrictionFades    // friction along one direction of a pyramid fell to zero
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
  int factorizations = 0;       // from scratch so far, of the present factor
  std::string_view stage = {};  // Stage: its id
};

struct TraceFrame : TraceEvent {
  VecX lambda;                     // [rows], [N s], after the event, in the problem's own frames
  std::vector<SetChange> changes;  // against the frame before; in space tangent rows are those of the turned frames
  bool sets_kept = false;          // false: a method without sets; they are read off lambda
};

struct TraceLimits {
  std::size_t frames = 20000;
  std::size_t bytes = std::size_t{192} << 20;  // of impulses, roughly
};

class SolverTrace {
 public:
  explicit SolverTrace(const TraceLimits& limits = {}) : limits_(limits) {}

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
  // Frames that found no room. The Result always does.
  std::size_t dropped() const { return dropped_; }

 private:
  friend class TraceMap;
  friend class TracePart;

  TraceLimits limits_;
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
class TraceMap {
 public:
  template <class Map>
  TraceMap(SolverTrace* trace, const Map& map) : trace_(trace) {
    if (trace_ != nullptr) trace_->maps_.emplace_back(map);
  }
  ~TraceMap();
  TraceMap(const TraceMap&) = delete;
  TraceMap& operator=(const TraceMap&) = delete;

 private:
  SolverTrace* trace_;
};

// While it lives, what is recorded is the solve of a part of the problem: its row i is `rows`[i] of the whole. The
// parts' own Start and Result are left out; the whole has one of each. Nothing happens when the trace is null.
class TracePart {
 public:
  // `whole` [rows of the whole]: impulses where this part begins.
  TracePart(SolverTrace* trace, const std::vector<int>& rows, const VecX& whole);
  ~TracePart();
  TracePart(const TracePart&) = delete;
  TracePart& operator=(const TracePart&) = delete;

 private:
  SolverTrace* trace_;
};

}  // namespace keystone
