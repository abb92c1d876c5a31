#include "solver/pivoting/isotropy.h"

#include "math/spare.h"
#include "problem/residual.h"
#include "solver/newton.h"
#include "solver/pivoting/tangent_frames.h"
#include "solver/trace.h"

namespace keystone {
namespace {

constexpr double kConeTolerance = 5e-11;  // well below 'exact'

struct TurningRoom {
  SparseRows W;
  VecX q;
};

void solveTurned(const ContactProblem& problem, const SparseRows& W, const TangentFrames& frames,
                 const BoxOptions& options, BoxState& state, SolveReport& report) {
  const Spare<TurningRoom> turned(problem.rows());
  turnDelassus(problem, frames, W, turned->W);
  turned->q = problem.q;
  intoFrames(problem, frames, turned->q);
  const TraceMap unturned(options.trace, [&](VecX x) {
    outOfFrames(problem, frames, x);
    return x;
  });
  solveBox(problem, turned->W, turned->q, options, state, report);
}

bool isSlide(RowSet set) {
  return set == RowSet::SlideForward || set == RowSet::SlideBackward;
}

// First frames: along the friction remembered, or against the free slip; the problem's own where neither has a
// direction.
void chooseFrames(const ContactProblem& problem, const Solution& solution, TangentFrames& frames) {
  frames.assign(static_cast<std::size_t>(problem.contacts), Vec2::UnitX());
  const double speed = problem.q.lpNorm<Eigen::Infinity>();
  for (int c = 0; c < problem.contacts; ++c) {
    const int n = problem.normalRow(c);
    const Vec2 friction = solution.lambda.segment<2>(n + 1);
    const Vec2 slip = problem.q.segment<2>(n + 1);
    const bool slid = !solution.sets.empty() && isSlide(solution.sets[static_cast<std::size_t>(n) + 1]);
    if (slid && friction.norm() > 0.0)
      frames[static_cast<std::size_t>(c)] = friction.normalized();
    else if (solution.sets.empty() && slip.norm() > 1e-9 * speed)
      frames[static_cast<std::size_t>(c)] = -slip.normalized();
  }
}

// Sliding pairs become (forward along t1, stick along t2) in frames turned to their friction.
void setsIntoFrames(const ContactProblem& problem, const std::vector<char>& slides, IndexSets& sets) {
  for (int c = 0; c < problem.contacts; ++c) {
    const auto n = static_cast<std::size_t>(problem.normalRow(c));
    if (sets[n] != RowSet::Clamped) continue;
    sets[n + 1] = slides[static_cast<std::size_t>(c)] != 0 ? RowSet::SlideForward : RowSet::Stick;
    sets[n + 2] = RowSet::Stick;
  }
}

// Contacts that slid.
void findRemembered(const ContactProblem& problem, const IndexSets& sets, std::vector<char>& slides) {
  slides.resize(static_cast<std::size_t>(problem.contacts));
  for (int c = 0; c < problem.contacts; ++c)
    slides[static_cast<std::size_t>(c)] = isSlide(sets[static_cast<std::size_t>(problem.normalRow(c)) + 1]) ? 1 : 0;
}

// Contacts that slide, or whose box friction reaches beyond the cone.
void findSliding(const ContactProblem& problem, const BoxState& state, std::vector<char>& slides) {
  slides.assign(static_cast<std::size_t>(problem.contacts), 0);
  for (int c = 0; c < problem.contacts; ++c) {
    const int n = problem.normalRow(c);
    const auto at = static_cast<std::size_t>(n);
    if (state.sets[at] != RowSet::Clamped || state.lambda[n] <= 0.0) continue;
    const double bound = problem.mu[c] * state.lambda[n];
    const bool beyond = state.lambda.segment<2>(n + 1).norm() > bound * (1.0 + 1e-12);
    slides[static_cast<std::size_t>(c)] = beyond || isSlide(state.sets[at + 1]) || isSlide(state.sets[at + 2]) ? 1 : 0;
  }
}

void reportPairs(const ContactProblem& problem, const std::vector<char>& slides, IndexSets& sets) {
  for (int c = 0; c < problem.contacts; ++c) {
    const auto n = static_cast<std::size_t>(problem.normalRow(c));
    if (sets[n] == RowSet::Clamped)
      sets[n + 1] = sets[n + 2] = slides[static_cast<std::size_t>(c)] != 0 ? RowSet::SlideForward : RowSet::Stick;
  }
}

struct ConeRoom {
  VecX first;  // [rows], the impulses remembered
  TangentFrames frames;
  BoxState state;
  std::vector<char> slides;  // [contacts]
  Solution cone;
};

}  // namespace

void solveIsotropic(const ContactProblem& problem, const SparseRows& W, const BoxOptions& options, int turns,
                    Solution& solution, SolveReport& report) {
  const Spare<ConeRoom> room(problem.rows());
  auto& [first, frames, state, slides, cone] = *room;
  first = solution.lambda;
  chooseFrames(problem, solution, frames);
  state.lambda = solution.lambda;
  state.sets = solution.sets;
  intoFrames(problem, frames, state.lambda);
  if (!state.sets.empty()) {
    findRemembered(problem, state.sets, slides);
    setsIntoFrames(problem, slides, state.sets);
  }
  for (int turn = 0; turn < turns; ++turn) {
    solveTurned(problem, W, frames, options, state, report);
    solution.lambda = state.lambda;
    outOfFrames(problem, frames, solution.lambda);
    findSliding(problem, state, slides);
    solution.sets = state.sets;
    reportPairs(problem, slides, solution.sets);
    const bool boxed = report.status == SolveStatus::Converged;
    if (boxed && measure(problem, solution.lambda).value <= kConeTolerance) return;
    // A box solve that failed is no start; the impulses remembered are a better one.
    cone.lambda = boxed ? solution.lambda : first;
    cone.sets.clear();
    const NewtonResult newton = solveByNewton(problem, FrictionLaw::Cone, {}, cone, options.trace);
    addTo(newton, report);
    if (newton.solved) {
      std::swap(solution, cone);
      report.status = SolveStatus::Converged;
      if (newton.shift == 0.0) report.message.clear();
      return;
    }
    if (!boxed) {
      if (measure(problem, cone.lambda).value < measure(problem, solution.lambda).value) std::swap(solution, cone);
      return;
    }
    for (int c = 0; c < problem.contacts; ++c) {
      const Vec2 friction = solution.lambda.segment<2>(problem.normalRow(c) + 1);
      if (slides[static_cast<std::size_t>(c)] != 0 && friction.norm() > 0.0)
        frames[static_cast<std::size_t>(c)] = friction.normalized();
    }
    state.lambda = solution.lambda;
    intoFrames(problem, frames, state.lambda);
    setsIntoFrames(problem, slides, state.sets);
  }
  report.status = SolveStatus::IterationLimit;
  report.message = "the sliding directions did not settle";
}

}  // namespace keystone
