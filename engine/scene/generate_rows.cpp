// Bodies side by side: dominoes, ring, grid, boxes at listed places.
#include <cmath>
#include <numbers>

#include "scene/generators.h"
#include "scene/scene_parts.h"

namespace keystone {

// A row of upright boxes along x, "gap" [m] between faces; the first turns about its right lower edge with "push"
// [rad/s]. The foot is that of the first.
void buildDominoes(const JsonValue& entry, FileScope& file) {
  Builder builder(entry, file, {"count", "size", "gap", "push"});
  const int count = builder.count("count", 1, 10000);
  const Vec3 size = builder.size();
  const double pitch = size.x() + entry.at("gap").number(kLength);
  const double push = builder.number("push", {0.0, 1e3}, 0.0);
  builder.reserve(count);
  const PlacedShape domino{Box{size / 2.0}, Vec3::Zero(), "box"};
  for (int i = 0; i < count; ++i) {
    const Vec3 omega(0.0, 0.0, i == 0 ? -push : 0.0);
    const Vec3 from_edge(-size.x() / 2.0, size.y() / 2.0, 0.0);
    builder.place(domino, {i * pitch, size.y() / 2.0, 0.0}, omega.cross(from_edge), omega);
  }
}

// "count" boxes on a circle of "radius" about the foot, one face outward, moving outward with "speed" [m/s]
// (3D), all standing on the floor.
void buildRing(const JsonValue& entry, FileScope& file) {
  Builder builder(entry, file, {"count", "radius", "size", "speed"});
  if (builder.planar()) entry.fail("a ring in a planar scene", "a 3D scene (\"planar\": false)");
  const int count = builder.count("count", 1, 10000);
  const double radius = entry.at("radius").number(kLength);
  const double speed = builder.number("speed", kSpeed, 0.0);
  const Vec3 size = builder.size();
  builder.reserve(count);
  for (int i = 0; i < count; ++i) {
    const double angle = 2.0 * std::numbers::pi * i / count;
    const Vec3 outward(std::cos(angle), 0.0, -std::sin(angle));  // the x axis turned about +y
    builder.placeTurned({Box{size / 2.0}, Vec3::Zero(), "box"}, radius * outward + Vec3(0.0, size.y() / 2.0, 0.0),
                        Quat(Eigen::AngleAxisd(angle, Vec3::UnitY())), speed * outward);
  }
}

// Bodies in a lattice of "count" [nx, ny, nz] (planar: [nx, ny]) with "spacing" [m] between centres; the lowest
// layer's centres are half a spacing above the foot. The "shapes" are taken in turn.
void buildGrid(const JsonValue& entry, FileScope& file) {
  Builder builder(entry, file, {"count", "spacing", "shapes"});
  const std::size_t dimensions = builder.planar() ? 2 : 3;
  const std::vector<JsonValue> counts = entry.at("count").items(dimensions, dimensions);
  const int nx = counts[0].integer(1, 10000), ny = counts[1].integer(1, 10000);
  const int nz = builder.planar() ? 1 : counts[2].integer(1, 10000);
  const Vec3 spacing = builder.size("spacing");
  builder.reserve(static_cast<long long>(nx) * ny);  // first, so that the product below cannot overflow
  builder.reserve(static_cast<long long>(nx) * ny * nz);
  std::vector<PlacedShape> shapes;
  for (const JsonValue& shape : entry.at("shapes").items(1, 100)) {
    shapes.push_back(readShape(shape, file));
    if (std::holds_alternative<HalfSpace>(shapes.back().shape)) shape.fail("a half-space", "a shape that can move");
  }
  std::size_t next = 0;
  for (int y = 0; y < ny; ++y) {
    for (int z = 0; z < nz; ++z) {
      for (int x = 0; x < nx; ++x) {
        builder.place(shapes[next++ % shapes.size()], {(x - 0.5 * (nx - 1)) * spacing.x(), (y + 0.5) * spacing.y(),
                                                       (z - 0.5 * (nz - 1)) * spacing.z()});
      }
    }
  }
}

// Equal boxes whose centres are "at" these places [m] from the foot; all of it "repeat" times, each time "shift" [m]
// further.
void buildBoxes(const JsonValue& entry, FileScope& file) {
  Builder builder(entry, file, {"size", "at", "repeat", "shift"});
  const Vec3 size = builder.size();
  const bool repeats = entry.find("repeat") || entry.find("shift");  // neither without the other
  const int repeat = repeats ? builder.count("repeat", 1, 100000) : 1;
  const Vec3 shift = repeats ? readVector(entry.at("shift"), kCoordinate, builder.planar()) : Vec3::Zero();
  std::vector<Vec3> places;
  for (const JsonValue& place : entry.at("at").items(1, kMaxBodies))
    places.push_back(readVector(place, kCoordinate, builder.planar()));
  builder.reserve(static_cast<long long>(places.size()) * repeat);
  for (int k = 0; k < repeat; ++k)
    for (const Vec3& place : places) builder.placeBox(size, place + k * shift);
}

}  // namespace keystone
