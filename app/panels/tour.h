// The strip of a guided tour.
#pragma once

#include "app_state.h"

namespace keystone {

// That the strip needs where it is `width` wide [pixels], for the longest text of the tour's stops: from stop to stop
// it stays as high, and the scene where it is.
float heightOfTour(const AppState& app, float width);

}  // namespace keystone
