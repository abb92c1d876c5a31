// What the window shows of several methods at once, for the tests: their comparison, convergence, race and split view.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "app_state.h"

namespace keystone {

// Each is null while there is none.
nlohmann::json comparisonJson(const AppState& app);
nlohmann::json raceJson(const AppState& app);
nlohmann::json splitJson(const AppState& app);
// Without curves until the view has been opened.
nlohmann::json convergenceJson(const AppState& app);

}  // namespace keystone
