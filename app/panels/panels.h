// The tables of panels. Each panel is a file that ends with its row; it reads the state and asks for changes, and none
// touches the world.
#pragma once

#include <string>
#include <string_view>

#include "app_state.h"

namespace keystone {

struct Panel {
  void (*draw)(AppState& app, const Rect& rect);
  Rect Layout::*place = &Layout::view;             // not drawn while this is empty; &Layout::view: over the scene
  bool (*is_open)(const AppState& app) = nullptr;  // null: always
};

// What the drawer shows, one at a time.
struct DrawerPage {
  std::string_view id;  // of app.drawer
  void (*draw)(AppState& app);
  std::string (*title)(const AppState& app);
  std::string_view help;                            // of its tab; empty: what `action` does
  Action action = Action::None;                     // that opens it
  bool (*is_there)(const AppState& app) = nullptr;  // null: always
};

// Lays the panels out for a window of that size [pixels].
void layOutPanels(AppState& app, float width, float height);
void drawPanels(AppState& app);

}  // namespace keystone
