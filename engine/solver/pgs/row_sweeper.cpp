// Projected Gauss-Seidel row after row: z_i <- P_i(z_i - omega u_i / W_ii), u = W z + q kept up to date.
//
// W is never formed when the problem has bodies: u_i = q_i + J_i dv with dv = M^-1 J^T lambda updated in place.
// Cost: O(nonzeros of J, or of W) a sweep.
#include <algorithm>
#include <cmath>

#include "math/product_count.h"
#include "solver/pgs/disc_rows.h"
#include "solver/pgs/space_sweeper.h"

namespace keystone {
namespace {

double largestEigenvalue(double a, double b, double c) {  // of [a c; c b]
  return 0.5 * (a + b) + std::hypot(0.5 * (a - b), c);
}

// Step lengths [kg]: omega / W_ii per row; for the tangents of a cone contact omega / eigenvalue. Zero where W_ii is
// zero: a row that moves nothing keeps its impulse.
template <class Space>
void findStepLengths(const ContactProblem& problem, const Space& space, FrictionLaw law, double omega, VecX& lengths) {
  VecX& curvature = lengths;
  curvature.resize(problem.rows());
  for (int i = 0; i < problem.rows(); ++i) curvature[i] = space.coupling(i, i);
  if (problem.dim == 3 && law == FrictionLaw::Cone) {
    for (int contact = 0; contact < problem.contacts; ++contact) {
      const int t1 = problem.normalRow(contact) + 1;
      const double both = largestEigenvalue(curvature[t1], curvature[t1 + 1], space.coupling(t1, t1 + 1));
      curvature[t1] = curvature[t1 + 1] = both;
    }
  }
  for (const FrictionDisc& disc : problem.discs) {
    const int first = problem.firstJointRow() + disc.first;
    curvature.segment(first, disc.count).setConstant(largestEigenvalue(problem, disc));
  }
  lengths = curvature.unaryExpr([omega](double w) { return w > 0.0 ? omega / w : 0.0; });
}

// One contact; returns the largest change of an impulse.
template <class Space>
double relaxContact(const ContactProblem& problem, int contact, const VecX& step, FrictionLaw law, Space& space,
                    VecX& lambda) {
  const int n = problem.normalRow(contact);
  double change = setRow(n, std::max(0.0, lambda[n] - step[n] * space.velocity(n)), space, lambda);
  if (problem.dim == 1) return change;
  const double bound = problem.mu[contact] * lambda[n];
  if (problem.dim == 2 || law == FrictionLaw::Box) {
    for (int t = n + 1; t < n + problem.dim; ++t) {
      const double moved = lambda[t] - step[t] * space.velocity(t);
      change = std::max(change, setRow(t, std::clamp(moved, -bound, bound), space, lambda));
    }
    return change;
  }
  Vec2 moved(lambda[n + 1] - step[n + 1] * space.velocity(n + 1), lambda[n + 2] - step[n + 2] * space.velocity(n + 2));
  const double size = moved.norm();
  if (size > bound) moved *= bound / size;
  change = std::max(change, setRow(n + 1, moved[0], space, lambda));
  return std::max(change, setRow(n + 2, moved[1], space, lambda));
}

template <class Space>
double relaxDisc(const ContactProblem& problem, const FrictionDisc& disc, const VecX& step, Space& space,
                 VecX& lambda) {
  const int first = problem.firstJointRow() + disc.first;
  const Vec3 moved = relaxedDisc(problem, disc, step[first], lambda, [&space](int row) { return space.velocity(row); });
  double change = 0.0;
  for (int k = 0; k < disc.count; ++k) change = std::max(change, setRow(first + k, moved[k], space, lambda));
  return change;
}

template <class Space>
double relaxAll(const ContactProblem& problem, const VecX& step, FrictionLaw law, Space& space, VecX& lambda) {
  double change = 0.0;
  for (int contact = 0; contact < problem.contacts; ++contact)
    change = std::max(change, relaxContact(problem, contact, step, law, space, lambda));
  for (int row = problem.firstJointRow(); row < problem.rows(); ++row) {
    if (problem.isOnDisc(row)) continue;
    const double moved = lambda[row] - step[row] * space.velocity(row);
    change = std::max(change, setRow(row, std::clamp(moved, problem.lower(row), problem.upper(row)), space, lambda));
  }
  for (const FrictionDisc& disc : problem.discs)
    change = std::max(change, relaxDisc(problem, disc, step, space, lambda));
  return change;
}

class RowSweeper : public SpaceSweeper {
 public:
  bool begin(const ContactProblem& problem, FrictionLaw law, double omega, const VecX& lambda) override {
    law_ = law;
    layOut(problem, lambda);
    inSpace([&](const auto& space) { findStepLengths(problem, space, law, omega, step_); });
    return true;
  }
  Change sweep() override {
    countProduct();
    const double change = inSpace([this](auto& space) { return relaxAll(problem(), step_, law_, space, lambda()); });
    return {change, lambda().lpNorm<Eigen::Infinity>()};
  }
  double freeScale() const override { return problem().q.cwiseProduct(step_).lpNorm<Eigen::Infinity>(); }

 private:
  FrictionLaw law_ = FrictionLaw::Cone;
  VecX step_;
};

}  // namespace

std::unique_ptr<Sweeper> rowSweeper() {
  return std::make_unique<RowSweeper>();
}

}  // namespace keystone
