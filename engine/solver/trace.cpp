#include "solver/trace.h"

#include <algorithm>
#include <array>
#include <utility>

namespace keystone {

std::string_view toString(TraceKind kind) {
  constexpr std::array<std::string_view, 11> kNames{"start",          "drive",     "pivot",   "exchange",
                                                    "friction joins", "drive end", "restart", "sweep",
                                                    "Newton step",    "guess",     "result"};
  return kNames[static_cast<std::size_t>(kind)];
}

std::string_view toString(TraceStop stop) {
  constexpr std::array<std::string_view, 12> kNames{"",
                                                    "force fell to zero",
                                                    "contact closed",
                                                    "friction at its bound",
                                                    "sliding stopped",
                                                    "held row would move",
                                                    "violation gone",
                                                    "nothing stops it: unbounded ray",
                                                    "no progress",
                                                    "rounding led off the path",
                                                    "friction sets in",
                                                    "friction fell to zero"};
  return kNames[static_cast<std::size_t>(stop)];
}

void SolverTrace::begin(const TraceEvent& event) {
  if (event.kind == TraceKind::Drive) driven_ = event.driven;
  keeping_ = event.kind == TraceKind::Result || (frames_.size() < limits_.frames && bytes_ < limits_.bytes);
  if (!keeping_) {
    ++dropped_;
    return;
  }
  TraceFrame& frame = frames_.emplace_back();
  static_cast<TraceEvent&>(frame) = event;
  const bool in_drive =
      event.kind == TraceKind::Pivot || event.kind == TraceKind::Exchange || event.kind == TraceKind::DriveEnd;
  if (in_drive) frame.driven = driven_;
}

void SolverTrace::state(const VecX& lambda) {
  if (!keeping_ || frames_.empty()) return;
  TraceFrame& frame = frames_.back();
  bytes_ += sizeof(double) * static_cast<std::size_t>(lambda.size() - frame.lambda.size());
  frame.lambda = lambda;
  for (auto map = maps_.rbegin(); map != maps_.rend(); ++map) frame.lambda = (*map)(frame.lambda);
}

void SolverTrace::state(const VecX& lambda, const IndexSets& sets, int factorizations) {
  if (!keeping_ || frames_.empty()) return;
  state(lambda);
  TraceFrame& frame = frames_.back();
  frame.factorizations = std::max(frame.factorizations, factorizations);
  frame.sets_kept = true;
  sets_.resize(sets.size(), RowSet::Ignored);
  for (std::size_t i = 0; i < sets.size(); ++i) {
    if (sets_[i] == sets[i]) continue;
    frame.changes.push_back({static_cast<int>(i), sets_[i], sets[i]});
    sets_[i] = sets[i];
  }
}

void SolverTrace::add(const TraceEvent& event, const VecX& lambda) {
  begin(event);
  state(lambda);
}

void SolverTrace::add(const TraceEvent& event, const VecX& lambda, const IndexSets& sets, int factorizations) {
  begin(event);
  state(lambda, sets, factorizations);
}

TraceMap::TraceMap(SolverTrace* trace, std::function<VecX(const VecX&)> map) : trace_(trace) {
  if (trace_ != nullptr) trace_->maps_.push_back(std::move(map));
}

TraceMap::~TraceMap() {
  if (trace_ != nullptr) trace_->maps_.pop_back();
}

}  // namespace keystone
