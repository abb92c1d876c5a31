#include "panels/property_rows.h"

#include <imgui_internal.h>  // TempInputIsActive, ImGuiItemFlags_MixedValue

#include <algorithm>
#include <cmath>

#include "panels/panel.h"
#include "panels/slider.h"
#include "view/palette.h"

namespace keystone {
namespace {

constexpr float kLabelShare = 0.37F;    // of the panel's width
constexpr double kShownAsZero = 1e-12;  // of the scene's size

// [m], how far from the origin its bodies are at most; 1 at least.
double sizeOf(const World& world) {
  double size = 1.0;
  for (const Body& body : world.bodies) size = std::max(size, body.pose.position.cwiseAbs().maxCoeff());
  return size;
}

// One row while it is drawn.
struct Row {
  AppState& app;
  const Property& property;
  const std::vector<int>& of;
  CommonValue value;
  double rounding;  // less is shown as 0, of numbers that may have either sign
};

void ask(const Row& row, int number, const Vec3& to) {
  row.app.ask(PropertyChange{&row.property, row.of, number, to, row.app.field.changed});
  row.app.field.changed = true;
}

// As many digits as the field has room for; where there is none for two, the narrowest.
std::string digitsFor(double value, float width) {
  const char* best = "%.5g";
  const auto widthBy = [value](const char* pattern) {
    return ImGui::CalcTextSize(format(pattern, value).c_str()).x;  // NOLINT: of the list below
  };
  for (const char* pattern : {"%.5g", "%.4g", "%.3g", "%.2g"}) {
    if (widthBy(pattern) < widthBy(best)) best = pattern;
    if (widthBy(best) <= width) break;
  }
  return best;
}

// A number that is typed waits for the end: each digit is another number.
void numberField(const Row& row, int number, float width,
                 const std::optional<std::array<double, 2>>& range = std::nullopt) {
  ValueField& field = row.app.field;
  const std::string name = format("##%d", number);
  const ImGuiID id = ImGui::GetID(name.c_str());
  const double exact = row.value.first[number];
  const double shown = row.property.low < 0.0 && std::abs(exact) < row.rounding ? 0.0 : exact;
  double value = field.id == id && field.typed ? *field.typed : shown;
  const float room = width - ImGui::GetStyle().ItemInnerSpacing.x;
  const std::string text = row.value.mixed[number] ? "mixed" : digitsFor(shown, room);
  const double grain = std::max(row.property.grain, 0.005 * std::abs(shown));
  ImGui::SetNextItemWidth(width);
  const bool is_typed = ImGui::TempInputIsActive(id);
  constexpr ImGuiSliderFlags kFlags = ImGuiSliderFlags_AlwaysClamp | ImGuiSliderFlags_NoRoundToFormat;
  const bool changed = range ? slider(name.c_str(), value, range->front(), range->back(), text, SliderScale::Linear)
                             : ImGui::DragScalar(name.c_str(), ImGuiDataType_Double, &value, static_cast<float>(grain),
                                                 &row.property.low, &row.property.high, text.c_str(), kFlags);
  if (ImGui::IsItemActivated()) field = {id, false, {}};
  if (field.id != id) return;
  if (changed && is_typed) {
    field.typed = value;
  } else if (changed) {
    ask(row, number, Vec3::Constant(value));
  }
  if (!ImGui::IsItemDeactivated()) return;
  const bool taken_back = ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Escape));
  if (field.typed && !taken_back) ask(row, number, Vec3::Constant(*field.typed));
  field = {};
}

void flag(const Row& row) {
  bool on = row.value.first[0] != 0.0;
  ImGui::PushItemFlag(ImGuiItemFlags_MixedValue, row.value.mixed[0]);
  if (ImGui::Checkbox("##flag", &on))
    row.app.ask(PropertyChange{&row.property, row.of, 0, Vec3::Constant(on ? 1.0 : 0.0), false});
  ImGui::PopItemFlag();
}

void colour(const Row& row, float width) {
  const Vec3 given = row.value.first;
  const Vec3 shown = given.minCoeff() < 0.0 ? bodyColour(row.app.world(), row.of.front(), false) : given;
  std::array<float, 3> rgb{};
  for (int k = 0; k < 3; ++k) rgb[k] = static_cast<float>(shown[k]);
  ImGui::SetNextItemWidth(width);
  const bool changed = ImGui::ColorEdit3("##colour", rgb.data(), ImGuiColorEditFlags_NoInputs);
  // Its picker is a window of its own, in which one drag is one change.
  ValueField& field = row.app.field;
  const ImGuiID id = ImGui::GetID("##colour");
  if (changed && field.id != id) field = {id, false, {}};
  if (changed) ask(row, -1, Vec3(rgb[0], rgb[1], rgb[2]));
  if (field.id == id && !ImGui::IsMouseDown(ImGuiMouseButton_Left)) field = {};
  if (!row.value.isMixed()) return;
  ImGui::SameLine();
  ImGui::TextColored(palette::kDim, "mixed");
}

void fields(const Row& row) {
  const float gap = ImGui::GetStyle().ItemInnerSpacing.x;
  const float room = ImGui::GetContentRegionAvail().x;
  switch (row.property.type) {
    case Property::Type::Numbers: {
      const auto count = static_cast<float>(row.value.count);
      const float width = std::floor((room - gap * (count - 1)) / count);
      for (int k = 0; k < row.value.count; ++k) {
        if (k > 0) ImGui::SameLine(0, gap);
        numberField(row, k, width);
      }
      break;
    }
    case Property::Type::Flag:
      flag(row);
      break;
    case Property::Type::Colour:
      colour(row, room);
      break;
  }
}

}  // namespace

void propertyField(AppState& app, const Property& property, int of, float width,
                   const std::optional<std::array<double, 2>>& range) {
  const std::vector<int> one{of};
  const Row row{app, property, one, commonValue(property, app.simulation(), one), 0.0};
  ImGui::PushID(property.id.data());
  numberField(row, 0, width, range);
  ImGui::PopID();
}

void propertyRows(AppState& app, std::span<const Property> properties, const std::vector<int>& of) {
  const float label = std::floor(kLabelShare * ImGui::GetContentRegionAvail().x);
  const float left = ImGui::GetCursorPosX();
  const double rounding = kShownAsZero * sizeOf(app.world());
  for (const Property& property : properties) {
    const Row row{app, property, of, commonValue(property, app.simulation(), of), rounding};
    if (row.value.count == 0) continue;
    const std::string title(property.title);
    ImGui::PushID(property.id.data());
    ImGui::AlignTextToFramePadding();
    fittingText(title, label, palette::kDim);
    hint(title + (property.help.empty() ? "" : "\n") + std::string(property.help));
    ImGui::SameLine(left + label);
    fields(row);
    ImGui::PopID();
  }
}

}  // namespace keystone
