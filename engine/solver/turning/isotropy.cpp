#include "solver/turning/isotropy.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "math/scratch_pool.h"
#include "problem/delassus.h"
#include "problem/residual.h"
#include "solver/trace.h"
#include "solver/turning/settle_slides.h"
#include "solver/turning/tangent_frames.h"

namespace keystone {
namespace {

// Contacts that feel each other's turns may turn too far: more and more damping while the residual does not fall.
constexpr double kFalls = 0.7, kMore = 1.5, kLess = 0.9;
constexpr double kAccept = 5e-11;  // residual that ends it, well below what counts as exact
constexpr int kSettledRows = 200;  // a dense factorization of more takes too long
constexpr int kStarts = 4;         // and other first frames, of so few rows that all turns take milliseconds
constexpr int kStartedRows = 60;

bool isSlide(RowSet set) {
  return set == RowSet::SlideForward || set == RowSet::SlideBackward;
}

// First frames: along the friction remembered, or against the free slip; the problem's own where neither has a
// direction.
void chooseFrames(const ContactProblem& problem, const Solution& solution, TangentFrames& frames) {
  frames.assign(problem.contacts, Vec2::UnitX());
  const double speed = problem.q.lpNorm<Eigen::Infinity>();
  for (int c = 0; c < problem.contacts; ++c) {
    const int n = problem.normalRow(c);
    const Vec2 friction = solution.lambda.segment<2>(n + 1);
    const Vec2 slip = problem.q.segment<2>(n + 1);
    const bool slid = !solution.sets.empty() && isSlide(solution.sets[n + 1]);
    if (slid && friction.norm() > 0.0)
      frames[c] = friction.normalized();
    else if (solution.sets.empty() && slip.norm() > 1e-9 * speed)
      frames[c] = -slip.normalized();
  }
}

// Sliding pairs become (forward along t1, stick along t2) in frames turned to their friction.
void setsIntoFrames(const ContactProblem& problem, const std::vector<char>& slides, IndexSets& sets) {
  for (int c = 0; c < problem.contacts; ++c) {
    const auto n = static_cast<std::size_t>(problem.normalRow(c));
    if (sets[n] != RowSet::Clamped) continue;
    sets[n + 1] = slides[c] != 0 ? RowSet::SlideForward : RowSet::Stick;
    sets[n + 2] = RowSet::Stick;
  }
}

// Contacts that slid.
void findRemembered(const ContactProblem& problem, const IndexSets& sets, std::vector<char>& slides) {
  slides.resize(problem.contacts);
  for (int c = 0; c < problem.contacts; ++c) slides[c] = isSlide(sets[problem.normalRow(c) + 1]) ? 1 : 0;
}

// Contacts that slide, or whose box friction reaches beyond the cone.
void findSliding(const ContactProblem& problem, const BoxState& state, std::vector<char>& slides) {
  slides.assign(problem.contacts, 0);
  for (int c = 0; c < problem.contacts; ++c) {
    const int n = problem.normalRow(c);
    const auto at = static_cast<std::size_t>(n);
    if (state.sets[at] != RowSet::Clamped || state.lambda[n] <= 0.0) continue;
    const double bound = problem.mu[c] * state.lambda[n];
    const bool beyond = state.lambda.segment<2>(n + 1).norm() > bound * (1.0 + 1e-12);
    slides[c] = beyond || isSlide(state.sets[at + 1]) || isSlide(state.sets[at + 2]) ? 1 : 0;
  }
}

void reportPairs(const ContactProblem& problem, const std::vector<char>& slides, IndexSets& sets) {
  for (int c = 0; c < problem.contacts; ++c) {
    const auto n = static_cast<std::size_t>(problem.normalRow(c));
    if (sets[n] == RowSet::Clamped) sets[n + 1] = sets[n + 2] = slides[c] != 0 ? RowSet::SlideForward : RowSet::Stick;
  }
}

// Where contacts slide the frame is turned to lambda_t - damping u_t / w, w the mobility along the tangents: at the
// solution that is the direction of the friction, and so far off, undamped, where Newton's method would turn it to if
// the contact were alone.
void turnFrames(const ContactProblem& problem, const VecX& lambda, const std::vector<char>& slides, double damping,
                TangentFrames& frames) {
  const VecX u = relativeVelocity(problem, lambda);
  for (int c = 0; c < problem.contacts; ++c) {
    if (slides[c] == 0) continue;
    const int t = problem.normalRow(c) + 1;
    const double w = std::max(delassusDiagonalEntry(problem, t), delassusDiagonalEntry(problem, t + 1));
    const Vec2 way = lambda.segment<2>(t) - damping * u.segment<2>(t) / w;
    if (way.norm() > 0.0) frames[c] = way.normalized();
  }
}

struct ConeWorkspace {
  TangentFrames frames;
  BoxState state;
  std::vector<char> slides;  // [contacts]
  SparseRows W;              // [rows x rows], of few rows
};

// From the workspace's frames and state. The report says how it ended.
void turnUntilSettled(const ContactProblem& problem, const BoxMethod& solve_box, int turns, ConeWorkspace& workspace,
                      Solution& solution, SolveReport& report) {
  auto& [frames, state, slides, W] = workspace;
  double damping = 1.0, before = std::numeric_limits<double>::infinity();
  for (int turn = 0; turn < turns; ++turn) {
    solve_box(frames, state, report);
    solution.lambda = state.lambda;
    outOfFrames(problem, frames, solution.lambda);
    findSliding(problem, state, slides);
    solution.sets = state.sets;
    reportPairs(problem, slides, solution.sets);
    if (report.status != SolveStatus::Converged) return;
    const double boxed = measure(problem, solution.lambda).value;
    if (boxed <= kAccept) return;
    if (problem.rows() <= kSettledRows) {
      VecX settled = solution.lambda;
      const double left = settleSlides(problem, W, state.sets, slides, kAccept, settled);
      if (left <= kAccept || turn % 3 == 2) solution.lambda = settled;  // at times the frames follow it
      if (left <= kAccept) return;
    }
    damping = boxed < kFalls * before ? std::max(1.0, kLess * damping) : kMore * damping;
    before = boxed;
    turnFrames(problem, solution.lambda, slides, damping, frames);
    state.lambda = solution.lambda;
    intoFrames(problem, frames, state.lambda);
    setsIntoFrames(problem, slides, state.sets);
  }
  report.status = SolveStatus::IterationLimit;
  report.message = "the sliding directions did not settle";
}

}  // namespace

void solveIsotropic(const ContactProblem& problem, const BoxMethod& solve_box, int turns, Solution& solution,
                    SolveReport& report) {
  const Scratch<ConeWorkspace> workspace(problem.rows());
  auto& [frames, state, slides, W] = *workspace;
  if (problem.rows() <= kSettledRows) formDelassus(problem, W);
  chooseFrames(problem, solution, frames);
  state.lambda = solution.lambda;
  state.sets = solution.sets;
  intoFrames(problem, frames, state.lambda);
  if (!state.sets.empty()) {
    findRemembered(problem, state.sets, slides);
    setsIntoFrames(problem, slides, state.sets);
  }
  turnUntilSettled(problem, solve_box, turns, *workspace, solution, report);
  if (report.status == SolveStatus::Converged || problem.rows() > kStartedRows) return;
  // Other frames lead elsewhere.
  Solution first = solution;
  for (int start = 1; start <= kStarts; ++start) {
    for (std::size_t c = 0; c < frames.size(); ++c) {
      const double angle = start + static_cast<double>(c);
      frames[c] = Vec2(std::cos(angle), std::sin(angle));
    }
    state.lambda.setZero(problem.rows());
    state.sets.clear();
    turnUntilSettled(problem, solve_box, turns, *workspace, solution, report);
    if (report.status == SolveStatus::Converged) return;
  }
  solution = std::move(first);
}

}  // namespace keystone
