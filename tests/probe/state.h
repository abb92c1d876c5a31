// The state of the window as JSON, for the tests that press its keys.
#pragma once

#include <nlohmann/json.hpp>

#include "app_state.h"

namespace keystone {

void to_json(nlohmann::json& json, const Rect& rect);  // [x, y, width, height]

// Of which are null while they are not shown:
nlohmann::json frameworkJson(const AppState& app);
nlohmann::json replayJson(const Session& session);
nlohmann::json tourJson(const AppState& app);
nlohmann::json comparisonJson(const AppState& app);
nlohmann::json raceJson(const AppState& app);
nlohmann::json splitJson(const AppState& app);
nlohmann::json handlesJson(const AppState& app);
nlohmann::json convergenceJson(const AppState& app);  // without curves until the view has been opened
nlohmann::json stateJson(const AppState& app);        // all of it

}  // namespace keystone
