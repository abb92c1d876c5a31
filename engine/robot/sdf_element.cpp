#include "robot/sdf_element.h"

#include <algorithm>
#include <cmath>

#include "robot/link_shapes.h"

namespace keystone {
namespace {

constexpr std::string_view kSeenOnly[] = {"light",          "gui",        "scene",      "audio",
                                          "sensor",         "projector",  "road",       "spherical_coordinates",
                                          "magnetic_field", "atmosphere", "laser_retro"};

}  // namespace

std::string textOf(const XmlElement& element) {
  constexpr std::string_view kSpaces = " \t\r\n";
  const char* text = element.node->GetText();
  const std::string_view all = text != nullptr ? text : "";
  const std::size_t first = all.find_first_not_of(kSpaces), last = all.find_last_not_of(kSpaces);
  return first == all.npos ? "" : std::string(all.substr(first, last - first + 1));
}

XmlElement withTexts(const XmlElement& element) {
  XmlElement full = element;
  forChildren(element, [&](const XmlElement& child) {
    if (const std::string text = textOf(child); !text.empty()) full.attributes.emplace(child.tag(), text);
  });
  return full;
}

std::optional<XmlElement> partOf(const XmlElement& parent, std::string_view tag) {
  const auto child = childOf(parent, tag);
  return child ? std::optional(withTexts(*child)) : std::nullopt;
}

std::optional<XmlElement> partAt(const XmlElement& parent, std::initializer_list<std::string_view> tags) {
  std::optional<XmlElement> part = parent;
  for (const std::string_view tag : tags)
    if (part) part = partOf(*part, tag);
  return part;
}

bool sdfFlag(const XmlElement& element, std::string_view key, bool otherwise) {
  const std::string value = element.text(key);
  if (value == "1" || value == "0") return value == "1";
  return element.flag(key, otherwise);
}

Pose sdfPose(const XmlElement& element) {
  constexpr std::string_view kKey = "pose";
  const auto given = childOf(element, kKey);
  if (!given) return {};
  const std::string format = given->text("rotation_format", "euler_rpy");
  if (format != "euler_rpy" && format != "quat_xyzw") given->failAt("rotation_format", "euler_rpy or quat_xyzw");
  const bool quaternion = format == "quat_xyzw";
  XmlElement pose = *given;
  if (const std::string text = textOf(*given); !text.empty()) pose.attributes.emplace(kKey, text);
  const std::size_t count = quaternion ? 7 : 6;
  const std::vector<double> v = pose.numbers(kKey, count, count);
  if (v.empty()) return {};
  const Vec3 place(v[0], v[1], v[2]);
  if (!(place.norm() <= kFarthestPlace)) pose.failAt(kKey, "a place within 1e6 m");
  if (!quaternion) {
    const double unit = sdfFlag(pose, "degrees", false) ? EIGEN_PI / 180.0 : 1.0;
    return {place, turnByRpy(unit * Vec3(v[3], v[4], v[5]))};
  }
  const Quat turn(v[6], v[3], v[4], v[5]);
  if (!(turn.norm() > 1e-9)) pose.failAt(kKey, "a quaternion that is not zero");
  return {place, turn.normalized()};
}

void noteNotTaken(const XmlElement& part, std::vector<std::string>& notes) {
  const bool is_seen_only = std::ranges::find(kSeenOnly, part.tag()) != std::end(kSeenOnly);
  const std::string tag = inQuotes(part.tag());
  notes.push_back(part.place() + ": <" + tag.substr(1, tag.size() - 2) + ">: not taken" +
                  (is_seen_only ? " (no effect on motion)" : ""));
}

void noteOtherParts(const XmlElement& element, std::initializer_list<std::string_view> known,
                    std::vector<std::string>& notes) {
  forChildren(element, [&](const XmlElement& part) {
    if (std::ranges::find(known, part.tag()) == known.end()) noteNotTaken(part, notes);
  });
}

}  // namespace keystone
