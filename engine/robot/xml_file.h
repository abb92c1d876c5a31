// XML with its places: attributes as numbers, and complaints that name file and line.
#pragma once

#include <tinyxml2.h>

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "math/types.h"
#include "robot/robot.h"

namespace keystone {

// An element with its attributes, its own before those of defaults.
struct XmlElement {
  const tinyxml2::XMLElement* node = nullptr;
  std::string file;
  std::map<std::string, std::string, std::less<>> attributes;

  std::string_view tag() const { return node->Name(); }
  bool is(std::string_view name) const { return tag() == name; }
  bool has(std::string_view key) const { return attributes.contains(key); }
  std::string place() const;  // "FILE:LINE"
  [[noreturn]] void fail(const std::string& found, const std::string& expected) const;
  [[noreturn]] void failAt(std::string_view key, const std::string& expected) const;

  std::string text(std::string_view key, std::string_view otherwise = {}) const;
  bool flag(std::string_view key, bool otherwise) const;  // "true" or "false"
  // `least` to `most` finite numbers within 1e12; none where the attribute is missing.
  std::vector<double> numbers(std::string_view key, std::size_t least, std::size_t most) const;
  double number(std::string_view key, double otherwise) const;
  Vec3 vector(std::string_view key, const Vec3& otherwise) const;
};

// A parsed file. Throws RobotError for what is no XML.
std::shared_ptr<tinyxml2::XMLDocument> parseXml(const std::string& text, const std::string& file);
std::string readTextFile(const std::string& path);  // throws RobotError; 16 MiB at most

XmlElement elementOf(const tinyxml2::XMLElement* node, const std::string& file);
// Calls visit(XmlElement) for each child.
template <class Visit>
void forChildren(const XmlElement& parent, const Visit& visit) {
  for (const auto* child = parent.node->FirstChildElement(); child != nullptr; child = child->NextSiblingElement())
    visit(elementOf(child, parent.file));
}

// A text from a file, fit for one line of a message.
std::string inQuotes(std::string_view text);

}  // namespace keystone
