#include "panels/framework_panels.h"

#include "panels/panel.h"
#include "panels/panels.h"
#include "panels/slider.h"

namespace keystone {
namespace {

// One of the six methods; the number is its key.
void methodRow(AppState& app, const FrameworkMethod& method, int number) {
  const FrameworkOptions& now = app.framework->run().options();
  const bool current = now.loop == method.loop && now.objective == method.objective;
  const std::string label = format("%d  ", number) + std::string(method.title);
  const float width = ImGui::GetContentRegionAvail().x;
  if (ImGui::Selectable(("##" + label).c_str(), current, 0, {width, 0})) {
    FrameworkOptions options = now;
    options.loop = method.loop;
    options.objective = method.objective;
    app.ask(ChooseFrameworkMethod{options});
  }
  hint(std::string(method.title) + ": " + std::string(method.what));
  const ImVec2 at = ImGui::GetItemRectMin();
  ImGui::GetWindowDrawList()->AddText({at.x + 4 * app.scale, at.y + 1},
                                      ImGui::GetColorU32(current ? palette::kAccent : palette::kText),
                                      shortened(label, width - 8 * app.scale).c_str());
}

void methodParameters(AppState& app) {
  FrameworkOptions options = app.framework->run().options();
  const bool bends = options.loop == FrameworkLoop::Penalty || options.loop == FrameworkLoop::Position;
  if (bends && options.objective == Objective::L2) {
    ImGui::SetNextItemWidth(-1);
    if (slider("##bends", options.bends, 0, 5, "Extra solves: %d")) app.ask(ChooseFrameworkMethod{options});
    hint(
        "More solves a step, each with the right sides that the last displacement makes exact; 0 is the paper's (L'')");
  }
  bool printed_lines = options.lines == LineRule::Paper;
  if (ImGui::Checkbox("Separating lines of section 8.5", &printed_lines)) {
    options.lines = printed_lines ? LineRule::Paper : LineRule::Facing;
    app.ask(ChooseFrameworkMethod{options});
  }
  hint("The worse of two separating edges, with all corners of the other brick: it holds bricks up in mid-air");
  if (options.loop == FrameworkLoop::Acceleration) {
    bool printed_terms = !options.all_terms;
    if (ImGui::Checkbox("(S2+) of the paper, unchanged", &printed_terms)) {
      options.all_terms = !printed_terms;
      app.ask(ChooseFrameworkMethod{options});
    }
    hint("Contacts count while corners lie on edges and move along them, tested for equality: they drift apart");
    if (ImGui::Checkbox("Positions by mean velocities", &options.averaged)) app.ask(ChooseFrameworkMethod{options});
    hint("The mean of the old and the new velocities moves the points, instead of the new ones");
  }
  const bool braced = !app.framework->scene().framework.braces.empty();
  if (options.loop != FrameworkLoop::Penalty && !braced) return;
  constexpr double kLeast = 1.0, kMost = 1e9;
  ImGui::SetNextItemWidth(-1);
  if (slider("##penalty", options.penalty, kLeast, kMost, "M: %.1e kg/m\u00b2", SliderScale::Decades))
    app.ask(ChooseFrameworkMethod{options});
  hint("The penalty of section 8.4 on errors of lengths; the paper takes 100");
}

void drawFrameworkMethod(AppState& app, const Rect& rect) {
  const PanelWindow window("##framework_method", rect);
  heading(app, "LOOP AND OBJECTIVE");
  int number = 1;
  for (const FrameworkMethod& method : frameworkMethods()) methodRow(app, method, number++);
  ImGui::Spacing();
  methodParameters(app);
  paceSlider(app);
  const float half = (ImGui::GetContentRegionAvail().x - ImGui::GetStyle().ItemSpacing.x) / 2;
  if (ImGui::Button("Microscope", {half, 0})) app.ask(Action::Microscope);
  hint("Makes a step and walks through its programs  (" + shortcut(Action::Microscope) + ")");
  ImGui::SameLine();
  if (ImGui::Button("Leave", {half, 0})) app.ask(Action::Framework);
  hint("Back to the scene  (" + shortcut(Action::Cancel) + ")");
}

void drawFrameworkHud(AppState& app, const Rect& rect) {
  ImGui::SetNextWindowBgAlpha(0.75F);
  const PanelWindow window("##hud", rect, ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoFocusOnAppearing);
  const FrameworkSession& session = *app.framework;
  ImGui::PushFont(app.fonts.bold);
  ImGui::TextUnformatted(session.scene().id.c_str());
  ImGui::PopFont();
  const FrameworkOptions& options = session.run().options();
  ImGui::TextUnformatted(std::string(findFrameworkMethod(options.loop, options.objective)->title).c_str());
  const StatusLine line = statusLine(app, "Tab shows the panels");
  fittingText(line.text, ImGui::GetContentRegionAvail().x, line.colour);
}

}  // namespace

extern const Panel kFrameworkMethod{drawFrameworkMethod, &Layout::solver};
extern const Panel kFrameworkHud{drawFrameworkHud, &Layout::hud};

}  // namespace keystone
