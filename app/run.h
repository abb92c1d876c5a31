// Opens the window and runs the sandbox until it is closed.
#pragma once

#include "options.h"

namespace keystone {

// Throws NoWindow when there is no display, std::runtime_error when a shader does not compile. Returns the exit status.
int runSandbox(const Options& options, Scene scene, const std::string& asset_dir, const std::string& shader_dir);

}  // namespace keystone
