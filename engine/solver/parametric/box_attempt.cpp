#include "solver/parametric/box_attempt.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "math/scratch_pool.h"
#include "solver/parametric/blocks.h"
#include "solver/parametric/conditions.h"
#include "solver/parametric/drive.h"

namespace keystone {
namespace {

constexpr double kSpread = 1e-4;  // least size of the generic distances, well above the drive's rounding
// A smaller complementarityViolation is a few rows' rounding that has grown over the steps; those are driven one by
// one, the others left in peace.
constexpr double kSlight = 1e-6;
constexpr int kPasses = 8;  // drives of an attempt; with 4 a brick of wall_10x10 is lost that is pulled up
constexpr double kLargest = 1e7;

// Splitmix64, for perturbations that are the same on every machine.
class Perturbation {
 public:
  explicit Perturbation(std::uint64_t seed) : state_(seed) {}
  double next() {  // in (0.5, 1.5)
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15ULL);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    z ^= z >> 31;
    return 0.5 + static_cast<double>(z >> 11) * 0x1.0p-53;
  }

 private:
  std::uint64_t state_;
};

double complementarityViolation(const Basis& basis, int i) {
  return complementarityViolation(basis.problem(), basis.set(i), i, basis.lambda, basis.u);
}

double violation(const Basis& basis) {
  return violation(basis.problem(), basis.sets(), basis.lambda, basis.u);
}

// Impulses of 1e7 times the problem's size, by a pivot that is all but zero, hold to rounding only by luck.
bool accepted(const Basis& basis) {
  const double scale = basis.problem().scaleOf(basis.lambda);
  return violation(basis) <= kAccept * scale && basis.lambda.lpNorm<Eigen::Infinity>() <= kLargest * scale;
}

// The basis' impulses may come from another problem: push them back inside their bounds.
void makeAdmissible(Basis& basis) {
  const ScaledProblem& problem = basis.problem();
  for (int i = 0; i < problem.rows(); ++i)
    if (basis.set(i) == RowSet::Clamped) basis.lambda[i] = std::max(basis.lambda[i], 0.0);
  for (int i = 0; i < problem.rows(); ++i) {
    if ((!problem.isTangent(i) && !problem.isBounded(i)) || basis.set(i) == RowSet::Ignored) continue;
    const double bound = problem.bound(i, basis.lambda);
    if (basis.set(i) == RowSet::Stick)
      basis.lambda[i] = std::clamp(basis.lambda[i], -bound, bound);
    else
      basis.lambda[i] = slideSign(basis.set(i)) * bound;
  }
  basis.apply(basis.lambda, basis.u);
  basis.u += problem.q;
}

// A perturbation of the velocities under which the basis, as it stands, is a solution: the start of the joint drive.
void coveringPerturbation(const Basis& basis, std::uint64_t seed, VecX& r) {
  const ScaledProblem& problem = basis.problem();
  Perturbation random(seed);
  r.setZero(problem.rows());
  double worst = 0.0;
  for (int i = 0; i < problem.rows(); ++i) worst = std::max(worst, complementarityViolation(basis, i));
  worst = std::max(worst, kSpread);
  for (int i = 0; i < problem.rows(); ++i) {
    if (problem.isInert(i)) continue;
    const double jitter = worst * random.next();
    switch (basis.set(i)) {
      case RowSet::Unclamped:
        // Generic distances keep the path free of ties until its end.
        r[i] = std::max(0.0, -basis.u[i]) + 0.5 * jitter;
        break;
      case RowSet::Clamped:
      case RowSet::Stick:
      case RowSet::Bilateral:
        r[i] = -basis.u[i];
        break;
      case RowSet::SlideForward:
      case RowSet::SlideBackward: {
        const double sign = slideSign(basis.set(i));
        if (sign * basis.u[i] > 0.0) r[i] = -basis.u[i] - sign * 0.1 * jitter;
        break;
      }
      case RowSet::Ignored:
        break;
    }
  }
}

void add(SolveReport& report, const DriveResult& result) {
  ++report.drives;
  report.pivots += result.pivots;
  report.zero_steps += result.zero_steps;
}

void record(const BoxOptions& options, TraceKind kind, const Basis& basis, int driven = TraceEvent::kTogether) {
  if (options.trace != nullptr)
    options.trace->add({.kind = kind, .driven = driven}, basis.lambda, basis.sets(), basis.factorizations());
}

// A drive that needs many times the problem's rows is going round; a fresh perturbation is cheaper.
DriveLimits driveLimits(const Basis& basis, const BoxOptions& options) {
  const int rows = basis.problem().rows();
  return {std::min(options.max_pivots, 2 * rows + 200), rows / 2 + 50, options.trace};
}

// Clamped contacts whose friction is not treated yet: their tangents stick, with no impulse, until something moves
// them.
void holdTangents(Basis& basis) {
  const ScaledProblem& problem = basis.problem();
  for (int i = 0; i < problem.rows(); ++i)
    if (problem.isTangent(i) && problem.mu[i] > 0.0 && basis.set(i) == RowSet::Ignored &&
        basis.set(problem.parent[i]) == RowSet::Clamped)
      basis.leave(i, RowSet::Stick);
}

// The worst row that breaks its condition; -1 when none does.
int nextRow(const Basis& basis, double tolerance) {
  int chosen = -1;
  double worst = tolerance;
  for (int i = 0; i < basis.problem().rows(); ++i) {
    const double size = basis.set(i) == RowSet::Ignored ? 0.0 : complementarityViolation(basis, i);
    if (size <= worst) continue;
    chosen = i;
    worst = size;
  }
  return chosen;
}

struct DrivePlan {
  VecX r;                    // [rows], the violation that is driven
  std::vector<char> active;  // [rows]
};

DriveResult driveRowByRow(Basis& basis, const BoxOptions& options, SolveReport& report) {
  const int rows = basis.problem().rows();
  const Scratch<DrivePlan> plan(rows);
  std::vector<char>& active = plan->active;
  makeAdmissible(basis);
  active.resize(rows);
  for (int i = 0; i < rows; ++i) active[i] = complementarityViolation(basis, i) <= kAccept ? 1 : 0;
  int pivots = 0;
  for (int round = 0; round < 4 * rows + 16; ++round) {
    const double tolerance = kAccept * basis.problem().scaleOf(basis.lambda);
    const int row = nextRow(basis, tolerance);
    if (row < 0) return {};
    active[row] = 1;
    const int first = basis.problem().first_tangent[row];
    for (int k = first; first >= 0 && k < first + basis.problem().tangents[row]; ++k) active[k] = 1;
    plan->r.setZero(rows);
    plan->r[row] = -basis.u[row];
    record(options, TraceKind::Drive, basis, row);
    DriveResult result = drive(basis, plan->r, active, driveLimits(basis, options));
    add(report, result);
    if (result.end != DriveEnd::Arrived) return result;
    pivots += result.pivots;
    if (pivots > options.max_pivots) break;
  }
  return {.end = DriveEnd::Cycle};
}

DriveResult driveTogether(Basis& basis, const BoxOptions& options, std::uint64_t seed, SolveReport& report) {
  const int rows = basis.problem().rows();
  const Scratch<DrivePlan> plan(rows);
  const auto driveAll = [&] {
    record(options, TraceKind::Drive, basis);
    coveringPerturbation(basis, seed, plan->r);
    DriveResult result = drive(basis, plan->r, plan->active, driveLimits(basis, options));
    add(report, result);
    return result;
  };
  makeAdmissible(basis);
  plan->active.assign(rows, 1);
  // From cold, normals come before friction (Baraff 1994, section 5): a pile that rests without friction then gets
  // none.
  if (basis.isCold() && options.normals_first) {
    for (int i = 0; i < rows; ++i)
      if (basis.problem().isTangent(i)) plan->active[i] = 0;
    DriveResult normals = driveAll();
    if (normals.end != DriveEnd::Arrived) return normals;
    holdTangents(basis);
    record(options, TraceKind::Friction, basis);
    if (accepted(basis)) return normals;
    plan->active.assign(rows, 1);
  }
  if (violation(basis) < kSlight) return driveRowByRow(basis, options, report);
  return driveAll();
}

// After a path that ended early: its sets, the impulses within their bounds.
void resume(Basis& basis) {
  basis.refactor();
  makeAdmissible(basis);
  basis.settle();
}

}  // namespace

BoxAttempt attemptBox(const ScaledProblem& problem, const BoxState& from, const BoxOptions& options, std::uint64_t seed,
                      BoxState& state, SolveReport& report) {
  const Scratch<ClampedFactor> factor;
  const Scratch<Basis> workspace(problem.rows());
  Basis& basis = *workspace;
  const bool warm = !from.sets.empty();
  const TraceWork done(options.trace, report.factorizations);
  const auto begin = [&] {
    basis.begin(problem, *factor);
    basis.start(warm ? from.sets : basis.sets(), warm ? from.lambda : basis.lambda);
    // Warm impulses come from frames that have turned since; a slide is tied to its bound before all else follows.
    makeAdmissible(basis);
    basis.settle();
  };
  begin();
  ++report.iterations;
  record(options, TraceKind::Start, basis);
  BoxAttempt attempt{.solved = accepted(basis)};
  if (!attempt.solved && options.blocks) {
    attempt.solved = pivotInBlocks(basis, options, report) && accepted(basis);
    if (!attempt.solved) begin();
  }
  // A long path arrives with its rounding, or ends early; what is violated there is driven away from there, under other
  // generic distances.
  BoxOptions left = options;
  const int before = report.pivots;
  for (int pass = 0; pass < kPasses && !attempt.solved && left.max_pivots > 0; ++pass) {
    if (attempt.end != DriveEnd::Arrived) {
      if (!options.goes_on) break;
      resume(basis);
    }
    const DriveResult drives = options.singly
                                   ? driveRowByRow(basis, left, report)
                                   : driveTogether(basis, left, seed + 16 * static_cast<std::uint64_t>(pass), report);
    attempt = {drives.end == DriveEnd::Arrived && accepted(basis), drives.end, drives.ray};
    left.max_pivots = options.max_pivots - (report.pivots - before);
  }
  report.factorizations += basis.factorizations();
  factor->trim();
  if (attempt.solved) {
    state.lambda = basis.lambda;
    state.sets = basis.sets();
    state.ray.resize(0);
  }
  return attempt;
}

}  // namespace keystone
