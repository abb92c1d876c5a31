#include "session/split_view.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "solver/registry.h"
#include "step/choose_method.h"

namespace keystone {
namespace {

constexpr float kWide = 1.8F;  // width over height from which three cells stand in one row

}  // namespace

std::array<Method, SplitView::kMost> startingMethods(const Method& first) {
  std::array<Method, SplitView::kMost> methods{first};
  std::size_t count = 1;
  for (const Method& other : usualMethods())
    if (count < methods.size() && other != first) methods[count++] = other;
  return methods;
}

std::vector<Method> methodsOfViews(const std::string& place, std::string_view list) {
  std::vector<Method> methods;
  for (std::size_t from = 0; from <= list.size();) {
    const std::size_t comma = std::min(list.find(',', from), list.size());
    methods.push_back(methodNamed(place, list.substr(from, comma - from)));
    from = comma + 1;
  }
  if (methods.size() > SplitView::kMost)
    throw ChoiceError(place + ": found " + std::to_string(methods.size()) + " methods, expected at most " +
                      std::to_string(SplitView::kMost));
  return methods;
}

std::vector<Rect> splitCells(const Layout& layout, int count, float scale) {
  Rect view = layout.view;
  if (!layout.hud.empty()) {  // hidden panels leave it in a corner of the view
    view.y = layout.hud.bottom();
    view.height -= view.y;
  }
  const float gap = std::floor(kSplitGap * scale), bar = std::floor(kSplitBar * scale);
  const int columns = count == 1 ? 1 : count == 3 && view.width > kWide * view.height ? 3 : 2;
  const int rows = (count + columns - 1) / columns;
  const float width = std::floor((view.width - gap * static_cast<float>(columns - 1)) / static_cast<float>(columns));
  const float height = std::floor((view.height - gap * static_cast<float>(rows - 1)) / static_cast<float>(rows));
  std::vector<Rect> cells(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) {
    const int down = i / columns, across = i % columns;
    cells[i] = {view.x + static_cast<float>(across) * (width + gap),
                view.y + static_cast<float>(down) * (height + gap) + bar, width, height - bar};
  }
  return cells;
}

}  // namespace keystone
