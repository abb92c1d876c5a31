#include "panels/matrix_view.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>

#include "panels/panel.h"
#include "panels/set_style.h"
#include "view/picture.h"

namespace keystone {
namespace {

constexpr double kDecades = 3.0;  // of coupling between the brightest and the faintest cell
const ImVec4 kPositive{0.45F, 0.78F, 1.0F, 1}, kNegative{1.0F, 0.58F, 0.28F, 1};

// Which row stands where, and how many of the first are held at zero velocity (by sets only).
struct RowOrder {
  std::vector<int> rows;   // row at each place
  std::vector<int> place;  // of each row
  int held = 0;
};

int rank(RowSet set) {
  if (isAtZeroVelocity(set)) return 0;
  return isSliding(set) ? 1 : 2;
}

RowOrder orderOf(const IndexSets& sets, bool by_sets) {
  RowOrder order;
  order.rows.resize(sets.size());
  std::iota(order.rows.begin(), order.rows.end(), 0);
  const auto rankOf = [&](int row) { return rank(sets[row]); };
  if (by_sets)
    std::stable_sort(order.rows.begin(), order.rows.end(), [&](int a, int b) { return rankOf(a) < rankOf(b); });
  order.place.resize(sets.size());
  for (std::size_t i = 0; i < order.rows.size(); ++i) order.place[order.rows[i]] = static_cast<int>(i);
  order.held = static_cast<int>(std::count_if(sets.begin(), sets.end(), isAtZeroVelocity));
  return order;
}

std::uint32_t bytes(const ImVec4& colour, float share) {
  const ImVec4& back = palette::kWell;
  const auto channel = [share](float front, float behind) {
    return static_cast<std::uint8_t>(std::lround(255.0F * (behind + share * (front - behind))));
  };
  const std::uint8_t rgba[4] = {channel(colour.x, back.x), channel(colour.y, back.y), channel(colour.z, back.z), 255};
  std::uint32_t packed = 0;
  std::memcpy(&packed, rgba, sizeof packed);
  return packed;
}

// One pixel per cell, or, where there are more rows than pixels, the strongest of the cells that share one.
void paint(Picture& picture, const Microscope& microscope, const RowOrder& order, const MatrixShown& shown) {
  const IndexSets& sets = microscope.replay().sets();
  const SparseRows& W = microscope.W();
  const VecX diagonal = W.diagonal();
  const int n = static_cast<int>(order.rows.size()), size = std::min(n, shown.pixels);
  const auto area = static_cast<std::size_t>(size) * static_cast<std::size_t>(size);
  std::vector<float> strength(area, 0.0F);
  std::vector<std::uint32_t> image(area, bytes(palette::kWell, 0));
  const auto pixelOf = [&](int row) {
    return static_cast<std::size_t>(static_cast<long>(order.place[row]) * size / n);
  };
  for (int i = 0; i < n; ++i) {
    for (SparseRows::InnerIterator it(W, i); it; ++it) {
      const auto j = static_cast<int>(it.col());
      const double size_ij = std::abs(it.value()) / std::sqrt(std::max(diagonal[i] * diagonal[j], 1e-300));
      if (!(size_ij > 1e-12)) continue;
      const bool inside = isAtZeroVelocity(sets[i]) && isAtZeroVelocity(sets[j]);
      const double level = std::clamp(1.0 + std::log10(size_ij) / kDecades, 0.12, 1.0);
      const auto share = static_cast<float>(level * (inside ? 1.0 : 0.34));
      const std::size_t at = pixelOf(i) * static_cast<std::size_t>(size) + pixelOf(j);
      if (share <= strength[at]) continue;
      strength[at] = share;
      image[at] = bytes(it.value() > 0.0 ? kPositive : kNegative, share);
    }
  }
  if (shown.light) std::ranges::transform(image, image.begin(), turnedLightness);  // as the panels around it
  picture.upload(size, size, image);
}

// Repaints when what it shows has changed.
void refresh(AppState& app, const RowOrder& order, int pixels) {
  const Microscope& microscope = *app.session.microscope;
  const MatrixShown now{app.microscope.serial, microscope.replay().at(), pixels, app.microscope.by_sets,
                        app.settings.light};
  if (now == app.microscope.matrix) return;
  app.microscope.matrix = now;
  paint(*app.matrix_picture, microscope, order, now);
}

void band(ImDrawList* draw, const ImVec2& at, float side, int n, const RowOrder& order, int first, int count) {
  const ImU32 ink = ImGui::GetColorU32({1, 1, 1, 0.20F});
  for (int row = first; row < first + count; ++row) {
    const float cell = side / static_cast<float>(n);
    const float from = cell * static_cast<float>(order.place[row]);
    const float width = std::max(cell, 1.0F);
    draw->AddRectFilled({at.x + from, at.y}, {at.x + from + width, at.y + side}, ink);
    draw->AddRectFilled({at.x, at.y + from}, {at.x + side, at.y + from + width}, ink);
  }
}

void cellTooltip(const Microscope& microscope, int i, int j) {
  const ContactProblem& problem = microscope.problem();
  const IndexSets& sets = microscope.replay().sets();
  const auto told = [&](int row) {
    const std::string bodies = bodiesOf(microscope.shown(), contactOfRow(problem, row));
    return rowName(problem, row) + ", " + setName(sets[row]) + (bodies.empty() ? "" : " (" + bodies + ")");
  };
  const double value = microscope.W().coeff(i, j);
  ImGui::BeginTooltip();
  ImGui::TextUnformatted(format("row %d: %s", i, told(i).c_str()).c_str());
  ImGui::TextUnformatted(format("column %d: %s", j, told(j).c_str()).c_str());
  ImGui::TextUnformatted(value == 0.0 ? "not coupled" : format("W = %.4g 1/kg", value).c_str());
  ImGui::EndTooltip();
}

void pointAt(AppState& app, const ImVec2& at, float side, const RowOrder& order) {
  const Microscope& microscope = *app.session.microscope;
  const int n = static_cast<int>(order.rows.size());
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const auto rowAt = [&](float offset) {
    const int place = std::clamp(static_cast<int>(offset / side * static_cast<float>(n)), 0, n - 1);
    return order.rows[place];
  };
  const int i = rowAt(mouse.y - at.y), j = rowAt(mouse.x - at.x);
  app.probe.panel = {contactOfRow(microscope.problem(), i), contactOfRow(microscope.problem(), j)};
  if (ImGui::IsItemClicked()) app.ask(ProbeContacts{app.probe.panel[0], app.probe.panel[1]});
  const ImU32 ink = ImGui::GetColorU32({1, 1, 1, 0.45F});
  ImDrawList* draw = ImGui::GetWindowDrawList();
  draw->AddLine({at.x, mouse.y}, {at.x + side, mouse.y}, ink);
  draw->AddLine({mouse.x, at.y}, {mouse.x, at.y + side}, ink);
  cellTooltip(microscope, i, j);
}

}  // namespace

void drawMatrix(AppState& app, float side) {
  const Microscope& microscope = *app.session.microscope;
  const ContactProblem& problem = microscope.problem();
  const RowOrder order = orderOf(microscope.replay().sets(), app.microscope.by_sets);
  const int n = problem.rows();
  side = std::floor(side);
  refresh(app, order, static_cast<int>(side));
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImDrawList* draw = ImGui::GetWindowDrawList();
  draw->AddImage(reinterpret_cast<ImTextureID>(static_cast<std::intptr_t>(app.matrix_picture->id())), at,
                 {at.x + side, at.y + side});
  draw->AddRect(at, {at.x + side, at.y + side}, ImGui::GetColorU32(palette::kLine));
  for (const int contact : {app.probe.scene, app.probe.marked[0], app.probe.marked[1]})
    if (contact >= 0) band(draw, at, side, n, order, problem.normalRow(contact), problem.dim);
  if (app.microscope.by_sets && order.held > 0) {
    const float edge = side * static_cast<float>(order.held) / static_cast<float>(n);
    draw->AddRect(at, {at.x + edge, at.y + edge}, ImGui::GetColorU32(palette::kGreen), 0, 0, 1.5F * app.scale);
  }
  ImGui::InvisibleButton("##matrix", {side, side});
  if (ImGui::IsItemHovered()) pointAt(app, at, side, order);
}

}  // namespace keystone
