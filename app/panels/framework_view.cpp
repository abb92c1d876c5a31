// The framework in place of the scene: the canvas with its mouse, a legend of the forces, and what it comes to.
#include <algorithm>
#include <cmath>
#include <functional>

#include "math/round_down.h"
#include "panels/framework_canvas.h"
#include "panels/framework_panels.h"
#include "panels/panel.h"
#include "panels/panels.h"

namespace keystone {
namespace {

constexpr double kMargin = 0.24;                     // of what moves, left free around it when it is fitted
constexpr double kSmallest = 0.5;                    // [m], extent that is fitted at least
constexpr double kMostAround = 8.0;                  // of the extent of what moves: fixed points up to there are shown
constexpr double kScaleMemory = 0.98;                // share of the force scale that a frame keeps while forces shrink
constexpr double kZoom = 1.15;                       // of a notch
constexpr double kNearest = 1e-5, kFarthest = 10.0;  // [m per pixel]
const ImVec4 kAir{0.072F, 0.080F, 0.096F, 1};

struct Extent {
  Vec2 low = Vec2::Constant(1e9), high = Vec2::Constant(-1e9);  // [m]
  void take(const Vec2& p) {
    low = low.cwiseMin(p);
    high = high.cwiseMax(p);
  }
  Vec2 size() const { return (high - low).cwiseMax(kSmallest); }
};

// All that moves, with the fixed points that bars reach, and all others if what moves stays large enough to be seen.
void fit(AppState& app, const Rect& rect) {
  const FrameworkSession& session = *app.framework;
  const Framework& framework = session.scene().framework;
  const VecX& p = session.run().state().p;
  Extent moving, all;
  for (int point = 0; point < framework.points(); ++point) {
    all.take(at(p, point));
    if (!framework.isFixed(point)) moving.take(at(p, point));
  }
  for (const Bar& bar : framework.bars) moving.take(at(p, bar.i)), moving.take(at(p, bar.j));
  const Extent& shown = all.size().maxCoeff() <= kMostAround * moving.size().maxCoeff() ? all : moving;
  const Vec2 size = shown.size();
  FrameworkView& view = app.framework_view;
  view.centre = 0.5 * (shown.low + shown.high);
  view.metres_per_pixel =
      std::clamp((1.0 + 2.0 * kMargin) * std::max(size.x() / rect.width, size.y() / rect.height), kNearest, kFarthest);
}

void answerMouse(AppState& app, const Canvas& canvas) {
  FrameworkView& view = app.framework_view;
  const ImGuiIO& io = ImGui::GetIO();
  ImGui::SetCursorScreenPos(canvas.from);
  ImGui::InvisibleButton(
      "##canvas", {canvas.to.x - canvas.from.x, canvas.to.y - canvas.from.y},
      ImGuiButtonFlags_MouseButtonLeft | ImGuiButtonFlags_MouseButtonRight | ImGuiButtonFlags_MouseButtonMiddle);
  if (ImGui::IsItemActive()) view.centre -= view.metres_per_pixel * Vec2(io.MouseDelta.x, -io.MouseDelta.y);
  if (!ImGui::IsItemHovered() || io.MouseWheel == 0.0F) return;
  const Vec2 under = canvas.metresAt(io.MousePos);
  const double now = std::clamp(view.metres_per_pixel * std::pow(kZoom, -io.MouseWheel), kNearest, kFarthest);
  view.centre = under + (view.centre - under) * now / view.metres_per_pixel;  // what is under the mouse stays there
  view.metres_per_pixel = now;
}

// [m], a round distance of some 100 pixels.
double gridGap(const Canvas& canvas) {
  return roundDown(110 * canvas.scale * canvas.metres_per_pixel);
}

void drawGrid(const Canvas& canvas) {
  const double gap = gridGap(canvas);
  const ImU32 ink = ImGui::GetColorU32({1, 1, 1, 0.035F});
  const Vec2 low = canvas.metresAt({canvas.from.x, canvas.to.y}), high = canvas.metresAt({canvas.to.x, canvas.from.y});
  const auto first = [gap](double from) { return static_cast<long>(std::ceil(from / gap)); };
  for (long i = first(low.x()); static_cast<double>(i) * gap < high.x(); ++i) {
    const float px = canvas.place({static_cast<double>(i) * gap, 0}).x;
    canvas.draw->AddLine({px, canvas.from.y}, {px, canvas.to.y}, ink);
  }
  for (long i = first(low.y()); static_cast<double>(i) * gap < high.y(); ++i) {
    const float py = canvas.place({0, static_cast<double>(i) * gap}).y;
    canvas.draw->AddLine({canvas.from.x, py}, {canvas.to.x, py}, ink);
  }
}

// A measuring rod at the lower right.
void drawRod(const AppState& app, const Canvas& canvas) {
  const double gap = gridGap(canvas);
  const auto length = static_cast<float>(gap / canvas.metres_per_pixel);
  const float margin = 14 * app.scale;
  const ImVec2 end{canvas.to.x - margin, canvas.to.y - margin};
  const ImU32 rod = ImGui::GetColorU32(palette::kDim);
  canvas.draw->AddLine({end.x - length, end.y}, end, rod, 1.5F * app.scale);
  for (const float x : {end.x - length, end.x})
    canvas.draw->AddLine({x, end.y - 4 * app.scale}, {x, end.y + 4 * app.scale}, rod, 1.5F * app.scale);
  const std::string name = quantity(gap, "m");
  canvas.draw->AddText({end.x - length / 2 - ImGui::CalcTextSize(name.c_str()).x / 2,
                        end.y - 5 * app.scale - ImGui::GetTextLineHeight()},
                       rod, name.c_str());
}

void holdForceScale(AppState& app, const FrameworkPicture& picture) {
  FrameworkView& view = app.framework_view;
  double& held = view.force_scale;
  const bool begins_anew = app.framework->record().steps == 0;
  if (begins_anew || view.scale_is_old) held = 0.0;
  view.scale_is_old = begins_anew;
  held = app.framework->microscope ? std::max(held, picture.largest) : std::max(picture.largest, kScaleMemory * held);
  if (held < 1e-6 || !std::isfinite(held)) held = 0.0;  // [N], nothing that could be seen
}

// A bar that widens from no force to the greatest.
void forceRamp(ImDrawList* draw, const ImVec2& at, float length, double most, double sign, float scale) {
  constexpr int kParts = 24;
  for (int i = 0; i < kParts; ++i) {
    const float t0 = static_cast<float>(i) / kParts, t1 = static_cast<float>(i + 1) / kParts;
    const double force = sign * most * 0.5 * (t0 + t1);
    const float half = 0.5F * barWidth(force, most, scale);
    draw->AddRectFilled({at.x + t0 * length, at.y - half}, {at.x + t1 * length, at.y + half},
                        ImGui::GetColorU32(forceColour(force, most)));
  }
}

void legendLine(AppState& app, float swatch, const char* label, const std::string& value,
                const std::function<void(ImDrawList*, const ImVec2&)>& mark) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  mark(ImGui::GetWindowDrawList(), {at.x, at.y + 0.5F * ImGui::GetTextLineHeight()});
  ImGui::Dummy({swatch, ImGui::GetTextLineHeight()});
  ImGui::SameLine();
  row(app, label, value);
}

void drawLegend(AppState& app, const FrameworkPicture& picture) {
  const Rect& view = app.layout.view;
  const double most = app.framework_view.force_scale;
  const float margin = 10 * app.scale, swatch = 54 * app.scale, scale = app.scale;
  const float top = app.layout.hud.empty() ? view.y : app.layout.hud.bottom();  // below what stays without panels
  ImGui::SetCursorScreenPos({view.x + margin, top + margin});
  ImGui::PushStyleColor(ImGuiCol_ChildBg, ImVec4(palette::kPanel.x, palette::kPanel.y, palette::kPanel.z, 0.86F));
  const bool motion = showsMotion(app), changes = app.framework->microscope != nullptr;
  const float lines = 4.0F + (motion ? 1.0F : 0.0F) + (changes ? 1.0F : 0.0F);
  const float height = lines * ImGui::GetTextLineHeightWithSpacing() + ImGui::GetStyle().WindowPadding.y * 1.4F;
  ImGui::BeginChild("legend", {256 * scale, height}, true, ImGuiWindowFlags_NoInputs | ImGuiWindowFlags_NoScrollbar);
  const std::string force = most > 0.0 ? quantity(most, "N") : std::string("none");
  legendLine(app, swatch, "Compression", force,
             [&](ImDrawList* d, const ImVec2& at) { forceRamp(d, at, swatch, most, 1.0, scale); });
  legendLine(app, swatch, "Tension", force,
             [&](ImDrawList* d, const ImVec2& at) { forceRamp(d, at, swatch, most, -1.0, scale); });
  const double round = most > 0.0 ? roundDown(most) : 0.0;
  legendLine(app, swatch, "Contact", most > 0.0 ? quantity(round, "N") : std::string("none"),
             [&](ImDrawList* d, const ImVec2& at) {
               arrowMark(d, at, {at.x + arrowLength(round, most, scale), at.y},
                         ImGui::GetColorU32(palette::kNormalImpulse), 1.8F * scale);
             });
  legendLine(app, swatch, "Tension refused", std::to_string(picture.refused()), [&](ImDrawList* d, const ImVec2& at) {
    refusedMark(d, {at.x + swatch / 2, at.y}, scale);
  });
  if (changes)
    legendLine(
        app, swatch, "Changed sides", std::to_string(app.framework->microscope->event().changed),
        [&](ImDrawList* d, const ImVec2& at) {
          d->AddCircle({at.x + swatch / 2, at.y}, 6.5F * scale, ImGui::GetColorU32(palette::kAccent), 20, 1.6F * scale);
        });
  if (motion)
    legendLine(app, swatch, "Begins with", format("%.3g m/s\u00b2", largestMotion(app)),
               [&](ImDrawList* d, const ImVec2& at) {
                 arrowMark(d, at, {at.x + 46 * scale, at.y}, ImGui::GetColorU32(palette::kGreen), 2.6F * scale);
               });
  ImGui::EndChild();
  ImGui::PopStyleColor();
}

void textAt(ImDrawList* draw, ImFont* font, const ImVec2& right_top, const ImVec4& colour, const std::string& text) {
  const float width = font->CalcTextSizeA(font->FontSize, 1e6F, 0.0F, text.c_str()).x;
  draw->AddText(font, font->FontSize, {right_top.x - width, right_top.y}, ImGui::GetColorU32(colour), text.c_str());
}

// At the upper right: when it is, and how far from its mirror image.
void drawReadout(AppState& app, const Canvas& canvas) {
  const FrameworkSession& session = *app.framework;
  const float margin = 14 * app.scale;
  ImVec2 at{canvas.to.x - margin, canvas.from.y + margin};
  ImDrawList* draw = canvas.draw;
  textAt(draw, app.fonts.large, at, session.paused ? palette::kRed : palette::kGreen,
         session.paused ? "PAUSED" : "RUNNING");
  at.y += 1.35F * app.fonts.large->FontSize;
  textAt(draw, app.fonts.mono, at, palette::kText,
         format("step %ld  %.3f s", session.run().steps(), session.run().time()));
  at.y += 1.4F * app.fonts.mono->FontSize;
  const FrameworkStep* last = session.last();
  if (!session.run().mirror()) return textAt(draw, app.fonts.mono, at, palette::kDim, "no mirror image");
  const double error =
      last != nullptr ? last->mirror_error : mirrorError(*session.run().mirror(), session.run().state().p);
  textAt(draw, app.fonts.mono, at, errorColour(error), format("mirror error %.1e m", error));
}

void drawFrameworkView(AppState& app, const Rect& rect) {
  ImGui::PushStyleColor(ImGuiCol_WindowBg, kAir);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2{0, 0});
  const PanelWindow window("##framework_view", rect,
                           ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse |
                               ImGuiWindowFlags_NoBringToFrontOnFocus | ImGuiWindowFlags_NoNav);
  ImGui::PopStyleVar();
  ImGui::PopStyleColor();
  if (app.framework_view.metres_per_pixel <= 0.0) fit(app, rect);
  const FrameworkView& view = app.framework_view;
  const Canvas canvas{ImGui::GetWindowDrawList(), {rect.x, rect.y}, {rect.right(), rect.bottom()}, view.centre,
                      view.metres_per_pixel,      app.scale};
  const FrameworkSession& session = *app.framework;
  const Framework& framework = session.scene().framework;
  const FrameworkPicture picture = pictureOf(session);
  holdForceScale(app, picture);
  if (view.grid) drawGrid(canvas);
  drawGround(canvas, framework, picture.p);
  if (session.run().mirror()) drawMirror(canvas, *session.run().mirror());
  drawObjects(canvas, framework, picture.p);
  drawBars(canvas, framework, picture, view.force_scale);
  drawContacts(canvas, picture, view.force_scale, view.forces);
  if (showsMotion(app)) drawMotion(canvas, framework, session.first());
  if (view.grid) drawRod(app, canvas);
  drawReadout(app, canvas);
  drawLegend(app, picture);
  answerMouse(app, canvas);
}

}  // namespace

double largestMotion(const AppState& app) {
  const Framework& framework = app.framework->scene().framework;
  const FrameworkMotion& motion = app.framework->first();
  double most = 0.0;
  for (std::size_t o = 0; o < framework.outlines.size(); ++o)
    most = std::max(most, outlineMotion(framework, motion.accelerations, o).linear.norm());
  return framework.outlines.empty() ? motion.largest : most;
}

bool showsMotion(const AppState& app) {
  const FrameworkSession& session = *app.framework;
  return app.framework_view.motion && session.run().steps() == 0 && !session.microscope && !session.first().balanced;
}

extern const Panel kFrameworkView{drawFrameworkView, &Layout::view};

}  // namespace keystone
