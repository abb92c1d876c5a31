// The handles: how far the one that is held has come, or what they do and the steps that Ctrl takes.
#include "panels/panel.h"
#include "panels/panels.h"
#include "session/holding.h"
#include "tools/handle_tool.h"

namespace keystone {
namespace {

std::string whatToDo(const AppState& app) {
  if (app.session.review) return "this is a recording: branch off it to move bodies";
  if (app.session.selected.empty()) return "click a body that is to be moved";
  if (placeable(app.session).empty()) return "what is selected is endless, a surface or on a path, and stays";
  return "drag an arrow, square or ring; Ctrl: by " + stepsText(app.handles.step);
}

void drawHandleStrip(AppState& app, const Rect& rect) {
  const ToolStrip strip(app, rect, "MOVE");
  const HandleTool& tool = app.handles;
  const float done = ImGui::CalcTextSize("Done").x + 2 * ImGui::GetStyle().FramePadding.x;
  const float room = ImGui::GetContentRegionAvail().x - done - ImGui::GetStyle().ItemSpacing.x;
  if (tool.held) {
    const std::string overlap = overlapText(app), moved = textOf(*tool.held, tool.motion);
    fittingText(overlap.empty() ? moved : moved + ": " + overlap, room,
                overlap.empty() ? palette::kText : palette::kRed);
  } else {
    fittingText(whatToDo(app), room, palette::kDim);
  }
  ImGui::SameLine();
  if (ImGui::Button("Done")) app.ask(Action::Handles);
  hint("Esc takes a drag back, " + shortcut(Action::Handles) + " or Esc ends");
}

}  // namespace

extern const Panel kHandleStrip{drawHandleStrip, &Layout::tool, [](const AppState& app) { return app.handles.on; }};

}  // namespace keystone
