#include "session/split_view.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <stdexcept>
#include <string>

#include "solver/registry.h"

namespace keystone {
namespace {

constexpr float kWide = 1.8F;  // width over height from which three cells stand in one row

}  // namespace

std::array<Method, SplitView::kMost> startingMethods(const Method& first) {
  std::array<Method, SplitView::kMost> methods{first};
  std::size_t count = 1;
  const std::array<Method, 4> others{
      Method{StepperKind::Velocity, findSolver("pgs")}, Method{StepperKind::Velocity, findSolver("nncg")},
      Method{StepperKind::Position, findSolver("gauss")}, Method{StepperKind::Velocity, findSolver("exact")}};
  for (const Method& other : others)
    if (count < methods.size() && other != first) methods[count++] = other;
  return methods;
}

std::vector<Method> methodsOfViews(std::string_view list) {
  std::vector<Method> methods;
  for (std::size_t from = 0; from <= list.size();) {
    const std::size_t comma = std::min(list.find(',', from), list.size());
    const std::string name(list.substr(from, comma - from));
    const std::optional<Method> method = findMethod(name);
    if (!method)
      throw std::invalid_argument("found '" + name +
                                  "', expected STEPPER+SOLVER, as in velocity+exact, or a stepper that is a method of "
                                  "its own, as avbd");
    methods.push_back(*method);
    from = comma + 1;
  }
  if (methods.size() > SplitView::kMost)
    throw std::invalid_argument("found " + std::to_string(methods.size()) + " methods, expected at most " +
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
    cells[static_cast<std::size_t>(i)] = {view.x + static_cast<float>(across) * (width + gap),
                                          view.y + static_cast<float>(down) * (height + gap) + bar, width,
                                          height - bar};
  }
  return cells;
}

}  // namespace keystone
