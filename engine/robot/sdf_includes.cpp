#include "robot/sdf_includes.h"

#include <cstdlib>

#include "robot/link_shapes.h"

namespace keystone {
namespace {

namespace fs = std::filesystem;

constexpr int kOldest = 2, kNewest = 11;  // of versions 1.N that are read

// N of version 1.N; -1: another one, or none.
int minorOf(const std::string& version) {
  if (!version.starts_with("1.") || version.size() < 3) return -1;
  char* end = nullptr;
  const long minor = std::strtol(version.c_str() + 2, &end, 10);
  return (*end == '\0' || *end == '.') && minor >= 0 && minor < 1000 ? static_cast<int>(minor) : -1;
}

// The file of a model's folder: of those that model.config lists the one of the newest version that is read.
fs::path fileOfModel(const fs::path& folder) {
  std::error_code error;
  const fs::path config = folder / "model.config";
  std::string file = "model.sdf";
  if (!fs::is_regular_file(config, error)) return folder / file;
  const auto document = parseXml(readTextFile(config.string()), config.string());
  int best = -1;
  forChildren(elementOf(document->RootElement(), config.string()), [&](const XmlElement& part) {
    const int minor = part.is("sdf") ? minorOf(part.text("version")) : -1;
    if (textOf(part).empty() || minor <= best || minor > kNewest) return;
    best = minor;
    file = textOf(part);
  });
  return folder / file;
}

}  // namespace

std::optional<XmlElement> SdfIncludes::open(const XmlElement& include) {
  if (!include.has("uri")) include.fail("no uri", "<uri>model://NAME</uri>");
  const std::optional<fs::path> found = findNamed(include.text("uri"), include.file);
  std::error_code error;
  if (!found) return std::nullopt;
  const fs::path file = fs::is_directory(*found, error) ? fileOfModel(*found) : *found;
  if (!fs::is_regular_file(file, error)) return std::nullopt;
  const std::string path = file.lexically_normal().string();
  const auto [known, is_new] = known_.emplace(path, documents_.size());
  if (is_new) {
    if (documents_.size() > static_cast<std::size_t>(kMostFiles))
      include.fail("too many included files", "at most " + std::to_string(kMostFiles));
    documents_.push_back(parseXml(readTextFile(path), path));
  }
  return elementOf(documents_[known->second]->RootElement(), path);
}

int sdfVersion(const XmlElement& root, std::vector<std::string>& notes) {
  if (!root.is("sdf") && !root.is("gazebo")) root.fail("another format", "<sdf version=\"1.N\">");
  if (!root.has("version")) root.fail("no version", "1.2 to 1.11");
  const int minor = minorOf(root.text("version"));
  if (minor < kOldest) root.failAt("version", "1.2 to 1.11");
  if (minor > kNewest) notes.push_back(root.place() + ": <sdf>: a version above 1.11 is read as that one");
  return minor;
}

}  // namespace keystone
