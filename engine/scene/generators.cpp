#include "scene/generators.h"

#include "scene/scene_parts.h"

namespace keystone {
namespace {

struct Generator {
  std::string_view type;
  void (*build)(const JsonValue& entry, FileScope& file);
};
constexpr Generator kGenerators[] = {
    {"wall", buildWall},         {"stack", buildStack},     {"tower", buildTower},
    {"pyramid", buildPyramid},   {"diamond", buildDiamond}, {"parabolic", buildParabolic},
    {"dominoes", buildDominoes}, {"arch", buildArch},       {"card_house", buildCardHouse},
    {"ring", buildRing},         {"grid", buildGrid},       {"chain", buildChain},
    {"boxes", buildBoxes}};

std::vector<std::string_view> allKeys(std::vector<std::string_view> own) {
  own.insert(own.end(), {"type", "name", "position"});
  return withMatterKeys(std::move(own));
}

}  // namespace

Builder::Builder(const JsonValue& entry, FileScope& file, std::vector<std::string_view> own)
    : entry_(entry), file_(file) {
  entry.expectKeys(allKeys(std::move(own)));
  const auto name = entry.find("name");
  stem_ = name ? name->text(100) : entry.at("type").text();
  if (const auto position = entry.find("position")) foot_ = readVector(*position, kCoordinate, planar());
  matter_ = readMatter(entry, file);
}

double Builder::number(std::string_view key, const Range& range, double otherwise) const {
  const auto value = entry_.find(key);
  return value ? value->number(range) : otherwise;
}

int Builder::count(std::string_view key, int least, int most) const {
  return entry_.at(key).integer(least, most);
}

Vec3 Builder::size(std::string_view key) const {
  return readSize(entry_.at(key), planar());
}

void Builder::place(const PlacedShape& shape, const Vec3& offset, const Vec3& velocity, const Vec3& omega) {
  BodyPlan plan;
  plan.stem = stem_;
  plan.shape = shape;
  plan.pose.position = foot_ + offset;
  plan.velocity = velocity;
  plan.omega = omega;
  file_.scene.add(entry_, plan, matter_);
}

void Builder::placeTurned(const PlacedShape& shape, const Vec3& offset, const Quat& orientation, const Vec3& velocity) {
  BodyPlan plan;
  plan.stem = stem_;
  plan.shape = shape;
  plan.pose = {foot_ + offset, orientation};
  plan.velocity = velocity;
  file_.scene.add(entry_, plan, matter_);
}

void Builder::placeBox(const Vec3& edges, const Vec3& offset) {
  place({Box{edges / 2.0}, Vec3::Zero(), "box"}, offset);
}

void runGenerator(const JsonValue& value, FileScope& file) {
  std::vector<std::string_view> types;
  for (const Generator& generator : kGenerators) types.push_back(generator.type);
  kGenerators[value.at("type").choice(types)].build(value, file);
}

}  // namespace keystone
