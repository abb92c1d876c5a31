#include "robot/xml_file.h"

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace keystone {

namespace {

constexpr std::size_t kLongestName = 180;  // of the 200 bytes of names in scenes: copies get longer ones

// As XML has attributes: line ends and tabs are spaces.
std::string onOneLine(std::string text) {
  for (char& c : text)
    if (static_cast<unsigned char>(c) < 32 || c == 127) c = ' ';
  return text;
}

}  // namespace

std::string inQuotes(std::string_view text) {
  std::string line = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    line += byte >= 32 && byte < 127 ? c : '?';
  }
  return line + "\"";
}

std::string XmlElement::place() const {
  return file + ":" + std::to_string(node->GetLineNum());
}

void XmlElement::fail(const std::string& found, const std::string& expected) const {
  throw RobotError(place() + ": <" + inQuotes(tag()).substr(1, inQuotes(tag()).size() - 2) + ">: found " + found +
                   ", expected " + expected);
}

void XmlElement::failAt(std::string_view key, const std::string& expected) const {
  constexpr std::size_t kMost = 200;  // bytes: longer than names, and shorter than lists of points
  const std::string value = text(key);
  fail(std::string(key) + "=" + inQuotes(value.substr(0, kMost)) + (value.size() > kMost ? "..." : ""), expected);
}

std::string XmlElement::text(std::string_view key, std::string_view otherwise) const {
  const auto found = attributes.find(key);
  return found == attributes.end() ? std::string(otherwise) : found->second;
}

bool XmlElement::flag(std::string_view key, bool otherwise) const {
  if (!has(key)) return otherwise;
  const std::string value = text(key);
  if (value != "true" && value != "false") failAt(key, "true or false");
  return value == "true";
}

std::vector<double> XmlElement::numbers(std::string_view key, std::size_t least, std::size_t most,
                                        double largest) const {
  std::vector<double> result;
  if (!has(key)) return result;
  const std::string expected = (least == most ? "" : std::to_string(least) + " to ") + std::to_string(most) +
                               (most == 1 ? " number" : " numbers");
  const std::string value = text(key);
  const char* at = value.c_str();
  for (;;) {
    while (*at == ' ' || *at == '\t' || *at == '\n' || *at == '\r') ++at;
    if (*at == '\0') break;
    char* end = nullptr;
    const double number = std::strtod(at, &end);
    if (end == at || !(std::abs(number) <= largest) || result.size() == most) failAt(key, expected);
    result.push_back(number);
    at = end;
  }
  if (result.size() < least) failAt(key, expected);
  return result;
}

double XmlElement::number(std::string_view key, double otherwise, double largest) const {
  const std::vector<double> found = numbers(key, 1, 1, largest);
  return found.empty() ? otherwise : found[0];
}

Vec3 XmlElement::vector(std::string_view key, const Vec3& otherwise) const {
  const std::vector<double> found = numbers(key, 3, 3);
  return found.empty() ? otherwise : Vec3(found[0], found[1], found[2]);
}

XmlElement elementOf(const tinyxml2::XMLElement* node, const std::string& file, XmlIncludes* includes) {
  XmlElement element{node, file, {}, includes};
  for (const auto* attribute = node->FirstAttribute(); attribute != nullptr; attribute = attribute->Next())
    element.attributes.emplace(attribute->Name(), onOneLine(attribute->Value()));
  if (element.has("name") && element.text("name").empty()) element.attributes.erase("name");
  if (element.text("name").size() > kLongestName)
    element.failAt("name", "at most " + std::to_string(kLongestName) + " bytes");
  return element;
}

std::optional<XmlElement> childOf(const XmlElement& parent, std::string_view tag) {
  const auto* node = parent.node->FirstChildElement(std::string(tag).c_str());
  return node != nullptr ? std::optional(elementOf(node, parent.file)) : std::nullopt;
}

std::string nameOf(const XmlElement& element) {
  return std::string(element.tag()) + " " + inQuotes(element.text("name"));
}

void failNamed(const XmlElement& element, const std::string& found, const std::string& expected) {
  throw RobotError(element.place() + ": " + nameOf(element) + ": found " + found + ", expected " + expected);
}

void noteNamed(const XmlElement& element, const std::string& what, std::vector<std::string>& notes) {
  notes.push_back(element.place() + ": " + nameOf(element) + ": " + what);
}

XmlElement XmlIncludes::open(const XmlElement& element) {
  namespace fs = std::filesystem;
  File& file = files_[element.node];
  if (!file.document) {
    const std::string name = element.text("file");
    if (name.empty()) element.fail("no file", "file=\"NAME\"");
    std::error_code error;
    fs::path path = fs::weakly_canonical(fs::path(folder_) / name, error);
    if (error || !fs::is_regular_file(path, error))
      path = fs::weakly_canonical(fs::path(element.file).parent_path() / name, error);
    if (error || !fs::is_regular_file(path, error)) element.failAt("file", "a file beside the first one or this one");
    for (const auto& [node, other] : files_)
      if (other.path == path.string()) element.failAt("file", "each file once");
    if (files_.size() > kMostFiles) element.fail("too many includes", "at most " + std::to_string(kMostFiles));
    file.path = path.string();
    file.document = parseXml(readTextFile(file.path), file.path);
  }
  return elementOf(file.document->RootElement(), file.path, this);
}

std::shared_ptr<tinyxml2::XMLDocument> parseXml(const std::string& text, const std::string& file) {
  auto document = std::make_shared<tinyxml2::XMLDocument>();
  if (document->Parse(text.c_str(), text.size()) != tinyxml2::XML_SUCCESS)
    throw RobotError(file + ":" + std::to_string(document->ErrorLineNum()) + ": found no XML (" +
                     tinyxml2::XMLDocument::ErrorIDToName(document->ErrorID()) + "), expected MJCF, URDF or SDFormat");
  if (document->RootElement() == nullptr)
    throw RobotError(file + ":1: found no element, expected MJCF, URDF or SDFormat");
  return document;
}

std::string readTextFile(const std::string& path) {
  constexpr std::uintmax_t kMostBytes = 16u << 20u;
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error))
    throw RobotError(path + ":1: found no such file, expected MJCF, URDF or SDFormat");
  if (std::filesystem::file_size(path, error) > kMostBytes)
    throw RobotError(path + ":1: found a file of more than 16 MiB, expected a smaller one");
  std::ifstream stream(path, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  if (!stream) throw RobotError(path + ":1: found a file that cannot be read, expected MJCF, URDF or SDFormat");
  return text.str();
}

}  // namespace keystone
