#include "panels/set_strip.h"

#include <algorithm>
#include <cmath>

#include "panels/panel.h"
#include "panels/set_style.h"

namespace keystone {
namespace {

constexpr float kLeastCell = 3.0F, kMostCell = 26.0F;  // [pixels at scale 1]

// Cells in lines: which is where.
struct Grid {
  ImVec2 at;
  float cell = 0, line = 0;  // [pixels], a cell's width and a line's height
  int columns = 1, cells = 0;
  ImVec2 corner(int index) const {
    return {at.x + cell * static_cast<float>(index % columns), at.y + line * static_cast<float>(index / columns)};
  }
  int under(const ImVec2& mouse) const {
    const int column = static_cast<int>((mouse.x - at.x) / cell), row = static_cast<int>((mouse.y - at.y) / line);
    const int index = row * columns + column;
    return column >= 0 && column < columns && row >= 0 && index < cells ? index : -1;
  }
};

Grid gridOf(const AppState& app, const ImVec2& at, const ImVec2& size, int cells) {
  Grid grid{at, 0, 0, 1, std::max(cells, 1)};
  const float least = kLeastCell * app.scale;
  // As few lines as leave a cell its least width.
  const int fit = std::max(1, static_cast<int>(size.x / least));
  const int lines = (grid.cells + fit - 1) / fit;
  grid.columns = (grid.cells + lines - 1) / lines;
  grid.cell = std::min(size.x / static_cast<float>(grid.columns), kMostCell * app.scale);
  grid.line = size.y / static_cast<float>(lines);
  return grid;
}

// Contacts first, then joint rows.
int firstRow(const ContactProblem& problem, int cell) {
  return cell < problem.contacts ? problem.normalRow(cell) : problem.firstJointRow() + cell - problem.contacts;
}

void drawCells(const Grid& grid, const ContactProblem& problem, const IndexSets& sets) {
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const float inset = grid.cell > 6 ? 1.0F : grid.cell > 3.5F ? 0.5F : 0.0F, top = 4.0F;
  for (int i = 0; i < grid.cells; ++i) {
    const CellStyle style = rowCell(problem, sets, firstRow(problem, i));
    const ImVec2 corner = grid.corner(i);
    const float foot = corner.y + grid.line - 2, room = grid.line - top - 2;
    draw->AddRectFilled({corner.x + inset, foot - style.height * room}, {corner.x + grid.cell - inset, foot},
                        ImGui::GetColorU32(style.colour));
  }
}

void tick(const Grid& grid, int cell, const ImVec4& colour) {
  if (cell < 0 || cell >= grid.cells) return;
  const ImVec2 corner = grid.corner(cell);
  const float middle = corner.x + grid.cell / 2, half = std::max(3.0F, grid.cell * 0.3F);
  ImGui::GetWindowDrawList()->AddTriangleFilled({middle, corner.y + 5}, {middle - half, corner.y - 1},
                                                {middle + half, corner.y - 1}, ImGui::GetColorU32(colour));
}

void frameCell(const Grid& grid, int cell, const ImVec4& colour) {
  if (cell < 0 || cell >= grid.cells) return;
  const ImVec2 corner = grid.corner(cell);
  ImGui::GetWindowDrawList()->AddRect({corner.x - 1, corner.y}, {corner.x + grid.cell + 1, corner.y + grid.line},
                                      ImGui::GetColorU32(colour), 0, 0, 1.5F);
}

int cellOf(const ContactProblem& problem, int row) {
  if (row < 0) return -1;
  return problem.isJoint(row) ? problem.contacts + row - problem.firstJointRow() : problem.contactOf(row);
}

void pointAt(AppState& app, const Grid& grid) {
  const Microscope& microscope = *app.session.microscope;
  const ContactProblem& problem = microscope.problem();
  const int cell = grid.under(ImGui::GetIO().MousePos);
  if (cell < 0) return;
  const int row = firstRow(problem, cell);
  const int contact = contactOfRow(problem, row);
  app.probe.panel = {contact, -1};
  if (ImGui::IsItemClicked()) app.ask(ProbeContacts{contact, -1});
  const std::string bodies = bodiesOf(microscope.shown(), contact);
  hint(
      (contact >= 0 ? "contact " + std::to_string(contact) : rowName(problem, row)) +
      (bodies.empty() ? "" : ": " + bodies) + "\n" + rowCell(problem, microscope.shown().solution.sets, row).name +
      format("\nimpulse %.4g N s, velocity %.3g m/s", microscope.replay().lambda()[row], microscope.replay().u()[row]));
}

}  // namespace

void drawSetStrip(AppState& app, const ImVec2& size) {
  const Microscope& microscope = *app.session.microscope;
  const ContactProblem& problem = microscope.problem();
  const TraceFrame& frame = microscope.replay().frame();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const Grid grid = gridOf(app, at, size, problem.contacts + problem.joint_rows);
  ImGui::GetWindowDrawList()->AddRectFilled(at, {at.x + size.x, at.y + size.y}, ImGui::GetColorU32(palette::kWell), 3);
  drawCells(grid, problem, microscope.shown().solution.sets);
  const bool few = frame.changes.size() <= static_cast<std::size_t>(2 * problem.dim);
  if (few)
    for (const SetChange& change : frame.changes) tick(grid, cellOf(problem, change.row), palette::kText);
  tick(grid, cellOf(problem, frame.row), palette::kRed);
  if (frame.driven >= 0) tick(grid, cellOf(problem, frame.driven), palette::kAccent);
  for (const int contact : {app.probe.scene, app.probe.marked[0], app.probe.marked[1]})
    frameCell(grid, contact, palette::kText);
  ImGui::InvisibleButton("##strip", size);
  if (ImGui::IsItemHovered()) pointAt(app, grid);
}

}  // namespace keystone
