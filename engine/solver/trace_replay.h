// Walks through a recorded solve, forward and back.
#pragma once

#include "problem/contact_problem.h"
#include "solver/trace.h"

namespace keystone {

// A cursor on a trace's frames. Problem and trace must outlive it and stay as they are; the trace has a frame.
class TraceReplay {
 public:
  TraceReplay(const ContactProblem& problem, const SolverTrace& trace);

  int size() const { return static_cast<int>(trace_.frames().size()); }
  int at() const { return at_; }
  // Any number: beyond the ends is the end.
  void seek(int frame);

  const TraceFrame& frame() const { return trace_.frames()[at_]; }
  const VecX& lambda() const { return frame().lambda; }  // [rows], [N s]
  const VecX& u() const { return u_; }                   // [rows], [m/s], W lambda + q of the frame
  // [rows]; the method's own, replayed change by change, or read off the impulses where it keeps none.
  const IndexSets& sets() const { return frame().sets_kept ? kept_ : inferred_; }

 private:
  const ContactProblem& problem_;
  const SolverTrace& trace_;
  int at_ = 0;
  VecX u_;
  IndexSets kept_, inferred_;
};

}  // namespace keystone
