#include "paths.h"

#include <cstdlib>
#include <filesystem>
#include <stdexcept>

namespace keystone {
namespace {

namespace fs = std::filesystem;

std::string folder(const std::string& name) {
  if (const char* home = std::getenv("KEYSTONE_HOME"); home != nullptr && *home != '\0') {
    return std::string(home) + "/" + name;
  }
  std::error_code error;  // without /proc, both places are relative to the folder one is in
  const fs::path program = fs::read_symlink("/proc/self/exe", error).parent_path();
  const fs::path beside = program / name, shared = program.parent_path() / "share/keystone" / name;
  for (const fs::path& place : {beside, shared}) {
    if (fs::is_directory(place, error)) return place.string();
  }
  throw std::runtime_error(shared.string() + ": found no such folder, expected the " + name +
                           " that Keystone comes with (KEYSTONE_HOME=FOLDER says where they are)");
}

}  // namespace

std::string assetDir() {
  return folder("assets");
}
std::string shaderDir() {
  return folder("shaders");
}

}  // namespace keystone
