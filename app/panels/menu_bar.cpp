// The menu bar, with the transport buttons at its right end.
#include "panels/panel.h"
#include "panels/panels.h"
#include "record/version.h"

namespace keystone {
namespace {

void item(AppState& app, Action action, bool checked = false, bool enabled = true) {
  const std::string label(title(action)), key = shortcut(action);
  if (ImGui::MenuItem(label.c_str(), key.c_str(), checked, enabled)) app.ask(action);
}

// The folders nearest to the file, as far as they fit into `width` [pixels].
std::string pathEnd(const std::string& path, float width) {
  if (ImGui::CalcTextSize(path.c_str()).x <= width) return path;
  for (std::size_t slash = path.find('/', 1); slash != std::string::npos; slash = path.find('/', slash + 1)) {
    std::string end = "\u2026" + path.substr(slash);
    if (ImGui::CalcTextSize(end.c_str()).x <= width) return end;
  }
  return shortened(path.substr(path.rfind('/') + 1), width);
}

void recentMenu(AppState& app) {
  if (!ImGui::BeginMenu("Open recent")) return;
  if (app.settings.recent.empty()) ImGui::MenuItem("Nothing was opened or saved yet", nullptr, false, false);
  const float most = 0.5F * static_cast<float>(app.camera.width());
  for (const std::string& path : app.settings.recent) {
    if (ImGui::MenuItem((pathEnd(shownPath(path), most) + "##" + path).c_str())) app.ask(OpenScene{path});
    hint(path);
  }
  ImGui::EndMenu();
}

void toursMenu(AppState& app) {
  if (!ImGui::BeginMenu("Tours")) return;
  for (const SceneEntry& tour : app.tours) {
    if (ImGui::MenuItem(tour.name.c_str(), nullptr, app.tour && app.tour->tour.id == tour.id))
      app.ask(OpenTour{tour.id});
    hint(tour.description);
  }
  ImGui::Separator();
  item(app, Action::GuidedTour, false, !app.tours.empty());
  item(app, Action::TourNext, false, app.tour.has_value());
  item(app, Action::TourPrevious, false, app.tour.has_value());
  ImGui::EndMenu();
}

void fileMenu(AppState& app) {
  if (!ImGui::BeginMenu("File")) return;
  item(app, Action::PickScene);
  recentMenu(app);
  ImGui::Separator();
  item(app, Action::SaveAs);
  item(app, Action::SaveState);
  item(app, Action::LoadState);
  ImGui::Separator();
  item(app, Action::Record, app.session.recorder != nullptr);
  item(app, Action::RecordRun, app.session.run_recorder != nullptr);
  item(app, Action::Review, app.session.review != nullptr);
  item(app, Action::Screenshot);
  item(app, Action::ViewPicture);
  item(app, Action::SavePlots, false, app.session.telemetry.size() > 0);
  item(app, Action::ShowFolder);
  ImGui::Separator();
  if (ImGui::MenuItem("Begin with the last scene", nullptr, app.settings.reopens))
    app.ask(SetReopens{!app.settings.reopens});
  hint("Where no scene is named at the start, the one that was shown last is opened");
  item(app, Action::Quit);
  ImGui::EndMenu();
}

void editMenu(AppState& app) {
  if (!ImGui::BeginMenu("Edit")) return;
  const bool selected = !app.session.selected.empty();
  item(app, Action::Undo, false, app.session.undo.undoable() > 0);
  item(app, Action::Redo, false, app.session.undo.redoable() > 0);
  ImGui::Separator();
  item(app, Action::Duplicate, false, selected);
  item(app, Action::Copy, false, selected);
  item(app, Action::Paste, false, app.copied.has_value());
  item(app, Action::Delete, false, selected);
  item(app, Action::DeleteStrays);
  ImGui::Separator();
  item(app, Action::StackTool, app.stack.on);
  item(app, Action::JointTool, app.joint_tool.on);
  item(app, Action::BallTool, app.ball_tool);
  item(app, Action::Handles, app.handles.on);
  item(app, Action::Cancel);
  ImGui::EndMenu();
}

void pauseAtStep(AppState& app) {
  static_assert(sizeof(long) == sizeof(ImS64));
  long step = app.session.pause_on.step;
  ImGui::SetNextItemWidth(ImGui::CalcTextSize("000000").x + 2 * ImGui::GetStyle().FramePadding.x);
  ImGui::InputScalar("Pause at this step", ImGuiDataType_S64, &step);
  if (step != app.session.pause_on.step && step >= 0) app.ask(PauseAtStep{step});
  hint("Time that runs comes to a halt after the step of this number; 0: after none");
}

void keyframeMenu(AppState& app) {
  const std::vector<std::string>& keyframes = app.session.scene.keyframes;
  if (keyframes.empty() || !ImGui::BeginMenu("Keyframe")) return;
  for (const std::string& name : keyframes)
    if (ImGui::MenuItem(name.c_str())) app.ask(GoToKeyframe{name});
  ImGui::EndMenu();
}

void simulationMenu(AppState& app) {
  if (!ImGui::BeginMenu("Simulation")) return;
  item(app, Action::Pause, app.paused());
  item(app, Action::Step);
  item(app, Action::StepFive);
  item(app, Action::Back);
  item(app, Action::BackFive);
  item(app, Action::PauseOnFailure, app.session.pause_on.failure);
  item(app, Action::PauseOnImpact, app.session.pause_on.impact);
  pauseAtStep(app);
  ImGui::Separator();
  item(app, Action::NextEvent, false, app.session.review != nullptr);
  item(app, Action::PreviousEvent, false, app.session.review != nullptr);
  ImGui::Separator();
  item(app, Action::Slower);
  item(app, Action::Faster);
  ImGui::Separator();
  item(app, Action::Restart);
  keyframeMenu(app);
  item(app, Action::PreviousScene);
  item(app, Action::NextScene);
  ImGui::EndMenu();
}

void solverMenu(AppState& app) {
  if (!ImGui::BeginMenu("Solver")) return;
  const SolverInfo* current = app.simulation().solver;
  int number = 1;
  for (const SolverInfo* solver : solvers()) {
    const std::string key = number <= 9 ? std::to_string(number) : "";
    const std::string label(solver->title);
    if (ImGui::MenuItem(label.c_str(), key.c_str(), current != nullptr && solver->title == current->title))
      app.ask(ChooseSolver{solver});
    ++number;
  }
  ImGui::Separator();
  item(app, Action::PreviousSolver);
  item(app, Action::NextSolver);
  item(app, Action::NextStepper);
  item(app, Action::NextMethod);
  ImGui::Separator();
  item(app, Action::Sleeping, app.simulation().params.sleeping);
  ImGui::EndMenu();
}

void drawnMenu(AppState& app) {
  if (!ImGui::BeginMenu("What is drawn")) return;
  item(app, Action::ToggleContacts, app.view.contacts);
  item(app, Action::ToggleForces, app.view.forces);
  item(app, Action::ToggleCones, app.view.cones);
  item(app, Action::ToggleVelocities, app.view.velocities);
  item(app, Action::ToggleTrails, app.view.trails);
  item(app, Action::ToggleLabels, app.view.labels);
  ImGui::Separator();
  item(app, Action::ToggleShadows, app.view.shadows);
  item(app, Action::ToggleGrid, app.view.grid);
  item(app, Action::ToggleTheme, app.view.baraff_theme);
  ImGui::EndMenu();
}

void directionMenu(AppState& app) {
  if (!ImGui::BeginMenu("Seen from")) return;
  item(app, Action::ViewFront);
  item(app, Action::ViewSide);
  item(app, Action::ViewTop);
  item(app, Action::ViewIsometric);
  ImGui::EndMenu();
}

void viewMenu(AppState& app) {
  if (!ImGui::BeginMenu("View")) return;
  drawnMenu(app);
  ImGui::Separator();
  item(app, Action::Verdict, app.verdict.on);
  item(app, Action::Race, app.session.race != nullptr);
  item(app, Action::Microscope, app.session.microscope != nullptr);
  item(app, Action::Split, app.isSplit());
  item(app, Action::Convergence, app.metrics && app.drawer == "convergence");
  ImGui::Separator();
  item(app, Action::FrameSelection, false, !app.session.selected.empty());
  item(app, Action::FrameAll);
  item(app, Action::Follow, app.followed.on);
  directionMenu(app);
  item(app, Action::Orthographic, app.camera.orthographic);
  ImGui::Separator();
  item(app, Action::HideUi, !app.panels);
  item(app, Action::Metrics, app.metrics);
  item(app, Action::ToggleLight, app.settings.light);
  item(app, Action::LargerUi);
  item(app, Action::SmallerUi);
  ImGui::EndMenu();
}

void frameworkMenu(AppState& app) {
  if (!ImGui::BeginMenu("Frameworks")) return;
  item(app, Action::Framework, app.framework != nullptr);
  ImGui::Separator();
  const PaperFigure figure = app.framework ? app.framework->figure() : PaperFigure::None;
  item(app, Action::FigureUnstable, figure == PaperFigure::Unstable);
  item(app, Action::FigureCollapse, figure == PaperFigure::Collapse);
  ImGui::Separator();
  for (const SceneEntry& entry : app.frameworks) {
    const bool shown = app.framework && app.framework->scene().id == entry.id;
    if (ImGui::MenuItem(entry.name.c_str(), nullptr, shown)) app.ask(OpenFramework{entry.id});
    hint(entry.description);
  }
  ImGui::EndMenu();
}

void helpMenu(AppState& app) {
  if (!ImGui::BeginMenu("Help")) return;
  if (ImGui::MenuItem("Keys and mouse", shortcut(Action::Help).c_str(), app.help)) app.ask(Action::Help);
  toursMenu(app);
  ImGui::Separator();
  ImGui::TextDisabled("Keystone %.*s", int(version().size()), version().data());
  ImGui::EndMenu();
}

// Icons are drawn, because no font has all of them in one weight.
void drawIcon(Action action, bool paused, const ImVec2& centre, float r) {
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const ImU32 ink = ImGui::GetColorU32(palette::kText);
  const auto at = [&](float x, float y) { return ImVec2{centre.x + x * r, centre.y + y * r}; };
  if (action == Action::Pause && paused) {
    draw->AddTriangleFilled(at(-0.7F, -1), at(1, 0), at(-0.7F, 1), ink);
  } else if (action == Action::Pause) {
    draw->AddRectFilled(at(-0.8F, -0.9F), at(-0.2F, 0.9F), ink);
    draw->AddRectFilled(at(0.2F, -0.9F), at(0.8F, 0.9F), ink);
  } else if (action == Action::Step) {
    draw->AddTriangleFilled(at(-0.9F, -0.9F), at(0.5F, 0), at(-0.9F, 0.9F), ink);
    draw->AddRectFilled(at(0.5F, -0.9F), at(0.9F, 0.9F), ink);
  } else if (action == Action::Back) {
    draw->AddTriangleFilled(at(0.9F, -0.9F), at(-0.5F, 0), at(0.9F, 0.9F), ink);
    draw->AddRectFilled(at(-0.9F, -0.9F), at(-0.5F, 0.9F), ink);
  } else if (action == Action::Restart) {
    draw->PathArcTo(centre, r * 0.8F, -0.9F, 4.2F, 20);
    draw->PathStroke(ink, 0, r * 0.3F);
    draw->AddTriangleFilled(at(0.2F, -1.1F), at(1.1F, -0.9F), at(0.5F, -0.1F), ink);
  } else {
    draw->AddCircleFilled(centre, r * 0.8F, ImGui::GetColorU32(palette::kRed), 20);
  }
}

// In the middle of a bar: later versions of Dear ImGui begin every item of a menu bar at its top.
void iconButton(AppState& app, Action action, const char* id, float top, float height) {
  ImGui::SetCursorPosY(top);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const bool lit = action == Action::Record && app.session.recorder != nullptr;
  if (lit) ImGui::PushStyleColor(ImGuiCol_Button, ImVec4(palette::kRed.x, palette::kRed.y, palette::kRed.z, 0.35F));
  if (ImGui::Button(id, {height * 1.5F, height})) app.ask(action);
  if (lit) ImGui::PopStyleColor();
  hint(action);
  drawIcon(action, app.paused(), {at.x + height * 0.75F, at.y + height / 2}, height * 0.26F);
}

void transport(AppState& app, const Rect& rect) {
  const float height = rect.height - 8 * app.scale;
  const float spacing = 4 * app.scale;
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2{spacing, 0});
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2{0, 0});
  ImGui::SetCursorPosX(rect.width - 5 * (height * 1.5F + spacing) - 8 * app.scale);
  const float top = (rect.height - height) / 2;
  iconButton(app, Action::Restart, "##restart", top, height);
  iconButton(app, Action::Back, "##back", top, height);
  iconButton(app, Action::Pause, "##pause", top, height);
  iconButton(app, Action::Step, "##step", top, height);
  iconButton(app, Action::Record, "##record", top, height);
  ImGui::PopStyleVar(2);
}

void drawMenuBar(AppState& app, const Rect& rect) {
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2{8 * app.scale, 0});
  const float padding = (rect.height - ImGui::GetFontSize()) / 2;
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2{8 * app.scale, padding});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0.0F);
  const PanelWindow window("##menu", rect, ImGuiWindowFlags_MenuBar | ImGuiWindowFlags_NoScrollbar);
  const bool open = ImGui::BeginMenuBar();  // takes its height from the padding
  ImGui::PopStyleVar(3);
  if (!open) return;
  fileMenu(app);
  editMenu(app);
  simulationMenu(app);
  solverMenu(app);
  viewMenu(app);
  frameworkMenu(app);
  helpMenu(app);
  transport(app, rect);
  ImGui::EndMenuBar();
}

}  // namespace

extern const Panel kMenuBar{drawMenuBar, &Layout::menu};

}  // namespace keystone
