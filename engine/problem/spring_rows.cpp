// A spring row pulls with f = -(k e + c u), e its extension and u = de/dt. The stiffness is split, k = k0 + k1:
//   - k0 acts by the extension at the step's start: semi-implicit Euler, which neither gains nor loses energy;
//   - k1 and the damper act by the step's end: lambda = -tau (k1 (e + h u) + c u), tau the time in which forces act.
//   That
//     is u + compliance lambda + bias = 0 with compliance = 1 / (tau (h k1 + c)) and bias = k1 e / (h k1 + c), a row
//     of implicit Euler. It can be as stiff as it likes, and damps what is too fast for the step;
//   - the inertia I of a rotor takes the impulse lambda = -I (u - u0), u0 the rate at the step's start: exact, and a
//     row of the same form, to whose 1 / compliance it adds I.
// Stable at any stiffness: with P = M + h C + h^2 K1 the step is P v' = M v - h K x, x' = x + h v', whose roots obey
// P z^2 + (h^2 K - P - M) z + M = 0 and lie in the unit disc if h^2 K0 <= 4 M + 2 h C + h^2 K1. A body with n springs
// gives each row h^2 k0 W <= 1 / n; a spring has three rows at most, so that h^2 K0 <= 3 M. Forces that turn with a
// body and levers that turn are taken at the step's start and not covered.
#include "problem/spring_rows.h"

#include <algorithm>

#include "math/rounding.h"
#include "math/scratch_pool.h"

namespace keystone {
namespace {

double mobilityOf(std::span<const Body> bodies, int body, const Vec3& linear, const Vec3& angular) {
  if (body < 0) return 0.0;
  const InverseMass inverse = activeInverseMass(bodies[body]);
  return inverse.linear.dot(linear.cwiseAbs2()) + angular.dot(inverse.angular * angular);
}

// [bodies], springs that pull at each; 0 for bodies that nothing moves.
void countSprings(std::span<const Joint> joints, std::span<const Body> bodies, std::vector<int>& springs) {
  springs.assign(bodies.size(), 0);
  for (const Joint& joint : joints) {
    if (!joint.hasSpring()) continue;
    for (const int body : {joint.a, joint.b})
      if (body >= 0 && bodies[body].isActive()) ++springs[body];
  }
}

}  // namespace

void explicitStiffness(std::span<const Body> bodies, std::span<const Joint> joints, const JointRowList& list,
                       const SpringStep& step, VecX& stiffness) {
  stiffness.setZero(static_cast<Eigen::Index>(list.rows.size()));
  if (std::ranges::none_of(joints, &Joint::hasSpring)) return;
  const Scratch<std::vector<int>> springs(static_cast<std::ptrdiff_t>(bodies.size()));
  countSprings(joints, bodies, *springs);
  const auto springsOf = [&](int body) { return body < 0 ? 0 : (*springs)[body]; };
  for (std::size_t i = 0; i < list.rows.size(); ++i) {
    const JointRow& row = list.rows[i];
    if (row.role != JointRowRole::Spring) continue;
    const Joint& joint = joints[list.joint[i]];
    const double mobility =
        mobilityOf(bodies, joint.a, row.linear, row.angular_a) + mobilityOf(bodies, joint.b, row.linear, row.angular_b);
    if (!(mobility > 0.0)) continue;
    const int most_springs = std::max(springsOf(joint.a), springsOf(joint.b));
    const double with_rotor = 1.0 / (1.0 / mobility + row.inertia);
    stiffness[static_cast<Eigen::Index>(i)] = std::min(row.stiffness, mostExplicit(with_rotor, most_springs, step));
  }
}

SoftRow softRow(const JointRow& row, double explicit_stiffness, double mobility, double before,
                const SpringStep& step) {
  const double left = row.stiffness - explicit_stiffness;
  const double resistance = step.force_time * (step.h * left + row.damping) + row.inertia;  // [kg] or [kg m^2]
  if (!(resistance * mobility > kNegligible)) return {};                                    // no damper
  return {(step.force_time * left * row.error - row.inertia * before) / resistance, 1.0 / resistance};
}

}  // namespace keystone
