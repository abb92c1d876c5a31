// The overhang challenge: what is left, how far the stack reaches and would reach, and what others reached; a ruler
// past the end of the table shows the same.
#include <algorithm>
#include <cmath>

#include "panels/panel.h"
#include "panels/panels.h"
#include "panels/verdict_text.h"

namespace keystone {
namespace {

constexpr float kWidth = 270, kCompactWidth = 170;  // [pixels at scale 1]

std::string bricks(double overhang) {
  return overhang > 0.0 ? format("%.3f", overhang) : "-";
}

bool isOffered(const AppState& app) {
  return app.stack.on && app.stack.valid && app.stack.allowed;
}

// With the brick that follows the mouse.
double offeredOverhang(const AppState& app, const ChallengeRun& run) {
  return std::max(run.score(app.world()).overhang, run.overhangOf(app.stack.brick.shape, app.stack.pose));
}

class Ruler {
 public:
  Ruler(const AppState& app, const ChallengeRun& run)
      : app_(app), draw_(ImGui::GetBackgroundDrawList()), run_(run), y_(run.tableTop() - 0.45 * run.task().half.y()) {}

  // [pixels], of an overhang in bricks.
  ImVec2 at(double overhang) const {
    Vec2 pixel(0, 0);
    app_.camera.project({run_.tableEnd() + 2.0 * run_.task().half.x() * overhang, y_, 0.0}, pixel);
    return {static_cast<float>(pixel.x()), std::floor(static_cast<float>(pixel.y())) + 0.5F};
  }
  void scale(double most) const {
    const ImU32 dim = ImGui::GetColorU32({1, 1, 1, 0.35F});
    draw_->AddLine(at(0), at(most), dim, 1.5F * s());
    for (int tenth = 0; tenth <= static_cast<int>(std::floor(10 * most + 1e-9)); ++tenth) {
      const ImVec2 from = at(0.1 * tenth);
      const float length = (tenth % 10 == 0 ? 11 : tenth % 5 == 0 ? 8 : 4) * s();
      draw_->AddLine(from, {from.x, from.y + length}, dim, 1.5F * s());
      if (tenth % 5 == 0) text({from.x, from.y + 12 * s()}, format("%.1f", 0.1 * tenth), palette::kDim);
    }
  }
  void bar(double overhang, const ImVec4& colour) const {
    if (overhang <= 0.0) return;
    draw_->AddLine(at(0), at(overhang), ImGui::GetColorU32(colour), 4 * s());
    const ImVec2 tip = at(overhang);
    draw_->AddLine({tip.x, tip.y - 9 * s()}, {tip.x, tip.y + 9 * s()}, ImGui::GetColorU32(colour), 2 * s());
  }
  // A pointer from below, on its own line of names.
  void mark(double overhang, const std::string& name, const ImVec4& colour, int line) const {
    const ImVec2 tip = at(overhang);
    const float y = tip.y + (32 + 18 * static_cast<float>(line)) * s();
    draw_->AddLine({tip.x, tip.y + 3 * s()}, {tip.x, y}, ImGui::GetColorU32({colour.x, colour.y, colour.z, 0.55F}),
                   s());
    draw_->AddTriangleFilled({tip.x, tip.y + 2 * s()}, {tip.x - 4 * s(), tip.y + 9 * s()},
                             {tip.x + 4 * s(), tip.y + 9 * s()}, ImGui::GetColorU32(colour));
    text({tip.x, y}, format("%s %.4g", name.c_str(), overhang), colour);
  }

 private:
  float s() const { return app_.scale; }
  void text(const ImVec2& top, const std::string& what, const ImVec4& colour) const {
    const float size = 0.9F * app_.fonts.body->FontSize;
    const ImVec2 extent = app_.fonts.body->CalcTextSizeA(size, 1e4F, 0, what.c_str());
    const ImVec2 from{std::floor(top.x - extent.x / 2), top.y};
    draw_->AddText(app_.fonts.body, size, {from.x + 1, from.y + 1}, IM_COL32(0, 0, 0, 190), what.c_str());
    draw_->AddText(app_.fonts.body, size, from, ImGui::GetColorU32(colour), what.c_str());
  }

  const AppState& app_;
  ImDrawList* draw_;
  const ChallengeRun& run_;
  double y_;  // [m]
};

void drawRuler(const AppState& app, const ChallengeRun& run) {
  const int n = run.task().bricks;
  const double harmonic = harmonicOverhang(n), known = bestKnownOverhang(n).value_or(harmonic);
  const Ruler ruler(app, run);
  ruler.scale(std::ceil(2.0 * known + 0.2) / 2.0);
  if (isOffered(app)) ruler.bar(offeredOverhang(app, run), {1, 1, 1, 0.45F});
  const bool stands = run.stands() || (app.verdict.now && app.verdict.now->analysis.balanced);
  ruler.bar(run.score(app.world()).overhang, stands ? palette::kGreen : palette::kRed);
  ruler.mark(harmonic, "harmonic", palette::kText, 0);
  if (bestKnownOverhang(n)) ruler.mark(known, "best known", palette::kAccent, 1);
  if (run.best() > 0.0) ruler.mark(run.best(), "your best", palette::kGreen, 2);
}

// A bar that fills while the stack stands.
void standingBar(const AppState& app, const ChallengeRun& run) {
  const double share = std::clamp(run.stood() / ChallengeRun::kLongEnough, 0.0, 1.0);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x, height = 5 * app.scale;
  ImDrawList* draw = ImGui::GetWindowDrawList();
  draw->AddRectFilled(at, {at.x + width, at.y + height}, ImGui::GetColorU32(palette::kWell), 2);
  if (share > 0.0)
    draw->AddRectFilled(at, {at.x + static_cast<float>(share) * width, at.y + height},
                        ImGui::GetColorU32(run.stands() ? palette::kGreen : palette::kAccent), 2);
  ImGui::Dummy({width, height});
}

void standingRows(const AppState& app, const ChallengeRun& run, const ChallengeScore& score) {
  if (!score.fair) return note("Only the given bricks on the table as it was count: R clears it.");
  if (methodOf(app.simulation()) != ChallengeRun::counted())
    return note("What stands counts under " + toString(ChallengeRun::counted()) + ": F4 takes the next method.");
  if (run.stands()) {
    ImGui::PushFont(app.fonts.bold);
    ImGui::TextColored(palette::kGreen, "IT STANDS: %.3f BRICKS", score.overhang);
    ImGui::PopFont();
  } else if (app.session.paused) {
    row(app, "Must stand", format("%.0f s: Space", ChallengeRun::kLongEnough), palette::kDim);
  } else {
    row(app, "Stands for", format("%.1f of %.0f s", run.stood(), ChallengeRun::kLongEnough));
  }
  standingBar(app, run);
}

// What lies there, or would with the offered brick, where there is no room for both; the ruler has the rest.
void compactRows(AppState& app, const ChallengeRun& run) {
  const ChallengeScore score = run.score(app.world());
  const bool offered = isOffered(app) && app.verdict.with_brick;
  heading(app, offered ? "WITH THIS BRICK" : format("OF %d BRICKS", run.task().bricks).c_str());
  row(app, "Left", std::to_string(std::max(0, score.left - (offered ? 1 : 0))));
  row(app, "Overhang", bricks(offered ? offeredOverhang(app, run) : score.overhang));
  const std::optional<Verdict>& verdict = offered ? app.verdict.with_brick : app.verdict.now;
  if (verdict && (offered || score.left < run.task().bricks))
    row(app, "Verdict", verdict->analysis.balanced ? "stands" : "falls", verdictColour(*verdict));
  standingBar(app, run);
}

void fullRows(AppState& app, const ChallengeRun& run) {
  const ChallengeScore score = run.score(app.world());
  const int n = run.task().bricks;
  heading(app, format("OVERHANG OF %d BRICKS", n).c_str());
  row(app, "Bricks left", std::to_string(std::max(0, score.left)));
  row(app, "Overhang", bricks(score.overhang));
  if (app.verdict.now && score.left < n)
    row(app, "Verdict", verdictText(*app.verdict.now), verdictColour(*app.verdict.now));
  if (isOffered(app) && app.verdict.with_brick) {
    ImGui::Spacing();
    heading(app, "WITH THIS BRICK");
    row(app, "Overhang", bricks(offeredOverhang(app, run)));
    row(app, "Verdict", verdictText(*app.verdict.with_brick), verdictColour(*app.verdict.with_brick));
  }
  ImGui::Spacing();
  standingRows(app, run, score);
  ImGui::Spacing();
  row(app, "Best so far", bricks(run.best()), run.best() > 0.0 ? palette::kGreen : palette::kText);
  row(app, format("Harmonic stack, H%d / 2", n).c_str(), bricks(harmonicOverhang(n)));
  if (const auto known = bestKnownOverhang(n)) row(app, "Best known", bricks(*known), palette::kAccent);
}

void drawChallenge(AppState& app, const Rect&) {
  if (!app.session.challenge || app.session.microscope) return;
  const Rect& view = app.layout.view;
  ImGui::GetBackgroundDrawList()->PushClipRect({view.x, view.y}, {view.right(), view.bottom()});
  drawRuler(app, *app.session.challenge);
  ImGui::GetBackgroundDrawList()->PopClipRect();
  const float margin = 10 * app.scale;
  const float top = std::max({view.y, app.layout.hud.bottom(), app.layout.tool.bottom()});
  ImGui::SetNextWindowPos({view.x + margin, top + margin});
  const bool roomy = view.width > 2.4F * kWidth * app.scale;
  ImGui::SetNextWindowSize({(roomy ? kWidth : kCompactWidth) * app.scale, 0});
  ImGui::SetNextWindowBgAlpha(0.88F);
  constexpr ImGuiWindowFlags kFlags = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                                      ImGuiWindowFlags_NoInputs | ImGuiWindowFlags_NoSavedSettings;
  if (ImGui::Begin("##challenge", nullptr, kFlags)) (roomy ? fullRows : compactRows)(app, *app.session.challenge);
  ImGui::End();
}

}  // namespace

extern const Panel kChallenge{drawChallenge};

}  // namespace keystone
