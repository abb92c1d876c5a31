// The kinds of files that the sandbox opens.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace keystone {

struct FileKind {
  std::string_view title;
  std::string_view endings;  // for the eye
  bool (*has)(const std::string& name);
};

// The first one is all the others together.
std::span<const FileKind> fileKinds();
inline bool opens(const std::string& name) {
  return fileKinds().front().has(name);
}
// What the stack tool takes a shape from.
const FileKind& meshFiles();
// What may be opened, in words.
std::string openedKinds();

}  // namespace keystone
