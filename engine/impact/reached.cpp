#include "impact/reached.h"

#include "problem/assemble.h"
#include "world/motion.h"

namespace keystone {

double normalSpeed(std::span<const Body> bodies, const VecX& v, const Manifold& manifold, const Vec3& point) {
  const auto velocity = [&](int index) -> Vec3 {
    const Vec3& position = bodies[index].pose.position;
    return v.segment<3>(6 * index) + Vec3(v.segment<3>(6 * index + 3)).cross(point - position);
  };
  return manifold.normal.dot(velocity(manifold.b) - velocity(manifold.a));
}

void findReached(const StepContext& step, ImpactScope scope, ReachedContacts& contacts) {
  const std::vector<Body>& bodies = step.world.bodies;
  velocitiesOf(bodies, contacts.v);
  if (scope == ImpactScope::WithinStep) freeVelocity(step.world, step.dt, contacts.v_free);
  const auto isReached = [&](const Manifold& manifold, const ManifoldPoint& point) {
    if (!manifold.apart && point.gap <= touchingGap(step.dt)) return true;
    if (scope == ImpactScope::Touching || !(manifold.material.restitution > 0.0)) return false;
    return point.gap + step.dt * normalSpeed(bodies, contacts.v_free, manifold, point.point) < 0.0;
  };
  filter(step.result.manifolds, isReached, contacts.reached);
  const auto approaches = [&](const Manifold& manifold, const ManifoldPoint& point) {
    return normalSpeed(bodies, contacts.v, manifold, point.point) < -step.input.params.restitution_threshold;
  };
  filter(contacts.reached, approaches, contacts.approaching);
}

}  // namespace keystone
