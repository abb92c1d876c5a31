// Where the panels stand: one pure function of the window's size and the text's scale.
#pragma once

#include <array>
#include <string_view>

namespace keystone {

// [pixels], y down.
struct Rect {
  float x = 0, y = 0, width = 0, height = 0;
  float right() const { return x + width; }
  float bottom() const { return y + height; }
  bool operator==(const Rect&) const = default;
  bool empty() const { return width <= 0 || height <= 0; }
  bool contains(double px, double py) const { return px >= x && px < right() && py >= y && py < bottom(); }
  bool overlaps(const Rect& other) const {
    return !empty() && !other.empty() && x < other.right() && other.x < right() && y < other.bottom() &&
           other.y < bottom();
  }
};

// What the user has made of the panels by their edges [pixels at scale 1]; 0: as it comes.
struct PanelSizes {
  double left = 0, right = 0;  // widths of the columns
  double drawer = 0;           // height
  bool operator==(const PanelSizes&) const = default;
};

struct LayoutOptions {
  bool hidden = false;      // Tab: only the minimal HUD
  bool metrics = true;      // the drawer with plots
  bool tool = false;        // the stack tool's strip
  bool inspector = false;   // of the selection, or, lower, of the scene
  bool selected = false;    // bodies are
  bool microscope = false;  // instead of info and inspector
  bool tall = false;        // a drawer with more room for curves
  float tour = 0;           // height that the strip of a guided tour asks for [pixels]; 0: none is under way
  bool timeline = false;    // of a recording
  PanelSizes sizes = {};
};

// Rectangles that are not shown are empty. `view` is what the panels leave free of the scene.
struct Layout {
  Rect menu, scenes, solver, info, inspector, drawer, status, tool, hud, microscope, tour, timeline, view;
};

// scale: 1 at 96 dpi. Panels never overlap, whatever the arguments; they give way to the view when there is no room.
Layout computeLayout(float width, float height, float scale, const LayoutOptions& options);

// The line between a panel and the view, by which the panel's size is dragged.
struct PanelEdge {
  const char* name;  // of its window
  double PanelSizes::*size;
  Rect grip;         // [pixels], with the line in its middle; empty where the panel is not shown
  float from, sign;  // size [pixels] = sign * (place of the mouse - from), in x, or in y of the drawer
};
std::array<PanelEdge, 3> edgesOf(const Layout& layout, float scale);

struct NamedRect {
  std::string_view name;
  Rect rect;
};
// Everything but the view.
std::array<NamedRect, 12> panelsOf(const Layout& layout);

}  // namespace keystone
