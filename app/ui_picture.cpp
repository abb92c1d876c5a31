#include "ui_picture.h"

#include "math/output_file.h"
#include "theme.h"
#include "view/offscreen_target.h"
#include "view/renderer.h"
#include "window.h"

namespace keystone {
void savePicture(const std::string& path, int width, int height, bool light,
                 const std::function<void(ImDrawList&)>& draw) {
  const OffscreenTarget target(width, height);
  if (!target.isComplete()) throw OutputError(path + ": found no room to draw it in, expected some");
  const ImVec2 size{static_cast<float>(width), static_cast<float>(height)};
  ImDrawList list(ImGui::GetDrawListSharedData());
  list._ResetForNewFrame();
  list.PushTextureID(ImGui::GetIO().Fonts->TexID);
  list.PushClipRect({0, 0}, size);
  list.AddRectFilled({0, 0}, size, ImGui::GetColorU32(palette::kPanel));
  draw(list);
  list.PopClipRect();
  drawList(list, width, height, light);
  saveScreenshot(path, width, height);
}

}  // namespace keystone
