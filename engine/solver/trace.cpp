#include "solver/trace.h"

#include <algorithm>
#include <array>
#include <utility>

namespace keystone {

std::string_view toString(TraceKind kind) {
  constexpr std::array<std::string_view, 13> kNames{
      "start",   "drive", "pivot",       "exchange", "block of pivots", "friction joins", "drive end",
      "restart", "sweep", "Newton step", "guess",    "stage",           "result"};
  return kNames[static_cast<std::size_t>(kind)];
}

std::string_view toString(TraceStop stop) {
  constexpr std::array<std::string_view, 13> kNames{"",
                                                    "force fell to zero",
                                                    "contact closed",
                                                    "friction at its bound",
                                                    "sliding stopped",
                                                    "dependent row would move",
                                                    "violation gone",
                                                    "nothing stops it: unbounded ray",
                                                    "no progress",
                                                    "rounding led off the path",
                                                    "friction sets in",
                                                    "friction fell to zero",
                                                    "given up: it goes to and fro"};
  return kNames[static_cast<std::size_t>(stop)];
}

int countOf(const TraceEvent& event) {
  switch (event.kind) {
    case TraceKind::Pivot:
    case TraceKind::Exchange:
    case TraceKind::Block:
    case TraceKind::Sweep:
    case TraceKind::Newton:
    case TraceKind::Guess:
      return event.iterations;
    default:
      return 0;
  }
}

void SolverTrace::begin(const TraceEvent& event) {
  has_begun_ = true;
  if (sink_ != nullptr) {
    const TracePause off(this);
    TraceEvent counted = event;
    counted.factorizations += done_;
    return sink_->begin(counted, part_);
  }
  if (event.kind == TraceKind::Drive) driven_ = event.driven;
  const bool of_a_part = part_ != nullptr && (event.kind == TraceKind::Start || event.kind == TraceKind::Result);
  keeping_ =
      !of_a_part && (event.kind == TraceKind::Result || (frames_.size() < limits_.frames && bytes_ < limits_.bytes));
  if (of_a_part) return;
  if (!keeping_) {
    ++dropped_;
    return;
  }
  TraceFrame& frame = frames_.emplace_back();
  static_cast<TraceEvent&>(frame) = event;
  frame.factorizations += done_;
  const bool in_drive =
      event.kind == TraceKind::Pivot || event.kind == TraceKind::Exchange || event.kind == TraceKind::DriveEnd;
  if (in_drive) frame.driven = driven_;
  if (part_ == nullptr) return;
  for (int* row : {&frame.driven, &frame.row, &frame.entering})
    if (*row >= 0) *row = (*part_)[*row];
}

VecX SolverTrace::mapped(const VecX& lambda) const {
  VecX result = lambda;
  for (auto map = maps_.rbegin(); map != maps_.rend(); ++map) result = (*map)(result);
  return result;
}

void SolverTrace::state(const VecX& lambda) {
  if (sink_ != nullptr) return state(lambda, {});
  if (!keeping_ || frames_.empty()) return;
  TraceFrame& frame = frames_.back();
  const Eigen::Index before = frame.lambda.size();
  frame.lambda = mapped(lambda);
  if (part_ != nullptr) {
    whole_(*part_) = frame.lambda;
    frame.lambda = whole_;
  }
  bytes_ += sizeof(double) * static_cast<std::size_t>(frame.lambda.size() - before);
}

void SolverTrace::state(const VecX& lambda, const IndexSets& sets, int factorizations) {
  if (sink_ != nullptr) {
    const TracePause off(this);
    return sink_->state(mapped(lambda), factorizations + done_);
  }
  if (!keeping_ || frames_.empty()) return;
  state(lambda);
  TraceFrame& frame = frames_.back();
  frame.factorizations = std::max(frame.factorizations, factorizations + done_);
  frame.sets_kept = true;
  sets_.resize(frame.lambda.size(), RowSet::Ignored);
  for (std::size_t i = 0; i < sets.size(); ++i) {
    const std::size_t row = part_ != nullptr ? static_cast<std::size_t>((*part_)[i]) : i;
    if (sets_[row] == sets[i]) continue;
    frame.changes.push_back({static_cast<int>(row), sets_[row], sets[i]});
    sets_[row] = sets[i];
  }
}

void SolverTrace::add(const TraceEvent& event, const VecX& lambda) {
  begin(event);
  state(lambda);
}

void SolverTrace::add(const TraceEvent& event, const VecX& lambda, const IndexSets& sets, int factorizations) {
  if (sets.empty()) return add(event, lambda);
  begin(event);
  state(lambda, sets, factorizations);
}

TraceMap::~TraceMap() {
  if (trace_ != nullptr) trace_->maps_.pop_back();
}

TracePart::TracePart(SolverTrace* trace, const std::vector<int>& rows, const VecX& whole) : trace_(trace) {
  if (trace_ == nullptr) return;
  trace_->part_ = &rows;
  trace_->whole_ = whole;
}

TracePart::~TracePart() {
  if (trace_ != nullptr) trace_->part_ = nullptr;
}

}  // namespace keystone
