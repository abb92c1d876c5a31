// The list of scenes, by group, narrowed by what is typed above it; below it, the parameters of the scene that is
// shown.
#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <cmath>

#include "panels/panel.h"
#include "panels/panels.h"
#include "panels/scene_row.h"
#include "panels/slider.h"

namespace keystone {
namespace {

bool isOfFile(const Scene& scene, const std::string& path) {
  return scene.address == path || scene.address.starts_with(path + "#");
}

// Of scenes that stand together: how many variants follow the one at `first`, of its file.
std::size_t variantsAfter(const std::vector<SceneEntry>& scenes, std::size_t first, std::size_t end) {
  std::size_t next = first + 1;
  while (next < end && scenes[next].is_variant && scenes[next].path == scenes[first].path) ++next;
  return scenes[first].is_variant ? 0 : next - first - 1;
}

void drawSceneRow(AppState& app, const SceneEntry& scene, bool open, std::size_t folded) {
  const bool clicked = sceneRow(app, scene, open, folded);
  if (clicked && !(open && scene.id == app.session.scene.id)) app.ask(OpenScene{scene.id});
  if (open && app.listed_scene != scene.id) {
    app.listed_scene = scene.id;
    ImGui::SetScrollHereY(0.5F);
  }
}

// The rows of one group from `first` on; where the next begins. Variants are indented below the scene of their file,
// and are there when one of its scenes is shown or something is searched for.
std::size_t drawGroup(AppState& app, const SceneEntry* shown, std::size_t first) {
  const std::string& group = app.scenes[first].group;
  std::size_t end = first;
  bool has_open = false, has_match = false;
  for (; end < app.scenes.size() && app.scenes[end].group == group; ++end) {
    has_open = has_open || &app.scenes[end] == shown;
    has_match = has_match || matches(app.scenes[end], app.scene_filter);
  }
  if (!has_match) return end;
  if (!app.scene_filter.empty()) ImGui::SetNextItemOpen(true);
  if (has_open && app.listed_scene != shown->id) ImGui::SetNextItemOpen(true);
  if (!ImGui::TreeNodeEx(group.c_str(), ImGuiTreeNodeFlags_SpanAvailWidth)) return end;
  for (std::size_t i = first; i < end;) {
    const std::size_t variants = variantsAfter(app.scenes, i, end), next = i + variants + 1;
    const bool unfolds = !app.scene_filter.empty() || isOfFile(app.session.scene, app.scenes[i].path);
    const auto draw = [&](const SceneEntry& scene, std::size_t folded) {
      if (matches(scene, app.scene_filter)) drawSceneRow(app, scene, &scene == shown, folded);
    };
    draw(app.scenes[i], unfolds ? 0 : variants);
    ImGui::Indent();
    for (++i; i < next; ++i)
      if (unfolds) draw(app.scenes[i], 0);
    ImGui::Unindent();
  }
  ImGui::TreePop();
  return end;
}

// What the scene that is shown offers to be changed.
const std::vector<SceneParameter>& shownParameters(const AppState& app) {
  static const std::vector<SceneParameter> kNone;
  return app.framework ? kNone : app.session.scene.parameters;
}

bool isChanged(const SceneParameter& parameter) {
  return parameter.value != parameter.own;
}

// "name: value" inside the widget, `width` [pixels] wide. The scene is made anew when the mouse or Enter leaves it.
void drawSceneParameter(AppState& app, const SceneParameter& parameter, float width) {
  const bool changing = app.set_parameter == parameter.name;
  double value = changing ? app.set_value : parameter.value;
  const float room = width - 2 * ImGui::GetStyle().FramePadding.x - ImGui::CalcTextSize(": 0.00").x;
  const std::string id = "##" + parameter.name;
  const std::string text = shortened(parameter.name, room) + (parameter.integer ? ": %.0f" : ": %.4g");
  const bool decades = parameter.low > 0.0 && parameter.high / parameter.low > 50.0;
  ImGui::SetNextItemWidth(width);
  if (slider(id.c_str(), value, parameter.low, parameter.high, text,
             decades ? SliderScale::Decades : SliderScale::Linear)) {
    app.set_parameter = parameter.name;
    app.set_value = parameter.integer ? std::round(value) : value;
  }
  if (ImGui::IsItemDeactivatedAfterEdit()) {
    if (app.set_parameter == parameter.name) app.ask(SetSceneParameter{parameter.name, app.set_value});
    app.set_parameter.clear();
  }
  hint(parameter.name + ": " + parameter.description + "\nCtrl and a click: type the number");
}

// Two on a line, the way back among them, where all names fit there.
int parametersOnALine(const AppState& app) {
  const float half = 0.5F * (ImGui::GetContentRegionAvail().x - ImGui::GetStyle().ItemSpacing.x);
  const float room = half - 2 * ImGui::GetStyle().FramePadding.x - ImGui::CalcTextSize("0.00").x;
  const auto fits = [room](const SceneParameter& p) { return ImGui::CalcTextSize((p.name + ": ").c_str()).x <= room; };
  return std::ranges::all_of(shownParameters(app), fits) ? 2 : 1;
}

std::ptrdiff_t cellsOfParameters(const AppState& app) {
  const std::vector<SceneParameter>& parameters = shownParameters(app);
  return std::ssize(parameters) + (std::ranges::any_of(parameters, isChanged) ? 1 : 0);
}

float heightOfParameters(const AppState& app) {
  const auto lines = (cellsOfParameters(app) + parametersOnALine(app) - 1) / parametersOnALine(app);
  return static_cast<float>(lines) * ImGui::GetFrameHeightWithSpacing();
}

void drawSceneParameters(AppState& app) {
  const std::vector<SceneParameter>& parameters = shownParameters(app);
  const float gap = ImGui::GetStyle().ItemSpacing.x;
  const int on_a_line = parametersOnALine(app);
  const float width =
      (ImGui::GetContentRegionAvail().x - gap * static_cast<float>(on_a_line - 1)) / static_cast<float>(on_a_line);
  for (std::ptrdiff_t cell = 0; cell < cellsOfParameters(app); ++cell) {
    if (cell % on_a_line != 0) ImGui::SameLine();
    if (cell == std::ssize(parameters)) {
      if (ImGui::Button("Reset##scene", {width, 0})) app.ask(SetSceneParameter{{}, 0.0});
      hint("All as the scene's file has them");
    } else {
      drawSceneParameter(app, parameters[static_cast<std::size_t>(cell)], width);
    }
  }
}

}  // namespace

void drawScenes(AppState& app, const Rect& rect) {
  const PanelWindow window("##scenes", rect);
  heading(app, "SCENES");
  ImGui::SetNextItemWidth(-1);
  ImGui::InputTextWithHint("##search", "search", &app.scene_filter);
  const float buttons = ImGui::GetFrameHeightWithSpacing();
  // Of large text in a small window the list keeps half, and the parameters scroll.
  const float room = 0.5F * (ImGui::GetContentRegionAvail().y - buttons);
  const float parameters = std::min(heightOfParameters(app), room);
  const float footer = buttons + parameters;
  ImGui::BeginChild("list", {0, -footer});
  const SceneEntry* shown = app.listed();
  for (std::size_t i = 0; i < app.scenes.size();) i = drawGroup(app, shown, i);
  const auto fits = [&app](const SceneEntry& scene) { return matches(scene, app.scene_filter); };
  if (app.scenes.empty()) {
    note("The scenes that come with Keystone are listed here, but none were found. Open asks for a path.");
  } else if (std::ranges::none_of(app.scenes, fits)) {
    note("No scene has this in its name or description. Empty the field to see them all.");
  }
  ImGui::EndChild();
  if (parameters > 0.0F) {
    ImGui::BeginChild("parameters", {0, parameters - ImGui::GetStyle().ItemSpacing.y});
    drawSceneParameters(app);
    ImGui::EndChild();
  }
  constexpr LineButton kButtons[] = {
      {"Previous", Action::PreviousScene}, {"Next", Action::NextScene}, {"Open", Action::PickScene}};
  buttonLine(app, kButtons);
}

extern const Panel kScenes{drawScenes, &Layout::scenes};

}  // namespace keystone
