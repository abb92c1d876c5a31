#include "shape/disc.h"

#include <cmath>
#include <numbers>

namespace keystone {
namespace {

// A disc turned by less (the sine) lies flat: no rim point is farther than the others by more than rounding.
constexpr double kFlat = 1e-7;

}  // namespace

// A disc about the axis e reaches r sqrt(1 - e_k^2) along k.
Vec3 discReach(const Mat3& turn) {
  return (turn.col(0).cwiseAbs2() + turn.col(2).cwiseAbs2()).cwiseSqrt();
}

std::optional<RayHit> castDisc(const LocalRay& ray, const Disc& disc) {
  if (ray.direction.y() * disc.side >= 0.0) return std::nullopt;
  const double distance = (disc.y - ray.origin.y()) / ray.direction.y();
  const Vec3 point = ray.at(distance);
  if (distance < 0.0 || std::hypot(point.x(), point.z()) > disc.radius) return std::nullopt;
  return RayHit{distance, disc.side * Vec3::UnitY()};
}

void faceDisc(const Disc& disc, const Vec3& d, std::uint32_t first_name, std::uint32_t farthest_name, Facing& facing) {
  const double across = std::hypot(d.x(), d.z());
  // Counter-clockwise seen from +y is from z to x.
  const double farthest = std::atan2(d.x(), d.z());
  bool missing = across > kFlat;
  const auto addFarthest = [&] {
    missing = false;
    facing.add(disc.onRim(d.x() / across, d.z() / across), farthest_name);
  };
  for (std::uint32_t i = 0; i < kRimPoints; ++i) {
    const std::uint32_t k = disc.side > 0.0 ? i : kRimPoints - 1 - i;
    const double angle = (static_cast<double>(k) + 0.5) * 2.0 * std::numbers::pi / kRimPoints - std::numbers::pi;
    if (missing && disc.side * (angle - farthest) > 0.0) addFarthest();
    facing.add(disc.onRim(std::sin(angle), std::cos(angle)), first_name + k);
  }
  if (missing) addFarthest();
}

}  // namespace keystone
