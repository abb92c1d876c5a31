#include "solver/exact/stages.h"

#include <algorithm>
#include <array>
#include <utility>

#include "math/spare.h"
#include "solver/newton/proximal_newton.h"
#include "solver/smoothing/smoothing_path.h"

namespace keystone {
namespace {

// All tuning numbers of the driver.
struct Tuning {
  double start = 5e-11;      // defect of a start that is left as it is: rounding of a pile at rest
  int warm = 10;             // factorizations of Newton from the start: one that has not led there by then is none
  int relaxed = 30;          // likewise, from the relaxation's solution, and from a point of the smoothed path,
  int path = 60;             // which is followed by so many at a time,
  int smoothed = 5;          // so often
  double tolerance = 1e-11;  // what stages aim at, of the largest scaled impulse
};
constexpr Tuning kTuning;

// First proximal weight, and the factor after a round that arrived (proximal_newton.h).
struct Schedule {
  double weight, factor;
};
constexpr Schedule kCold{1e-6, 1e-2}, kNear{1e-3, 1e-2}, kFar{0.04, 0.5};

bool always(const ExactAttempt&) {
  return true;
}

// Rounds from a point, with so many factorizations.
bool newtonFrom(const VecX& point, const Schedule& schedule, double rho, int factorizations, ExactAttempt& attempt) {
  const Spare<VecX> room(point.size());
  VecX& lambda = *room;
  lambda = point;
  const ConeRows& rows = attempt.contacts.rows();
  const NewtonResult result =
      solveProximalNewton(rows, attempt.contacts.system(),
                          {.tolerance = kTuning.tolerance,
                           .weight = schedule.weight,
                           .factor = schedule.factor,
                           .rho = rho,
                           .factorizations = std::min(factorizations, attempt.left())},
                          lambda, attempt.report.factorizations, recordSteps(rows, attempt.trace));
  attempt.report.iterations += result.rounds;
  attempt.offer(lambda, attempt.contacts.defect(lambda));
  return result.solved;
}

// The start is the solution.
bool takeStart(ExactAttempt& attempt) {
  return attempt.defect <= kTuning.start;
}

// Where all fall apart no impulse is needed, however loaded they were.
bool letGo(ExactAttempt& attempt) {
  const Spare<VecX> nothing(attempt.best.size());
  nothing->setZero(attempt.best.size());
  const double defect = attempt.contacts.defect(*nothing);
  attempt.offer(*nothing, defect);
  return defect <= kTuning.tolerance;
}

// Through the inside of the law, in stages of so many factorizations, and by rounds from their ends.
bool mayBeSmoothed(const ExactAttempt& attempt) {
  return !attempt.contacts.rows().mu.isZero(0.0) && attempt.report.status != SolveStatus::Ray;
}
bool smooth(ExactAttempt& attempt) {
  const ConeRows& rows = attempt.contacts.rows();
  int& done = attempt.report.factorizations;
  SmoothingPath path(rows, attempt.contacts.system(), attempt.best, done, recordSteps(rows, attempt.trace));
  for (int round = 0; round < kTuning.smoothed && !path.isOver() && attempt.left() > 0; ++round) {
    path.follow(done + std::min(kTuning.path, attempt.left()));
    if (!(path.tau() > 0.0)) return false;
    if (newtonFrom(rows.project(path.lambda()), kNear, 1.0, kTuning.relaxed, attempt)) return true;
  }
  return false;
}

// From nothing and from rest the relaxation is the quicker way.
bool mayLeadOn(const ExactAttempt& attempt) {
  return !(attempt.at_rest && attempt.start.isZero(0.0));
}
bool newtonFromStart(ExactAttempt& attempt) {
  const bool is_cold = attempt.start.isZero(0.0);
  return newtonFrom(attempt.start, is_cold ? kCold : kNear, 1.0, kTuning.warm, attempt) &&
         (!attempt.at_rest || !attempt.slides());
}

bool relax(ExactAttempt& attempt) {
  const ConeRows& rows = attempt.contacts.rows();
  InteriorPoint method(rows, attempt.contacts.system(), attempt.report.factorizations,
                       recordSteps(rows, attempt.trace));
  const int before = attempt.report.factorizations;
  const InteriorEnd end = method.solve({.iterations = std::min(InteriorOptions{}.iterations, attempt.left())});
  attempt.report.iterations += attempt.report.factorizations - before;
  attempt.relaxed = true;
  attempt.relaxation = method.lawfulImpulses();
  if (end == InteriorEnd::Infeasible) {
    if (isWithoutSolution(rows, attempt.contacts.system(), attempt.report.factorizations)) {
      attempt.report.status = SolveStatus::Ray;
      attempt.report.message = kInfeasible;
    } else {
      attempt.relaxation = attempt.best;
    }
  }
  if (attempt.relaxation.allFinite()) attempt.offer(attempt.relaxation, attempt.contacts.defect(attempt.relaxation));
  return end == InteriorEnd::Lawful;
}

// From rest it comes before all ways that may find another solution: if anything holds the bodies, this does. So it
// does without friction, where it is the problem itself.
bool comesFirst(const ExactAttempt& attempt) {
  return attempt.at_rest || attempt.contacts.rows().mu.isZero(0.0);
}
// A solution that slides, found from rest, is one now that nothing holds the bodies.
bool isSolved(const ExactAttempt& attempt) {
  return attempt.defect <= kTuning.tolerance;
}
bool takeBest(ExactAttempt&) {
  return true;
}
bool isNotRelaxed(const ExactAttempt& attempt) {
  return !attempt.relaxed;
}
bool isRelaxed(const ExactAttempt& attempt) {
  return attempt.relaxed && attempt.relaxation.allFinite() && attempt.report.status != SolveStatus::Ray;
}
bool newtonFromRelaxation(ExactAttempt& attempt) {
  return newtonFrom(attempt.relaxation, kNear, 1.0, kTuning.relaxed, attempt);
}

// By large proximal weights, from the start rather than from nothing.
bool isFeasible(const ExactAttempt& attempt) {
  return attempt.report.status != SolveStatus::Ray;
}
bool newtonFromAfar(ExactAttempt& attempt) {
  const bool is_cold = attempt.start.isZero(0.0);
  return newtonFrom(is_cold && attempt.relaxed ? attempt.relaxation : attempt.start, kFar, 1.0, attempt.left(),
                    attempt);
}

template <int tenfold>
bool newtonFromBest(ExactAttempt& attempt) {
  constexpr double kRho = tenfold < 0 ? 0.1 : tenfold > 0 ? 10.0 : 1.0;
  return newtonFrom(VecX(attempt.best), kNear, kRho, attempt.left(), attempt);
}

constexpr std::array kStages{
    ExactStage{"start", "the start is the solution", always, takeStart},
    ExactStage{"apart", "no impulses at all", always, letGo},
    ExactStage{"newton", "proximal Newton from the start", mayLeadOn, newtonFromStart},
    ExactStage{"relaxation", "the convex relaxation, from rest", comesFirst, relax},
    ExactStage{"newton", "proximal Newton from the start, with sliding", isSolved, takeBest},
    ExactStage{"smoothing", "the path of smoothed laws", mayBeSmoothed, smooth},
    ExactStage{"interior_point", "the convex relaxation", isNotRelaxed, relax},
    ExactStage{"newton_relaxed", "proximal Newton from the relaxation", isRelaxed, newtonFromRelaxation},
    ExactStage{"newton_far", "proximal Newton by large weights", isFeasible, newtonFromAfar},
    ExactStage{"newton_best", "proximal Newton from the best point", isFeasible, newtonFromBest<0>},
    ExactStage{"newton_stiff", "the same with a tenfold rho", isFeasible, newtonFromBest<1>},
    ExactStage{"newton_soft", "the same with a tenth of rho", isFeasible, newtonFromBest<-1>},
};

}  // namespace

void ExactAttempt::offer(const VecX& lambda, double its_defect) {
  if (!(its_defect < defect)) return;
  best = lambda;
  defect = its_defect;
}

bool ExactAttempt::slides() const {
  constexpr double kSlip = 1e-9;  // of the largest free velocity
  const ConeRows& rows = contacts.rows();
  const Spare<VecX> room(rows.rows());
  VecX& u = *room;
  contacts.system().product(best, u);
  u += rows.q;
  for (int c = 0; c < rows.contacts; ++c) {
    const int n = rows.dim * c;
    if (best[n] > 0.0 && rows.mu[c] > 0.0 && u.segment(n + 1, rows.dim - 1).norm() > kSlip) return true;
  }
  return false;
}

std::span<const ExactStage> exactStages() {
  return kStages;
}

}  // namespace keystone
