// Newton's law at several contacts, u+ >= -e u-, leaves open who takes part in an impact (docs/steppers.md):
//   - simultaneous (Baraff 1989): all that touch. A row of touching balls struck with e = 1 does not pass the impact
//     to its last ball but parts as one from the striker;
//   - sequential: only those that approach. Their impulses make others approach, which take part in the next wave; the
//     impact runs through a row of balls to the last. What approaches at the same moment is still solved at once, so
//     that a symmetric break stays symmetric;
//   - reflections (Smith et al. 2012): the same where e = 1, another law of restitution below (reflections.h).
// All keep momentum and, with e = 1, energy. With friction, Newton's law can gain energy (Kane and Levinson 1985).
#include "impact/collisions.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "impact/reflections.h"
#include "math/scratch_pool.h"
#include "problem/assemble.h"
#include "world/motion.h"

namespace keystone {
namespace {

// Impacts in one moment; what approaches after them is stopped without restitution. A simultaneous impact leaves
// nothing that approaches but by what friction does.
constexpr int kMostImpactSolves = 10;

// The first t > 0 [s] at which gap + t (u + (t / h) (u_free - u)) is zero: the way of a semi-implicit step of length t.
double closingTime(double gap, double u, double u_free, double h) {
  const double a = (u_free - u) / h;
  const double under_root = u * u - 4.0 * a * gap;
  if (under_root < 0.0) return std::numeric_limits<double>::infinity();
  const double q = -0.5 * (u - std::sqrt(under_root));  // u < 0: no cancellation
  return gap / q;
}

}  // namespace

double timeToCollision(const StepContext& step, const VecX& v_free) {
  const std::vector<Body>& bodies = step.world.bodies;
  const Scratch<ReachedContacts> workspace(v_free.size());
  velocitiesOf(bodies, workspace->v);
  double first = step.dt;
  for (const Manifold& manifold : step.result.manifolds) {
    for (int i = 0; i < manifold.count; ++i) {
      const ManifoldPoint& point = manifold.points[i];
      const double u = normalSpeed(bodies, workspace->v, manifold, point.point);
      if (u >= -step.input.params.restitution_threshold || point.gap <= touchingGap(step.dt)) continue;
      const double u_free = normalSpeed(bodies, v_free, manifold, point.point);
      first = std::min(first, closingTime(point.gap, u, u_free, step.dt));
    }
  }
  return first;
}

void withoutColliding(const StepContext& step, const VecX& v_free, double dt, std::vector<Manifold>& contacts) {
  const std::vector<Body>& bodies = step.world.bodies;
  const Scratch<ReachedContacts> workspace(v_free.size());
  velocitiesOf(bodies, workspace->v);
  const auto stays = [&](const Manifold& manifold, const ManifoldPoint& point) {
    const double u = normalSpeed(bodies, workspace->v, manifold, point.point);
    if (u >= -step.input.params.restitution_threshold || point.gap <= touchingGap(step.dt)) return true;
    // A little beyond dt, which may be the closing time itself.
    const double u_free = normalSpeed(bodies, v_free, manifold, point.point);
    return closingTime(point.gap, u, u_free, step.dt) > dt * (1.0 + 1e-6);
  };
  filter(step.result.manifolds, stays, contacts);
}

bool resolveImpacts(StepContext& step, ImpactScope scope, Impacts& impacts, std::string& why) {
  const bool one_by_one = step.input.params.restitution_law != RestitutionLaw::Newton;
  const ImpactLaw law = step.input.params.impacts;
  if (law == ImpactLaw::Reflections && !one_by_one) return resolveReflections(step, scope, impacts, why);
  const bool waves = one_by_one || law == ImpactLaw::Sequential;
  const Scratch<ReachedContacts> contacts(6 * static_cast<Eigen::Index>(step.world.bodies.size()));
  for (int impact = 0; impact < (waves ? kMostWaves : kMostImpactSolves); ++impact) {
    findReached(step, scope, *contacts);
    if (contacts->approaching.empty()) break;
    if (!strike(step, waves ? contacts->approaching : contacts->reached, contacts->v, impacts, why)) return false;
  }
  return true;
}

}  // namespace keystone
