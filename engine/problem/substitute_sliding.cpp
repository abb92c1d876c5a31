#include "problem/substitute_sliding.h"

#include "math/scratch_pool.h"
#include "problem/delassus.h"

namespace keystone {
namespace {

// The map from the impulses that are left to all of them: identity, and the friction that goes with each normal.
SparseRows frictionMap(const ContactProblem& problem, std::span<const SlidingContact> sliding) {
  std::vector<Eigen::Triplet<double>> entries;
  for (int i = 0; i < problem.rows(); ++i) entries.emplace_back(i, i, 1.0);
  for (const SlidingContact& slide : sliding) {
    const int n = problem.normalRow(slide.contact);
    for (int k = 1; k < problem.dim; ++k)
      entries.emplace_back(n + k, n, -problem.mu_dynamic[slide.contact] * slide.direction[k - 1]);
  }
  SparseRows map(problem.rows(), problem.rows());
  map.setFromTriplets(entries.begin(), entries.end());
  return map;
}

}  // namespace

Vec2 slipOf(const ContactProblem& problem, const VecX& u, int c) {
  const int n = problem.normalRow(c);
  return {u[n + 1], problem.dim > 2 ? u[n + 2] : 0.0};
}

void surfaceVelocities(const ContactProblem& problem, const VecX& v, VecX& u) {
  u.noalias() = problem.J * v;
  if (problem.surface.size() > 0) u += problem.surface;
}

ContactProblem substituteSliding(const ContactProblem& problem, std::span<const SlidingContact> sliding) {
  ContactProblem reduced = problem;
  SparseRows W;
  formDelassus(problem, W);
  reduced.W = W * frictionMap(problem, sliding);
  reduced.W.makeCompressed();
  reduced.symmetric = false;
  reduced.J = {};
  reduced.v_free = {};
  reduced.inv_mass.clear();
  reduced.compliance.resize(0);
  for (const SlidingContact& slide : sliding) reduced.mu[slide.contact] = 0.0;
  return reduced;
}

void fillSliding(const ContactProblem& problem, std::span<const SlidingContact> sliding, VecX& lambda,
                 IndexSets& sets) {
  const bool with_sets = static_cast<int>(sets.size()) == problem.rows();
  for (const SlidingContact& slide : sliding) {
    const int n = problem.normalRow(slide.contact);
    const double friction = problem.mu_dynamic[slide.contact] * lambda[n];
    for (int k = 1; k < problem.dim; ++k) {
      lambda[n + k] = -friction * slide.direction[k - 1];
      if (!with_sets) continue;
      const bool touches = sets[n] == RowSet::Clamped;
      // In space the pair slides as one; in the plane the sign is that of the force.
      const bool backward = problem.dim == 2 && slide.direction[0] > 0.0;
      const RowSet slides = backward ? RowSet::SlideBackward : RowSet::SlideForward;
      sets[n + k] = touches ? slides : RowSet::Ignored;
    }
  }
}

void listSliding(const ContactProblem& problem, const VecX& v, double slip_speed,
                 std::vector<SlidingContact>& sliding) {
  sliding.clear();
  if (problem.dim < 2) return;
  const Scratch<VecX> workspace(problem.rows());
  VecX& u = *workspace;
  surfaceVelocities(problem, v, u);
  for (int c = 0; c < problem.contacts; ++c) {
    if (problem.mu[c] == 0.0 && problem.mu_dynamic[c] == 0.0) continue;  // no friction, or on a disc
    const Vec2 slip = slipOf(problem, u, c);
    Vec2 asked = slipOf(problem, problem.bias, c);
    if (problem.surface.size() > 0) asked -= slipOf(problem, problem.surface, c);
    const bool sticks = !asked.isZero(0.0);
    if (!sticks && slip.norm() > slip_speed) sliding.push_back({c, slip.normalized()});
  }
}

void chooseFriction(const VecX& v, double slip_speed, const IndexSets& before, ContactProblem& problem) {
  if (problem.dim == 1 || problem.mu == problem.mu_dynamic) return;
  const Scratch<std::vector<SlidingContact>> slides;
  listSliding(problem, v, slip_speed, *slides);
  for (const SlidingContact& slide : *slides) {
    const bool stuck = !before.empty() && before[problem.normalRow(slide.contact) + 1] == RowSet::Stick;
    if (!stuck) problem.mu[slide.contact] = problem.mu_dynamic[slide.contact];
  }
}

}  // namespace keystone
