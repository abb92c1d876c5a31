// The mouse's gestures on the scene: select, drag, place, shoot, and moving the camera.
#pragma once

#include "app_state.h"

namespace keystone {

// Mouse events, in framebuffer pixels; they come between frames. Buttons and mods are GLFW's.
void pressed(AppState& app, int button, int mods);
void moved(AppState& app, double x, double y);
void released(AppState& app, int button);
void scrolled(AppState& app, double notches);

// Once a frame, before drawing: what is under the mouse, where the ghost brick stands, how hard the hand pulls.
void updateTools(AppState& app);
// What the tools add to the picture.
Overlay toolOverlay(const AppState& app);

}  // namespace keystone
