// Where bodies' centres have been: lines that fade into the past.
#pragma once

#include "app_state.h"

namespace keystone {

// Of the selected bodies, or, where none is, of all that move; read off the worlds that are kept to step back to.
void addTrails(const AppState& app, Overlay& overlay);

}  // namespace keystone
