#include "solver/lemke/pyramid_lcp.h"

#include <cmath>
#include <numbers>

#include "math/rounding.h"

namespace keystone {
namespace {

// The friction directions of a contact, [dim - 1 x d].
MatX frictionDirections(const DenseProblem& dense, int contact, int directions) {
  if (dense.dim == 2) {
    MatX both(1, 2);
    both << 1.0, -1.0;
    return both;
  }
  const Vec2 slip = dense.q.segment<2>(dense.dim * contact + 1);
  // What hardly slips has no direction.
  const double first = slip.norm() > kNegligible ? std::atan2(-slip.y(), -slip.x()) : 0.0;
  MatX spread(2, directions);
  for (int k = 0; k < directions; ++k) {
    const double angle = first + 2.0 * std::numbers::pi * k / directions;
    spread.col(k) << std::cos(angle), std::sin(angle);
  }
  return spread;
}

int unknownsOfContact(int dim, int directions) {
  return dim == 1 ? 1 : dim == 2 ? 4 : directions + 2;
}

// Joint rows with bounds, from unknown `at` on.
void addBounded(const DenseProblem& dense, int at, PyramidLcp& lcp) {
  for (int k = 0; k < dense.bounded; ++k, ++at) {
    const int row = dense.count() - dense.bounded + k;
    lcp.basis(row, at) = 1.0;
    lcp.least[row] = dense.lower[k];
    const bool limit = dense.upper[k] == ContactProblem::kUnbounded;
    lcp.unknowns.push_back({limit ? PyramidUnknown::Part::Limit : PyramidUnknown::Part::Bounded, row});
    if (limit) continue;
    lcp.unknowns.push_back({PyramidUnknown::Part::GivingWay, row});
    lcp.M(at, at + 1) = 1.0;
    lcp.M(at + 1, at) = -1.0;
    lcp.p[++at] = dense.upper[k] - dense.lower[k];
  }
}

}  // namespace

int pyramidSize(const ContactProblem& problem, int directions) {
  return problem.contacts * unknownsOfContact(isFrictionless(problem) ? 1 : problem.dim, directions) +
         limitRows(problem) + 2 * twoSidedRows(problem);
}

PyramidLcp pyramidLcp(const DenseProblem& dense, int directions) {
  const int size = unknownsOfContact(dense.dim, directions);
  const auto two_sided = static_cast<int>((dense.upper.array() < ContactProblem::kUnbounded).count());
  const int n = size * dense.contacts + dense.bounded + two_sided;
  PyramidLcp lcp{MatX::Zero(n, n), VecX::Zero(n), MatX::Zero(dense.count(), n), VecX::Zero(dense.count()), {}};
  for (int c = 0; c < dense.contacts; ++c) {
    for (int k = 0; k < size; ++k)
      lcp.unknowns.push_back({k == 0          ? PyramidUnknown::Part::Normal
                              : k == size - 1 ? PyramidUnknown::Part::SlidingSpeed
                                              : PyramidUnknown::Part::Friction,
                              dense.dim * c});
    lcp.basis(dense.dim * c, size * c) = 1.0;
    if (dense.dim > 1)
      lcp.basis.block(dense.dim * c + 1, size * c + 1, dense.dim - 1, size - 2) =
          frictionDirections(dense, c, directions);
  }
  addBounded(dense, size * dense.contacts, lcp);
  lcp.M += lcp.basis.transpose() * dense.W * lcp.basis;
  lcp.p += lcp.basis.transpose() * (dense.q + dense.W * lcp.least);
  if (dense.dim == 1) return lcp;
  for (int c = 0; c < dense.contacts; ++c) {
    const int normal = size * c, slack = size * c + size - 1;
    lcp.M(slack, normal) = dense.mu[c];
    for (int beta = normal + 1; beta < slack; ++beta) {
      lcp.M(slack, beta) = -1.0;
      lcp.M(beta, slack) = 1.0;
    }
  }
  return lcp;
}

}  // namespace keystone
