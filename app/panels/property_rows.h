// Rows of a label and fields that show and set properties: of bodies, joints or the scene, of one or of many at once.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <vector>

#include "app_state.h"

namespace keystone {

// A field shows "mixed" where they differ; what is set there is set in all. Dragging changes at once, typing when it
// ends.
void propertyRows(AppState& app, std::span<const Property> properties, const std::vector<int>& of);

// The field of a property's one number alone, across `width` [pixels]: a slider where it has a range.
void propertyField(AppState& app, const Property& property, int of, float width,
                   const std::optional<std::array<double, 2>>& range);

}  // namespace keystone
