// ImGui leaves out glyphs outside of the clip rectangle, so a cut text cannot be told from a short one by what it
// draws. For one frame every glyph is made very wide about its origin: none is left out then, its place in the font's
// texture says which it is, and the width that is left says where it stands. Advances stay as they are, and so does the
// layout.
#include "probe/texts.h"

#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "probe/state.h"
#include "window.h"

namespace keystone {
namespace {

using Json = nlohmann::json;

constexpr float kReach = 2500;  // [pixels], either way from a glyph's origin: farther than any window is wide

// Widens the glyphs of all fonts while it lives, and remembers them as they are.
class WideGlyphs {
 public:
  WideGlyphs() {
    for (ImFont* font : ImGui::GetIO().Fonts->Fonts) {
      fonts_.emplace_back(font->Glyphs.begin(), font->Glyphs.end());
      for (ImFontGlyph& glyph : font->Glyphs) {
        if (glyph.Visible == 0) continue;
        glyph.X0 = -kReach;
        glyph.X1 = kReach;
      }
    }
  }
  ~WideGlyphs() {
    std::size_t index = 0;
    for (ImFont* font : ImGui::GetIO().Fonts->Fonts) {
      std::copy(fonts_[index].begin(), fonts_[index].end(), font->Glyphs.begin());
      ++index;
    }
  }
  WideGlyphs(const WideGlyphs&) = delete;
  WideGlyphs& operator=(const WideGlyphs&) = delete;

  // The glyph at a point of the texture, and its font's number; null for what is no text.
  const ImFontGlyph* at(float u, float v, std::size_t& font) const {
    for (font = 0; font < fonts_.size(); ++font) {
      for (const ImFontGlyph& glyph : fonts_[font])
        if (glyph.Visible != 0 && u > glyph.U0 && u < glyph.U1 && v > glyph.V0 && v < glyph.V1) return &glyph;
    }
    return nullptr;
  }

 private:
  std::vector<std::vector<ImFontGlyph>> fonts_;
};

// A glyph on the screen [pixels].
struct Placed {
  const ImFontGlyph* glyph = nullptr;
  std::size_t font = 0;
  ImU32 colour = 0;
  float scale = 1, x = 0, line = 0;  // its origin, and the top of its line
  ImRect ink, clip;
};

// `a` and `c` are opposite corners of its quad. ImGui trims quads itself where it fits a text into a frame.
std::optional<Placed> placed(const WideGlyphs& glyphs, const ImDrawVert& a, const ImDrawVert& c, const ImRect& clip) {
  Placed p;
  p.glyph = glyphs.at(0.5F * (a.uv.x + c.uv.x), 0.5F * (a.uv.y + c.uv.y), p.font);
  if (p.glyph == nullptr) return std::nullopt;
  const ImFontGlyph& g = *p.glyph;
  const float across = g.U1 - g.U0, down = g.V1 - g.V0;
  const bool trimmed = c.uv.x - a.uv.x < 0.99F * across;
  p.scale = trimmed ? 1.0F : (c.pos.x - a.pos.x) / (2 * kReach);
  p.x = a.pos.x - ((a.uv.x - g.U0) / across * 2 - 1) * kReach * p.scale;
  p.line = a.pos.y - ((a.uv.y - g.V0) / down * (g.Y1 - g.Y0) + g.Y0) * p.scale;
  p.colour = a.col;
  p.ink = {p.x + g.X0 * p.scale, p.line + g.Y0 * p.scale, p.x + g.X1 * p.scale, p.line + g.Y1 * p.scale};
  p.clip = clip;
  if (trimmed) p.clip.ClipWith({a.pos.x, clip.Min.y, c.pos.x, clip.Max.y});
  if (a.uv.y > g.V0 + 0.01F * down) p.clip.Min.y = std::max(p.clip.Min.y, a.pos.y);
  if (c.uv.y < g.V1 - 0.01F * down) p.clip.Max.y = std::min(p.clip.Max.y, c.pos.y);
  return p;
}

std::vector<Placed> glyphsOf(const WideGlyphs& glyphs, const ImDrawList& list) {
  std::vector<Placed> found;
  for (const ImDrawCmd& command : list.CmdBuffer) {
    if (command.GetTexID() != ImGui::GetIO().Fonts->TexID) continue;
    const ImRect clip{command.ClipRect.x, command.ClipRect.y, command.ClipRect.z, command.ClipRect.w};
    const ImDrawIdx* index = list.IdxBuffer.Data + command.IdxOffset;
    const ImDrawVert* vertex = list.VtxBuffer.Data + command.VtxOffset;
    for (unsigned i = 0; i + 6 <= command.ElemCount;) {
      const bool quad = index[i + 1] == index[i] + 1 && index[i + 2] == index[i] + 2 && index[i + 3] == index[i] &&
                        index[i + 4] == index[i] + 2 && index[i + 5] == index[i] + 3;
      const auto glyph = quad ? placed(glyphs, vertex[index[i]], vertex[index[i + 2]], clip) : std::nullopt;
      if (glyph) found.push_back(*glyph);
      i += glyph ? 6 : 3;
    }
  }
  return found;
}

Rect toRect(const ImRect& r) {
  return {r.Min.x, r.Min.y, r.GetWidth(), r.GetHeight()};
}

std::string utf8(unsigned codepoint) {
  char bytes[5];
  return ImTextCharToUtf8(bytes, codepoint);
}

// Glyphs that follow each other on one line, in one font and colour.
struct ShownText {
  std::string text;
  ImRect ink, clip;  // [pixels]
};

// Glyphs of one line, each where the last one and at most two spaces end, are one text; not where the field of the last
// one has ended before.
std::vector<ShownText> textsOf(const std::vector<Placed>& glyphs) {
  std::vector<ShownText> texts;
  const Placed* last = nullptr;
  for (const Placed& p : glyphs) {
    const float space = 0.32F * p.scale * ImGui::GetIO().Fonts->Fonts[static_cast<int>(p.font)]->FontSize;
    const float gap = last == nullptr ? 0.0F : p.x - last->x - last->glyph->AdvanceX * last->scale;
    const bool follows = last != nullptr && p.font == last->font && p.colour == last->colour &&
                         std::abs(p.line - last->line) < 0.5F && gap > -1.0F && gap < 2.2F * space &&
                         p.x < last->clip.Max.x;
    if (!follows) texts.push_back({"", p.ink, p.clip});
    ShownText& text = texts.back();
    if (follows && gap > 0.6F * space) text.text += ' ';
    text.text += utf8(p.glyph->Codepoint);
    text.ink.Add(p.ink);
    text.clip.ClipWith(p.clip);
    last = &p;
  }
  return texts;
}

Json toJson(const ImGuiWindow& window) {
  const bool scrolls = (window.Flags & (ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_AlwaysAutoResize)) == 0;
  const bool child = (window.Flags & ImGuiWindowFlags_ChildWindow) != 0 && (window.Flags & ImGuiWindowFlags_Popup) == 0;
  // Of this frame: ScrollMax sets the last one's content against this one's width, which a new scrollbar makes less.
  const float wider = std::max(0.0F, window.DC.CursorMaxPos.x - window.ContentRegionRect.Max.x);
  return {{"name", window.Name},
          {"rect", toRect(window.Rect())},
          {"beyond", {window.ScrollbarX ? 0 : wider, scrolls ? 0 : window.ScrollMax.y}},
          {"scrolls", scrolls},
          {"child", child}};
}

}  // namespace

Json shownTexts(const std::function<void()>& draw) {
  Json texts = Json::array(), windows = Json::array();
  const WideGlyphs glyphs;
  beginUi();
  draw();
  ImGui::Render();
  const ImDrawData& data = *ImGui::GetDrawData();
  for (int i = 0; i < data.CmdListsCount; ++i) {
    const ImDrawList& list = *data.CmdLists[i];
    for (const ShownText& text : textsOf(glyphsOf(glyphs, list)))
      texts.push_back(
          {{"text", text.text}, {"window", list._OwnerName}, {"ink", toRect(text.ink)}, {"clip", toRect(text.clip)}});
    for (const ImGuiWindow* window : ImGui::GetCurrentContext()->Windows)
      if (window->DrawList == &list) windows.push_back(toJson(*window));
  }
  return {{"texts", texts}, {"windows", windows}};
}

}  // namespace keystone
