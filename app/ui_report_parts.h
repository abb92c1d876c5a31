// Parts of the window's state as JSON: what is shown in place of a scene or beside it.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "app_state.h"

namespace keystone {

nlohmann::json frameworkJson(const AppState& app);  // null while a scene is shown
nlohmann::json replayJson(const Session& session);  // null while the scene runs by itself
nlohmann::json tourJson(const AppState& app);       // null while there is none

}  // namespace keystone
