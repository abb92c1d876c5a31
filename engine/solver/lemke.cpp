// Lemke's method on the pyramid form of the contact problem: frictionless and planar problems exactly, Coulomb's cone
// in space as a pyramid of n_d directions. A reference for solver/pivoting, with which it shares no code.
//
// Sources: Lemke 1965 (Cottle, Pang and Stone 1992, algorithm 4.4.5 and section 4.9); Stewart and Trinkle 1996;
// Anitescu and Potra 1997, who show that the path ends in a solution at velocity level.
//
// Departures: bilateral rows are eliminated beforehand; each contact is scaled by its own mass, so that the covering
// vector may be all ones; the first friction direction of a contact is turned against its free slip; ties are told by a
// tolerance, and a path that rounding leads astray (about one step in five of a 3D tower at rest) is tried again with a
// generic covering vector.
//
// What it says of friction in space is the pyramid's: its residual is the cone's all the same, so that the residual
// tells how wrong the pyramid is (about 1 - cos(pi / n_d) of the friction). Hence it is not called exact.
//
// Cost per pivot: O(n^2), and a share of an O(n^3) factorization, n = contacts (n_d + 2). Fails, and says so, when
// every attempt ends at a ray or off the path.
#include "solver/solver.h"

#include "solver/lemke/complementary_pivot.h"
#include "solver/lemke/pyramid_lcp.h"
#include "solver/trace.h"

namespace keystone {
extern const SolverInfo kLemke;

namespace {

// What a variable that leaves the basis, because it has become zero, says of its row.
TraceStop stopOf(PyramidUnknown::Part part, bool slack) {
  using Part = PyramidUnknown::Part;
  switch (part) {
    case Part::Normal:
    case Part::Limit:
      return slack ? TraceStop::NormalCloses : TraceStop::NormalOpens;
    case Part::Friction:
      return slack ? TraceStop::FrictionSets : TraceStop::FrictionFades;
    case Part::SlidingSpeed:
    case Part::GivingWay:
      return slack ? TraceStop::StickSlides : TraceStop::SlideSticks;
    case Part::Bounded:
      break;
  }
  return slack ? TraceStop::SlideSticks : TraceStop::StickSlides;
}

TraceStop stopOf(LemkeEnd end) {
  switch (end) {
    case LemkeEnd::Solved:
      return TraceStop::Arrived;
    case LemkeEnd::Ray:
      return TraceStop::Ray;
    case LemkeEnd::Limit:
      return TraceStop::Cycle;
    case LemkeEnd::Lost:
      break;
  }
  return TraceStop::Lost;
}

// Tells the trace of the path: each attempt drives all violations together, and the share removed is that of z0.
class LemkeRecorder {
 public:
  LemkeRecorder(const ContactProblem& problem, const DenseProblem& dense, const PyramidLcp& lcp, SolverTrace& trace)
      : problem_(problem), dense_(dense), lcp_(lcp), trace_(trace) {}

  void operator()(const LemkeMove& move) {
    const TracePause off(&trace_);
    TraceEvent event;
    if (move.kind == LemkeMove::Kind::Begin) {
      if (move.attempt > 0) add({.kind = TraceKind::Restart}, move.z);
      removed_ = 0.0;
      event.kind = TraceKind::Drive;
    } else if (move.kind == LemkeMove::Kind::End) {
      event = {.kind = TraceKind::DriveEnd, .stop = stopOf(move.end), .removed = removed_};
    } else {
      event = pivot(move);
    }
    event.factorizations = move.factorizations;
    add(event, move.z);
  }

 private:
  void add(const TraceEvent& event, const VecX& z) {
    trace_.add(event, liftImpulses(problem_, dense_, lcp_.basis * z + lcp_.least));
  }

  // -1 for z0.
  int rowOf(int variable) const {
    const auto n = static_cast<int>(lcp_.unknowns.size());
    if (variable == 2 * n) return -1;
    return dense_.rows[lcp_.unknowns[variable % n].row];
  }

  TraceEvent pivot(const LemkeMove& move) {
    const auto n = static_cast<int>(lcp_.unknowns.size());
    TraceEvent event{.kind = TraceKind::Pivot, .row = rowOf(move.leaving), .entering = rowOf(move.entering)};
    event.zero = move.zero;
    const double removed = 1.0 - move.z0 / move.first_z0;
    event.step = removed - removed_;
    event.removed = removed_ = removed;
    if (move.leaving == 2 * n) {
      event.stop = TraceStop::Arrived;
    } else if (move.entering != 2 * n) {  // z0 enters by the row that needs it most, which stops nothing
      event.stop = stopOf(lcp_.unknowns[move.leaving % n].part, move.leaving < n);
    }
    return event;
  }

  const ContactProblem& problem_;
  const DenseProblem& dense_;
  const PyramidLcp& lcp_;
  SolverTrace& trace_;
  double removed_ = 0.0;
};

SolveReport solveLemke(const ContactProblem& problem, const ParameterValues& values, Solution& solution,
                       SolverTrace* trace) {
  SolveReport report;
  int directions = static_cast<int>(parameter(kLemke, values, "directions"));
  directions += directions % 2;
  const auto most = static_cast<int>(parameter(kLemke, values, "max_rows"));
  const int unknowns = pyramidSize(problem, directions);
  if (unknowns > most) {
    report.end(SolveStatus::Unsupported,
               "found " + std::to_string(unknowns) + " unknowns, more than max_rows = " + std::to_string(most));
    return report;
  }
  const DenseProblem dense = denseProblem(problem);
  const PyramidLcp lcp = pyramidLcp(dense, directions);
  LemkeWatch watch;
  if (trace != nullptr) {
    trace->add({.kind = TraceKind::Start}, liftImpulses(problem, dense, lcp.least));
    watch = LemkeRecorder(problem, dense, lcp, *trace);
  }
  const LemkeResult result =
      lemke(lcp.M, lcp.p, 50 * unknowns + 100, static_cast<int>(parameter(kLemke, values, "attempts")), watch);
  report.pivots = result.pivots;
  report.zero_steps = result.zero_steps;
  report.drives = report.iterations = result.attempts;
  report.factorizations = result.factorizations;
  if (result.end == LemkeEnd::Ray) {
    report.end(SolveStatus::Breakdown, "the path left along a ray: no solution found");
  } else if (result.end == LemkeEnd::Limit) {
    report.end(SolveStatus::IterationLimit, "too many pivots: rounding has broken the rule against cycles");
  } else if (result.end == LemkeEnd::Lost)
    report.end(SolveStatus::Breakdown, "rounding led off the path");
  solution.lambda = liftImpulses(problem, dense, lcp.basis * result.z + lcp.least);
  solution.sets.clear();
  return report;
}

}  // namespace

constinit const SolverInfo kLemke{
    {"lemke", "Lemke (pyramid LCP)", "direct", "Lemke 1965; Stewart and Trinkle 1996"},
    {.pivots = true},
    {.box_friction = false, .unsymmetric = true},
    {wholeNumber("directions", "Friction directions", 4, 4, 64,
                 "sides of the pyramid in space (an odd number is raised by one); the plane has two directions"),
     wholeNumber("attempts", "Attempts", 4, 1, 50, "covering vectors tried when the path leaves along a ray"),
     wholeNumber("max_rows", "Unknowns at most", 2000, 10, 10000,
                 "size of the linear complementarity problem beyond which a dense method is no use in a window")},
    solveLemke};

}  // namespace keystone
