// With u the velocity of b's material point relative to a's at the contact p, and gap' = n . u:
//   gap'' = n . u' + n' . u,   u' = (accelerations) + omega_b x r_b' - omega_a x r_a',   r' = p' - v of the body's
//   centre.
// What n' and p' are depends on the features that touch (Baraff 1990): a face turns its normal with its body, and the
// contact follows the corner, or the centre of the ball, on the other; between two balls the normal follows the
// centres. For a corner of b on a face of a this is n . (omega_b x (omega_b x r_b) - omega_a x (omega_a x r_a) - 2
// omega_a x u).
#include "sim/gap_bend.h"

#include <algorithm>
#include <cmath>

namespace keystone {
namespace {

constexpr double kParallel = 1e-12;  // 1 - cosine between the normal and the face it comes from: rounding only

struct Motion6 {
  Vec3 center, velocity, omega;
  Vec3 at(const Vec3& point) const { return velocity + omega.cross(point - center); }
};

Motion6 motionOf(const Body& body) {
  if (body.kind == BodyKind::Static) return {body.pose.position, Vec3::Zero(), Vec3::Zero()};
  return {body.pose.position, body.velocity, body.omega};
}

// Distance [m] from the shape's core (corners, a ball's centre, a capsule's axis) to its surface.
double coreRadius(const Shape& shape) {
  if (const auto* sphere = std::get_if<Sphere>(&shape)) return sphere->radius;
  if (const auto* capsule = std::get_if<Capsule>(&shape)) return capsule->radius;
  return 0.0;
}

bool hasFace(const Shape& shape, const Pose& pose, const Vec3& normal) {
  if (std::holds_alternative<HalfSpace>(shape)) return true;
  const Vec3 local = pose.orientation.conjugate() * normal;
  if (std::holds_alternative<Box>(shape)) return local.cwiseAbs().maxCoeff() >= 1.0 - kParallel;
  const auto* hull = std::get_if<Hull>(&shape);
  return hull != nullptr && hull->data &&
         std::any_of(hull->data->normals.begin(), hull->data->normals.end(),
                     [&](const Vec3& face) { return face.dot(local) >= 1.0 - kParallel; });
}

// How the normal and the contact point move.
struct FeatureMotion {
  Vec3 normal_rate, point_rate;  // [1/s], [m/s]
};

double bend(const Motion6& a, const Motion6& b, const ContactPlace& place, const FeatureMotion& feature) {
  const Vec3 u = b.at(place.point) - a.at(place.point);
  const Vec3 u_rate = b.omega.cross(feature.point_rate - b.velocity) - a.omega.cross(feature.point_rate - a.velocity);
  return place.normal.dot(u_rate) + feature.normal_rate.dot(u);
}

}  // namespace

double gapBend(const World& world, const ContactPlace& place) {
  const auto ia = static_cast<std::size_t>(place.a), ib = static_cast<std::size_t>(place.b);
  const Motion6 a = motionOf(world.bodies[ia]), b = motionOf(world.bodies[ib]);
  const Shape &shape_a = world.colliders[ia].shape, &shape_b = world.colliders[ib].shape;
  const Vec3& n = place.normal;
  const double radius_a = coreRadius(shape_a), radius_b = coreRadius(shape_b);
  const Vec3 core_a = place.point - radius_a * n, core_b = place.point + radius_b * n;
  if (hasFace(shape_a, world.bodies[ia].pose, n)) {
    const Vec3 turn = a.omega.cross(n);
    return bend(a, b, place, {turn, b.at(core_b) - radius_b * turn});
  }
  if (hasFace(shape_b, world.bodies[ib].pose, -n)) {
    const Vec3 turn = b.omega.cross(n);
    return bend(a, b, place, {turn, a.at(core_a) + radius_a * turn});
  }
  if (!std::holds_alternative<Sphere>(shape_a) || !std::holds_alternative<Sphere>(shape_b)) return 0.0;
  const Vec3 apart = b.at(core_b) - a.at(core_a);
  const Vec3 turn = (apart - apart.dot(n) * n) / (radius_a + radius_b);
  return bend(a, b, place, {turn, a.at(core_a) + radius_a * turn});
}

}  // namespace keystone
