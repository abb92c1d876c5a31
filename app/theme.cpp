#include "theme.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <vector>

namespace keystone {
namespace {

// Folders in which distributions keep Inter and DejaVu.
constexpr std::array kFontFolders{"/usr/share/fonts/opentype/inter",    "/usr/share/fonts/inter",
                                  "/usr/share/fonts/truetype/dejavu",   "/usr/share/fonts/TTF",
                                  "/usr/share/fonts/dejavu-sans-fonts", "/usr/share/fonts/dejavu"};

// Latin, Greek, Cyrillic, punctuation, super- and subscripts, arrows, mathematics, geometric shapes.
constexpr ImWchar kGlyphs[] = {0x0020, 0x017F, 0x0370, 0x045F, 0x2010, 0x2040, 0x2070, 0x209F,
                               0x2190, 0x21FF, 0x2200, 0x22FF, 0x25A0, 0x25FF, 0};

std::string fontFile(const char* name) {
  for (const char* folder : kFontFolders) {
    const std::string path = std::string(folder) + "/" + name;
    if (std::filesystem::exists(path)) return path;
  }
  return {};
}

// The first of the files that there are; glyphs that one lacks are those of the next.
ImFont* addFont(std::initializer_list<const char*> names, float pixels) {
  ImFont* font = nullptr;
  for (const char* name : names) {
    const std::string path = fontFile(name);
    if (path.empty()) continue;
    ImFontConfig config;
    config.OversampleH = 2;
    config.MergeMode = font != nullptr;
    font = ImGui::GetIO().Fonts->AddFontFromFileTTF(path.c_str(), std::round(pixels), &config, kGlyphs);
  }
  return font;
}

ImVec4 faded(const ImVec4& colour, float alpha) {
  return {colour.x, colour.y, colour.z, alpha};
}

void setColours(ImGuiStyle& style) {
  using namespace palette;
  ImVec4* c = style.Colors;
  c[ImGuiCol_Text] = kText;
  c[ImGuiCol_TextDisabled] = kDim;
  c[ImGuiCol_WindowBg] = kPanel;
  c[ImGuiCol_ChildBg] = ImVec4(0, 0, 0, 0);
  c[ImGuiCol_PopupBg] = faded(kPanel, 0.98F);
  c[ImGuiCol_Border] = kLine;
  c[ImGuiCol_FrameBg] = kWell;
  c[ImGuiCol_FrameBgHovered] = {0.16F, 0.18F, 0.21F, 1};
  c[ImGuiCol_FrameBgActive] = {0.20F, 0.22F, 0.26F, 1};
  c[ImGuiCol_MenuBarBg] = kBar;
  c[ImGuiCol_TitleBg] = c[ImGuiCol_TitleBgActive] = c[ImGuiCol_TitleBgCollapsed] = kBar;
  c[ImGuiCol_ScrollbarBg] = ImVec4(0, 0, 0, 0);
  c[ImGuiCol_ScrollbarGrab] = {0.28F, 0.31F, 0.36F, 1};
  c[ImGuiCol_ScrollbarGrabHovered] = c[ImGuiCol_ScrollbarGrabActive] = {0.38F, 0.42F, 0.48F, 1};
  c[ImGuiCol_CheckMark] = kAccent;
  c[ImGuiCol_SliderGrab] = faded(kAccent, 0.6F);
  c[ImGuiCol_SliderGrabActive] = faded(kAccent, 0.9F);
  c[ImGuiCol_Button] = {0.18F, 0.20F, 0.235F, 1};
  c[ImGuiCol_ButtonHovered] = {0.25F, 0.28F, 0.33F, 1};
  c[ImGuiCol_ButtonActive] = {0.32F, 0.35F, 0.41F, 1};
  c[ImGuiCol_Header] = faded(kAccent, 0.22F);
  c[ImGuiCol_HeaderHovered] = faded(kAccent, 0.30F);
  c[ImGuiCol_HeaderActive] = faded(kAccent, 0.40F);
  c[ImGuiCol_Separator] = kLine;
  c[ImGuiCol_NavHighlight] = kAccent;
  c[ImGuiCol_TextSelectedBg] = faded(kAccent, 0.35F);
  c[ImGuiCol_TableHeaderBg] = kBar;
  c[ImGuiCol_TableBorderLight] = c[ImGuiCol_TableBorderStrong] = kLine;
  c[ImGuiCol_TableRowBgAlt] = {1, 1, 1, 0.025F};
}

void turnList(ImDrawList& list, ImTextureID letters) {
  std::vector<bool> is_done(static_cast<std::size_t>(list.VtxBuffer.Size), false);
  for (const ImDrawCmd& command : list.CmdBuffer) {
    if (command.GetTexID() != letters) continue;  // a picture
    for (unsigned i = 0; i < command.ElemCount; ++i) {
      const int index = static_cast<int>(command.VtxOffset) + list.IdxBuffer[static_cast<int>(command.IdxOffset + i)];
      if (is_done[static_cast<std::size_t>(index)]) continue;
      is_done[static_cast<std::size_t>(index)] = true;
      list.VtxBuffer[index].col = turnedLightness(list.VtxBuffer[index].col);
    }
  }
}

}  // namespace

void applyTheme(float scale) {
  ImGuiStyle style;
  style.WindowPadding = {12, 10};
  style.FramePadding = {8, 4};
  style.ItemSpacing = {8, 5};
  style.ItemInnerSpacing = {6, 4};
  style.CellPadding = {4, 2};
  style.ScrollbarSize = 11;
  style.GrabMinSize = 4;  // the shortest bar of a slider
  style.WindowBorderSize = 1;
  style.WindowRounding = 0;
  style.ChildRounding = style.FrameRounding = style.GrabRounding = style.PopupRounding = 3;
  style.ScrollbarRounding = 6;
  style.WindowMinSize = {8, 8};
  setColours(style);
  style.ScaleAllSizes(scale);
  style.WindowBorderSize = 1;
  ImGui::GetStyle() = style;
}

bool loadFonts(Fonts& fonts, float scale) {
  ImFontAtlas* atlas = ImGui::GetIO().Fonts;
  atlas->Clear();
  fonts.body = addFont({"Inter-Regular.otf", "DejaVuSans.ttf"}, 14 * scale);
  fonts.bold = addFont({"Inter-SemiBold.otf", "DejaVuSans-Bold.ttf"}, 13 * scale);
  fonts.mono = addFont({"DejaVuSansMono.ttf"}, 13 * scale);
  fonts.large = addFont({"Inter-SemiBold.otf", "DejaVuSans-Bold.ttf"}, 17 * scale);
  if (fonts.body != nullptr && fonts.bold != nullptr && fonts.mono != nullptr && fonts.large != nullptr) return true;
  atlas->Clear();
  ImFontConfig config;
  config.SizePixels = std::round(13 * scale);
  fonts.body = fonts.bold = fonts.mono = fonts.large = atlas->AddFontDefault(&config);
  return false;
}

// Lightness is the mean of the strongest and the weakest channel, as in HSL.
ImU32 turnedLightness(ImU32 colour) {
  const auto channel = [colour](int shift) { return static_cast<int>(colour >> shift & 0xffU); };
  const int red = channel(IM_COL32_R_SHIFT), green = channel(IM_COL32_G_SHIFT), blue = channel(IM_COL32_B_SHIFT);
  const int shift = 255 - std::max({red, green, blue}) - std::min({red, green, blue});
  return IM_COL32(red + shift, green + shift, blue + shift, channel(IM_COL32_A_SHIFT));
}

void turnLightness(ImDrawData& data, const ImDrawList* scene) {
  for (int i = 0; i < data.CmdListsCount; ++i)
    if (data.CmdLists[i] != scene) turnList(*data.CmdLists[i], ImGui::GetIO().Fonts->TexID);
}

}  // namespace keystone
