// Rows of a label and fields that show and set properties: of bodies, joints or the scene, of one or of many at once.
#pragma once

#include <span>
#include <vector>

#include "app_state.h"

namespace keystone {

// A field shows "mixed" where they differ; what is set there is set in all. Dragging changes at once, typing when it
// ends.
void propertyRows(AppState& app, std::span<const Property> properties, const std::vector<int>& of);

}  // namespace keystone
