// From the window's events to actions and mouse gestures.
#pragma once

struct GLFWwindow;

namespace keystone {

struct AppState;

// The window's user pointer must be the AppState.
void installInput(GLFWwindow* window);
// Whether the mouse is over the view or a panel. To be called once a frame, too: when the mouse jumps, ImGui knows what
// is under it only in the frame after.
void noteWhoseMouse(AppState& app);
// Keys that act while held: Ctrl, and, with the right button, WASD and QE, which fly.
void pollKeys(GLFWwindow* window, AppState& app, double seconds);

}  // namespace keystone
