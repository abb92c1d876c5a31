// What the panels share: a fixed window, headings, rows of a label and a number.
#pragma once

#include <imgui.h>

#include <span>
#include <string>

#include "app_state.h"
#include "session/quantity.h"
#include "theme.h"

namespace keystone {

// A window that stands where the layout says, open while the object lives.
class PanelWindow {
 public:
  PanelWindow(const char* id, const Rect& rect, ImGuiWindowFlags flags = 0);
  ~PanelWindow();
  PanelWindow(const PanelWindow&) = delete;
  PanelWindow& operator=(const PanelWindow&) = delete;
};

// The strip of a tool above the scene: one line that begins with its name.
class ToolStrip {
 public:
  ToolStrip(const AppState& app, const Rect& rect, const char* name);

 private:
  PanelWindow window_;
};

// printf into a string.
[[gnu::format(printf, 1, 2)]] std::string format(const char* pattern, ...);

void heading(const AppState& app, const char* text);
// Dim label at the left, value at the right edge; one item, for a hint.
void row(const AppState& app, const char* label, const std::string& value, const ImVec4& colour = palette::kText);
// The text with line breaks, so that it is no wider than that [pixels]. Dear ImGui would break numbers at their points.
std::string brokenLines(const std::string& text, const ImFont& font, float width);
void wrappedText(const std::string& text);
void note(const std::string& text);  // dim, wrapped
// `text` as far as it fits into `width` [pixels] in the present font, with an ellipsis where it goes on.
std::string shortened(const std::string& text, float width);
// `text` as far as it fits; pointing at it tells what was left out.
void fittingText(const std::string& text, float width, const ImVec4& colour);
// Buttons side by side that fill the line, each as wide as its text and a share of what is left. Those that find no
// room on one line stand on two.
struct LineButton {
  const char* label;
  Action action;
};
void buttonLine(AppState& app, std::span<const LineButton> buttons);
std::string actionText(Action action);  // "Title  (key)"
void hint(Action action);               // the same as a tooltip of the last item
void hint(const std::string& text);
void tooltipText(const std::string& text);  // in a tooltip that is open

// The first of an action's keys.
std::string firstKey(Action action);
// How to make a step, as a sentence for panels that show nothing before.
std::string howToStep();

// A filled lamp with a rim, the height of a line of text, at the cursor.
void lamp(const ImVec4& colour);
ImVec4 gradeColour(Grade grade);
ImVec4 residualColour(double residual);  // of its grade
// The grade of the last step, in a word and in its colour; grey when the present method has made none.
struct GradeText {
  std::string word, help;
  ImVec4 colour;
};
GradeText stepGrade(const Session& session);
ImVec4 messageColour(Message::Kind kind);
struct StatusLine {
  std::string text;
  ImVec4 colour;
};
// A step that is being waited for, else what the last steps ran into, what the user did since, `idle`.
StatusLine statusLine(const AppState& app, const char* idle);
ImVec4 toColour(const Vec3& srgb);

// Centres a window of at most the given size [pixels] in the free view.
Rect centred(const AppState& app, float width, float height);

}  // namespace keystone
