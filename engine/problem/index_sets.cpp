#include "problem/index_sets.h"

#include <algorithm>
#include <cmath>

#include "math/scratch_pool.h"
#include "problem/delassus.h"
#include "problem/friction_impulse.h"

namespace keystone {
namespace {

// A row's velocity is told by `u`() when it matters, which is seldom.

// One tangent row held to |lambda_t| <= bound by itself. Without a force to tell, the sliding velocity does.
template <class Velocity>
RowSet boxSet(double lambda_t, const Velocity& u, double bound, double slack, double still) {
  if (std::abs(lambda_t) < bound - slack) return RowSet::Stick;
  if (std::abs(lambda_t) > slack) return lambda_t > 0.0 ? RowSet::SlideForward : RowSet::SlideBackward;
  const double u_t = u();
  if (std::abs(u_t) <= still) return RowSet::Stick;
  return u_t < 0.0 ? RowSet::SlideForward : RowSet::SlideBackward;
}

// A joint row between its bounds, one of which may be infinite.
template <class Velocity>
RowSet jointSet(const ContactProblem& problem, int row, double lambda, const Velocity& u, double slack, double still) {
  if (problem.isBilateral(row)) return RowSet::Bilateral;
  if (problem.isLimit(row)) return lambda > slack ? RowSet::Clamped : RowSet::Unclamped;
  const bool inside = lambda < problem.upper(row) - slack && lambda > problem.lower(row) + slack;
  if (inside || std::abs(u()) <= still) return RowSet::Stick;
  return u() < 0.0 ? RowSet::SlideForward : RowSet::SlideBackward;
}

}  // namespace

SetCounts countSets(const ContactProblem& problem, const IndexSets& sets) {
  SetCounts counts;
  if (static_cast<int>(sets.size()) != problem.rows()) return counts;
  for (int contact = 0; contact < problem.contacts; ++contact) {
    const int n = problem.normalRow(contact);
    if (sets[n] != RowSet::Clamped) {
      ++counts.unclamped;
      continue;
    }
    ++counts.clamped;
    if (problem.dim == 1) continue;
    const int t = frictionRow(problem, contact);
    const bool sliding = isSliding(sets[t]) || (problem.dim == 3 && isSliding(sets[t + 1]));
    ++(sliding ? counts.slide : counts.stick);
  }
  counts.bilateral = problem.joint_rows;
  return counts;
}

void classify(const ContactProblem& problem, const VecX& lambda, IndexSets& sets, double tolerance) {
  sets.assign(problem.rows(), RowSet::Ignored);
  if (problem.rows() == 0) return;
  const Scratch<DeltaV> delta_v(problem.rows());  // found when first asked for, its memory beforehand
  (problem.hasBodies() ? delta_v->bodies : delta_v->rows)
      .resize(problem.hasBodies() ? problem.J.cols() : problem.rows());
  bool is_known = false;
  const auto velocityOf = [&](int row) {
    return [&, row] {
      if (!is_known) deltaV(problem, lambda, *delta_v);
      is_known = true;
      return relativeVelocity(problem, lambda, *delta_v, row);
    };
  };
  const double slack = tolerance * lambda.cwiseAbs().maxCoeff();     // [N s]
  const double still = tolerance * problem.q.cwiseAbs().maxCoeff();  // [m/s]
  for (int contact = 0; contact < problem.contacts; ++contact) {
    const int n = problem.normalRow(contact);
    const bool touches = lambda[n] > slack;
    sets[n] = touches ? RowSet::Clamped : RowSet::Unclamped;
    if (problem.dim == 1) continue;
    const double bound = problem.mu[contact] * lambda[n];
    const double excess = lambda.segment(n + 1, problem.dim - 1).norm() - bound;
    for (int row = n + 1; row < n + problem.dim; ++row) {
      if (!touches) {
        sets[row] = RowSet::Ignored;
      } else if (problem.dim == 3 && bound > slack && std::abs(excess) <= slack) {
        sets[row] = RowSet::SlideForward;  // on the cone: the pair slides along its own direction
      } else {
        sets[row] = boxSet(lambda[row], velocityOf(row), bound, slack, still);
      }
    }
  }
  for (int row = problem.firstJointRow(); row < problem.rows(); ++row)
    sets[row] = jointSet(problem, row, lambda[row], velocityOf(row), slack, still);
  for (const FrictionDisc& disc : problem.discs) {
    const int first = problem.firstJointRow() + disc.first;
    const double excess = lambda.segment(first, disc.count).norm() - problem.radiusOf(disc, lambda);
    const bool slides = excess >= -slack && std::abs(velocityOf(first)()) > still;
    for (int k = 0; k < disc.count; ++k) sets[first + k] = slides ? RowSet::SlideForward : RowSet::Stick;
  }
}

}  // namespace keystone
