// From the window's events to actions and mouse gestures.
#pragma once

struct GLFWwindow;

namespace keystone {

struct AppState;

// The window's user pointer must be the AppState.
void installInput(GLFWwindow* window);
// Keys that act while held: right button with WASD and QE flies.
void pollFlying(GLFWwindow* window, AppState& app, double seconds);

}  // namespace keystone
