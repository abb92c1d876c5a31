// Where the programs find the files they come with.
#pragma once

#include <string>

namespace keystone {

// The assets and shaders folders: under $KEYSTONE_HOME when set, else under the tree the program was built from.
std::string assetDir();
std::string shaderDir();

}  // namespace keystone
