// Keller's principal pivoting: the frictionless problem 0 <= lambda, u = W lambda + q >= 0, lambda . u = 0 with W
// symmetric and positive semidefinite. A reference for solver/pivoting, with which it shares no code.
//
// Source: Keller 1973 (as in Cottle, Pang and Stone 1992, section 4.3). Impulses stay >= 0, velocities need not: the
// row that approaches fastest is driven, its impulse raised while those clamped keep their velocity zero, until its own
// velocity vanishes (it is clamped) or a clamped impulse does (it is released, and the drive goes on). Each drive
// lowers lambda.W lambda / 2 + q.lambda strictly, so that no basis repeats, whatever the ties.
//
// Departures: bilateral rows are eliminated beforehand, limits of joints are rows like the others; a row that depends
// on the clamped ones has no velocity to drive to zero, so that only a clamped impulse can end its drive; a Cholesky
// factor of the clamped block, extended by a row or rebuilt from the row that left, stands in for the tableau, whose
// rounding would grow.
//
// Cost per pivot: O(clamped^2) to clamp, up to O(clamped^3) to release. Fails, and says so, where no impulses solve the
// problem.
#include <algorithm>
#include <cmath>

#include "math/product_count.h"
#include "math/rounding.h"
#include "math/stop.h"
#include "solver/dense_problem.h"
#include "solver/row_scale.h"
#include "solver/solver.h"
#include "solver/trace.h"

namespace keystone {
extern const SolverInfo kKeller;

namespace {

constexpr double kAsymmetric = 1e-11;  // of the largest entry; Keller's argument needs symmetry

// The clamped rows and the factor of their block: W_CC = L L^T.
struct Clamped {
  std::vector<int> rows;
  MatX L;  // [capacity x capacity], upper left corner in use

  VecX halfSolve(const VecX& b) const { return corner().triangularView<Eigen::Lower>().solve(b); }
  VecX otherHalf(const VecX& b) const { return corner().transpose().triangularView<Eigen::Upper>().solve(b); }
  MatX::ConstBlockXpr corner() const {
    const auto size = static_cast<Eigen::Index>(rows.size());
    return L.topLeftCorner(size, size);
  }
  void append(const MatX& W, int row) {
    const VecX y = halfSolve(W(rows, row));
    const auto at = static_cast<Eigen::Index>(rows.size());
    L.row(at).head(at) = y.transpose();
    L(at, at) = std::sqrt(W(row, row) - y.squaredNorm());
    rows.push_back(row);
  }
  void remove(const MatX& W, std::size_t place) {
    const std::vector<int> behind(rows.begin() + static_cast<std::ptrdiff_t>(place) + 1, rows.end());
    rows.resize(place);
    for (const int row : behind) append(W, row);
  }
};

// Tells the trace, in the problem's own rows; events name dense ones.
class KellerRecorder {
 public:
  KellerRecorder(const ContactProblem& problem, const DenseProblem& dense, SolverTrace* trace)
      : problem_(problem), dense_(dense), trace_(trace) {}

  void add(TraceEvent event, const VecX& lambda, const Clamped& clamped) const {
    if (trace_ == nullptr) return;
    const TracePause off(trace_);
    if (event.driven >= 0) event.driven = dense_.rows[event.driven];
    if (event.row >= 0) event.row = dense_.rows[event.row];
    IndexSets sets(static_cast<std::size_t>(problem_.rows()), RowSet::Ignored);
    for (const int row : dense_.eliminated) sets[row] = RowSet::Bilateral;
    for (const int row : dense_.rows) sets[row] = RowSet::Unclamped;
    for (const int i : clamped.rows) sets[dense_.rows[i]] = RowSet::Clamped;
    trace_->add(event, liftImpulses(problem_, dense_, lambda), sets);
  }

 private:
  const ContactProblem& problem_;
  const DenseProblem& dense_;
  SolverTrace* trace_;
};

// Raises row r until it is clamped; false when its impulse can grow for ever.
bool driveRow(const MatX& W, int r, double u_r, Clamped& clamped, VecX& lambda, SolveReport& report,
              const KellerRecorder& recorder) {
  const double violation = -u_r;
  double removed = 0.0;
  for (;;) {
    countProduct();  // the solve
    const VecX y = clamped.halfSolve(W(clamped.rows, r));
    const double schur = W(r, r) - y.squaredNorm();
    const VecX change = -clamped.otherHalf(y);
    const double arrival = schur > kDependent ? -u_r / schur : kInfinity;
    double step = arrival;
    std::size_t blocking = clamped.rows.size();
    for (std::size_t k = 0; k < clamped.rows.size(); ++k) {
      const double rate = change[static_cast<Eigen::Index>(k)];
      if (rate >= -kDependent) continue;
      const double until = std::max(lambda[clamped.rows[k]], 0.0) / -rate;
      if (until < step) {
        step = until;
        blocking = k;
      }
    }
    if (step == kInfinity) return false;
    lambda(clamped.rows) += step * change;
    lambda[r] += step;
    const double share = step * std::max(schur, 0.0) / violation;
    u_r += step * std::max(schur, 0.0);
    removed += share;
    ++report.pivots;
    report.zero_steps += step == 0.0 ? 1 : 0;
    TraceEvent event{.kind = TraceKind::Pivot, .step = share, .removed = removed, .zero = step == 0.0};
    if (blocking == clamped.rows.size()) {
      clamped.append(W, r);
      event.stop = TraceStop::NormalCloses;
      event.row = r;
      recorder.add(event, lambda, clamped);
      return true;
    }
    event.stop = TraceStop::NormalOpens;
    event.row = clamped.rows[blocking];
    lambda[event.row] = 0.0;
    clamped.remove(W, blocking);
    recorder.add(event, lambda, clamped);
  }
}

bool solveDense(const DenseProblem& dense, VecX& lambda, SolveReport& report, const KellerRecorder& recorder) {
  const int n = dense.count();
  Clamped clamped;
  clamped.L.setZero(n, n);
  recorder.add({.kind = TraceKind::Start}, lambda, clamped);
  for (int drive = 0; drive < 20 * n + 20; ++drive) {
    stopIfAsked();
    countProduct();
    const VecX u = dense.W * lambda + dense.q;
    Eigen::Index r = 0;
    const double worst = u.minCoeff(&r);
    if (worst >= -kManyRoundings * std::max(1.0, lambda.lpNorm<Eigen::Infinity>())) return true;
    ++report.drives;
    const auto driven = static_cast<int>(r);
    recorder.add({.kind = TraceKind::Drive, .driven = driven}, lambda, clamped);
    if (!driveRow(dense.W, driven, worst, clamped, lambda, report, recorder)) {
      report.end(SolveStatus::Breakdown, "an impulse can grow for ever: no impulses solve the problem");
      recorder.add({.kind = TraceKind::DriveEnd, .stop = TraceStop::Ray}, lambda, clamped);
      return false;
    }
    // Straight from W: the steps' rounding does not add up.
    countProduct();
    lambda.setZero();
    lambda(clamped.rows) = -clamped.otherHalf(clamped.halfSolve(dense.q(clamped.rows)));
    recorder.add({.kind = TraceKind::DriveEnd, .stop = TraceStop::Arrived, .removed = 1.0}, lambda, clamped);
  }
  report.end(SolveStatus::IterationLimit, "rounding keeps the drives from ending");
  return false;
}

SolveReport refuse(const std::string& why) {
  SolveReport report;
  report.end(SolveStatus::Unsupported, why);
  return report;
}

SolveReport solveKeller(const ContactProblem& problem, const ParameterValues& values, Solution& solution,
                        SolverTrace* trace) {
  if (!isFrictionless(problem)) return refuse("found friction; Keller's method takes frictionless problems");
  if (twoSidedRows(problem) > 0) return refuse("found motors or joints with friction; Keller's method takes one bound");
  const auto most = static_cast<int>(parameter(kKeller, values, "max_rows"));
  if (problem.contacts > most)
    return refuse("found " + std::to_string(problem.contacts) +
                  " contacts, more than max_rows = " + std::to_string(most));
  SolveReport report;
  const DenseProblem dense = denseProblem(problem);
  if (dense.count() > 0 && (dense.W - dense.W.transpose()).cwiseAbs().maxCoeff() > kAsymmetric)
    return refuse("found a W that is not symmetric");
  VecX lambda = VecX::Zero(dense.count());
  if (dense.count() > 0) solveDense(dense, lambda, report, {problem, dense, trace});
  solution.lambda = liftImpulses(problem, dense, lambda);
  solution.sets.clear();
  return report;
}

}  // namespace

constinit const SolverInfo kKeller{{"keller", "Keller (principal pivoting)", "direct", "Keller 1973"},
                                   {.exact = true, .pivots = true, .drives = true},
                                   {.box_friction = false, .cone_friction = false},
                                   {wholeNumber("max_rows", "Rows at most", 1500, 10, 5000,
                                                "contacts beyond which a dense reference is no use in a window")},
                                   solveKeller};

}  // namespace keystone
