// Where the programs find the files they come with.
#pragma once

#include <string>

namespace keystone {

// The folders assets and shaders: under $KEYSTONE_HOME when set, else beside the running program, else in
// ../share/keystone as seen from it. No path of the build is part of a program, so that an installed tree can be moved.
// Throw std::runtime_error when there is no such folder.
std::string assetDir();
std::string shaderDir();

}  // namespace keystone
