// Builders of many bodies from a few numbers. Each reads its entry of /generators; docs/scene-format.md lists the keys.
// All stand on a floor at the height of "position", the middle of their foot, and are made to touch exactly.
#pragma once

#include <string_view>

#include "scene/scene_context.h"

namespace keystone {

// What the generators of one entry share: its name, foot and matter. Checks the keys.
class Builder {
 public:
  // `own` are the generator's own keys, beside type, name, position and those of Matter.
  Builder(const JsonValue& entry, FileScope& file, std::vector<std::string_view> own);

  const JsonValue& entry() const { return entry_; }
  FileScope& file() const { return file_; }
  bool planar() const { return file_.scene.planar(); }
  const Vec3& foot() const { return foot_; }  // [m]
  Matter& matter() { return matter_; }

  // The entry's number or count, or the default when it has none.
  double number(std::string_view key, const Range& range, double otherwise) const;
  int count(std::string_view key, int least, int most) const;
  Vec3 size(std::string_view key = "size") const;  // [m], edge lengths
  void reserve(long long bodies) const { file_.scene.reserve(entry_, bodies); }

  // A body whose reference frame is at foot() + offset.
  void place(const PlacedShape& shape, const Vec3& offset, const Vec3& velocity = Vec3::Zero(),
             const Vec3& omega = Vec3::Zero());
  void placeTurned(const PlacedShape& shape, const Vec3& offset, const Quat& orientation,
                   const Vec3& velocity = Vec3::Zero());
  // A box of edge lengths `edges`, its centre at foot() + offset.
  void placeBox(const Vec3& edges, const Vec3& offset);

 private:
  const JsonValue& entry_;
  FileScope& file_;
  std::string stem_;
  Vec3 foot_ = Vec3::Zero();
  Matter matter_;
};

void buildWall(const JsonValue& entry, FileScope& file);
void buildStack(const JsonValue& entry, FileScope& file);
void buildTower(const JsonValue& entry, FileScope& file);
void buildPyramid(const JsonValue& entry, FileScope& file);
void buildDiamond(const JsonValue& entry, FileScope& file);
void buildParabolic(const JsonValue& entry, FileScope& file);
void buildDominoes(const JsonValue& entry, FileScope& file);
void buildRing(const JsonValue& entry, FileScope& file);
void buildGrid(const JsonValue& entry, FileScope& file);
void buildBoxes(const JsonValue& entry, FileScope& file);
void buildArch(const JsonValue& entry, FileScope& file);
void buildChain(const JsonValue& entry, FileScope& file);
void buildCardHouse(const JsonValue& entry, FileScope& file);

}  // namespace keystone
