// The split view's labels: which method each cell shows, how well it solves, and where it left the first.
#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

#include "panels/panel.h"
#include "panels/panels.h"
#include "tools/race_outlines.h"

namespace keystone {
namespace {

constexpr float kFrame = 2;     // [pixels at scale 1]
constexpr float kNarrow = 310;  // likewise

// The view's method, or what tells it from the others where there is no room for more [pixels].
std::string nameOf(const AppState& app, int view, float room) {
  const auto index = static_cast<std::size_t>(view);
  const std::string whole = toString(app.split.methods[index]);
  if (ImGui::CalcTextSize(whole.c_str()).x <= room) return whole;
  return shortened(briefNames(app.split.shown())[index], room);
}

// In whole words.
std::string titleOf(const Method& method) {
  const StepperInfo& stepper = stepperInfo(method.stepper);
  const std::string title(stepper.title);
  return stepper.uses_solver ? title + ", " + std::string(method.solver->title) : title;
}

void chooseMethod(AppState& app, int view, float width) {
  const Method& current = app.split.methods[view];
  ImGui::SetNextItemWidth(width);
  const float room = width - ImGui::GetFrameHeight() - 2 * ImGui::GetStyle().FramePadding.x;
  if (!ImGui::BeginCombo("##method", nameOf(app, view, room).c_str(), ImGuiComboFlags_HeightLarge))
    return hint(toString(current) + ": " + titleOf(current) +
                "\nChoose what this view shows; all views then go on from the present state");
  heading(app, "STEPPER");
  for (const StepperInfo& stepper : steppers()) {
    const std::string label(stepper.title);
    if (ImGui::Selectable(label.c_str(), stepper.kind == current.stepper))
      app.ask(ChooseView{view, {stepper.kind, current.solver}});
  }
  heading(app, "SOLVER");
  if (!stepperInfo(current.stepper).uses_solver) note("not used by this stepper");
  for (const SolverInfo* solver : solvers()) {
    const std::string label(solver->title);
    if (ImGui::Selectable(label.c_str(), current.solver != nullptr && solver->title == current.solver->title))
      app.ask(ChooseView{view, {current.stepper, solver}});
  }
  ImGui::EndCombo();
}

// Whether, and since when, the view is another than the first, in as many words as there is room for.
std::string partingText(const SideRace& side, std::size_t view, float width) {
  const std::optional<long> step = side.partedAt(view);
  if (!step) return side.samples().empty() ? "" : "identical to view 1";
  const double apart = side.samples().empty() ? 0.0 : side.samples().back().simulations[view].difference;
  const std::string brief = format("parted: step %ld", *step), whole = brief + ", now by " + quantity(apart, "m");
  return ImGui::CalcTextSize(whole.c_str()).x <= width ? whole : brief;
}

void tellParting(const SideRace& side, std::size_t view) {
  const float width = ImGui::GetContentRegionAvail().x;
  const std::optional<long> step = side.partedAt(view);
  fittingText(partingText(side, view, width), width, step ? palette::kAmber : palette::kDim);
  hint(step ? format("After step %ld a body was %g m or rad from where the first view has it", *step, kParted)
            : "No body has been elsewhere than in the first view, to a millionth of a metre");
}

float widthOfButton() {
  return std::floor(1.35F * ImGui::GetTextLineHeight());
}
float gapOfButtons(const AppState& app) {
  return 2 * app.scale;
}
float widthOfCount(const AppState& app) {
  return SplitView::kMost * widthOfButton() + (SplitView::kMost - 1) * gapOfButtons(app);
}

float numberWidth(const AppState& app, const std::string& number) {
  ImGui::PushFont(app.fonts.mono);
  const float width = ImGui::CalcTextSize(number.c_str()).x;
  ImGui::PopFont();
  return width;
}

// One to four views, at the right end of the first bar.
void viewCount(AppState& app) {
  ImGui::SameLine(ImGui::GetContentRegionMax().x - widthOfCount(app));
  for (int count = 1; count <= SplitView::kMost; ++count) {
    if (count > 1) ImGui::SameLine(0, gapOfButtons(app));
    const bool is_now = count == app.split.views;
    ImGui::PushStyleColor(ImGuiCol_Text, is_now ? palette::kAccent : palette::kDim);
    ImGui::PushID(count);
    if (ImGui::Button(std::to_string(count).c_str(), {widthOfButton(), 0})) app.ask(SetViews{count});
    hint(std::string(title(Action::Views1)) + "  (" + shortcut(Action::Views1) + ")");
    ImGui::PopID();
    ImGui::PopStyleColor();
  }
}

void drawBar(AppState& app, const SideRace& side, int view, const Rect& bar) {
  const auto index = static_cast<std::size_t>(view);
  const float margin = 3 * app.scale;
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {2 * margin, margin});
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {2 * margin, 2 * app.scale});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0);
  {
    const PanelWindow window(("##view" + std::to_string(view)).c_str(), bar, ImGuiWindowFlags_NoScrollbar);
    const StepReport& report = side.race().simulations[index].report;
    const double residual = report.residual.value;
    const bool has_stepped = !side.samples().empty();
    const GradeInfo& grade = infoOf(gradeOf(report));
    const ImVec4 colour = has_stepped ? gradeColour(grade.value) : palette::kDim;
    const std::string number = has_stepped ? format("%.0e", residual) : "-";
    const float inner = ImGui::GetContentRegionAvail().x;
    const bool narrow = inner < kNarrow * app.scale;  // then the lamp must do
    const std::string brief = briefNames(app.split.shown())[index];
    const float least = ImGui::CalcTextSize(brief.c_str()).x + ImGui::GetFrameHeight() + 4 * margin;
    const float room = inner - ImGui::GetTextLineHeight() - 4 * margin -
                       (narrow ? 0.0F : numberWidth(app, number) + 2 * margin);  // beside lamp and number
    const bool counts = view == 0 && room - least >= widthOfCount(app);          // else keys and menu must do
    const float end = counts ? widthOfCount(app) : view == 0 ? 0.0F : ImGui::CalcTextSize("parted: step 1234").x;
    chooseMethod(app, view, std::max(room - end, std::min(least, room)));
    ImGui::SameLine(0, 2 * margin);
    ImGui::AlignTextToFramePadding();
    const float line = ImGui::GetCursorPosY();
    ImGui::SetCursorPosY(line + ImGui::GetStyle().FramePadding.y);
    lamp(colour);
    hint(has_stepped ? format("Last step: %s, residual %.2e\n", std::string(grade.title).c_str(), residual) +
                           std::string(grade.help)
                     : "No step has been made from this state yet");
    ImGui::SameLine(0, margin);
    ImGui::SetCursorPosY(line);
    if (!narrow) {
      ImGui::PushFont(app.fonts.mono);
      ImGui::TextColored(colour, "%s", number.c_str());
      ImGui::PopFont();
      ImGui::SameLine(0, 2 * margin);
    }
    if (counts) viewCount(app);
    if (view > 0 && ImGui::GetContentRegionAvail().x >= ImGui::CalcTextSize("parted").x) tellParting(side, index);
  }
  ImGui::PopStyleVar(3);
}

// In the colour of the method's curves; thicker where the keys change it.
void drawFrame(const AppState& app, int view, const Rect& cell) {
  const float width = (view == app.split.active ? 2 : 1) * kFrame * app.scale, inset = width / 2;
  const ImU32 colour = ImGui::GetColorU32(toColour(raceColour(static_cast<std::size_t>(view))));
  ImGui::GetBackgroundDrawList()->AddRect({cell.x + inset, cell.y + inset},
                                          {cell.right() - inset, cell.bottom() - inset}, colour, 0, 0, width);
}

// The gaps, and what is left of the view beside the last cell: nothing is drawn there otherwise.
void drawGaps(const AppState& app, const std::vector<Rect>& cells, float bar) {
  ImDrawList& draw = *ImGui::GetBackgroundDrawList();
  const ImU32 ground = ImGui::GetColorU32(palette::kBar);
  const Rect& view = app.layout.view;
  const float gap = std::floor(kSplitGap * app.scale);
  draw.PushClipRect({view.x, view.y}, {view.right(), view.bottom()});
  draw.AddRectFilled({view.x, view.y}, {view.right(), cells.front().y}, ground);
  for (const Rect& cell : cells) {
    const float top = cell.y - bar;
    const bool is_last = &cell == &cells.back();
    const float right = is_last ? view.right() : cell.right() + gap;
    draw.AddRectFilled({cell.right(), top}, {right, cell.bottom() + gap}, ground);
    draw.AddRectFilled({cell.x, cell.bottom()}, {right, cell.bottom() + gap}, ground);
  }
  draw.PopClipRect();
}

void drawSplit(AppState& app, const Rect&) {
  if (!app.isSplit()) return;
  const SideRace& side = *app.session.race;
  const std::vector<Rect> cells = app.cells();
  const float bar = std::floor(kSplitBar * app.scale);
  drawGaps(app, cells, bar);
  for (int view = 0; view < app.split.views; ++view) {
    const Rect& cell = cells[view];
    drawFrame(app, view, cell);
    drawBar(app, side, view, {cell.x, cell.y - bar, cell.width, bar});
  }
}

}  // namespace

extern const Panel kSplit{drawSplit};

}  // namespace keystone
