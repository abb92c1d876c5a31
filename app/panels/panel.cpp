#include "panels/panel.h"

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <cstdarg>
#include <cstdio>

namespace keystone {

PanelWindow::PanelWindow(const char* id, const Rect& rect, ImGuiWindowFlags flags) {
  ImGui::SetNextWindowPos({rect.x, rect.y});
  ImGui::SetNextWindowSize({rect.width, rect.height});
  ImGui::Begin(id, nullptr,
               ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                   ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings | flags);
}

PanelWindow::~PanelWindow() {
  ImGui::End();
}

namespace {

Rect pushStripPadding(const AppState& app, const Rect& rect) {
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2{12 * app.scale, (rect.height - ImGui::GetFrameHeight()) / 2});
  return rect;
}

}  // namespace

ToolStrip::ToolStrip(const AppState& app, const Rect& rect, const char* name)
    : window_("##tool", pushStripPadding(app, rect), ImGuiWindowFlags_NoScrollbar) {
  ImGui::PopStyleVar();
  ImGui::AlignTextToFramePadding();
  heading(app, name);
  ImGui::SameLine();
}

std::string format(const char* pattern, ...) {
  char buffer[512];
  va_list arguments;
  va_start(arguments, pattern);
  std::vsnprintf(buffer, sizeof buffer, pattern, arguments);
  va_end(arguments);
  return buffer;
}

void heading(const AppState& app, const char* text) {
  ImGui::PushFont(app.fonts.bold);
  ImGui::TextColored(palette::kAccent, "%s", text);
  ImGui::PopFont();
}

void row(const AppState& app, const char* label, const std::string& value, const ImVec4& colour) {
  ImGui::BeginGroup();
  ImGui::TextColored(palette::kDim, "%s", label);
  const float gap = *label == '\0' ? 0.0F : ImGui::GetStyle().ItemSpacing.x;
  const float taken = ImGui::GetItemRectMax().x - ImGui::GetWindowPos().x + ImGui::GetScrollX() + gap;
  const float right = ImGui::GetContentRegionMax().x;
  ImGui::PushFont(app.fonts.mono);
  const std::string shown = shortened(value, right - taken);
  ImGui::SameLine();
  ImGui::SetCursorPosX(right - ImGui::CalcTextSize(shown.c_str()).x);
  ImGui::TextColored(colour, "%s", shown.c_str());
  ImGui::PopFont();
  ImGui::EndGroup();
  if (shown != value) hint(value);
}

std::string brokenLines(const std::string& text, const ImFont& font, float width) {
  const auto widthOf = [&](std::string_view part) {
    return font.CalcTextSizeA(font.FontSize, FLT_MAX, 0, part.data(), part.data() + part.size()).x;
  };
  const float space = widthOf(" ");
  std::string lines;
  float used = 0;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find_first_of(" \n", begin), text.size());
    const std::string_view word(text.data() + begin, end - begin);
    const float needed = widthOf(word);
    if (used > 0 && used + needed > width) {
      if (lines.back() == ' ') lines.back() = '\n';
      used = 0;
    }
    lines += word;
    used += needed + space;
    if (end < text.size()) lines += text[end];
    if (end < text.size() && text[end] == '\n') used = 0;
    begin = end + 1;
  }
  return lines;
}

void wrappedText(const std::string& text) {
  // A word that is wider than the line is broken anyhow.
  const float width = ImGui::GetContentRegionAvail().x;
  ImGui::TextWrapped("%s", brokenLines(text, *ImGui::GetFont(), width).c_str());
}

void note(const std::string& text) {
  ImGui::PushStyleColor(ImGuiCol_Text, palette::kDim);
  wrappedText(text);
  ImGui::PopStyleColor();
}

std::string shortened(const std::string& text, float width) {
  constexpr const char* kEllipsis = "\u2026";
  if (ImGui::CalcTextSize(text.c_str()).x <= width) return text;
  std::string part = text;
  while (!part.empty() && ImGui::CalcTextSize((part + kEllipsis).c_str()).x > width) {
    while (!part.empty() && (static_cast<unsigned char>(part.back()) & 0xC0U) == 0x80U) part.pop_back();  // UTF-8
    if (!part.empty()) part.pop_back();
  }
  return part + kEllipsis;
}

void fittingText(const std::string& text, float width, const ImVec4& colour) {
  const std::string shown = shortened(text, width);
  ImGui::TextColored(colour, "%s", shown.c_str());
  if (shown != text) hint(text);
}

void buttonLine(AppState& app, std::span<const LineButton> buttons) {
  const auto count = static_cast<float>(buttons.size());
  float spare = ImGui::GetContentRegionAvail().x - (count - 1) * ImGui::GetStyle().ItemSpacing.x;
  for (const LineButton& button : buttons) spare -= ImGui::CalcTextSize(button.label).x;
  if (spare < 0 && buttons.size() > 1) {
    buttonLine(app, buttons.first(buttons.size() / 2));
    buttonLine(app, buttons.subspan(buttons.size() / 2));
    return;
  }
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2{0, ImGui::GetStyle().FramePadding.y});
  for (const LineButton& button : buttons) {
    if (&button != &buttons.front()) ImGui::SameLine();
    const float width = ImGui::CalcTextSize(button.label).x + std::floor(spare / count);
    if (ImGui::Button(button.label, {width, 0})) app.ask(button.action);
    hint(button.action);
  }
  ImGui::PopStyleVar();
}

std::string actionText(Action action) {
  const std::string key = shortcut(action);
  return std::string(title(action)) + (key.empty() ? "" : "  (" + key + ")");
}

void hint(Action action) {
  hint(actionText(action));
}

namespace {

// The next tooltip, of an item in a column at the edge of the screen, stands beside the column: it covers no other row.
void besideColumn() {
  const float edge = 2 * ImGui::GetFontSize();  // [pixels], more than the padding around a child window
  const ImVec2 at = ImGui::GetWindowPos(), size = ImGui::GetWindowSize(), screen = ImGui::GetIO().DisplaySize;
  const bool is_left = at.x<edge, is_right = at.x + size.x> screen.x - edge;
  if (is_left == is_right) return;
  const bool is_low = ImGui::GetItemRectMin().y > 0.6F * screen.y;
  const ImVec2 from{is_left ? at.x + size.x : at.x, is_low ? ImGui::GetItemRectMax().y : ImGui::GetItemRectMin().y};
  ImGui::SetNextWindowPos(from, ImGuiCond_Always, {is_left ? 0.0F : 1.0F, is_low ? 1.0F : 0.0F});
}

}  // namespace

void tooltipText(const std::string& text) {
  const float width = ImGui::GetFontSize() * 24;
  ImGui::PushTextWrapPos(width);  // of a word that is wider
  ImGui::TextUnformatted(brokenLines(text, *ImGui::GetFont(), width - ImGui::GetCursorPosX()).c_str());
  ImGui::PopTextWrapPos();
}

void hint(const std::string& text) {
  if (!ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled) || text.empty()) return;
  besideColumn();
  ImGui::BeginTooltip();
  tooltipText(text);
  ImGui::EndTooltip();
}

std::string firstKey(Action action) {
  const std::string keys = shortcut(action);
  return keys.substr(0, keys.find(", "));
}

std::string howToStep() {
  return firstKey(Action::Pause) + " lets time run, " + firstKey(Action::Step) + " makes one step.";
}

void lamp(const ImVec4& colour) {
  const float size = ImGui::GetTextLineHeight();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const ImVec2 centre{at.x + size / 2, at.y + size / 2};
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const ImVec4 glow{colour.x, colour.y, colour.z, 0.25F};
  draw->AddCircleFilled(centre, size * 0.5F, ImGui::GetColorU32(glow), 24);
  draw->AddCircleFilled(centre, size * 0.34F, ImGui::GetColorU32(colour), 24);
  ImGui::Dummy({size, size});
}

ImVec4 gradeColour(Grade grade) {
  const ImVec4 colours[] = {palette::kGreen, palette::kTeal, palette::kAmber, palette::kRed};
  return colours[static_cast<std::size_t>(grade)];
}

ImVec4 residualColour(double residual) {
  return gradeColour(gradeOf(residual));
}

ImVec4 messageColour(Message::Kind kind) {
  switch (kind) {
    case Message::Kind::Info:
      return palette::kText;
    case Message::Kind::Limit:
      return palette::kAmber;
    case Message::Kind::Trouble:
      break;
  }
  return palette::kRed;
}

GradeText stepGrade(const Session& session) {
  if (!hasStepped(session))
    return {session.problem_file.empty() ? "not stepped yet" : "not solved yet", "", palette::kDim};
  const StepReport& report = session.scene.simulation.report;
  const Grade grade = gradeOf(report);
  const GradeInfo& info = infoOf(grade);
  std::string help(info.help);
  if (!report.trouble.empty()) help += "\n" + report.trouble;
  return {report.rejected ? "step rejected" : std::string(info.title), std::move(help), gradeColour(grade)};
}

namespace {

// What went wrong is told before what a command did, unless the command came later or the method stops by design. A
// trouble that holds the session stays; a command given meanwhile has its time.
const Message* messageShown(const Session& session, bool is_held) {
  constexpr double kLinger = 6.0;  // [s]
  const Message &message = session.message, &trouble = session.trouble;
  const auto lives = [](const Message& m) { return !m.text.empty() && m.age < kLinger; };
  const bool troubled = is_held || lives(trouble);
  const bool is_later = message.age < trouble.age || trouble.kind == Message::Kind::Limit;
  if (lives(message) && (!troubled || is_later)) return &message;
  return troubled ? &trouble : nullptr;
}

}  // namespace

StatusLine statusLine(const AppState& app, const char* idle) {
  const Session& session = app.session;
  if (isLong(session.runner)) {
    const long step = session.scene.simulation.world.step + 1;
    const double seconds = session.runner.seconds();
    return {format("Solving step %ld, %.1f s so far. Esc cancels it.", step, seconds), palette::kAmber};
  }
  if (const Message* message = messageShown(session, !app.framework && isHeldByTrouble(session)))
    return {message->text, messageColour(message->kind)};
  return {idle, palette::kDim};
}

ImVec4 toColour(const Vec3& srgb) {
  return {static_cast<float>(srgb.x()), static_cast<float>(srgb.y()), static_cast<float>(srgb.z()), 1.0F};
}

Rect centred(const AppState& app, float width, float height) {
  const Rect& view = app.layout.view;
  Rect rect;
  rect.width = std::floor(std::min(width, view.width - 16));
  rect.height = std::floor(std::min(height, view.height - 16));
  rect.x = std::floor(view.x + (view.width - rect.width) / 2);
  rect.y = std::floor(view.y + (view.height - rect.height) / 2);
  return rect;
}

}  // namespace keystone
