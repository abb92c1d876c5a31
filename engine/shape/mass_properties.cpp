#include "shape/mass_properties.h"

#include <numbers>
#include <stdexcept>

#include "shape/polyhedron.h"

namespace keystone {
namespace {

using std::numbers::pi;

struct Solid {
  double density;

  MassProperties operator()(const Box& box) const {
    const double mass = density * 8.0 * box.half.prod();
    const Vec3 squares = box.half.cwiseAbs2();
    const Vec3 diagonal(squares.y() + squares.z(), squares.z() + squares.x(), squares.x() + squares.y());
    return {mass, Vec3::Zero(), (mass / 3.0 * diagonal).asDiagonal()};
  }

  MassProperties operator()(const Sphere& sphere) const {
    const double mass = density * 4.0 / 3.0 * pi * std::pow(sphere.radius, 3);
    return {mass, Vec3::Zero(), Mat3::Identity() * (0.4 * mass * sphere.radius * sphere.radius)};
  }

  // A cylinder and two half balls, whose centres of mass lie 3/8 r beyond the segment's ends.
  MassProperties operator()(const Capsule& capsule) const {
    const double r = capsule.radius;
    const double l = capsule.half_length;
    const double cylinder = density * pi * r * r * 2.0 * l;
    const double balls = density * 4.0 / 3.0 * pi * r * r * r;
    const double axial = cylinder * 0.5 * r * r + balls * 0.4 * r * r;
    const double across = cylinder * (0.25 * r * r + l * l / 3.0) + balls * (0.4 * r * r + 0.75 * r * l + l * l);
    return {cylinder + balls, Vec3::Zero(), Vec3(across, axial, across).asDiagonal()};
  }

  MassProperties operator()(const HalfSpace&) const { throw std::invalid_argument("a half-space has no mass"); }

  MassProperties operator()(const Hull& hull) const {
    const VolumeIntegrals sum = integrate(hull.data->vertices, hull.data->faces);
    MassProperties result;
    result.mass = density * sum.volume;
    result.center = sum.first / sum.volume;
    const Mat3 second = density * (sum.second - sum.volume * result.center * result.center.transpose());
    const Mat3 inertia = second.trace() * Mat3::Identity() - second;
    result.inertia = inertia.selfadjointView<Eigen::Upper>();  // symmetric to the last bit, which files rely on
    return result;
  }
};

}  // namespace

MassProperties massProperties(const Shape& shape, double density) {
  return std::visit(Solid{density}, shape);
}

}  // namespace keystone
