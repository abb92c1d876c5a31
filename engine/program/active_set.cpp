// An augmented Lagrangian whose inner problem is solved exactly by moving whole sets.
//
//   minimise  phi(x) = 1/2 x^T H x - f^T x + sum_i psi_i(lambda_i - r_i s_i(x)),  psi_i' = clamp to [lower, upper] /
//   r_i
//
// phi is convex, once differentiable and piecewise quadratic: on each piece a set of rows is Free (its multiplier
// between its bounds), the others sit at a bound. Newton's method on phi jumps to the minimum of the present piece, all
// rows that then lie on another side change at once, and an exact search along the step keeps phi falling. It ends
// after finitely many sets [qi1993]. Then lambda <- clamp(lambda - r s), a proximal step on the dual problem
// [rockafellar1976], with the same factor as long as the sets stay; each shrinks the rows' errors by about 1 / (1 +
// stiffness * smallest nonzero eigenvalue of the scaled dual matrix), so that two or three reach rounding.
//
// Why this one: x is unique, and no row is ever preferred to another by its number, so that symmetric programs get
// symmetric answers; rows that depend on each other, which stacks of bricks are full of, share their load by the
// proximal term instead of making a singular matrix; and a good guess of the sets costs one factorization.
// Tried against it: Goldfarb and Idnani's dual method, one row at a time: pivots by the hundred at a cold start and
// choices by index among equal rows.
//
// Cost of a round: one sparse LDL^T of H + A_F^T R A_F when the sets changed, two triangular solves, O(entries of A).
// Fails: rows that contradict each other have no x; their multipliers grow without end (Inconsistent).
#include "program/active_set.h"

#include <algorithm>
#include <cmath>

#include "math/rounding.h"
#include "math/stop.h"

namespace keystone {
namespace {

constexpr double kRounding = 4e-16;     // of a row's terms: an error that is none
constexpr double kIdle = 1e-11;         // of the largest multiplier: a Free row this little beyond its bound stays Free
constexpr int kExtra = 3;               // corrections beyond the tolerance at most
constexpr double kGuessed = 1e-9;       // likewise after the first step from guessed sets, before any correction
constexpr int kIdleRounds = 6;          // of nothing but rounding, after which a minimum counts as reached
constexpr int kStalledCorrections = 3;  // corrections without progress before rows count as inconsistent
constexpr double kSoft = 0.1, kStiffen = 10.0;  // stiffness that a cold start begins with, and its growth
constexpr double kDrift = 1e-6;                 // of the fastest multiplier's: a drift that is none, a tie between two
constexpr double kProgress = 0.7;               // of the error before: what a correction must beat

double clampToBounds(const QuadraticProgram& program, Eigen::Index i, double value) {
  return std::clamp(value, program.lower[i], program.upper[i]);
}

// One solve's state. y is lambda - r s of the present x, kept up to date by what x moves: x itself is too coarse for
// springs this stiff.
class Solve {
 public:
  Solve(const QuadraticProgram& program, const QpParams& params, PenaltySystem& system, QpSolution& solution,
        const QpWatch& watch)
      : program_(program), params_(params), system_(system), solution_(solution), watch_(watch) {}

  QpReport run() {
    if (!begin()) return report_;
    while (report_.rounds < params_.rounds) {
      ++report_.rounds;
      if (!newtonStep()) return fail();
      slack_ = warm_ && report_.rounds == 1 ? kGuessed : kIdle;
      const int changes = settle();
      report_.pivots += changes;
      const bool settled = step_ >= 1.0 && moved_ <= params_.tolerance * largest_;
      const bool correction = flat_ || settled || isIdling();
      if (correction) correct();
      if (watch_)
        watch_({step_, correction, report_.factorizations, solution_.sides, solution_.lambda, solution_.x, loads()});
      if (correction && isFinished()) return report_;
    }
    report_.status = QpStatus::RoundLimit;
    return report_;
  }

 private:
  Eigen::Index rows() const { return program_.A.rows(); }

  bool begin() {
    const VecX mobility = rowMobility(program_);
    warm_ = static_cast<Eigen::Index>(solution_.sides.size()) == rows() && solution_.lambda.size() == rows();
    if (!warm_) solution_.lambda.setZero(rows());
    kappa_ = warm_ ? params_.stiffness : std::min(kSoft, params_.stiffness);
    stiffness_ = mobility.unaryExpr([&](double w) { return w > 0.0 ? kappa_ / w : 0.0; });
    for (Eigen::Index i = 0; i < rows(); ++i)
      if (program_.lower[i] == program_.upper[i]) stiffness_[i] = 0.0;  // a given load, not a row
    solution_.x.setZero(program_.f.size());
    for (Eigen::Index i = 0; i < rows(); ++i) solution_.lambda[i] = clampToBounds(program_, i, solution_.lambda[i]);
    if (!warm_) solution_.sides.assign(rows(), Side::Lower);
    for (Eigen::Index i = 0; i < rows(); ++i) fixSide(i);
    scale_ = freeError(mobility);
    system_.setProgram(program_);
    drift_.setZero(rows());
    renew();
    const bool finite = program_.f.allFinite() && program_.b.allFinite() && y_.allFinite() && mobility.allFinite();
    if (!finite) report_.status = QpStatus::NotFinite;
    return finite;
  }

  // A guess that the row's bounds allow.
  void fixSide(Eigen::Index i) {
    Side& side = solution_.sides[i];
    const bool lower = std::isfinite(program_.lower[i]), upper = std::isfinite(program_.upper[i]);
    if (!lower && !upper) side = Side::Free;
    if (side == Side::Lower && !lower) side = upper ? Side::Upper : Side::Free;
    if (side == Side::Upper && !upper) side = lower ? Side::Lower : Side::Free;
    if (stiffness_[i] == 0.0 && (lower || upper)) side = lower ? Side::Lower : Side::Upper;
  }

  // Errors and springs' loads from x and lambda.
  void renew() {
    const VecX Ax = program_.A * solution_.x;
    y_ = solution_.lambda - stiffness_.cwiseProduct(Ax - program_.b);
    has_left_.assign(rows(), false);
  }

  // Worst error of the motion without any multiplier, in their units: what errors are measured by where none is loaded.
  double freeError(const VecX& mobility) const {
    const VecX s = program_.A * program_.f.cwiseQuotient(program_.H.diagonal()) - program_.b;
    double worst = 0.0;
    for (Eigen::Index i = 0; i < rows(); ++i)
      if (mobility[i] > 0.0) worst = std::max(worst, std::abs(clampToBounds(program_, i, -s[i] / mobility[i])));
    return worst;
  }

  // What rounding may make of the rows' loads.
  void findBands() {
    band_.resize(rows());
    for (Eigen::Index i = 0; i < rows(); ++i) {
      double terms = std::abs(program_.b[i]);
      for (SparseRows::InnerIterator it(program_.A, i); it; ++it) terms += std::abs(it.value() * solution_.x[it.col()]);
      band_[i] = has_left_[i] ? 0.0 : std::max(kRounding * terms, program_.rounding) * stiffness_[i];
    }
  }

  double load(Eigen::Index i) const {
    switch (solution_.sides[i]) {
      case Side::Lower:
        return program_.lower[i];
      case Side::Upper:
        return program_.upper[i];
      case Side::Free:
        break;
    }
    return y_[i];
  }

  VecX loads() const {
    VecX loads(rows());
    for (Eigen::Index i = 0; i < rows(); ++i) loads[i] = load(i);
    return loads;
  }

  // To the minimum of the present piece, or as far as phi falls. The guessed sets of the start are taken at their word.
  bool newtonStep() {
    if (!factored_) {
      stopIfAsked();
      const int before = system_.factorizations();
      if (!system_.factor(solution_.sides, stiffness_)) return false;
      factored_ = true;
      report_.factorizations += system_.factorizations() - before;
    }
    const VecX push = program_.A.transpose() * loads();
    const VecX force = program_.f - program_.H * solution_.x + push;
    const double largest_force = std::max(program_.f.lpNorm<Eigen::Infinity>(), push.lpNorm<Eigen::Infinity>());
    flat_ = force.lpNorm<Eigen::Infinity>() <= kRounding * largest_force;
    const VecX dx = system_.solve(force);
    if (!dx.allFinite()) return false;
    dy_ = -stiffness_.cwiseProduct(program_.A * dx);
    step_ =
        trusted_ || flat_ ? 1.0 : searchStep(dx.dot(program_.H * solution_.x - program_.f), dx.dot(program_.H * dx));
    if (step_ < 1.0) ++report_.searches;
    trusted_ = false;
    solution_.x += step_ * dx;
    y_ += step_ * dy_;
    findBands();
    return true;
  }

  // d phi / dt at x + t dx.
  double slope(double t, double at_start, double bend) const {
    double sum = at_start + t * bend;
    for (Eigen::Index i = 0; i < rows(); ++i)
      if (dy_[i] != 0.0) sum += dy_[i] / stiffness_[i] * clampToBounds(program_, i, felt(i, y_[i] + t * dy_[i]));
    return sum;
  }

  // The t in (0, 1] where phi is least along the step.
  double searchStep(double at_start, double bend) const {
    // At the minimum of a piece the slope is zero but for rounding.
    if (slope(1.0, at_start, bend) <= kFlat * std::abs(slope(0.0, at_start, bend))) return 1.0;
    std::vector<double> kinks{0.0, 1.0};
    for (Eigen::Index i = 0; i < rows(); ++i) {
      if (dy_[i] == 0.0) continue;
      for (const double bound : {program_.lower[i], program_.upper[i]}) {
        const double band = load(i) != bound || solution_.sides[i] == Side::Free ? 0.0
                            : solution_.sides[i] == Side::Lower                  ? band_[i]
                                                                                 : -band_[i];
        const double t = (bound + band - y_[i]) / dy_[i];
        if (t > 0.0 && t < 1.0) kinks.push_back(t);
      }
    }
    std::sort(kinks.begin(), kinks.end());
    std::size_t low = 0, high = kinks.size() - 1;
    while (high - low > 1) {
      const std::size_t middle = (low + high) / 2;
      (slope(kinks[middle], at_start, bend) <= 0.0 ? low : high) = middle;
    }
    const double before = slope(kinks[low], at_start, bend), after = slope(kinks[high], at_start, bend);
    if (!(before < 0.0) || !(after > before)) return kinks[high];  // the step is rounding: take it
    const double t = kinks[low] - before * (kinks[high] - kinks[low]) / (after - before);
    return t >= kTooShort ? t : 1.0;
  }

  // Rounds in which rounding alone goes to and fro: the loads that change hands are next to none, and so are the
  // errors.
  bool isIdling() {
    const bool idle = moved_ <= kAcceptable * largest_ && errorAfterCorrection() <= kAcceptable;
    idle_ = idle ? idle_ + 1 : 0;
    return idle_ >= kIdleRounds;
  }

  // Puts every row on the side that y says; returns how many changed.
  int settle() {
    largest_ = scale_;
    for (Eigen::Index i = 0; i < rows(); ++i)
      largest_ = std::max(largest_, std::abs(clampToBounds(program_, i, felt(i, y_[i]))));
    int changes = 0;
    moved_ = 0.0;
    for (Eigen::Index i = 0; i < rows(); ++i) {
      if (stiffness_[i] == 0.0) continue;
      Side& side = solution_.sides[i];
      const Side now = sideOf(i);
      if (now == side) continue;
      if (now == Side::Free || side == Side::Free) factored_ = false;
      const double before = load(i);
      y_[i] = felt(i, y_[i]);
      if (side != Side::Free) has_left_[i] = true;
      side = now;
      moved_ = std::max(moved_, std::abs(load(i) - before));
      ++changes;
    }
    return changes;
  }

  Side sideOf(Eigen::Index i) const {
    const double y = felt(i, y_[i]), slack = solution_.sides[i] == Side::Free ? slack_ * largest_ : 0.0;
    if (solution_.sides[i] != Side::Free && clampToBounds(program_, i, y) == load(i)) return solution_.sides[i];
    if (y < program_.lower[i] - slack) return Side::Lower;
    return y > program_.upper[i] + slack ? Side::Upper : Side::Free;
  }

  // A row at its bound does not feel the first of its motion away from it: that much is rounding. With this dead band
  // loads stay continuous functions of x, and phi has no kinks finer than rounding. A row that has left its bound has
  // taken the band with it, and gets no other before the next correction: phi would not be one function, and rows could
  // go to and fro for ever.
  double felt(Eigen::Index i, double y) const {
    if (solution_.sides[i] == Side::Lower) return std::max(y - band_[i], std::min(y, program_.lower[i]));
    if (solution_.sides[i] == Side::Upper) return std::min(y + band_[i], std::max(y, program_.upper[i]));
    return y;
  }

  // Worst |lambda - clamp(lambda - s / w)| once lambda is what the springs carry, relative.
  double errorAfterCorrection() const {
    double worst = 0.0;
    for (Eigen::Index i = 0; i < rows(); ++i) {
      if (stiffness_[i] == 0.0) continue;
      const double carried = clampToBounds(program_, i, y_[i]);
      const double s = (solution_.lambda[i] - y_[i]) / stiffness_[i];
      const double felt = std::copysign(std::max(std::abs(s) - program_.rounding, 0.0), s);
      const double error = felt * stiffness_[i] / kappa_;  // s / w
      const bool free = !std::isfinite(program_.lower[i]) && !std::isfinite(program_.upper[i]);
      worst = std::max(worst, free ? std::abs(error) : std::abs(carried - clampToBounds(program_, i, carried - error)));
    }
    return largest_ > 0.0 ? worst / largest_ : worst;
  }

  void correct() {
    ++report_.corrections;
    report_.error = errorAfterCorrection();
    drift_before_.swap(drift_);
    drift_ = -solution_.lambda;
    for (Eigen::Index i = 0; i < rows(); ++i)
      solution_.lambda[i] = load(i);  // of a Free row perhaps beyond its bound, by kIdle
    drift_ += solution_.lambda;
    if (kappa_ < params_.stiffness) stiffen();
    renew();
    trusted_ = true;
  }

  // A cold start begins with soft springs, whose load spreads over the whole structure in a few steps; stiff ones would
  // find the sets front by front.
  void stiffen() {
    const double factor = std::min(kStiffen, params_.stiffness / kappa_);
    kappa_ *= factor;
    stiffness_ *= factor;
    factored_ = false;
    best_ = QuadraticProgram::kUnbounded;
    stalled_ = 0;
  }

  // Corrections beyond what the tolerance asks for, until the multipliers have settled too: each costs two triangular
  // solves.
  bool isFinished() {
    if (report_.error <= params_.tolerance) {
      const bool settled = drift_.size() == 0 || drift_.lpNorm<Eigen::Infinity>() <= kFewRoundings * largest_;
      return (good_ > 0 && settled) || ++good_ > kExtra;
    }
    good_ = 0;
    stalled_ = report_.error < kProgress * best_ ? 0 : stalled_ + 1;
    best_ = std::min(best_, report_.error);
    if (stalled_ < kStalledCorrections) return false;
    if (best_ <= kAcceptable) return true;
    stalled_ = 0;
    best_ = QuadraticProgram::kUnbounded;
    if (slide()) return false;
    report_.status = QpStatus::Inconsistent;
    return true;
  }

  // Corrections that hardly change the errors push the multipliers along a direction that moves next to nothing: rows
  // that all but depend on each other. Either the drift fades slowly, then its sum is that of a geometric series
  // (Aitken); or it does not, then one of the rows has to go. So: to that sum, or as far as all bounds allow. False if
  // there is neither.
  bool slide() {
    double length = QuadraticProgram::kUnbounded;
    const double before = drift_before_.squaredNorm();
    const double fading = before > 0.0 ? drift_.dot(drift_before_) / before : 1.0;
    if (fading < 1.0 - kDrift) length = std::max(fading, 0.0) / (1.0 - fading);
    const double sum = length, fastest = drift_.lpNorm<Eigen::Infinity>();
    const auto reach = [&](Eigen::Index i) {
      const double bound = drift_[i] < 0.0 ? program_.lower[i] : program_.upper[i];
      const bool moving = solution_.sides[i] == Side::Free && std::abs(drift_[i]) > kDrift * fastest;
      return moving ? (bound - solution_.lambda[i]) / drift_[i] : QuadraticProgram::kUnbounded;
    };
    for (Eigen::Index i = 0; i < rows(); ++i) length = std::min(length, reach(i));
    if (!std::isfinite(length)) return false;
    for (Eigen::Index i = 0; i < rows(); ++i) {
      if (length < sum && reach(i) <= length * (1.0 + kDrift)) {
        solution_.sides[i] = drift_[i] < 0.0 ? Side::Lower : Side::Upper;
        solution_.lambda[i] = load(i);
        ++report_.pivots;
        factored_ = false;
      } else {
        solution_.lambda[i] = clampToBounds(program_, i, solution_.lambda[i] + length * drift_[i]);
      }
    }
    renew();
    return true;
  }

  QpReport fail() {
    report_.status = QpStatus::NotFinite;
    return report_;
  }

  static constexpr double kFlat = 1e-7;         // slope at the step's end, of that at its start, that counts as none
  static constexpr double kAcceptable = 1e-10;  // error that counts as rounding when nothing makes it smaller
  static constexpr double kTooShort = 1e-12;    // a step shorter than this is taken whole: phi is flat to rounding

  const QuadraticProgram& program_;
  const QpParams& params_;
  PenaltySystem& system_;
  QpSolution& solution_;
  const QpWatch& watch_;
  QpReport report_;
  VecX stiffness_, y_, dy_, drift_, drift_before_, band_;
  std::vector<bool> has_left_;  // [rows], its bound since the last correction
  double slack_ = kIdle;
  double kappa_ = 0.0;  // the springs' present stiffness, times mobility
  double moved_ = 0.0;  // the largest load that the last change of sides gave or took
  double scale_ = 0.0, largest_ = 0.0, step_ = 1.0, best_ = QuadraticProgram::kUnbounded;
  int stalled_ = 0, idle_ = 0;
  int good_ = 0;  // corrections that the tolerance was content with
  bool warm_ = false, factored_ = false, trusted_ = true;
  bool flat_ = false;  // no force is left at x: what sides still change is rounding
};

}  // namespace

std::string_view toString(QpStatus status) {
  constexpr std::string_view kNames[] = {"solved", "inconsistent rows", "round limit", "not finite"};
  return kNames[static_cast<int>(status)];
}

QpReport ActiveSetSolver::solve(const QuadraticProgram& program, const QpParams& params, QpSolution& solution,
                                const QpWatch& watch) {
  return Solve(program, params, system_, solution, watch).run();
}

}  // namespace keystone
