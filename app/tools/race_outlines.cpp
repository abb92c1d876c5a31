#include "tools/race_outlines.h"

#include <array>
#include <cmath>
#include <map>
#include <numbers>

#include "shape/compound.h"
#include "shape/shape_kind.h"

namespace keystone {
namespace {

constexpr double kWidth = 1.8;           // [pixels at scale 1]
constexpr double kVisiblePixels = 0.75;  // [pixels], smaller differences are not drawn
constexpr int kSides = 28;               // of a circle
constexpr double kSharp = 0.7;           // cosine of the angle from which an edge is sharp

using Points = std::vector<Vec3>;

// Corners of a box, bit k of the number says which side of axis k.
Vec3 corner(const Vec3& half, int number) {
  return half.cwiseProduct(Vec3((number & 1) != 0 ? 1 : -1, (number & 2) != 0 ? 1 : -1, (number & 4) != 0 ? 1 : -1));
}

// Pairs of ends [m], body frame. In a planar world the side that faces the viewer is enough.
Points edgesOf(const Shape& shape, bool planar) {
  Points ends;
  const auto add = [&](const Vec3& from, const Vec3& to) {
    if (planar && (from.z() < 0.0 || to.z() < 0.0)) return;
    ends.push_back(from);
    ends.push_back(to);
  };
  if (const auto* box = std::get_if<Box>(&shape)) {
    for (int from = 0; from < 8; ++from)
      for (const int axis : {1, 2, 4})
        if ((from & axis) == 0) add(corner(box->half, from), corner(box->half, from | axis));
  } else if (const auto* hull = std::get_if<Hull>(&shape)) {
    for (const auto& [from, to] : hull->data->edges) add(hull->data->vertices[from], hull->data->vertices[to]);
  }
  return ends;
}

// The edges of a drawn surface that a viewer sees as lines: where it turns away, and where it is sharp. `forward` is
// the way he looks, in the body's frame. Pairs of ends [m].
Points linesOf(const Surface& surface, const Vec3& forward) {
  const auto key = [](const Vec3& p) { return std::array<double, 3>{p.x(), p.y(), p.z()}; };
  std::map<std::array<std::array<double, 3>, 2>, Vec3> left;  // directed edge: the normal of the triangle beside it
  for (const auto& [a, b, c] : surface.triangles) {
    const std::array<Vec3, 3> corners{surface.points[std::size_t(a)], surface.points[std::size_t(b)],
                                      surface.points[std::size_t(c)]};
    const Vec3 normal = (corners[1] - corners[0]).cross(corners[2] - corners[0]).normalized();
    if (normal.isZero(0.0)) continue;  // at a pole
    for (std::size_t k = 0; k < 3; ++k) left[{key(corners[k]), key(corners[(k + 1) % 3])}] = normal;
  }
  Points ends;
  for (const auto& [edge, normal] : left) {
    const auto other = left.find({edge[1], edge[0]});
    if (other == left.end() || edge[1] < edge[0]) continue;
    const bool turns = (normal.dot(forward) < 0.0) != (other->second.dot(forward) < 0.0);
    if (!turns && normal.dot(other->second) > kSharp) continue;
    for (const std::array<double, 3>& end : edge) ends.emplace_back(end[0], end[1], end[2]);
  }
  return ends;
}

class Pen {
 public:
  Pen(const AppState& app, Overlay& overlay, const Vec3& colour)
      : camera_(app.camera), lines_(overlay.lines), colour_(colour), width_(kWidth * app.scale) {}

  void outline(const Shape& shape, const Pose& pose, bool planar) {
    const bool curved = std::holds_alternative<Convex>(shape) || marginOf(shape) > 0.0;
    const Points ends =
        curved ? linesOf(kindOf(shape).surface(shape, kSides), pose.orientation.conjugate() * camera_.forward())
               : edgesOf(shape, planar);
    for (std::size_t k = 0; k + 1 < ends.size(); k += 2) line(pose.toWorld(ends[k]), pose.toWorld(ends[k + 1]));
    if (curved || !ends.empty()) return;
    const auto [centres, radius] = kindOf(shape).outline(shape);
    for (const Vec3& centre : centres) circle(pose.toWorld(centre), radius);
    if (centres.size() == 2) sides(pose.toWorld(centres[0]), pose.toWorld(centres[1]), radius);
  }

 private:
  void line(const Vec3& from, const Vec3& to) { lines_.push_back({from, to, colour_, width_}); }

  void circle(const Vec3& centre, double radius) {
    const auto at = [&](int k) -> Vec3 {
      const double angle = 2.0 * std::numbers::pi * k / kSides;
      return centre + radius * (std::cos(angle) * camera_.right() + std::sin(angle) * camera_.up());
    };
    for (int k = 0; k < kSides; ++k) line(at(k), at(k + 1));
  }

  // Of a capsule, as seen.
  void sides(const Vec3& from, const Vec3& to, double radius) {
    const Vec3 aside = (to - from).cross(camera_.forward());
    if (aside.norm() < 1e-9) return;
    for (const double sign : {-1.0, 1.0}) {
      const Vec3 shift = sign * radius * aside.normalized();
      line(from + shift, to + shift);
    }
  }

  const Camera& camera_;
  std::vector<Line>& lines_;
  Vec3 colour_;
  double width_;
};

bool isApart(const Camera& camera, const Shape& shape, const Pose& shown, const Pose& other) {
  const double reach = boundingRadius(shape);
  if (!std::isfinite(reach)) return false;
  const double way =
      (shown.position - other.position).norm() + reach * shown.orientation.angularDistance(other.orientation);
  return way > kVisiblePixels * camera.metresPerPixel(shown.position);
}

}  // namespace

Vec3 raceColour(std::size_t simulation) {
  static const std::array<Vec3, 4> kColours{Vec3(0.20, 0.78, 0.70), Vec3(0.95, 0.33, 0.42), Vec3(0.48, 0.52, 1.0),
                                            Vec3(0.96, 0.76, 0.26)};
  return kColours[simulation % kColours.size()];
}

void addRaceOutlines(const AppState& app, Overlay& overlay) {
  if (!app.session.race) return;
  const SideRace& side = *app.session.race;
  const World& shown = app.world();
  for (std::size_t k = 0; k < side.race().simulations.size(); ++k) {
    const World& world = side.race().simulations[k].world;
    Pen pen(app, overlay, raceColour(k));
    for (std::size_t i = 0; i < std::min(world.bodies.size(), shown.bodies.size()); ++i) {
      const Shape& shape = world.colliders[i].shape;
      if (isApart(app.camera, shape, shown.bodies[i].pose, world.bodies[i].pose))
        for (int number = 0; number < partCount(shape); ++number) {
          const PartView part = partOf(shape, number);
          pen.outline(part.shape, world.bodies[i].pose * part.pose, world.planar);
        }
    }
  }
}

}  // namespace keystone
