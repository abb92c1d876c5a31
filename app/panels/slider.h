// Sliders with their text above the handle, which is the end of a bar along their foot.
#pragma once

#include <string>

#include "app_state.h"

namespace keystone {

enum class SliderScale { Linear, Decades };

// As wide as the next item is to be. `pattern` is printf's, with one place for the value. True when it is changed,
// which stays within the bounds.
bool slider(const char* id, double& value, double low, double high, const std::string& pattern,
            SliderScale scale = SliderScale::Linear);
bool slider(const char* id, int& value, int low, int high, const std::string& pattern,
            SliderScale scale = SliderScale::Linear);

// The speed of time, in the whole width.
void paceSlider(AppState& app);

}  // namespace keystone
