// With x_a, x_b the closest points of the cores, w = x_b - x_a = d n, and primes for rates at steady motion:
//   face and anything   n' = omega_face x n; the contact follows the corner or centre on the other body
//   point and point     n' = (w' - n n.w') / d
//   line e and point    w.e = 0 stays so: x_a wanders by s' = e.w' + d n.e' along e, n' = (w' - s' e, across n) / d
//   line and line       n = e_a x e_b / |e_a x e_b|, whatever d; w.e_a = w.e_b = 0 gives both s'
// where w' is that of the material points now at x_a and x_b, and e' = omega x e.
#include "step/contact_features.h"

#include <algorithm>
#include <cmath>

namespace keystone {
namespace {

constexpr double kSameHeight = 1e-6;  // of the body's size: corners that high along the normal bear it together
constexpr double kParallel = 1e-4;    // sine between edges that have no usable common normal (as in collision)

struct Motion6 {
  Vec3 center, velocity, omega;
  Vec3 at(const Vec3& point) const { return velocity + omega.cross(point - center); }
};

Motion6 motionOf(const Body& body) {
  if (body.kind == BodyKind::Static) return {body.pose.position, Vec3::Zero(), Vec3::Zero()};
  return {body.pose.position, body.velocity, body.omega};
}

struct Feature {
  enum class Kind { Point, Line, Face, Curved };  // Curved: none of these with a radius around it
  Kind kind = Kind::Point;
  Vec3 point = Vec3::Zero();  // [m], world, on the core; of a face anything
  Vec3 along = Vec3::Zero();  // unit, of a line
  double radius = 0.0;        // [m]
};

// Boxes and hulls: what of them is farthest along `local`, a direction in their frame. A box has free axes, along which
// its corners are as high as each other.
Feature farthest(const Box& box, const Vec3& local) {
  const double same = kSameHeight * box.half.norm();
  Feature feature;
  int free = 0;
  for (int i = 0; i < 3; ++i) {
    feature.point[i] = local[i] < 0.0 ? -box.half[i] : box.half[i];
    if (2.0 * std::abs(local[i]) * box.half[i] > same) continue;
    ++free;
    feature.along = Vec3::Unit(i);
  }
  feature.kind = free == 0 ? Feature::Kind::Point : free == 1 ? Feature::Kind::Line : Feature::Kind::Face;
  return feature;
}

Feature farthest(const HullData& hull, const Vec3& local) {
  double highest = -HUGE_VAL, size = 0.0;
  for (const Vec3& corner : hull.vertices) {
    highest = std::max(highest, local.dot(corner));
    size = std::max(size, corner.norm());
  }
  Feature feature;
  int bearing = 0;
  for (const Vec3& corner : hull.vertices) {
    if (local.dot(corner) < highest - kSameHeight * size) continue;
    if (bearing++ == 0) feature.point = corner;
    if (bearing == 2) feature.along = (corner - feature.point).normalized();
  }
  feature.kind = bearing == 1 ? Feature::Kind::Point : bearing == 2 ? Feature::Kind::Line : Feature::Kind::Face;
  return feature;
}

Feature cornerFeature(const Shape& shape, const Pose& pose, const Vec3& outward) {
  const Vec3 local = pose.orientation.conjugate() * outward;
  const auto* box = std::get_if<Box>(&shape);
  Feature feature = box != nullptr ? farthest(*box, local) : farthest(*std::get<Hull>(shape).data, local);
  feature.point = pose.position + pose.rotate(feature.point);
  feature.along = pose.rotate(feature.along);
  if (feature.kind != Feature::Kind::Face) feature.radius = marginOf(shape);
  return feature;
}

Feature capsuleFeature(const Capsule& capsule, const Pose& pose, const Vec3& outward, const Vec3& contact) {
  const Vec3 axis = pose.rotate(Vec3::UnitY());
  const double reach = axis.dot(contact - pose.position);
  const bool inside = std::abs(axis.dot(outward)) <= kSameHeight && std::abs(reach) < capsule.half_length;
  Feature feature;
  feature.kind = inside ? Feature::Kind::Line : Feature::Kind::Point;
  feature.radius = capsule.radius;
  feature.along = axis;
  feature.point = pose.position + std::clamp(reach, -capsule.half_length, capsule.half_length) * axis;
  return feature;
}

Feature featureOf(const Shape& shape, const Pose& pose, const Vec3& outward, const Vec3& contact) {
  if (std::holds_alternative<HalfSpace>(shape)) return {.kind = Feature::Kind::Face};
  if (const auto* sphere = std::get_if<Sphere>(&shape)) return {.point = pose.position, .radius = sphere->radius};
  if (const auto* capsule = std::get_if<Capsule>(&shape)) return capsuleFeature(*capsule, pose, outward, contact);
  if (std::holds_alternative<Convex>(shape) || std::holds_alternative<Compound>(shape))
    return {.kind = Feature::Kind::Curved};
  return cornerFeature(shape, pose, outward);
}

// The two bodies of a contact, seen so that `normal` points from the first to the second.
struct Side {
  Motion6 motion;
  Feature feature;
};

Vec3 across(const Vec3& v, const Vec3& normal) {
  return v - normal * normal.dot(v);
}

// `face` gives the normal `outward` of its body; fills the rates. The core point of the other is where it is.
void faceMotion(const Side& face, const Side& other, const Vec3& outward, const Vec3& contact, Vec3& on_face,
                Vec3& on_other, Vec3& on_face_rate, ContactMotion& motion) {
  on_other = contact + other.feature.radius * outward;
  on_face = contact;
  const Vec3 turn = face.motion.omega.cross(outward);
  // The foot of the other's core point: it follows that point, one radius below it.
  on_face_rate = other.motion.at(on_other) - other.feature.radius * turn;
  motion.normal_rate = turn;
  motion.distance = other.feature.radius;
  motion.known = true;
}

// Where the closest points of lines (or points) wander: rates of the closest points and of w.
struct Wander {
  Vec3 a_rate, w_rate;
};

// Closest points, moved there; false for parallel lines.
bool closest(const Side& a, const Side& b, Vec3& on_a, Vec3& on_b) {
  on_a = a.feature.point;
  on_b = b.feature.point;
  const Vec3 apart = on_b - on_a;
  const bool line_a = a.feature.kind == Feature::Kind::Line, line_b = b.feature.kind == Feature::Kind::Line;
  const Vec3 &e_a = a.feature.along, &e_b = b.feature.along;
  if (line_a && line_b) {
    const double c = e_a.dot(e_b), s2 = 1.0 - c * c;
    if (s2 < kParallel * kParallel) return false;
    on_a += (apart.dot(e_a) - c * apart.dot(e_b)) / s2 * e_a;
    on_b += (c * apart.dot(e_a) - apart.dot(e_b)) / s2 * e_b;
  } else if (line_a) {
    on_a += apart.dot(e_a) * e_a;
  } else if (line_b) {
    on_b -= apart.dot(e_b) * e_b;
  }
  return true;
}

Wander wander(const Side& a, const Side& b, const Vec3& on_a, const Vec3& on_b) {
  const Vec3 w = on_b - on_a;
  const Vec3 w_rate = b.motion.at(on_b) - a.motion.at(on_a);
  const bool line_a = a.feature.kind == Feature::Kind::Line, line_b = b.feature.kind == Feature::Kind::Line;
  const Vec3 &e_a = a.feature.along, &e_b = b.feature.along;
  // (w' + s_b e_b - s_a e_a) . e + w . e' = 0 for each line's e.
  const double f_a = line_a ? w_rate.dot(e_a) + w.dot(a.motion.omega.cross(e_a)) : 0.0;
  const double f_b = line_b ? w_rate.dot(e_b) + w.dot(b.motion.omega.cross(e_b)) : 0.0;
  double s_a = f_a, s_b = -f_b;
  if (line_a && line_b) {
    const double c = e_a.dot(e_b), s2 = 1.0 - c * c;
    s_a = (f_a - c * f_b) / s2;
    s_b = (c * f_a - f_b) / s2;
  }
  return {a.motion.at(on_a) + s_a * (line_a ? e_a : Vec3(Vec3::Zero())),
          w_rate + s_b * (line_b ? e_b : Vec3(Vec3::Zero())) - s_a * (line_a ? e_a : Vec3(Vec3::Zero()))};
}

// Rate of the common normal of two edges.
Vec3 crossRate(const Side& a, const Side& b, const Vec3& normal) {
  const Vec3 &e_a = a.feature.along, &e_b = b.feature.along;
  const Vec3 cross = e_a.cross(e_b);
  const Vec3 rate = a.motion.omega.cross(e_a).cross(e_b) + e_a.cross(b.motion.omega.cross(e_b));
  const double sign = cross.dot(normal) < 0.0 ? -1.0 : 1.0;
  return sign * across(rate, normal) / cross.norm();
}

}  // namespace

ContactMotion contactMotion(const World& world, const ContactPoint& place) {
  const auto ia = static_cast<std::size_t>(place.a), ib = static_cast<std::size_t>(place.b);
  const Vec3& n = place.normal;
  const Side a{motionOf(world.bodies[ia]), featureOf(world.colliders[ia].shape, world.bodies[ia].pose, n, place.point)};
  const Side b{motionOf(world.bodies[ib]),
               featureOf(world.colliders[ib].shape, world.bodies[ib].pose, -n, place.point)};
  ContactMotion motion;
  if (a.feature.kind == Feature::Kind::Curved || b.feature.kind == Feature::Kind::Curved) return motion;
  motion.radius_a = a.feature.radius;
  using Kind = Feature::Kind;
  if (a.feature.kind == Kind::Face) {
    faceMotion(a, b, n, place.point, motion.core_a, motion.core_b, motion.core_a_rate, motion);
    return motion;
  }
  if (b.feature.kind == Kind::Face) {
    Vec3 foot_rate;
    faceMotion(b, a, -n, place.point, motion.core_b, motion.core_a, foot_rate, motion);
    motion.normal_rate = -motion.normal_rate;
    motion.core_a_rate = a.motion.at(motion.core_a);
    return motion;
  }
  if (!closest(a, b, motion.core_a, motion.core_b)) return motion;
  const Wander way = wander(a, b, motion.core_a, motion.core_b);
  motion.core_a_rate = way.a_rate;
  motion.distance = a.feature.radius + b.feature.radius;
  if (a.feature.kind == Kind::Line && b.feature.kind == Kind::Line) {
    motion.normal_rate = crossRate(a, b, n);
  } else if (motion.distance > 0.0) {
    motion.normal_rate = across(way.w_rate, n) / motion.distance;
  } else {
    return motion;  // a sharp corner on a corner or an edge has no normal of its own
  }
  motion.known = true;
  return motion;
}

}  // namespace keystone
