// The strip of a guided tour: the way on, what there is to see, and the question to predict it by. The way on stands at
// the left, where no panel moves it.
#include "panels/tour.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "panels/panel.h"
#include "panels/panels.h"

namespace keystone {
namespace {

constexpr float kColumn = 80, kGap = 14;  // [pixels at scale 1], of the buttons, and from them to the text

// Below the strip: beside the button it would cover what is to be read.
void hintBelow(const Rect& strip, const std::string& text) {
  if (ImGui::IsItemHovered()) ImGui::SetNextWindowPos({strip.x, strip.bottom()});
  hint(text);
}

void buttons(AppState& app, const Rect& strip) {
  const bool last = app.tour->at + 1 == static_cast<int>(app.tour->tour.stops.size());
  if (ImGui::Button(last ? "Finish" : "Next", {-1, 0})) app.ask(Action::TourNext);
  hintBelow(strip, actionText(Action::TourNext));
  if (ImGui::Button("Back", {-1, 0})) app.ask(Action::TourPrevious);
  hintBelow(strip, actionText(Action::TourPrevious));
  if (ImGui::Button("End", {-1, 0})) app.ask(EndTour{});
  hintBelow(strip, "The scene stays as it is  (" + shortcut(Action::Cancel) + ")");
}

ImVec2 sizeOf(const AppState& app, const std::string& text, float wrap) {
  const ImFont* font = app.fonts.body;
  const std::string lines = wrap > 0 ? brokenLines(text, *font, wrap) : text;
  return font->CalcTextSizeA(font->FontSize, 1e6F, wrap, lines.c_str());
}

float widthOfChoice(const AppState& app, const std::string& choice) {
  return std::ceil(sizeOf(app, choice, 0).x) + 2 * ImGui::GetStyle().FramePadding.x;
}

// Whether each choice begins a new line, where lines are `width` wide [pixels].
std::vector<bool> lineBreaks(const AppState& app, const TourQuestion& question, float width) {
  std::vector<bool> breaks;
  float used = 0;
  for (const std::string& choice : question.choices) {
    const float needed = widthOfChoice(app, choice) + (used > 0 ? ImGui::GetStyle().ItemSpacing.x : 0);
    breaks.push_back(used == 0 || used + needed > width);
    used = breaks.back() ? widthOfChoice(app, choice) : used + needed;
  }
  return breaks;
}

std::string verdictOn(const TourQuestion& question, int answer) {
  const std::string& truth = question.choices[static_cast<std::size_t>(question.right)];
  if (answer == question.right) return "Right: " + truth + ".";
  return "You said: " + question.choices[static_cast<std::size_t>(answer)] + ". It is: " + truth + ".";
}

void choices(AppState& app, const TourQuestion& question, float width) {
  const std::vector<bool> breaks = lineBreaks(app, question, width);
  for (std::size_t i = 0; i < question.choices.size(); ++i) {
    if (!breaks[i]) ImGui::SameLine();
    if (ImGui::Button(question.choices[i].c_str())) app.ask(AnswerTour{static_cast<int>(i)});
  }
}

void text(AppState& app, float width) {
  const TourStop& stop = app.tour->tour.stops[app.tour->at];
  const int answer = app.tour->answer;
  if (answer < 0) {
    wrappedText(stop.text);
    if (stop.question) choices(app, *stop.question, width);
    return;
  }
  ImGui::PushStyleColor(ImGuiCol_Text, answer == stop.question->right ? palette::kGreen : palette::kAmber);
  wrappedText(verdictOn(*stop.question, answer));
  ImGui::PopStyleColor();
  wrappedText(stop.question->why);
}

// [pixels], of what text() draws, before or after the answer, whichever is higher.
float heightOfText(const AppState& app, const TourStop& stop, float width) {
  const float asked = sizeOf(app, stop.text, width).y;
  if (!stop.question) return asked;
  const TourQuestion& question = *stop.question;
  const float spacing = ImGui::GetStyle().ItemSpacing.y;
  const std::vector<bool> breaks = lineBreaks(app, question, width);
  const float frame = app.fonts.body->FontSize + 2 * ImGui::GetStyle().FramePadding.y + spacing;
  const float buttons = frame * static_cast<float>(std::ranges::count(breaks, true));
  float told = 0;
  for (int answer = 0; answer < static_cast<int>(question.choices.size()); ++answer)
    told = std::max(told, sizeOf(app, verdictOn(question, answer), width).y);
  return std::max(asked + buttons, told + spacing + sizeOf(app, question.why, width).y);
}

void drawTour(AppState& app, const Rect& rect) {
  const PanelWindow window("##tour", rect, ImGuiWindowFlags_NoScrollbar);
  const TourStop& stop = app.tour->tour.stops[app.tour->at];
  const ImVec2 space = ImGui::GetContentRegionAvail();
  ImGui::BeginChild("buttons", {kColumn * app.scale, space.y}, false, ImGuiWindowFlags_NoScrollbar);
  buttons(app, rect);
  ImGui::EndChild();
  ImGui::SameLine(0, kGap * app.scale);
  ImGui::BeginChild("text", {0, space.y});
  const float width = ImGui::GetContentRegionAvail().x;
  ImGui::TextColored(palette::kDim, "%d/%d", app.tour->at + 1, static_cast<int>(app.tour->tour.stops.size()));
  ImGui::SameLine();
  ImGui::PushFont(app.fonts.bold);
  fittingText(stop.title, ImGui::GetContentRegionAvail().x, palette::kAccent);
  ImGui::PopFont();
  text(app, width);
  ImGui::EndChild();
}

}  // namespace

float heightOfTour(const AppState& app, float width) {
  const ImGuiStyle& style = ImGui::GetStyle();
  const float line = app.fonts.body->FontSize;
  const float room = width - 2 * style.WindowPadding.x - (kColumn + kGap) * app.scale;
  float longest = 0;
  for (const TourStop& stop : app.tour->tour.stops) longest = std::max(longest, heightOfText(app, stop, room));
  const float column = 3 * (line + 2 * style.FramePadding.y) + 2 * style.ItemSpacing.y;
  return std::ceil(2 * style.WindowPadding.y + std::max(column, line + style.ItemSpacing.y + longest)) + 2;
}

extern const Panel kTourStrip{drawTour, &Layout::tour};

}  // namespace keystone
