#include "robot/mjcf_contact.h"

#include <algorithm>
#include <cmath>

namespace keystone {
namespace {

constexpr int kMostLayers = 32;  // of a world
constexpr std::uint32_t kAll = 0xffffffffU;

// 32 bits, as a signed or an unsigned whole number.
std::uint32_t bitsOf(const XmlElement& element, std::string_view key) {
  const double given = element.number(key, 1.0);
  if (std::floor(given) != given || !(given >= -2147483648.0 && given <= 4294967295.0))
    element.failAt(key, "a whole number of 32 bits");
  return static_cast<std::uint32_t>(static_cast<std::int64_t>(given));
}

}  // namespace

MjcfContacts::MjcfContacts(MjcfFile& file) : file_(file) {
  for (const XmlElement& section : file.sections) {
    if (!section.is("contact")) continue;
    forChildren(section, [&](const XmlElement& given) {
      if (!given.is("pair")) return;
      const XmlElement pair = file.defaults.complete(given, "");
      for (const char* key : {"geom1", "geom2"}) {
        if (!pair.has(key)) pair.fail("no " + std::string(key), "the name of a geom");
        named_.emplace(pair.text(key), pair);
      }
      pairs_.emplace(std::minmax(pair.text("geom1"), pair.text("geom2")));
      file.noteOthers(pair, {"name", "class", "geom1", "geom2"});
      file.note(pair, "its geoms may touch, with their own friction, unless their bodies are joined or excluded");
    });
  }
}

int MjcfContacts::classOf(const XmlElement& geom) {
  Kind kind{bitsOf(geom, "contype"), bitsOf(geom, "conaffinity"), ""};
  const std::string name = geom.text("name");
  if (named_.contains(name)) kind.pair = name;
  if (kind == Kind{}) return -1;
  const auto known = static_cast<std::size_t>(std::ranges::find(kinds_, kind) - kinds_.begin());
  if (known == kinds_.size()) kinds_.push_back(kind);
  return static_cast<int>(known);
}

void MjcfContacts::placed(int body, const std::vector<Solid>& solids) {
  std::vector<int>& kinds = kinds_of_[body];
  for (const Solid& solid : solids)
    if (solid.collides) kinds.push_back(solid.contact_class);
}

bool MjcfContacts::touch(const Kind& a, const Kind& b) const {
  if ((a.type & b.affinity) != 0 || (b.type & a.affinity) != 0) return true;
  return !a.pair.empty() && !b.pair.empty() && pairs_.contains(std::minmax(a.pair, b.pair));
}

// [kinds] Those that touch the same kinds have the same layer.
std::vector<int> MjcfContacts::layersOfKinds() const {
  std::vector<std::vector<bool>> rows;
  std::vector<int> layers;
  for (const Kind& kind : kinds_) {
    std::vector<bool> row;
    for (const Kind& other : kinds_) row.push_back(touch(kind, other));
    const auto found = std::ranges::find(rows, row);
    layers.push_back(static_cast<int>(found - rows.begin()));
    if (found == rows.end()) rows.push_back(row);
  }
  return layers;
}

void MjcfContacts::apply(World& world) {
  for (const auto& [name, pair] : named_) {
    const bool is_there = std::ranges::any_of(kinds_, [&](const Kind& kind) { return kind.pair == name; });
    if (!is_there) pair.fail("geom " + inQuotes(name), "the name of a geom");
  }
  const std::vector<int> layers = layersOfKinds();
  const int count = layers.empty() ? 0 : 1 + *std::ranges::max_element(layers);
  if (count > kMostLayers)
    throw RobotError(file_.path + ":1: found geoms of " + std::to_string(count) +
                     " kinds by what they touch, expected " + std::to_string(kMostLayers) +
                     " at most, the layers of a scene (fewer of contype, conaffinity and "
                     "<pair>; <exclude> keeps any number of bodies apart)");
  // A kind's mask has all layers but those of kinds that it does not touch.
  std::vector<std::uint32_t> masks(kinds_.size(), kAll);
  for (std::size_t k = 0; k < kinds_.size(); ++k) {
    bool any = false;
    for (std::size_t other = 0; other < kinds_.size(); ++other) {
      any = any || touch(kinds_[k], kinds_[other]);
      if (!touch(kinds_[k], kinds_[other])) masks[k] &= ~(1U << layers[other]);
    }
    if (!any || !file_.contacts) masks[k] = 0;
  }
  for (const auto& [body, kinds] : kinds_of_) {
    Collider& collider = world.colliders[static_cast<std::size_t>(body)];
    std::vector<PartSurface> surfaces;
    for (const int kind : kinds)
      surfaces.push_back({materialOf(collider, static_cast<int>(surfaces.size())), 1U << layers[kind], masks[kind]});
    if (!surfaces.empty()) setSurfaces(collider, std::move(surfaces));
  }
}

}  // namespace keystone
