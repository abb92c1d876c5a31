#include "solver/trace_replay.h"

#include <algorithm>
#include <cassert>

#include "problem/delassus.h"

namespace keystone {

TraceReplay::TraceReplay(const ContactProblem& problem, const SolverTrace& trace)
    : problem_(problem), trace_(trace), kept_(static_cast<std::size_t>(problem.rows()), RowSet::Ignored) {
  assert(!trace.frames().empty());
  for (const SetChange& change : frame().changes) kept_[change.row] = change.to;
  seek(0);
}

void TraceReplay::seek(int target) {
  target = std::clamp(target, 0, size() - 1);
  while (at_ < target) {
    ++at_;
    for (const SetChange& change : frame().changes) kept_[change.row] = change.to;
  }
  while (at_ > target) {
    for (const SetChange& change : frame().changes) kept_[change.row] = change.from;
    --at_;
  }
  u_ = relativeVelocity(problem_, lambda());
  if (!frame().sets_kept) classify(problem_, lambda(), inferred_);
}

}  // namespace keystone
