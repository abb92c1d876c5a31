// The state of the window as JSON, for the tests that press its keys.
#pragma once

#include <string>

#include "app_state.h"

namespace keystone {

// Replaces the file in one go, so that a reader never sees half of it.
void writeUiReport(const AppState& app, const std::string& path);

}  // namespace keystone
