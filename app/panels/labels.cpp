// Text in the scene: the labels of its file beside their bodies, and the force of the hand beside its line.
#include <algorithm>
#include <optional>

#include "panels/panel.h"
#include "panels/panels.h"
#include "panels/tag.h"

namespace keystone {
namespace {

constexpr float kLabelGap = 6;  // [pixels at scale 1], from a body to its label
constexpr int kLevels = 4;      // of labels above each other

// The highest point of what a label belongs to [m]; none where it has gone.
std::optional<Vec3> labelPlace(const World& world, const SceneLabel& label) {
  if (label.body.empty()) return label.at;
  const auto found = std::ranges::find(world.bodies, label.body, &Body::name);
  if (found == world.bodies.end()) return std::nullopt;
  Vec3 top = found->pose.position;
  const Aabb extent = bounds(world.colliders[found - world.bodies.begin()].shape, found->pose, 0.0);
  if (extent.upper.allFinite()) top.y() = extent.upper.y();
  return top;
}

// The text's corner so many levels above a pixel, or as near as the view has room.
ImVec2 cornerAbove(const AppState& app, const Vec2& pixel, const Rect& size, const Rect& cell, int level) {
  const float left = static_cast<float>(pixel.x()) - size.width / 2, gap = kLabelGap * app.scale;
  const float top = static_cast<float>(pixel.y()) - gap - static_cast<float>(level + 1) * size.height;
  return {std::clamp(left, cell.x, std::max(cell.x, cell.right() - size.width)) - size.x,
          std::max(top, cell.y) - size.y};
}

struct PlacedLabel {
  const std::string* text;
  ImVec2 foot, at;  // on the body, and the text's corner
  Rect plate;
};

// In the order of the file. One that would cover another goes higher, and waits where that does not do.
std::vector<PlacedLabel> placedLabels(const AppState& app, const World& world, const Rect& cell, const Vec2& shift) {
  std::vector<PlacedLabel> placed;
  const auto is_free = [&](const Rect& plate) {
    return std::ranges::none_of(placed, [&](const PlacedLabel& other) { return other.plate.overlaps(plate); });
  };
  for (const SceneLabel& label : app.session.scene.labels) {
    Vec2 pixel;
    const std::optional<Vec3> place = labelPlace(world, label);
    if (!place || !app.camera.project(*place, pixel)) continue;
    pixel += shift;
    if (!cell.contains(pixel.x(), pixel.y())) continue;
    const Rect size = tagRect(app, label.text, {0, 0});
    for (int level = 0; level < kLevels; ++level) {
      const ImVec2 at = cornerAbove(app, pixel, size, cell, level);
      const Rect plate = tagRect(app, label.text, at);
      if (!is_free(plate)) continue;
      placed.push_back({&label.text, {static_cast<float>(pixel.x()), static_cast<float>(pixel.y())}, at, plate});
      break;
    }
  }
  return placed;
}

// Of one view.
void drawSceneLabels(const AppState& app, const World& world, const Rect& cell, const Vec2& shift) {
  const std::vector<PlacedLabel> labels = placedLabels(app, world, cell, shift);
  ImDrawList* draw = ImGui::GetBackgroundDrawList();
  for (const PlacedLabel& label : labels)
    draw->AddLine({label.foot.x, label.plate.bottom()}, label.foot, kTagGround, 1.5F * app.scale);
  for (const PlacedLabel& label : labels) drawTag(app, *label.text, label.at, palette::kText);
}

void drawHandForce(const AppState& app) {
  const Session& session = app.session;
  if (!session.hand) return;
  const Vec3 from = dragPoint(app.world(), *session.hand);
  Vec2 pixel;
  if (!app.camera.project(0.5 * (from + session.hand->target), pixel)) return;
  const ImVec2 at{static_cast<float>(pixel.x()) + 12 * app.scale,
                  static_cast<float>(pixel.y()) - app.fonts.bold->FontSize / 2};
  drawTag(app, quantity(session.hand_force, "N"), at, palette::kAccent);
}

void drawLabels(AppState& app, const Rect&) {
  const std::vector<Rect> cells = app.cells();
  for (std::size_t k = 0; app.view.labels && k < cells.size(); ++k) {
    const World& world = k == 0 ? app.shownSimulation().world : app.session.race->race().simulations[k].world;
    drawSceneLabels(app, world, cells[k], {cells[k].x - cells[0].x, cells[k].y - cells[0].y});
  }
  drawHandForce(app);
}

}  // namespace

extern const Panel kLabels{drawLabels};

}  // namespace keystone
