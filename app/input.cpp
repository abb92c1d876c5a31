#include "input.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <imgui.h>
#include <imgui_internal.h>  // ClosePopupToLevel

#include <algorithm>

#include "app_state.h"
#include "problem/problem_formats.h"
#include "tools/hand.h"

namespace keystone {
namespace {

AppState& stateOf(GLFWwindow* window) {
  return *static_cast<AppState*>(glfwGetWindowUserPointer(window));
}

bool isFlyKey(int key) {
  return key == GLFW_KEY_W || key == GLFW_KEY_A || key == GLFW_KEY_S || key == GLFW_KEY_D || key == GLFW_KEY_Q ||
         key == GLFW_KEY_E;
}

// Keys that move within a panel once the keyboard has entered it.
bool isNavigationKey(int key) {
  return key == GLFW_KEY_SPACE || key == GLFW_KEY_ENTER || key == GLFW_KEY_TAB ||
         (key >= GLFW_KEY_RIGHT && key <= GLFW_KEY_UP);
}

// The arrows while the picker is open. Before it queued events, Dear ImGui polled keys once a frame and missed those
// that go down and up again within a slow one: then Enter is taken from the event, too. Now it comes after what was
// typed.
bool takenByPanel(AppState& app, int key) {
  constexpr bool kPolls = IMGUI_VERSION_NUM < 18700;
  if (!app.asksForPath()) return false;
  if (key == GLFW_KEY_DOWN) ++app.picker_row;
  if (key == GLFW_KEY_UP) --app.picker_row;
  const bool enter = kPolls && (key == GLFW_KEY_ENTER || key == GLFW_KEY_KP_ENTER);
  app.entered |= enter;
  return enter || key == GLFW_KEY_DOWN || key == GLFW_KEY_UP;
}

// Menus and lists that hang open are the innermost thing that Esc closes: all of them, since one that the mouse is on
// would open the next again.
bool closesPopups(int key) {
  if (key != GLFW_KEY_ESCAPE || !ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup)) return false;
  ImGui::ClosePopupToLevel(0, true);
  return true;
}

void onKey(GLFWwindow* window, int key, int, int action, int mods) {
  if (action == GLFW_RELEASE) return;
  AppState& app = stateOf(window);
  app.welcome = false;
  const ImGuiIO& io = ImGui::GetIO();
  if (takenByPanel(app, key) || closesPopups(key)) return;
  // With the microscope open the arrows walk through the solve, not from button to button.
  const bool walking = app.framework ? app.framework->microscope != nullptr : app.session.microscope != nullptr;
  const bool walks = walking && key >= GLFW_KEY_RIGHT && key <= GLFW_KEY_UP;
  const bool escape = key == GLFW_KEY_ESCAPE;
  // Esc leaves a field of a panel, which then does nothing else. While a panel asks for a path all other keys are its
  // own.
  if ((io.WantTextInput || app.asksForPath()) && !(escape && app.asksForPath())) return;
  if (!walks && io.NavVisible && io.NavActive && isNavigationKey(key)) return;
  if (app.mouse.gesture == Mouse::Gesture::Orbit && isFlyKey(key) && mods == 0) return;
  const Action asked = actionOf(key, mods);
  const bool repeats = asked == Action::Step || asked == Action::StepFive || asked == Action::Back ||
                       asked == Action::BackFive || asked == Action::Undo || asked == Action::Redo || walks;
  if (asked == Action::None || (action == GLFW_REPEAT && !repeats)) return;
  app.ask(asked);
}

void onMouseButton(GLFWwindow* window, int button, int action, int mods) {
  AppState& app = stateOf(window);
  app.welcome = false;
  if (action == GLFW_RELEASE) return released(app, button);
  if (app.mouse.over_view && !app.asksForPath()) pressed(app, button, mods);
}

// Mouse positions come in window units; everything else counts in pixels.
void onCursor(GLFWwindow* window, double x, double y) {
  int window_width = 1, window_height = 1, width = 1, height = 1;
  glfwGetWindowSize(window, &window_width, &window_height);
  glfwGetFramebufferSize(window, &width, &height);
  if (window_width <= 0 || window_height <= 0) return;
  AppState& app = stateOf(window);
  moved(app, x * width / window_width, y * height / window_height);
  noteWhoseMouse(app);
}

void onScroll(GLFWwindow* window, double, double notches) {
  AppState& app = stateOf(window);
  app.welcome = false;
  if (app.mouse.over_view) scrolled(app, notches);
}

// Of files dropped on the window one is opened: that of a problem, which may come with its .b, or else the first.
void onDrop(GLFWwindow* window, int count, const char** paths) {
  if (count <= 0) return;
  const char** const problem = std::find_if(paths, paths + count, isProblemFile);
  stateOf(window).ask(OpenScene{problem == paths + count ? paths[0] : *problem});
}

}  // namespace

void noteWhoseMouse(AppState& app) {
  const bool panel = app.panels && !app.layout.view.contains(app.mouse.x, app.mouse.y);
  app.mouse.over_view = !panel && !ImGui::GetIO().WantCaptureMouse;
}

void installInput(GLFWwindow* window) {
  glfwSetKeyCallback(window, onKey);
  glfwSetMouseButtonCallback(window, onMouseButton);
  glfwSetCursorPosCallback(window, onCursor);
  glfwSetScrollCallback(window, onScroll);
  glfwSetDropCallback(window, onDrop);
}

void pollKeys(GLFWwindow* window, AppState& app, double seconds) {
  const auto is_down = [window](int key) { return glfwGetKey(window, key) == GLFW_PRESS; };
  app.mouse.control = is_down(GLFW_KEY_LEFT_CONTROL) || is_down(GLFW_KEY_RIGHT_CONTROL);
  if (app.mouse.gesture != Mouse::Gesture::Orbit) return;
  const auto axis = [&](int plus, int minus) { return double(is_down(plus)) - double(is_down(minus)); };
  const Vec3 direction(axis(GLFW_KEY_D, GLFW_KEY_A), axis(GLFW_KEY_E, GLFW_KEY_Q), axis(GLFW_KEY_S, GLFW_KEY_W));
  if (!direction.isZero()) app.camera.fly(direction.normalized(), seconds);
}

}  // namespace keystone
