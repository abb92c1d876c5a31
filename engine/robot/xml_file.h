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
#include "world/bounds.h"

namespace keystone {

inline constexpr double kLargestNumber = kForce.high;  // of sizes, places and forces

class XmlIncludes;

// An element with its attributes, its own before those of defaults.
struct XmlElement {
  const tinyxml2::XMLElement* node = nullptr;
  std::string file;
  std::map<std::string, std::string, std::less<>> attributes;
  XmlIncludes* includes = nullptr;  // what <include> elements in it lead to; null: they mean nothing

  std::string_view tag() const { return node->Name(); }
  bool is(std::string_view name) const { return tag() == name; }
  bool has(std::string_view key) const { return attributes.contains(key); }
  std::string place() const;  // "FILE:LINE"
  [[noreturn]] void fail(const std::string& found, const std::string& expected) const;
  [[noreturn]] void failAt(std::string_view key, const std::string& expected) const;

  std::string text(std::string_view key, std::string_view otherwise = {}) const;
  bool flag(std::string_view key, bool otherwise) const;  // "true" or "false"
  // `least` to `most` numbers of `largest` magnitude or less; none where the attribute is missing.
  std::vector<double> numbers(std::string_view key, std::size_t least, std::size_t most,
                              double largest = kLargestNumber) const;
  double number(std::string_view key, double otherwise, double largest = kLargestNumber) const;
  Vec3 vector(std::string_view key, const Vec3& otherwise) const;
};

// A parsed file. Throws RobotError for what is no XML.
std::shared_ptr<tinyxml2::XMLDocument> parseXml(const std::string& text, const std::string& file);
std::string readTextFile(const std::string& path);  // throws RobotError; 16 MiB at most

XmlElement elementOf(const tinyxml2::XMLElement* node, const std::string& file, XmlIncludes* includes = nullptr);

// The first child of that tag.
std::optional<XmlElement> childOf(const XmlElement& parent, std::string_view tag);

// What complains about a part that has a name, a link or a joint: "FILE:LINE: link "NAME": ...".
std::string nameOf(const XmlElement& element);
[[noreturn]] void failNamed(const XmlElement& element, const std::string& found, const std::string& expected);
void noteNamed(const XmlElement& element, const std::string& what, std::vector<std::string>& notes);

// The files that a file includes, by the elements that name them. Each file may be included once.
class XmlIncludes {
 public:
  explicit XmlIncludes(std::string folder) : folder_(std::move(folder)) {}

  // The root of the file that the element names, beside the first file, else beside the one that names it. Throws
  // RobotError.
  XmlElement open(const XmlElement& element);

 private:
  struct File {
    std::string path;
    std::shared_ptr<tinyxml2::XMLDocument> document;
  };
  std::string folder_;
  std::map<const tinyxml2::XMLElement*, File> files_;
};

// Calls visit(XmlElement) for each child; for those of the file, in place of an <include>.
template <class Visit>
void forChildren(const XmlElement& parent, const Visit& visit) {
  for (const auto* node = parent.node->FirstChildElement(); node != nullptr; node = node->NextSiblingElement()) {
    const XmlElement child = elementOf(node, parent.file, parent.includes);
    if (child.includes != nullptr && child.is("include"))
      forChildren(child.includes->open(child), visit);
    else
      visit(child);
  }
}

// A text from a file, fit for one line of a message.
std::string inQuotes(std::string_view text);

}  // namespace keystone
