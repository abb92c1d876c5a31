// The same scene by one to four methods side by side: which methods, and where each of them is drawn.
#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "observe/race.h"
#include "session/layout.h"

namespace keystone {

struct SplitView {
  static constexpr int kMost = 4;

  bool on = false;
  int views = kMost;
  // Of the views, the first of which is that of the scene. All of them go on from the same state.
  std::array<Method, kMost> methods{};
  int active = 1;  // the view whose method the keys change

  std::vector<Method> shown() const { return {methods.begin(), methods.begin() + views}; }
};

// The methods to begin with: `first`, which the scene has, and others that are worth a look beside it.
std::array<Method, SplitView::kMost> startingMethods(const Method& first);

// One to kMost methods by their names, with a comma between them. Throws ChoiceError, one line that begins with
// `place`.
std::vector<Method> methodsOfViews(const std::string& place, std::string_view list);

// The free view of the layout in so many cells of one size, row by row, in whole pixels, each below a bar of its own;
// kSplitGap apart. Three stand in one row where the view is wide. `scale`: as computeLayout().
std::vector<Rect> splitCells(const Layout& layout, int count, float scale);
inline constexpr float kSplitBar = 27, kSplitGap = 4;  // [pixels at scale 1]

}  // namespace keystone
