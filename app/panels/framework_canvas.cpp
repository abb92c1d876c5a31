#include "panels/framework_canvas.h"

#include <algorithm>
#include <cmath>

#include "panels/panel.h"

namespace keystone {
namespace {

// [pixels at scale 1]
constexpr float kThinnest = 1.2F, kWidest = 7.0F, kInset = 4.5F, kLongestArrow = 40.0F, kLongestMotion = 46.0F;
constexpr double kFarOff = 1e5;  // [pixels], beyond which nothing is drawn

const ImVec4 kCompression{0.99F, 0.55F, 0.24F, 1}, kTension{0.36F, 0.66F, 1.00F, 1}, kIdle{0.45F, 0.49F, 0.55F, 1},
    kBrick{0.205F, 0.230F, 0.270F, 1}, kBrickRim{0.36F, 0.40F, 0.46F, 1}, kGroundFill{0.135F, 0.148F, 0.170F, 1},
    kGroundRim{0.44F, 0.47F, 0.52F, 1}, kMotion{0.36F, 0.80F, 0.48F, 1};

bool isNear(const ImVec2& p) {
  return std::abs(p.x) < kFarOff && std::abs(p.y) < kFarOff;  // false for what is not finite
}

float share(double force, double most) {
  return most > 0.0 ? static_cast<float>(std::sqrt(std::min(std::abs(force) / most, 1.0))) : 0.0F;
}

ImVec4 mix(const ImVec4& a, const ImVec4& b, float t) {
  return {a.x + t * (b.x - a.x), a.y + t * (b.y - a.y), a.z + t * (b.z - a.z), a.w + t * (b.w - a.w)};
}

std::vector<ImVec2> cornersOf(const Canvas& canvas, const PointOutline& outline, const VecX& p) {
  std::vector<ImVec2> corners;
  corners.reserve(outline.corners.size());
  for (const int corner : outline.corners) corners.push_back(canvas.place(at(p, corner)));
  if (!std::ranges::all_of(corners, isNear)) return {};
  std::ranges::reverse(corners);  // the screen's y goes down: clockwise, as smoothed edges want it
  return corners;
}

// [points]: where each is drawn. A little towards the middle of its outline, so that neighbours' bars lie apart.
std::vector<ImVec2> insetPoints(const Canvas& canvas, const Framework& framework, const VecX& p) {
  std::vector<ImVec2> places;
  places.reserve(framework.points());
  for (int point = 0; point < framework.points(); ++point) places.push_back(canvas.place(at(p, point)));
  std::vector<int> uses(static_cast<std::size_t>(framework.points()), 0);
  for (const PointOutline& outline : framework.outlines)
    for (const int corner : outline.corners) ++uses[corner];
  for (const PointOutline& outline : framework.outlines) {
    Vec2 middle = Vec2::Zero();
    for (const int corner : outline.corners) middle += at(p, corner) / static_cast<double>(outline.corners.size());
    const ImVec2 to = canvas.place(middle);
    for (const int corner : outline.corners) {
      ImVec2& place = places[corner];
      const float dx = to.x - place.x, dy = to.y - place.y, away = std::hypot(dx, dy);
      if (uses[corner] != 1 || framework.isFixed(corner) || !(away > 1.0F)) continue;
      const float inset = std::min(kInset * canvas.scale * 1.5F, 0.25F * away);
      place = {place.x + inset * dx / away, place.y + inset * dy / away};
    }
  }
  return places;
}

void dashed(ImDrawList* draw, const ImVec2& a, const ImVec2& b, ImU32 ink, float width, float dash) {
  const float length = std::hypot(b.x - a.x, b.y - a.y);
  if (!(length > 0.0F) || !(length < kFarOff)) return;
  const int dashes = static_cast<int>(std::ceil(length / (2 * dash)));
  for (int i = 0; i < dashes; ++i) {
    const float at = static_cast<float>(2 * i) * dash;
    const float end = std::min(at + dash, length);
    draw->AddLine({a.x + (b.x - a.x) * at / length, a.y + (b.y - a.y) * at / length},
                  {a.x + (b.x - a.x) * end / length, a.y + (b.y - a.y) * end / length}, ink, width);
  }
}

// A fixed point that is no corner of an outline: a bearing.
void bearing(const Canvas& canvas, const ImVec2& at) {
  const float r = 7 * canvas.scale;
  const ImU32 ink = ImGui::GetColorU32(kGroundRim);
  canvas.draw->AddTriangleFilled(at, {at.x + r, at.y + 1.6F * r}, {at.x - r, at.y + 1.6F * r},
                                 ImGui::GetColorU32(kGroundFill));
  canvas.draw->AddTriangle(at, {at.x + r, at.y + 1.6F * r}, {at.x - r, at.y + 1.6F * r}, ink, 1.2F * canvas.scale);
  canvas.draw->AddLine({at.x - 1.5F * r, at.y + 1.6F * r}, {at.x + 1.5F * r, at.y + 1.6F * r}, ink,
                       1.5F * canvas.scale);
}

}  // namespace

ImVec2 Canvas::place(const Vec2& p) const {
  const Vec2 r = (p - centre) / metres_per_pixel;
  return {0.5F * (from.x + to.x) + static_cast<float>(r.x()), 0.5F * (from.y + to.y) - static_cast<float>(r.y())};
}

Vec2 Canvas::metresAt(const ImVec2& pixel) const {
  return centre + metres_per_pixel * Vec2(pixel.x - 0.5 * (from.x + to.x), 0.5 * (from.y + to.y) - pixel.y);
}

ImVec4 forceColour(double force, double most) {
  return mix(kIdle, force < 0.0 ? kTension : kCompression, share(force, most));
}

float barWidth(double force, double most, float scale) {
  return (kThinnest + (kWidest - kThinnest) * share(force, most)) * scale;
}

float arrowLength(double force, double most, float scale) {
  return most > 0.0 ? kLongestArrow * scale * static_cast<float>(std::min(force / most, 1.0)) : 0.0F;
}

void drawGround(const Canvas& canvas, const Framework& framework, const VecX& p) {
  std::vector<bool> corner(static_cast<std::size_t>(framework.points()), false);
  for (const PointOutline& outline : framework.outlines) {
    for (const int point : outline.corners) corner[point] = true;
    if (!isFixed(framework, outline)) continue;
    const std::vector<ImVec2> corners = cornersOf(canvas, outline, p);
    const int count = static_cast<int>(corners.size());
    canvas.draw->AddConvexPolyFilled(corners.data(), count, ImGui::GetColorU32(kGroundFill));
    canvas.draw->AddPolyline(corners.data(), count, ImGui::GetColorU32(kGroundRim), ImDrawFlags_Closed,
                             1.4F * canvas.scale);
  }
  for (int point = 0; point < framework.points(); ++point)
    if (framework.isFixed(point) && !corner[point]) {
      const ImVec2 place = canvas.place(at(p, point));
      if (isNear(place)) bearing(canvas, place);
    }
}

void drawObjects(const Canvas& canvas, const Framework& framework, const VecX& p) {
  for (const PointOutline& outline : framework.outlines) {
    if (isFixed(framework, outline)) continue;
    const std::vector<ImVec2> corners = cornersOf(canvas, outline, p);
    const int count = static_cast<int>(corners.size());
    canvas.draw->AddConvexPolyFilled(corners.data(), count, ImGui::GetColorU32(kBrick));
    canvas.draw->AddPolyline(corners.data(), count, ImGui::GetColorU32(kBrickRim), ImDrawFlags_Closed,
                             1.0F * canvas.scale);
  }
}

void drawBars(const Canvas& canvas, const Framework& framework, const FrameworkPicture& picture, double most) {
  const std::vector<ImVec2> places = insetPoints(canvas, framework, picture.p);
  const auto placeOf = [&](int point) { return places[point]; };
  for (const DrawnBar& bar : picture.bars) {
    const ImVec2 a = placeOf(bar.i), b = placeOf(bar.j);
    if (!isNear(a) || !isNear(b)) continue;
    const ImU32 ink = ImGui::GetColorU32(forceColour(bar.force, most));
    if (bar.refused) {
      dashed(canvas.draw, a, b, ImGui::GetColorU32(kIdle), kThinnest * canvas.scale, 5 * canvas.scale);
      refusedMark(canvas.draw, {0.5F * (a.x + b.x), 0.5F * (a.y + b.y)}, canvas.scale);
    } else if (bar.brace) {
      dashed(canvas.draw, a, b, ink, barWidth(bar.force, most, canvas.scale), 3 * canvas.scale);
    } else {
      canvas.draw->AddLine(a, b, ink, barWidth(bar.force, most, canvas.scale));
    }
  }
  const float r = 2.2F * canvas.scale;
  for (int point = 0; point < framework.points(); ++point)
    if (!framework.isFixed(point) && isNear(placeOf(point)))
      canvas.draw->AddCircleFilled(placeOf(point), r, ImGui::GetColorU32(palette::kText), 10);
}

void drawContacts(const Canvas& canvas, const FrameworkPicture& picture, double most, bool arrows) {
  const ImU32 pushing = ImGui::GetColorU32(palette::kNormalImpulse);
  for (const DrawnContact& contact : picture.contacts) {
    const ImVec2 at = canvas.place(contact.point);
    if (!isNear(at)) continue;
    if (contact.changed)
      canvas.draw->AddCircle(at, 7.5F * canvas.scale, ImGui::GetColorU32(palette::kAccent), 20, 1.6F * canvas.scale);
    if (contact.opened) refusedMark(canvas.draw, at, canvas.scale);
    if (!(contact.force > 0.0)) continue;
    canvas.draw->AddCircleFilled(at, 2.4F * canvas.scale, pushing, 12);
    const float length = arrows ? arrowLength(contact.force, most, canvas.scale) : 0.0F;
    const auto x = static_cast<float>(contact.normal.x()), y = static_cast<float>(contact.normal.y());
    if (length > 3 * canvas.scale)
      arrowMark(canvas.draw, at, {at.x + length * x, at.y - length * y}, pushing, 1.8F * canvas.scale);
  }
}

void drawMotion(const Canvas& canvas, const Framework& framework, const FrameworkMotion& motion) {
  struct Arrow {
    Vec2 at, a;
  };
  std::vector<Arrow> arrows;
  double most = 0.0;
  for (std::size_t o = 0; o < framework.outlines.size(); ++o)
    if (!isFixed(framework, framework.outlines[o]))
      arrows.push_back({outlineMotion(framework, framework.positions, o).linear,
                        outlineMotion(framework, motion.accelerations, o).linear});
  for (int point = 0; point < framework.points() && framework.outlines.empty(); ++point)
    if (!framework.isFixed(point)) arrows.push_back({at(framework.positions, point), at(motion.accelerations, point)});
  for (const Arrow& arrow : arrows) most = std::max(most, arrow.a.norm());
  if (motion.balanced || !(most > 0.0)) return;
  for (const Arrow& arrow : arrows) {
    const ImVec2 from = canvas.place(arrow.at);
    const Vec2 way = kLongestMotion * canvas.scale / most * arrow.a;
    if (!isNear(from) || way.norm() < 4.0) continue;
    arrowMark(canvas.draw, from, {from.x + static_cast<float>(way.x()), from.y - static_cast<float>(way.y())},
              ImGui::GetColorU32(kMotion), 2.6F * canvas.scale);
  }
}

void drawMirror(const Canvas& canvas, const FrameworkMirror& mirror) {
  const float x = canvas.place({mirror.axis, 0.0}).x;
  if (x < canvas.from.x || x > canvas.to.x) return;
  dashed(canvas.draw, {x, canvas.from.y}, {x, canvas.to.y}, ImGui::GetColorU32({1, 1, 1, 0.20F}), canvas.scale,
         6 * canvas.scale);
}

void refusedMark(ImDrawList* draw, const ImVec2& at, float scale) {
  draw->AddCircleFilled(at, 4.6F * scale, ImGui::GetColorU32({0.08F, 0.09F, 0.11F, 0.85F}), 16);
  draw->AddCircle(at, 4.6F * scale, ImGui::GetColorU32(palette::kRed), 16, 1.7F * scale);
}

void arrowMark(ImDrawList* draw, const ImVec2& from, const ImVec2& to, ImU32 ink, float width) {
  const float dx = to.x - from.x, dy = to.y - from.y, length = std::hypot(dx, dy);
  if (!(length > 0.0F)) return;
  const float head = std::min(2.6F * width + 2.0F, length), x = dx / length, y = dy / length;
  const ImVec2 neck{to.x - head * x, to.y - head * y};
  draw->AddLine(from, neck, ink, width);
  draw->AddTriangleFilled(to, {neck.x - 0.55F * head * y, neck.y + 0.55F * head * x},
                          {neck.x + 0.55F * head * y, neck.y - 0.55F * head * x}, ink);
}

}  // namespace keystone
