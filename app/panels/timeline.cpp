// The timeline of a recording: where it is, what happened when, and the way to any step.
#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "panels/panel.h"
#include "panels/panels.h"

namespace keystone {
namespace {

constexpr float kNear = 3.0F;  // pixels from a mark that still point at it

struct MarkStyle {
  const char *one, *many;
  ImVec4 colour;
  float from, to;  // of the track's height
};

const MarkStyle& styleOf(MarkKind kind) {
  static const MarkStyle kStyles[] = {{"impact", "impacts", palette::kFriction, 0.5F, 1.0F},
                                      {"change", "changes", palette::kNormalImpulse, 0.25F, 0.75F},
                                      {"switch", "switches", palette::kGreen, 0.0F, 1.0F},
                                      {"within a frame", "within a frame", palette::kAmber, 0.0F, 0.5F},
                                      {"failed", "failed", palette::kRed, 0.0F, 0.5F}};
  return kStyles[static_cast<int>(kind)];
}

// Words from left to right, as long as there is room before `end`.
class Words {
 public:
  Words(const AppState& app, float end) : gap_(12 * app.scale), end_(end) {}

  bool add(const std::string& text, const ImVec4& colour) {
    if (at_ + ImGui::CalcTextSize(text.c_str()).x > end_) return false;
    ImGui::SameLine(at_);
    ImGui::TextColored(colour, "%s", text.c_str());
    at_ += ImGui::CalcTextSize(text.c_str()).x + gap_;
    return true;
  }

 private:
  float gap_, end_, at_ = ImGui::GetStyle().WindowPadding.x;
};

// Where the buttons begin.
float buttons(AppState& app, const Review& review) {
  const float padding = 2 * ImGui::GetStyle().FramePadding.x, gap = ImGui::GetStyle().ItemSpacing.x;
  const float turn = ImGui::CalcTextSize("Backward").x + padding;
  const float arrow = ImGui::GetFontSize() + 2 * app.scale;  // with the padding below
  const float left = ImGui::GetWindowWidth() - turn - ImGui::CalcTextSize("Branch off").x - padding - 3 * gap -
                     2 * arrow - ImGui::GetStyle().WindowPadding.x;
  ImGui::SetCursorPosX(left);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2{ImGui::GetStyle().FramePadding.x, app.scale});
  if (ImGui::ArrowButton("##previous", ImGuiDir_Left)) app.ask(Action::PreviousEvent);
  hint(Action::PreviousEvent);
  ImGui::SameLine();
  if (ImGui::ArrowButton("##next", ImGuiDir_Right)) app.ask(Action::NextEvent);
  hint(Action::NextEvent);
  ImGui::SameLine();
  if (ImGui::Button(review.backwards ? "Backward" : "Forward", {turn, 0})) app.ask(Action::PlayBackwards);
  hint("Direction of play; a click reverses it (" + shortcut(Action::PlayBackwards) + ")");
  ImGui::SameLine();
  if (ImGui::Button("Branch off")) app.ask(BranchOff{});
  hint("Leaves the recording and simulates on from here, as any change of the world or the method does");
  ImGui::PopStyleVar();
  return left - gap;
}

void headLine(AppState& app, const Review& review) {
  Words words(app, buttons(app, review));
  words.add(format("step %ld of %ld", review.replay.position(), review.replay.length()), palette::kText);
  const auto& divergence = review.replay.divergence();
  words.add(divergence ? format("DIVERGED at step %ld", divergence->position) : std::string("identical"),
            divergence ? palette::kRed : palette::kGreen);
  hint("Whether every replayed step reached exactly the recorded state");
  for (const MarkKind kind :
       {MarkKind::Failure, MarkKind::Limit, MarkKind::Switch, MarkKind::Change, MarkKind::Impact}) {
    const auto count = static_cast<long>(std::ranges::count(review.marks, kind, &ReplayMark::kind));
    const MarkStyle& style = styleOf(kind);
    if (count == 0) continue;
    const bool shown = words.add(format("%ld %s", count, count == 1 ? style.one : style.many), style.colour);
    if (shown && kind == MarkKind::Switch) hint("Another solver or stepper from there on");
  }
  words.add(format("%.2f s", app.world().time), palette::kDim);
}

// Several marks of a kind on one pixel are one.
void drawMarks(const std::vector<ReplayMark>& marks, const Rect& track, long length) {
  ImDrawList* draw = ImGui::GetWindowDrawList();
  float last = -1;
  MarkKind kind = MarkKind::Impact;
  for (const ReplayMark& mark : marks) {
    const float x = std::floor(track.x + track.width * static_cast<float>(mark.position) / static_cast<float>(length));
    if (x == last && mark.kind == kind) continue;
    last = x;
    kind = mark.kind;
    const MarkStyle& style = styleOf(kind);
    draw->AddLine({x, track.y + style.from * track.height}, {x, track.y + style.to * track.height},
                  ImGui::GetColorU32(style.colour));
  }
}

// What happened at the step nearest to `under`, if a mark of it is so near [steps].
void markHint(const std::vector<ReplayMark>& marks, long under, long near) {
  const auto distance = [under](const ReplayMark& mark) { return std::abs(mark.position - under); };
  const auto nearest = std::ranges::min_element(marks, {}, distance);
  if (nearest == marks.end() || distance(*nearest) > near) return ImGui::SetTooltip("step %ld", under);
  std::string text = format("step %ld", nearest->position);
  for (const ReplayMark& mark : marks)
    if (mark.position == nearest->position) text += "\n" + std::string(styleOf(mark.kind).one) + ": " + mark.text;
  ImGui::SetTooltip("%s", text.c_str());
}

void drawTrack(AppState& app, const Review& review) {
  const long length = std::max(1L, review.replay.length()), position = review.replay.position();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const Rect track{at.x, at.y, ImGui::GetContentRegionAvail().x, ImGui::GetContentRegionAvail().y};
  ImGui::InvisibleButton("##track", {track.width, track.height});
  const auto positionUnder = [&](float x) {
    return std::lround(std::clamp((x - track.x) / track.width, 0.0F, 1.0F) * static_cast<float>(length));
  };
  const long under = positionUnder(ImGui::GetIO().MousePos.x);
  if (ImGui::IsItemActive() && under != position) app.ask(SeekReplay{under});
  const auto near = static_cast<long>(kNear * app.scale / track.width * static_cast<float>(length));
  if (ImGui::IsItemHovered() && !ImGui::IsItemActive()) markHint(review.marks, under, near);

  ImDrawList* draw = ImGui::GetWindowDrawList();
  const float x = track.x + track.width * static_cast<float>(position) / static_cast<float>(length);
  const float round = 3 * app.scale;
  draw->AddRectFilled({track.x, track.y}, {track.right(), track.bottom()}, ImGui::GetColorU32(palette::kWell), round);
  ImVec4 done = palette::kAccent;
  done.w = 0.22F;
  draw->AddRectFilled({track.x, track.y}, {x, track.bottom()}, ImGui::GetColorU32(done), round);
  drawMarks(review.marks, track, length);
  draw->AddRectFilled({x - app.scale, track.y - 2 * app.scale}, {x + app.scale, track.bottom() + 2 * app.scale},
                      ImGui::GetColorU32(palette::kText), app.scale);
}

void drawTimeline(AppState& app, const Rect& rect) {
  const PanelWindow window("##timeline", rect, ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse);
  const Review& review = *app.session.review;
  headLine(app, review);
  drawTrack(app, review);
}

}  // namespace

extern const Panel kTimeline{drawTimeline, &Layout::timeline};

}  // namespace keystone
