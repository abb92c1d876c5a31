// Which geoms of an MJCF file may touch: contype and conaffinity, <pair> and <exclude>.
#pragma once

#include <cstdint>
#include <set>

#include "robot/mjcf_file.h"
#include "robot/solids.h"

namespace keystone {

// Two geoms may touch if the contype of one and the conaffinity of the other have a bit in common, or a <pair> names
// them. Geoms that touch the same others share a layer of the world (Collider::layer).
class MjcfContacts {
 public:
  // Reads the <contact> sections' pairs, before any geom.
  explicit MjcfContacts(MjcfFile& file);

  // The class of a geom with its defaults, or -1: it touches nothing. Throws RobotError.
  int classOf(const XmlElement& geom);
  // Notes what the parts of a body's shape are made of.
  void placed(int body, const std::vector<Solid>& solids);
  // Gives the world's bodies their layers. Throws RobotError.
  void apply(World& world);

 private:
  struct Kind {
    std::uint32_t type = 0, affinity = 0;
    std::string pair;  // the geom's name, where a pair has it
    auto operator<=>(const Kind&) const = default;
  };
  bool touch(const Kind& a, const Kind& b) const;
  std::vector<int> layersOfKinds() const;

  MjcfFile& file_;
  std::set<std::pair<std::string, std::string>> pairs_;
  std::map<std::string, XmlElement> named_;  // in pairs, with one that says so
  std::vector<Kind> kinds_;
  std::map<int, std::vector<int>> kinds_of_;  // by body, of its parts
};

}  // namespace keystone
