// What to do first, at the very first start: over the lowest part of the view, until anything is done.
#include "panels/panel.h"
#include "panels/panels.h"

namespace keystone {
namespace {

void drawWelcome(AppState& app, const Rect&) {
  const Rect& view = app.layout.view;
  ImGui::SetNextWindowPos({view.x + view.width / 2, view.bottom() - 10 * app.scale}, 0, {0.5F, 1});
  ImGui::SetNextWindowBgAlpha(0.88F);
  constexpr ImGuiWindowFlags kFlags = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                                      ImGuiWindowFlags_NoInputs | ImGuiWindowFlags_NoSavedSettings |
                                      ImGuiWindowFlags_AlwaysAutoResize;
  if (ImGui::Begin("##welcome", nullptr, kFlags)) {
    ImGui::TextUnformatted("Drag a body with the left mouse button.");
    ImGui::TextUnformatted(
        (firstKey(Action::Pause) + ": pause, resume.  " + firstKey(Action::Step) + ": one step.").c_str());
    ImGui::TextUnformatted((firstKey(Action::Help) + " lists every key.  More scenes are at the left.").c_str());
  }
  ImGui::End();
}

}  // namespace

extern const Panel kWelcome{drawWelcome, &Layout::view, [](const AppState& app) { return app.welcome; }};

}  // namespace keystone
