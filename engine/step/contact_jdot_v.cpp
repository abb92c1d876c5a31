// With x_a, x_b material points of the cores, now closest to each other, w = x_b - x_a = d n and gap = n.w - radii as
// long as n is the features' common normal (step/contact_features.h):
//   gap'' = n . (c_b - c_a) + 2 n'.w' - d n'.n',   c = omega x (omega x r),
// because n.n'' = -n'.n'. For a corner of b on a face of a this is n . (c_b - c_a - 2 omega_a x u) with u the slip.
// The slip of the contact point p, which follows the features, is t.u with u' = omega_b x (p' - v_b) - omega_a x
// (p' - v_a); the turning of t counts where there is slip, which then is not held at zero anyway.
#include "step/contact_jdot_v.h"

#include "step/contact_features.h"

namespace keystone {
namespace {

struct Turning {
  Vec3 center, velocity, omega;
};

Turning turningOf(const Body& body) {
  if (body.kind == BodyKind::Static) return {body.pose.position, Vec3::Zero(), Vec3::Zero()};
  return {body.pose.position, body.velocity, body.omega};
}

Vec3 centripetal(const Turning& body, const Vec3& point) {
  return body.omega.cross(body.omega.cross(point - body.center));
}

Vec3 velocityAt(const Turning& body, const Vec3& point) {
  return body.velocity + body.omega.cross(point - body.center);
}

}  // namespace

ContactJdotV contactJdotV(const World& world, const ContactPoint& place) {
  const ContactMotion motion = contactMotion(world, place);
  if (!motion.known) return {};
  const Turning a = turningOf(world.bodies[place.a]);
  const Turning b = turningOf(world.bodies[place.b]);
  const Vec3& turn = motion.normal_rate;
  const Vec3 w_rate = velocityAt(b, motion.core_b) - velocityAt(a, motion.core_a);
  ContactJdotV bend;
  bend.gap = place.normal.dot(centripetal(b, motion.core_b) - centripetal(a, motion.core_a)) + 2.0 * turn.dot(w_rate) -
             motion.distance * turn.squaredNorm();
  const Vec3 point_rate = motion.core_a_rate + motion.radius_a * turn;
  const Vec3 u_rate = b.omega.cross(point_rate - b.velocity) - a.omega.cross(point_rate - a.velocity);
  bend.slip = {place.t1.dot(u_rate), place.t2.dot(u_rate)};
  return bend;
}

}  // namespace keystone
