#include "paths.h"

#include <cstdlib>

namespace keystone {
namespace {

std::string home() {
  const char* set = std::getenv("KEYSTONE_HOME");
  return set != nullptr && *set != '\0' ? set : KEYSTONE_SOURCE_DIR;
}

}  // namespace

std::string assetDir() {
  return home() + "/assets";
}
std::string shaderDir() {
  return home() + "/shaders";
}

}  // namespace keystone
