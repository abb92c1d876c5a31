// Over the scene: does it stand; if not, every body's first acceleration as an arrow, and which contacts open.
#include <algorithm>
#include <array>
#include <cmath>

#include "panels/panel.h"
#include "panels/panels.h"
#include "panels/verdict_text.h"

namespace keystone {
namespace {

constexpr float kLongest = 70.0F;  // [pixels at scale 1], of the fastest body's arrow
constexpr double kVisible = 0.02;  // of the fastest: slower ones get no arrow

ImVec2 pixelOf(const Vec2& pixel) {
  return {static_cast<float>(pixel.x()), static_cast<float>(pixel.y())};
}

void arrow(const AppState& app, const Vec3& from, const Vec3& acceleration, double fastest) {
  if (acceleration.norm() < kVisible * fastest) return;
  Vec2 start, ahead;
  const Vec3 step = 0.01 * acceleration.normalized();
  if (!app.camera.project(from, start) || !app.camera.project(from + step, ahead)) return;
  const Vec2 way = ahead - start;
  if (way.norm() < 1e-6) return;
  const Vec2 unit = way.normalized(), aside(-unit.y(), unit.x());
  const double length = kLongest * app.scale * acceleration.norm() / fastest, head = 8.0 * app.scale;
  const Vec2 tip = start + length * unit;
  ImDrawList* draw = ImGui::GetBackgroundDrawList();
  const ImU32 dark = IM_COL32(0, 0, 0, 170), ink = ImGui::GetColorU32(palette::kAccent);
  draw->AddLine(pixelOf(start), pixelOf(tip), dark, 5 * app.scale);
  draw->AddLine(pixelOf(start), pixelOf(tip), ink, 2.5F * app.scale);
  draw->AddTriangleFilled(pixelOf(tip + 0.6 * head * unit), pixelOf(tip - head * unit + 0.6 * head * aside),
                          pixelOf(tip - head * unit - 0.6 * head * aside), ink);
}

// A planar body's turning: an arc the shorter way round, the longer the faster.
void turn(const AppState& app, const Vec3& centre, double angular, double fastest) {
  Vec2 pixel;
  if (std::abs(angular) < kVisible * fastest || !app.camera.project(centre, pixel)) return;
  ImDrawList* draw = ImGui::GetBackgroundDrawList();
  const float radius = 13 * app.scale;
  const auto reach = static_cast<float>(0.6 + 3.6 * std::abs(angular) / fastest);
  const float begin = -1.57F, end = angular > 0 ? begin - reach : begin + reach;  // the screen's y points down
  const ImVec2 at = pixelOf(pixel);
  const ImU32 ink = ImGui::GetColorU32(palette::kText);
  draw->PathArcTo(at, radius, begin, end, 24);
  draw->PathStroke(ink, 0, 2 * app.scale);
  const float sign = angular > 0 ? -1.0F : 1.0F, head = 5 * app.scale;
  const ImVec2 tip{at.x + radius * std::cos(end), at.y + radius * std::sin(end)};
  const ImVec2 along{-sign * std::sin(end), sign * std::cos(end)}, out{std::cos(end), std::sin(end)};
  draw->AddTriangleFilled({tip.x + head * along.x, tip.y + head * along.y},
                          {tip.x + head * out.x, tip.y + head * out.y}, {tip.x - head * out.x, tip.y - head * out.y},
                          ink);
}

void drawMotions(const AppState& app, const Analysis& analysis) {
  if (analysis.balanced) return;  // what is left is rounding
  double fastest = 0.0, turning = 0.0;
  // The certificate is the mechanism by which it collapses.
  const std::vector<FirstMotion>& motions = analysis.certificate.empty() ? analysis.motions : analysis.certificate;
  for (const FirstMotion& motion : motions) {
    fastest = std::max(fastest, motion.linear.norm());
    turning = std::max(turning, motion.angular.norm());
  }
  for (const ContactAnswer& contact : analysis.contacts) {
    Vec2 pixel;
    if (!contact.opens || !app.camera.project(contact.point, pixel)) continue;
    ImGui::GetBackgroundDrawList()->AddCircle(pixelOf(pixel), 6 * app.scale, ImGui::GetColorU32(palette::kAmber), 20,
                                              2 * app.scale);
  }
  for (const FirstMotion& motion : motions) {
    if (motion.body >= static_cast<int>(app.world().bodies.size())) continue;
    const Vec3& centre = app.world().bodies[motion.body].pose.position;
    arrow(app, centre, motion.linear, fastest);
    if (app.world().planar) turn(app, centre, motion.angular.z(), turning);
  }
}

// Where bricks would lie at last: their sections, sunk and tilted.
void drawLowest(const AppState& app, const LowestState& lowest) {
  const World& world = app.world();
  const ImU32 ink = ImGui::GetColorU32({0.74F, 0.58F, 0.98F, 0.9F});
  for (const SunkBrick& brick : lowest.bricks) {
    if (brick.body >= static_cast<int>(world.bodies.size())) continue;
    const auto* box = std::get_if<Box>(&world.colliders[brick.body].shape);
    if (box == nullptr) continue;
    const Vec3 centre = world.bodies[brick.body].pose.position - Vec3(0.0, brick.sink, 0.0);
    const Vec3 along(box->half.x(), brick.slope * box->half.x(), 0.0), up(0.0, box->half.y(), 0.0);
    std::array<ImVec2, 4> corners;
    bool shown = true;
    for (std::size_t k = 0; k < 4; ++k) {
      Vec2 pixel = Vec2::Zero();
      const double side = k == 0 || k == 3 ? -1.0 : 1.0, rise = k < 2 ? -1.0 : 1.0;
      shown = app.camera.project(centre + side * along + rise * up, pixel) && shown;
      corners[k] = pixelOf(pixel);
    }
    if (shown)
      ImGui::GetBackgroundDrawList()->AddPolyline(corners.data(), 4, ink, ImDrawFlags_Closed, 1.3F * app.scale);
  }
}

int opening(const Analysis& analysis) {
  int count = 0;
  for (const ContactAnswer& contact : analysis.contacts) count += contact.opens ? 1 : 0;
  return count;
}

void drawBox(AppState& app, const VerdictView& view) {
  const float margin = 10 * app.scale;
  const float top = std::max({app.layout.view.y, app.layout.hud.bottom(), app.layout.tool.bottom()});
  ImGui::SetNextWindowPos({app.layout.view.x + margin, top + margin});
  ImGui::SetNextWindowSize({300 * app.scale, 0});
  ImGui::SetNextWindowBgAlpha(0.88F);
  constexpr ImGuiWindowFlags kFlags = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                                      ImGuiWindowFlags_NoInputs | ImGuiWindowFlags_NoSavedSettings;
  if (ImGui::Begin("##verdict", nullptr, kFlags)) {
    heading(app, "DOES IT STAND?");
    row(app, "Verdict", verdictText(*view.now), verdictColour(*view.now));
    const Analysis& analysis = view.now->analysis;
    row(app, "Opening contacts", std::to_string(opening(analysis)) + " of " + std::to_string(analysis.contacts.size()));
    if (!analysis.balanced) row(app, "Proof", analysis.certificate.empty() ? "none found" : "the motion drawn");
    if (analysis.lowest && analysis.lowest->solved)
      row(app, "Could sink by", quantity(analysis.lowest->energy, "J") + ", outlined");
    row(app, "Overhang", quantity(view.now->overhang, "m"));
    row(app, "Residual", format("%.1e", analysis.residual.value), residualColour(analysis.residual.value));
    row(app, "Found in", format("%.2f ms", view.now->ms));
    if (view.with_brick) {
      ImGui::Spacing();
      heading(app, "WITH THIS BRICK");
      row(app, "Verdict", verdictText(*view.with_brick), verdictColour(*view.with_brick));
      row(app, "Overhang", quantity(view.with_brick->overhang, "m"));
    }
  }
  ImGui::End();
}

void drawVerdict(AppState& app, const Rect&) {
  const bool offered = app.stack.on && app.stack.valid && app.stack.allowed;
  refresh(app.verdict, app.simulation(), offered ? &app.stack.piece : nullptr, offered ? &app.stack.pose : nullptr);
  if (!app.verdict.on || !app.verdict.now || app.session.microscope) return;
  const Rect& view = app.layout.view;
  ImGui::GetBackgroundDrawList()->PushClipRect({view.x, view.y}, {view.right(), view.bottom()});
  const Analysis& shown =
      offered && app.verdict.with_brick ? app.verdict.with_brick->analysis : app.verdict.now->analysis;
  if (shown.lowest && !offered) drawLowest(app, *shown.lowest);
  drawMotions(app, shown);
  ImGui::GetBackgroundDrawList()->PopClipRect();
  if (!app.session.challenge) drawBox(app, app.verdict);  // its own panel says it
}

}  // namespace

extern const Panel kVerdict{drawVerdict};

}  // namespace keystone
