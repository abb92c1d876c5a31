#include "step/rest.h"

#include <algorithm>

namespace keystone {
namespace {

// [m/s] The speed at which the body would have the same energy without turning.
double speedOf(const Body& body, const VecX& v, int index) {
  const auto own = v.segment<6>(6 * static_cast<Eigen::Index>(index));
  const Vec3 omega = body.pose.orientation.conjugate() * Vec3(own.tail<3>());
  return std::sqrt(own.head<3>().squaredNorm() + omega.dot(body.inertia * omega) / body.mass);
}

bool staysAtRest(const std::vector<Body>& bodies, const ContactProblem& problem, const Island& island, const VecX& v) {
  double added = 0.0, left = 0.0;
  for (const int index : island.bodies) {
    const Body& body = bodies[index];
    const auto at = 6 * static_cast<Eigen::Index>(index);
    if (!body.isActive()) {
      if (!v.segment<6>(at).isZero(0.0)) return false;
      continue;
    }
    const auto gain = problem.v_free.segment<6>(at) - problem.v_before.segment<6>(at);
    added = std::max(added, gain.head<3>().norm());
    left = std::max({left, speedOf(body, problem.v_before, index), speedOf(body, v, index)});
  }
  return left <= kBalanced * added;
}

}  // namespace

void stopWhatRests(const StepContext& step, VecX& v) {
  for (const Island& island : step.result.islands) {
    if (!staysAtRest(step.world.bodies, step.result.problem, island, v)) continue;
    for (const int body : island.bodies) v.segment<6>(6 * static_cast<Eigen::Index>(body)).setZero();
  }
}

}  // namespace keystone
