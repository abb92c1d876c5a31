#include "solver/exact/stages.h"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include "math/scratch_pool.h"

namespace keystone {
namespace {

bool isFrictionless(const ConeRows& rows) {
  return rows.mu.isZero(0.0) && rows.discs.empty();
}

constexpr int kUnbounded = 20000;  // factorizations: hours

bool always(const ExactAttempt&) {
  return true;
}

// Newton's rounds from a point, with so many factorizations at most.
bool newtonFrom(const VecX& point, NewtonOptions options, int factorizations, ExactAttempt& attempt) {
  const Scratch<VecX> workspace(point.size());
  VecX& lambda = *workspace;
  lambda = point;
  const ConeRows& rows = attempt.contacts.rows();
  options.factorizations = std::min(factorizations, attempt.left());
  const NewtonResult result = solveProximalNewton(rows, attempt.contacts.system(), options, lambda,
                                                  attempt.report.factorizations, recordSteps(rows, attempt.trace));
  attempt.report.iterations += result.steps;
  attempt.offer(lambda, attempt.contacts.defect(lambda));
  return result.solved || attempt.defect <= attempt.options.enough;
}

// Where all fall together no impulse is needed, however loaded they were: what they miss is then rounding.
bool letGo(ExactAttempt& attempt) {
  const Scratch<VecX> nothing(attempt.best.size());
  nothing->setZero(attempt.best.size());
  const double defect = attempt.contacts.defect(*nothing);
  attempt.offer(*nothing, defect);
  return defect <= attempt.options.newton.tolerance;
}

// Along the path of smoothed laws, and by Newton's rounds from its points: from where it has come to when its share of
// the work is done, and from nearer and nearer to its end. Where it comes no farther it is given up.
bool mayBeSmoothed(const ExactAttempt& attempt) {
  const ConeRows& rows = attempt.contacts.rows();
  return !isFrictionless(rows) && attempt.report.status != SolveStatus::Ray;
}
bool smooth(ExactAttempt& attempt) {
  const ConeRows& rows = attempt.contacts.rows();
  const ExactOptions& options = attempt.options;
  int& done = attempt.report.factorizations;
  const Scratch<VecX> lawful(rows.rows());
  SmoothingPath path(rows, attempt.contacts.system(), options.smoothing, attempt.best, done,
                     recordSteps(rows, attempt.trace));
  double tau = options.path_end;
  while (tau >= options.last_path_end && attempt.left() > 0) {
    const double before = path.tau();
    const int steps = path.steps();
    const bool goes_on = path.follow(tau, done + attempt.share());
    attempt.report.iterations += path.steps() - steps;
    if (path.tau() == before) return false;
    rows.project(path.lambda(), *lawful);
    if (newtonFrom(*lawful, options.newton, options.at_a_time, attempt)) return true;
    if (!goes_on) return false;
    if (path.tau() <= tau) tau *= options.closer;
  }
  return false;
}

bool mayBeRelaxed(const ExactAttempt& attempt) {
  return canRelax(attempt.contacts.rows());
}

// From nothing and from rest the relaxation is the quicker way.
bool mayLeadOn(const ExactAttempt& attempt) {
  return !mayBeRelaxed(attempt) || !(attempt.at_rest && attempt.start.isZero(0.0));
}
// Its sets are nearly known, and the least proximal weight leads there at once, or nowhere; from near by the ordinary
// one does, where a load has moved among many contacts.
bool newtonFromStart(ExactAttempt& attempt) {
  const ExactOptions& options = attempt.options;
  NewtonOptions near = options.newton;
  near.weight = near.least;
  near.ends_lost = true;
  // What is at rest stays so to a billionth of gravity (step/rest.h), also where loads are a thousand times as large.
  if (attempt.at_rest)
    near.tolerance = std::min(near.tolerance, options.enough / attempt.contacts.rows().scaleOf(attempt.start));
  if (isFrictionless(attempt.contacts.rows())) near.steps = options.at_a_time;  // without friction none goes round
  const bool is_near = attempt.contacts.defect(attempt.start) <= options.near_by;
  // From afar it often goes round, which costs little where there is much work, and much where there is little.
  const bool is_lost = !is_near && !attempt.at_rest && mayBeSmoothed(attempt);
  const int most = is_lost ? static_cast<int>(options.share_of_far * attempt.left()) + 1 : attempt.share();
  bool solved = newtonFrom(attempt.start, near, most, attempt);
  if (!solved && is_near) {
    near.weight = options.newton.weight;
    solved = newtonFrom(attempt.start, near, attempt.share(), attempt);
  }
  return solved && (!attempt.at_rest || !mayBeRelaxed(attempt) || !attempt.slides());
}

bool relax(ExactAttempt& attempt) {
  const ConeRows& rows = attempt.contacts.rows();
  InteriorOptions options = attempt.options.interior;
  options.iterations = std::min(options.iterations, attempt.left());
  InteriorPoint method(rows, attempt.contacts.system(), options, attempt.report.factorizations,
                       recordSteps(rows, attempt.trace));
  const InteriorEnd end = method.solve();
  attempt.report.iterations += method.steps();
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
  if (!attempt.relaxation.allFinite()) return false;
  const double defect = attempt.contacts.defect(attempt.relaxation);
  const bool solved = end == InteriorEnd::Lawful || defect <= attempt.options.enough;
  // What it holds stands, also where Newton's method has found a solution that slides and misses less.
  if (solved) attempt.defect = std::numeric_limits<double>::infinity();
  attempt.offer(attempt.relaxation, defect);
  return solved;
}

// From rest it comes before all ways that may find another solution: if anything holds the bodies, this does. So it
// does without friction, where it is the problem itself.
bool comesFirst(const ExactAttempt& attempt) {
  return mayBeRelaxed(attempt) && (attempt.at_rest || isFrictionless(attempt.contacts.rows()));
}
// A solution that slides, found from rest, is one now that nothing holds the bodies.
bool isSolved(const ExactAttempt& attempt) {
  return attempt.defect <= attempt.options.enough;
}
bool takeBest(ExactAttempt&) {
  return true;
}
bool isNotRelaxed(const ExactAttempt& attempt) {
  return mayBeRelaxed(attempt) && !attempt.relaxed;
}
bool isFeasible(const ExactAttempt& attempt) {
  return attempt.report.status != SolveStatus::Ray;
}
// With all the work that is left; from the start where there is no relaxation.
bool newtonFromRelaxation(ExactAttempt& attempt) {
  const bool is_known = attempt.relaxed && attempt.relaxation.allFinite();
  return newtonFrom(is_known ? attempt.relaxation : attempt.start, attempt.options.newton, attempt.left(), attempt);
}

constexpr std::array kStages{
    ExactStage{"apart", "no impulses at all", always, letGo, true},
    ExactStage{"newton", "proximal Newton from the start", mayLeadOn, newtonFromStart},
    ExactStage{"relaxation", "the convex relaxation, from rest", comesFirst, relax},
    ExactStage{"newton", "proximal Newton from the start, with sliding", isSolved, takeBest},
    ExactStage{"smoothing", "the path of smoothed laws", mayBeSmoothed, smooth},
    ExactStage{"interior_point", "the convex relaxation", isNotRelaxed, relax},
    ExactStage{"newton_relaxed", "proximal Newton from the relaxation", isFeasible, newtonFromRelaxation},
};

}  // namespace

int ExactAttempt::left() const {
  if (!most) most = workOf(contacts, options);
  return *most - report.factorizations;
}

int ExactAttempt::share() const {
  return std::min(options.at_a_time, static_cast<int>(options.share * left()) + 1);
}

void ExactAttempt::offer(const VecX& lambda, double its_defect) {
  if (!(its_defect < defect)) return;
  best = lambda;
  defect = its_defect;
}

bool ExactAttempt::slides() const {
  const ConeRows& rows = contacts.rows();
  const Scratch<VecX> workspace(rows.rows());
  VecX& u = *workspace;
  contacts.system().product(best, u);
  u += rows.q;
  for (int c = 0; c < rows.contacts; ++c) {
    const int n = rows.dim * c;
    if (best[n] > 0.0 && rows.mu[c] > 0.0 && u.segment(n + 1, rows.dim - 1).norm() > options.enough) return true;
  }
  for (const FrictionDisc& disc : rows.discs) {
    const bool is_loaded = disc.limit > 0.0 && (disc.contact < 0 || best[rows.dim * disc.contact] > 0.0);
    if (is_loaded && u.segment(rows.firstJointRow() + disc.first, disc.count).norm() > options.enough) return true;
  }
  return false;
}

int workOf(const ContactSystem& contacts, const ExactOptions& options) {
  if (options.work > 0) return options.work;
  if (options.work < 0) return kUnbounded;
  const double affordable = options.frame * options.rate / std::max(1.0, contacts.system().operations());
  return std::max(options.least_work, static_cast<int>(std::min<double>(affordable, kUnbounded)));
}

std::span<const ExactStage> exactStages() {
  return kStages;
}

}  // namespace keystone
