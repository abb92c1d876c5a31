// Bricks in courses: wall, stack, tower, pyramid, diamond, parabolic stack.
#include <cmath>

#include "scene/generators.h"
#include "scene/scene_parts.h"

namespace keystone {

// Running bond: every other row is shifted by half a brick and has half bricks at its ends, so that the ends are
// straight and every brick lies on full support.
void buildWall(const JsonValue& entry, FileScope& file) {
  Builder builder(entry, file, {"columns", "rows", "size"});
  const int columns = builder.count("columns", 1, 10000), rows = builder.count("rows", 1, 10000);
  const Vec3 brick = builder.size();
  const Vec3 half_brick(brick.x() / 2.0, brick.y(), brick.z());
  builder.reserve(static_cast<long long>(rows) * columns + rows / 2);
  const Matter whole = builder.matter();
  Matter half = whole;
  if (half.mass) half.mass = *half.mass / 2.0;
  const double left = -columns / 2.0;  // all x below in bricks
  for (int row = 0; row < rows; ++row) {
    const double y = (row + 0.5) * brick.y();
    const bool shifted = row % 2 == 1;
    builder.matter() = half;
    if (shifted) builder.placeBox(half_brick, {(left + 0.25) * brick.x(), y, 0.0});
    builder.matter() = whole;
    for (int column = 0; column < columns - (shifted ? 1 : 0); ++column) {
      builder.placeBox(brick, {(left + column + (shifted ? 1.0 : 0.5)) * brick.x(), y, 0.0});
    }
    builder.matter() = half;
    if (shifted) builder.placeBox(half_brick, {(left + columns - 0.25) * brick.x(), y, 0.0});
  }
}

// Bricks one on the other. "harmonic" h lets each overhang the one below by h times the most that balances: half a
// brick's length over the number of bricks from it to the top.
void buildStack(const JsonValue& entry, FileScope& file) {
  Builder builder(entry, file, {"count", "size", "harmonic"});
  const int count = builder.count("count", 1, 10000);
  const Vec3 brick = builder.size();
  const double harmonic = builder.number("harmonic", {0.0, 10.0}, 0.0);
  builder.reserve(count);
  double x = 0.0;
  for (int level = 0; level < count; ++level) {
    if (level > 0) x += harmonic * brick.x() / (2.0 * (count - level));
    builder.placeBox(brick, {x, (level + 0.5) * brick.y(), 0.0});
  }
}

// Levels of "across" boxes side by side along x, every other level turned by 90 degrees about y.
void buildTower(const JsonValue& entry, FileScope& file) {
  Builder builder(entry, file, {"levels", "across", "size"});
  if (builder.planar()) entry.fail("a tower in a planar scene", "a 3D scene (\"planar\": false)");
  const int levels = builder.count("levels", 1, 10000);
  const int across = entry.find("across") ? builder.count("across", 1, 1000) : 1;
  const Vec3 box = builder.size();
  // The turned box has its edges swapped rather than its frame turned: exact in floating point.
  const Vec3 turned_box(box.z(), box.y(), box.x());
  builder.reserve(static_cast<long long>(levels) * across);
  for (int level = 0; level < levels; ++level) {
    const bool turned = level % 2 == 1;
    for (int i = 0; i < across; ++i) {
      const double aside = (i - 0.5 * (across - 1)) * box.x(), y = (level + 0.5) * box.y();
      builder.placeBox(turned ? turned_box : box, turned ? Vec3(0.0, y, aside) : Vec3(aside, y, 0.0));
    }
  }
}

// Planar: rows of base, base - 1, ..., 1 bricks ("inverted": the other way up). 3D: square layers of them.
// "spacing" is the distance of centres in bricks: 1 touches, below 1 the bricks overlap.
void buildPyramid(const JsonValue& entry, FileScope& file) {
  Builder builder(entry, file, {"base", "size", "spacing", "inverted", "top_density"});
  const int base = builder.count("base", 1, 1000);
  const double spacing = builder.number("spacing", {0.1, 10.0}, 1.0);
  const auto inverted_value = entry.find("inverted");
  const bool inverted = inverted_value && inverted_value->flag();
  const Vec3 brick = builder.size(), pitch = brick * spacing;
  const auto top_density = entry.find("top_density");
  const long long n = base;
  builder.reserve(builder.planar() ? n * (n + 1) / 2 : n * (n + 1) * (2 * n + 1) / 6);
  for (int row = 0; row < base; ++row) {
    const int across = inverted ? row + 1 : base - row;
    const int deep = builder.planar() ? 1 : across;
    if (top_density && row == base - 1) {
      builder.matter().mass.reset();
      builder.matter().density = top_density->number(kDensity);
    }
    for (int i = 0; i < across; ++i) {
      for (int k = 0; k < deep; ++k) {
        builder.placeBox(brick, {(i - 0.5 * (across - 1)) * pitch.x(), 0.5 * brick.y() + row * pitch.y(),
                                 (k - 0.5 * (deep - 1)) * pitch.z()});
      }
    }
  }
}

// Rows of 1, 2, ..., base, ..., 2, 1 bricks.
void buildDiamond(const JsonValue& entry, FileScope& file) {
  Builder builder(entry, file, {"base", "size"});
  const int base = builder.count("base", 1, 1000);
  const Vec3 brick = builder.size();
  builder.reserve(static_cast<long long>(base) * base);
  for (int row = 0; row < 2 * base - 1; ++row) {
    const int across = row < base ? row + 1 : 2 * base - 1 - row;
    for (int i = 0; i < across; ++i) {
      builder.placeBox(brick, {(i - 0.5 * (across - 1)) * brick.x(), (row + 0.5) * brick.y(), 0.0});
    }
  }
}

// The parabolic stack of Paterson and Zwick, Overhang, section 4: on one brick slabs r = 2, ..., order; a slab is rows
// of r and r - 1 bricks by turns, 2 r - 3 of them, the first and the last of r. It balances without friction and
// reaches order / 2 bricks out.
void buildParabolic(const JsonValue& entry, FileScope& file) {
  Builder builder(entry, file, {"order", "size"});
  const int order = builder.count("order", 1, 100);
  const Vec3 brick = builder.size();
  const long long n = order;
  builder.reserve(n * (n - 1) * (2 * n - 1) / 3 + 1);
  int level = 0;
  const auto row = [&](int across) {
    for (int i = 0; i < across; ++i)
      builder.placeBox(brick, {(i - 0.5 * (across - 1)) * brick.x(), (level + 0.5) * brick.y(), 0.0});
    ++level;
  };
  row(1);
  for (int r = 2; r <= order; ++r)
    for (int k = 0; k < 2 * r - 3; ++k) row(k % 2 == 0 ? r : r - 1);
}

}  // namespace keystone
