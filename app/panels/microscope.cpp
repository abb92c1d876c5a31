// The solve under the microscope: where the replay stands, what happened there, and the matrix with its clamped block.
#include <algorithm>
#include <cmath>

#include "panels/matrix_view.h"
#include "panels/panel.h"
#include "panels/panels.h"
#include "panels/set_style.h"
#include "panels/trace_controls.h"
#include "problem/friction_impulse.h"

namespace keystone {
namespace {

void header(AppState& app) {
  const Microscope& microscope = *app.session.microscope;
  const Simulation& simulation = microscope.shown();
  heading(app, "MICROSCOPE");
  ImGui::SameLine();
  const std::string where = app.session.problem_file.empty()
                                ? microscope.specimen().scene + ", step " + std::to_string(simulation.report.step)
                                : microscope.specimen().scene;
  row(app, app.microscope.failure >= 0 ? "failed step" : "", where);
  const SolveReport& report = microscope.report();
  const double residual = microscope.residualAt(microscope.replay().size() - 1);
  row(app, std::string(simulation.solver->title).c_str(), std::string(toString(report.status)),
      std::isnan(residual) ? palette::kDim : gradeColour(gradeOf(report.status, residual)));
  hint(report.message);
  if (simulation.sliding.empty()) return;
  row(app, "Substituted friction", format("%zu contacts", simulation.sliding.size()));
  hint(
      "Contacts that slide: their friction is in W, which is not symmetric, and their tangent rows have no impulse of\n"
      "their own (Baraff 1994, section 6)");
}

void rowLine(AppState& app, const char* label, int row_index) {
  const Microscope& microscope = *app.session.microscope;
  if (row_index < 0) return row(app, label, "\u2013", palette::kDim);
  row(app, label, rowName(microscope.problem(), row_index));
  const int contact = contactOfRow(microscope.problem(), row_index);
  if (!ImGui::IsItemHovered()) return;
  app.probe.panel[0] = contact;
  hint(bodiesOf(microscope.shown(), contact));
}

// The row's own move first; a pivot can take the contact's friction along.
std::string changesText(const TraceFrame& frame) {
  if (frame.changes.empty()) return "none";
  const SetChange* own = frame.changes.data();
  for (const SetChange& change : frame.changes)
    if (change.row == frame.row) own = &change;
  const std::size_t others = frame.changes.size() - 1;
  const bool whole = own->row != frame.row;
  if (whole) return format("%zu rows", frame.changes.size());
  return format("%s \u2192 %s%s", setName(own->from), setName(own->to),
                others == 0 ? "" : format(", +%zu", others).c_str());
}

std::string stepText(const TraceFrame& frame) {
  switch (frame.kind) {
    case TraceKind::Pivot:
      return frame.zero ? "zero" : format("%.3g of the violation", frame.step);
    case TraceKind::Exchange:
      return frame.zero ? "zero" : "along a dependency";
    case TraceKind::Newton:
      return format("%.3g of Newton's", frame.step);
    case TraceKind::Guess:
      return format("breaks the conditions by %.1e", frame.step);
    case TraceKind::Stage:
      return std::string(frame.stage);
    default:
      return "\u2013";
  }
}

void removedBar(const AppState& app, double removed) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x, height = 4 * app.scale;
  ImDrawList* draw = ImGui::GetWindowDrawList();
  draw->AddRectFilled(at, {at.x + width, at.y + height}, ImGui::GetColorU32(palette::kWell), 2);
  const auto share = static_cast<float>(std::clamp(removed, 0.0, 1.0));
  draw->AddRectFilled(at, {at.x + share * width, at.y + height}, ImGui::GetColorU32(palette::kAccent), 2);
  ImGui::Dummy({width, height});
  hint("Share of the violation that this drive has removed");
}

bool inDrive(const TraceFrame& frame) {
  return frame.kind == TraceKind::Drive || frame.kind == TraceKind::Pivot || frame.kind == TraceKind::Exchange ||
         frame.kind == TraceKind::DriveEnd;
}

void eventBlock(AppState& app) {
  const Microscope& microscope = *app.session.microscope;
  const TraceFrame& frame = microscope.replay().frame();
  ImGui::PushFont(app.fonts.large);
  std::string name(toString(frame.kind));
  name[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(name[0])));
  ImGui::TextUnformatted(name.c_str());
  ImGui::PopFont();
  ImGui::SameLine(0, 0);
  row(app, "", std::string(toString(frame.stop)), palette::kAccent);
  if (inDrive(frame) && frame.driven < 0)
    row(app, "Driven", "all violations together");
  else
    rowLine(app, "Driven", frame.driven);
  rowLine(app, "Stopped by", frame.row);
  if (frame.entering >= 0)
    rowLine(app, "Takes its place", frame.entering);
  else
    row(app, "Set", changesText(frame));
  row(app, "Step", stepText(frame), frame.zero ? palette::kAmber : palette::kText);
  row(app, "Removed", inDrive(frame) ? format("%.4g %%", 100 * frame.removed) : "\u2013");
  removedBar(app, inDrive(frame) ? frame.removed : frame.kind == TraceKind::Result ? 1.0 : 0.0);
  const double residual = microscope.residualAt(microscope.replay().at());
  row(app, "Residual", format("%.1e", residual), residualColour(residual));
}

void blockLines(AppState& app) {
  const Microscope& microscope = *app.session.microscope;
  const BlockSummary& block = microscope.block();
  row(app, "Clamped block",
      format("%d of %d rows%s", block.rows, microscope.problem().rows(),
             block.measured && !block.symmetric ? ", not symmetric" : ""));
  hint(
      "Rows held at zero velocity: clamped normals, sticking tangents, joint rows. The friction of a sliding contact "
      "is "
      "folded into the column of its normal.");
  if (block.measured) {
    const bool full = block.conditioning.rank == block.rows;
    row(app, "Rank, condition", format("%d, %.2g", block.conditioning.rank, block.conditioning.condition),
        full ? palette::kText : palette::kAmber);
    hint(
        "Singular values above 1e-11 of the largest, W scaled to a unit diagonal; the condition is that of the part of "
        "full rank");
  } else if (block.rows > BlockSummary::kMost) {
    row(app, "Rank, condition", format("not above %d rows", BlockSummary::kMost), palette::kDim);
  } else if (ImGui::Button("Rank and condition", {-1, 0})) {
    app.ask(Action::BlockRank);
  }
}

// A problem without bodies has no scene: its matrix takes the view, and the panel keeps the block's lines.
bool hasScene(const AppState& app) {
  return app.session.problem_file.empty() || app.microscope.failure >= 0;
}

void problemLines(AppState& app) {
  const ContactProblem& problem = app.session.microscope->problem();
  heading(app, "PROBLEM");
  row(app, "Contacts, joint rows", format("%d, %d", problem.contacts, problem.joint_rows));
  row(app, "Rows a contact", std::to_string(problem.dim));
  row(app, "Entries of W", std::to_string(app.session.microscope->W().nonZeros()));
  row(app, "Largest |q|", quantity(problem.q.lpNorm<Eigen::Infinity>(), "m/s"));
  if (problem.dim > 1 && problem.contacts > 0) {
    double least = frictionOf(problem, 0), most = least;
    for (int c = 1; c < problem.contacts; ++c) {
      least = std::min(least, frictionOf(problem, c));
      most = std::max(most, frictionOf(problem, c));
    }
    row(app, "Friction", format("%.3g to %.3g", least, most));
  }
  const double residual = app.session.microscope->residualAt(app.session.microscope->replay().size() - 1);
  if (!std::isnan(residual)) row(app, "Residual of the result", format("%.1e", residual), residualColour(residual));
  ImGui::Spacing();
}

void matrixBlock(AppState& app) {
  heading(app, "MATRIX W");
  ImGui::SameLine();
  const char* order = app.microscope.by_sets ? "clamped rows first" : "as numbered";
  const float width = ImGui::CalcTextSize(order).x + 2 * ImGui::GetStyle().FramePadding.x;
  ImGui::SameLine(ImGui::GetContentRegionMax().x - width);
  if (ImGui::SmallButton(order)) app.ask(Action::MatrixOrder);
  hint(Action::MatrixOrder);
  const ImVec2 space = ImGui::GetContentRegionAvail();
  const float lines = 2.4F * ImGui::GetTextLineHeightWithSpacing() + ImGui::GetStyle().FramePadding.y * 2;
  const float side = hasScene(app) ? std::min(space.x, space.y - lines) : 0.0F;
  if (side > 60 * app.scale) drawMatrix(app, side);
  blockLines(app);
}

void drawMicroscope(AppState& app, const Rect& rect) {
  const PanelWindow window("##microscope", rect, ImGuiWindowFlags_NoScrollbar);
  header(app);
  startButtons(app);
  traceTransport(app, app.session.microscope->play_clock >= 0.0);
  traceSlider(app, app.session.microscope->replay().at(), app.session.microscope->replay().size());
  ImGui::Spacing();
  eventBlock(app);
  ImGui::Spacing();
  if (!hasScene(app)) problemLines(app);
  matrixBlock(app);
}

void drawMatrixView(AppState& app, const Rect&) {
  if (!app.session.microscope || hasScene(app)) return;
  const PanelWindow window("##matrix_view", app.layout.view, ImGuiWindowFlags_NoScrollbar);
  const ImVec2 space = ImGui::GetContentRegionAvail();
  const float side = std::floor(std::min(space.x, space.y));
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + std::floor(0.5F * (space.x - side)));
  drawMatrix(app, side);
}

}  // namespace

extern const Panel kMicroscope{drawMicroscope, &Layout::microscope};
extern const Panel kMatrixView{drawMatrixView, &Layout::view, [](const AppState& app) { return app.panels; }};

}  // namespace keystone
