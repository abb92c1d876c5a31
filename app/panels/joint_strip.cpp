// The joint tool: which joint it makes, and which click comes next.
#include "panels/panel.h"
#include "panels/panels.h"

namespace keystone {
namespace {

void drawJointStrip(AppState& app, const Rect& rect) {
  const ToolStrip strip(app, rect, "JOINT");
  JointTool& tool = app.joint_tool;
  ImGui::SetNextItemWidth(100 * app.scale);
  const bool is_open = ImGui::BeginCombo("##joint", tool.choice->title.data());
  hint(std::string(tool.choice->help));
  if (is_open) {
    for (const JointChoice& choice : jointChoices()) {
      if (choice.in_space_only && app.world().planar) continue;
      if (ImGui::Selectable(choice.title.data(), &choice == tool.choice)) tool.choice = &choice;
      hint(std::string(choice.help));
    }
    ImGui::EndCombo();
  }
  ImGui::SameLine();
  const float done = ImGui::CalcTextSize("Done").x + 2 * ImGui::GetStyle().FramePadding.x;
  const float room = ImGui::GetContentRegionAvail().x - done - ImGui::GetStyle().ItemSpacing.x;
  fittingText(tool.first ? "now click the other body" : "click a body, at the point of the joint", room, palette::kDim);
  ImGui::SameLine();
  if (ImGui::Button("Done")) app.ask(Action::JointTool);
  hint("Two clicks join, Esc takes the first one back");
}

}  // namespace

extern const Panel kJointStrip{drawJointStrip, &Layout::tool, [](const AppState& app) { return app.joint_tool.on; }};

}  // namespace keystone
