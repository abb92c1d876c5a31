// Pictures that were asked for: of the window, the scene, the plots and the curves.
#pragma once

#include "app_state.h"

namespace keystone {

// After a frame, which is still in the back buffer.
void keepPictures(AppState& app, Renderer& renderer);

}  // namespace keystone
