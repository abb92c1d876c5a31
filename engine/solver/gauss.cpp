// Gauss' principle of least restraint: of all motions that the contacts and joints allow, the one nearest to the free
// motion in the metric of the masses. A convex quadratic program, solved exactly by gauss/active_set.h.
//
//   minimise  1/2 (v - v_free)^T M (v - v_free)   subject to   J_n v + bias >= 0,   J_joints v + bias = 0
//
// Source: rotezwick, sections 3 and 8.2 (rigid bodies by translation and rotation instead of point masses). In the
// plane and in space alike: the mass matrix is all that differs.
// Departures: the paper has neither friction nor restitution.
//   - Friction by lagged normal impulses: each tangent row holds as far as an impulse of +-mu lambda_n lets it, with
//     the lambda_n of the round before; rounds follow until friction settles. Each round is a quadratic program. What
//     it settles on is box friction, exactly; in the plane that is Coulomb's law.
//   - Restitution, motors, limits: as the problem's biases and bounds have them.
// Cost: a round warm-started from the one before is a factorization or two of a matrix of the bodies' size.
// Fails: rounds of friction may be slow to settle where bodies are wedged or mu is large (IterationLimit, with the last
// round); joints that contradict each other have no motion (Breakdown).
#include "gauss/active_set.h"

#include <algorithm>
#include <array>

#include "solver/solver.h"
#include "solver/trace.h"

namespace keystone {

extern const SolverInfo kGauss;

namespace {

constexpr std::array kKnobs{
    Knob{"friction_rounds", "Friction rounds", Knob::Type::Integer, 60, 1, 1000, "",
         "Friction takes the normal impulses of the round before; the most rounds to wait for them to settle"},
    Knob{"settled", "Settled", Knob::Type::Real, 5e-10, 1e-14, 1e-3, "",
         "How far friction may miss the bounds that the newest normal impulses set, of the largest impulse"},
    Knob{"stiffness", "Stiffness", Knob::Type::Real, 1e7, 1e4, 1e10, "",
         "Of the rows' springs between two corrections: stiffer needs fewer corrections and feels rounding earlier"}};

constexpr double kRowRounding = 1e-15;  // of the largest relative velocity: what rows that agree may differ by

// The directions in which bodies move: [6 bodies] -> unknown, -1 where locked or pushed by nothing; and M there.
struct Motions {
  std::vector<int> unknown;
  int count = 0;
  Eigen::SparseMatrix<double> mass;
};

Motions findMotions(const ContactProblem& problem) {
  Motions motions;
  motions.unknown.assign(6 * problem.inv_mass.size(), -1);
  std::vector<Eigen::Triplet<double>> entries;
  for (std::size_t body = 0; body < problem.inv_mass.size(); ++body) {
    const InverseMass& inverse = problem.inv_mass[body];
    std::vector<int> turns;
    for (int axis = 0; axis < 3; ++axis) {
      if (inverse.linear[axis] <= 0.0) continue;
      motions.unknown[6 * body + axis] = motions.count;
      entries.emplace_back(motions.count, motions.count, 1.0 / inverse.linear[axis]);
      ++motions.count;
    }
    for (int axis = 0; axis < 3; ++axis)
      if (inverse.angular(axis, axis) > 0.0) turns.push_back(axis);
    if (turns.empty()) continue;
    const MatX inertia = inverse.angular(turns, turns).inverse();
    for (std::size_t r = 0; r < turns.size(); ++r) {
      motions.unknown[6 * body + 3 + turns[r]] = motions.count + static_cast<int>(r);
      for (std::size_t c = 0; c < turns.size(); ++c)
        entries.emplace_back(motions.count + static_cast<int>(r), motions.count + static_cast<int>(c),
                             inertia(static_cast<Eigen::Index>(r), static_cast<Eigen::Index>(c)));
    }
    motions.count += static_cast<int>(turns.size());
  }
  motions.mass.resize(motions.count, motions.count);
  motions.mass.setFromTriplets(entries.begin(), entries.end());
  return motions;
}

// In the unknowns v - v_free: f = 0, and s = u.
QuadraticProgram toProgram(const ContactProblem& problem) {
  const Motions motions = findMotions(problem);
  QuadraticProgram program;
  program.H = motions.mass;
  program.f.setZero(motions.count);
  program.A.resize(problem.rows(), motions.count);
  program.A.resizeNonZeros(problem.J.nonZeros());
  int entries = 0;
  for (int row = 0; row < problem.rows(); ++row) {
    program.A.outerIndexPtr()[row] = entries;
    for (SparseRows::InnerIterator it(problem.J, row); it; ++it) {
      const int column = motions.unknown[static_cast<std::size_t>(it.col())];
      if (column < 0) continue;
      program.A.innerIndexPtr()[entries] = column;
      program.A.valuePtr()[entries++] = it.value();
    }
  }
  program.A.outerIndexPtr()[problem.rows()] = entries;
  program.A.resizeNonZeros(entries);
  program.b = -problem.q;
  program.rounding = kRowRounding * problem.q.lpNorm<Eigen::Infinity>();
  program.lower = program.upper = VecX::Zero(problem.rows());
  for (int row = 0; row < problem.rows(); ++row) {
    if (problem.isNormal(row)) program.upper[row] = QuadraticProgram::kUnbounded;
    if (!problem.isJoint(row)) continue;
    program.lower[row] = problem.lower(row);
    program.upper[row] = problem.upper(row);
  }
  return program;
}

// Bounds of the tangent rows by given normal impulses.
void boundFriction(const ContactProblem& problem, const VecX& lambda, QuadraticProgram& program) {
  for (int contact = 0; contact < problem.contacts && problem.dim > 1; ++contact) {
    const int n = problem.normalRow(contact);
    const double bound = problem.mu[contact] * std::max(lambda[n], 0.0);
    program.lower.segment(n + 1, problem.dim - 1).setConstant(-bound);
    program.upper.segment(n + 1, problem.dim - 1).setConstant(bound);
  }
}

// By how much the tangent rows miss friction's law under the bounds that the new normal impulses set. Normal impulses
// that still shift among contacts that depend on each other do not matter where friction need not follow them.
double unsettled(const ContactProblem& problem, const QpSolution& state, const QuadraticProgram& program,
                 const VecX& mobility) {
  const VecX u = program.A * state.x - program.b;
  double worst = 0.0;
  for (int row = 0; row < problem.firstJointRow(); ++row) {
    if (!problem.isTangent(row) || mobility[row] <= 0.0) continue;
    const int contact = problem.contactOf(row);
    const double bound = problem.mu[contact] * std::max(state.lambda[problem.normalRow(contact)], 0.0);
    const double kept = std::clamp(state.lambda[row] - u[row] / mobility[row], -bound, bound);
    worst = std::max(worst, std::abs(state.lambda[row] - kept));
  }
  return worst;
}

bool hasFriction(const ContactProblem& problem) {
  return problem.dim > 1 && problem.contacts > 0 && problem.mu.maxCoeff() > 0.0;
}

RowSet toSet(const ContactProblem& problem, int row, std::span<const Side> sides) {
  const Side side = sides[static_cast<std::size_t>(row)];
  if (problem.isNormal(row)) return side == Side::Free ? RowSet::Clamped : RowSet::Unclamped;
  if (problem.isTangent(row)) {
    const int n = problem.normalRow(problem.contactOf(row));
    if (sides[static_cast<std::size_t>(n)] != Side::Free) return RowSet::Ignored;
  } else {
    if (problem.isBilateral(row)) return RowSet::Bilateral;
    if (problem.isLimit(row)) return side == Side::Free ? RowSet::Clamped : RowSet::Unclamped;
  }
  if (side == Side::Free) return RowSet::Stick;
  return side == Side::Upper ? RowSet::SlideForward : RowSet::SlideBackward;
}

IndexSets toSets(const ContactProblem& problem, std::span<const Side> sides) {
  IndexSets sets(static_cast<std::size_t>(problem.rows()));
  for (int row = 0; row < problem.rows(); ++row) sets[static_cast<std::size_t>(row)] = toSet(problem, row, sides);
  return sets;
}

std::vector<Side> toSides(const IndexSets& sets) {
  std::vector<Side> sides;
  for (const RowSet set : sets) {
    const bool free = set == RowSet::Clamped || set == RowSet::Stick || set == RowSet::Bilateral;
    sides.push_back(free ? Side::Free : set == RowSet::SlideForward ? Side::Upper : Side::Lower);
  }
  return sides;
}

void addEffort(const QpReport& round, SolveReport& report) {
  report.pivots += round.pivots;
  report.iterations += round.rounds;
  report.factorizations += round.factorizations;
  if (round.status == QpStatus::Solved) {
    report.status = SolveStatus::Converged;
    report.message.clear();
    return;
  }
  report.status = round.status == QpStatus::RoundLimit ? SolveStatus::IterationLimit : SolveStatus::Breakdown;
  report.message = toString(round.status);
}

// The impulses that a round of friction takes its bounds from. Repeating the last ones converges slowly where bodies
// are wedged, or swings: the secant through the last two rounds [anderson1965, depth one] does neither.
class Lag {
 public:
  // `found`: what the last round made of the impulses returned before.
  VecX next(const VecX& found) {
    VecX wanted = found;
    const VecX miss = used_.size() == found.size() ? VecX(found - used_) : VecX();
    if (miss.size() > 0 && miss_.size() > 0 && ++rounds_ > kPlainRounds) {
      const VecX change = miss - miss_;
      const double size = change.squaredNorm();
      const double share = size > 0.0 ? std::clamp(miss.dot(change) / size, -kReach, kReach) : 0.0;
      wanted -= share * (found - found_);
    }
    miss_ = miss;
    found_ = found;
    used_ = wanted;
    return wanted;
  }

 private:
  static constexpr int kPlainRounds = 4;
  static constexpr double kReach = 10.0;  // of the last change, how far the secant is followed
  VecX used_, found_, miss_;
  int rounds_ = 0;
};

// Rounds of friction until the normal impulses settle.
void solveRounds(const ContactProblem& problem, const KnobValues& values, QuadraticProgram& program, QpSolution& state,
                 SolveReport& report, SolverTrace* trace) {
  const QpParams params{.stiffness = knob(kGauss, values, "stiffness")};
  const double settled = knob(kGauss, values, "settled");
  const auto rounds = static_cast<int>(knob(kGauss, values, "friction_rounds"));
  const QpWatch watch = [&](const QpEvent& event) {
    trace->add({.kind = TraceKind::Newton, .step = event.step}, event.lambda, toSets(problem, event.sides),
               report.factorizations);
  };
  const VecX mobility = rowMobility(program);
  VecX lagged;
  Lag lag;
  ActiveSetSolver solver;
  for (int round = 0; round < rounds; ++round) {
    lagged = lag.next(state.lambda);
    boundFriction(problem, lagged, program);
    addEffort(solver.solve(program, params, state, trace != nullptr ? watch : QpWatch{}), report);
    if (report.status != SolveStatus::Converged || !hasFriction(problem)) return;
    if (unsettled(problem, state, program, mobility) <= settled * state.lambda.lpNorm<Eigen::Infinity>()) return;
  }
  report.status = SolveStatus::IterationLimit;
  report.message = "friction has not settled within friction_rounds";
}

SolveReport solve(const ContactProblem& problem, const KnobValues& values, Solution& solution, SolverTrace* trace) {
  SolveReport report;
  if (!problem.hasBodies() || !problem.symmetric) {
    report.status = SolveStatus::Unsupported;
    report.message = "found a W without bodies; Gauss' principle asks for the masses";
    return report;
  }
  QuadraticProgram program = toProgram(problem);
  QpSolution state;
  state.lambda = solution.lambda;
  if (static_cast<int>(solution.sets.size()) == problem.rows()) state.sides = toSides(solution.sets);
  if (trace != nullptr) trace->add({.kind = TraceKind::Start}, solution.lambda, solution.sets);
  solveRounds(problem, values, program, state, report, trace);
  solution.lambda = state.lambda;
  solution.sets = toSets(problem, state.sides);
  solution.sets_inferred = false;
  if (trace != nullptr) trace->add({.kind = TraceKind::Result}, solution.lambda, solution.sets, report.factorizations);
  return report;
}

}  // namespace

const SolverInfo kGauss{"gauss",
                        "Gauss (least restraint)",
                        "quadratic program; friction by lagged normal impulses",
                        "Rote and Zwick, Collapse",
                        {true, true, false, true, false},
                        false,
                        kKnobs,
                        solve};

}  // namespace keystone
