// The texts that the panels show, each with its rectangle, for the tests that look for cut and overlapping ones.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "session/layout.h"

namespace keystone {

// Glyphs that follow each other on one line, in one font and colour.
struct ShownText {
  std::string text;
  std::string window;  // ImGui's name
  Rect ink;            // [pixels], of all its glyphs, those outside of the clip rectangle too
  Rect clip;           // [pixels], what is outside is not seen
};

// In the order drawn: what comes later covers what came before.
struct ShownWindow {
  std::string name;
  Rect rect;           // [pixels]
  float beyond_x = 0;  // [pixels], content beyond the window that no scrolling brings back
  float beyond_y = 0;
  bool scrolls = false;  // vertically
  bool child = false;    // of another window, without a ground of its own
};

struct ShownTexts {
  std::vector<ShownText> texts;
  std::vector<ShownWindow> windows;
};

// What `draw` shows in a frame of its own, which is not put on the screen.
ShownTexts shownTexts(const std::function<void()>& draw);
// As JSON. Replaces the file in one go.
void writeShownTexts(const ShownTexts& shown, const std::string& path);

}  // namespace keystone
