#include "solver/pivoting/proximal.h"

#include <algorithm>
#include <limits>

#include "solver/pivoting/box_attempt.h"
#include "solver/pivoting/conditions.h"

namespace keystone {
namespace {

constexpr double kWeight = 1e-6;        // of the unit diagonal; long drives get lost from about 1e-8 on
constexpr double kLeastWeight = 1e-10;  // near the solution, where drives are short
constexpr int kFailures = 4;
constexpr int kRounds = 40;
constexpr int kWarmAttempts = 2;
constexpr double kProgress = 0.3;  // of the violation; less in one round is progress
constexpr int kAcceptAfter = 4;    // rounds after which a complementarityViolation of kAcceptLast will do
constexpr double kAcceptLast = 4e-10;

// The problem with weight (lambda - centre) added to its velocities.
ScaledProblem around(const ScaledProblem& problem, double weight, const VecX& centre) {
  ScaledProblem result = problem;
  result.independent = true;
  SparseRows identity(problem.rows(), problem.rows());
  identity.setIdentity();
  result.W = problem.W + weight * identity;
  if (!problem.mirrored) result.transposed = problem.transposed + weight * identity;
  result.q = problem.q - weight * centre;
  return result;
}

// How many times `change` can be repeated until an impulse reaches its bound; infinite when none ever does.
double slackAlong(const ScaledProblem& problem, const IndexSets& sets, const VecX& lambda, const VecX& change) {
  double slack = std::numeric_limits<double>::infinity();
  const auto limit = [&](double distance, double rate) {
    if (rate > 0.0) slack = std::min(slack, std::max(distance, 0.0) / rate);
  };
  for (int i = 0; i < problem.rows(); ++i) {
    const RowSet set = sets[static_cast<std::size_t>(i)];
    if (set == RowSet::Clamped) limit(lambda[i], -change[i]);
    if (set != RowSet::Stick) continue;
    const double growth = problem.boundRate(i, change);
    for (const double sign : {1.0, -1.0}) limit(problem.bound(i, lambda) - sign * lambda[i], sign * change[i] - growth);
  }
  return slack;
}

// One round: the proximal problem, twice from the round before and then from cold.
bool solveRound(const ScaledProblem& proximal, const BoxOptions& options, bool first, BoxState& state,
                SolveReport& report) {
  const int spent = report.pivots;
  const int attempts = first ? kWarmAttempts + 1 : kWarmAttempts;
  for (int attempt = state.sets.empty() ? kWarmAttempts : 0; attempt < attempts; ++attempt) {
    const bool warm = attempt < kWarmAttempts;
    BoxOptions allowed = options;
    allowed.max_pivots = options.max_pivots - (report.pivots - spent);
    if (warm) allowed.max_pivots = std::min(allowed.max_pivots, 100 + proximal.rows() / 4);
    if (allowed.max_pivots <= 0) break;
    const auto seed = static_cast<std::uint64_t>(attempt) + 1;
    if (attemptBox(proximal, warm ? state : BoxState{}, allowed, seed, state, report).solved) return true;
  }
  return false;
}

}  // namespace

bool solveProximal(const ScaledProblem& problem, const BoxOptions& options, BoxState& state, SolveReport& report) {
  BoxOptions inner = options;
  inner.order = DriveOrder::Together;
  inner.blocks = false;
  BoxState round = state;
  BoxState best;
  double weight = kWeight;
  double floor = kLeastWeight;
  double before = std::numeric_limits<double>::infinity();
  double least = before;
  const int spent = report.pivots;
  for (int n = 0, failed = 0; n < kRounds && least > (n < kAcceptAfter ? kAccept : kAcceptLast); ++n) {
    const int pivots = report.pivots;
    inner.max_pivots = options.max_pivots - (pivots - spent);
    if (inner.max_pivots <= 0) break;
    const VecX centre = round.lambda;
    if (!solveRound(around(problem, weight, centre), inner, n == 0, round, report)) {
      if (++failed > kFailures) break;
      floor = 3.0 * weight;
      weight *= 10.0;
      continue;
    }
    const VecX u = problem.q + problem.W * round.lambda;
    const double left =
        violation(problem, round.sets, round.lambda, u) / std::max(1.0, round.lambda.lpNorm<Eigen::Infinity>());
    if (left < least) {
      least = left;
      best = round;
    }
    if (n > 0 && left > kProgress * before) {
      weight = std::max(0.3 * weight, floor);
      const VecX change = round.lambda - centre;
      const double slack = slackAlong(problem, round.sets, round.lambda, change);
      if (slack < 1.0 / kWeight) round.lambda += slack * change;
    }
    before = left;
  }
  if (least > kAcceptLast) return false;
  state = std::move(best);
  return true;
}

}  // namespace keystone
