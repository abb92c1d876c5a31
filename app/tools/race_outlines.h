// The bodies of the other methods as coloured outlines over the shown world.
#pragma once

#include "app_state.h"

namespace keystone {

// sRGB, of a simulation of the race in the scene and in its plots.
Vec3 raceColour(std::size_t simulation);

// Bodies that would be drawn less than a pixel beside the shown ones are left out.
void addRaceOutlines(const AppState& app, Overlay& overlay);

}  // namespace keystone
