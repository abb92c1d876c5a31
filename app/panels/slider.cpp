#include "panels/slider.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "panels/panel.h"

namespace keystone {
namespace {

constexpr float kFoot = 0.14F;  // of the height

// Of the way from `low` to `high`, as Dear ImGui has it.
double shareOf(double value, double low, double high, SliderScale scale) {
  if (scale == SliderScale::Linear) return (value - low) / (high - low);
  const double shift = low > 0.0 ? 0.0 : 1.0 - low;  // of whole numbers that begin at 0
  return std::log((value + shift) / (low + shift)) / std::log((high + shift) / (low + shift));
}

template <class Value>
bool sliderOf(const char* id, ImGuiDataType type, Value& value, Value low, Value high, const std::string& pattern,
              SliderScale scale) {
  const ImGuiSliderFlags decades = scale == SliderScale::Decades ? ImGuiSliderFlags_Logarithmic : 0;
  for (const ImGuiCol handle : {ImGuiCol_SliderGrab, ImGuiCol_SliderGrabActive})
    ImGui::PushStyleColor(handle, ImVec4(0, 0, 0, 0));
  const bool changed =
      ImGui::SliderScalar(id, type, &value, &low, &high, pattern.c_str(), decades | ImGuiSliderFlags_AlwaysClamp);
  ImGui::PopStyleColor(2);
  const double share = std::clamp(shareOf(double(value), double(low), double(high), scale), 0.0, 1.0);
  const ImVec2 from = ImGui::GetItemRectMin(), to = ImGui::GetItemRectMax();
  const float top = to.y - std::round(kFoot * (to.y - from.y)), least = ImGui::GetStyle().GrabMinSize;
  const float right = from.x + std::max(least, static_cast<float>(share) * (to.x - from.x));
  ImVec4 colour = palette::kAccent;
  colour.w = ImGui::IsItemActive() ? 1.0F : ImGui::IsItemHovered() ? 0.8F : 0.6F;
  ImGui::GetWindowDrawList()->AddRectFilled({from.x, top}, {right, to.y}, ImGui::GetColorU32(colour),
                                            ImGui::GetStyle().GrabRounding);
  return changed;
}

}  // namespace

bool slider(const char* id, double& value, double low, double high, const std::string& pattern, SliderScale scale) {
  return sliderOf(id, ImGuiDataType_Double, value, low, high, pattern, scale);
}

bool slider(const char* id, int& value, int low, int high, const std::string& pattern, SliderScale scale) {
  return sliderOf(id, ImGuiDataType_S32, value, low, high, pattern, scale);
}

void paceSlider(AppState& app) {
  double speed = app.session.speed;
  ImGui::SetNextItemWidth(-1);
  if (slider("##pace", speed, 0.05, 2.0, "Pace: %.2f", SliderScale::Decades)) app.ask(SetSpeed{speed});
  hint("1 is real time; " + shortcut(Action::Slower) + " slower, " + shortcut(Action::Faster) + " faster");
}

}  // namespace keystone
