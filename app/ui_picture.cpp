#include "ui_picture.h"

#include "math/output_file.h"
#include "theme.h"
#include "view/gl_objects.h"
#include "view/renderer.h"
#include "window.h"

namespace keystone {
namespace {

// A framebuffer of that size, bound while it lives.
class Offscreen {
 public:
  Offscreen(int width, int height) : framebuffer_(makeGlFramebuffer()), texture_(makeGlTexture()) {
    glBindTexture(GL_TEXTURE_2D, texture_.id());
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGB8, width, height, 0, GL_RGB, GL_UNSIGNED_BYTE, nullptr);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_.id());
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture_.id(), 0);
    is_complete_ = glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
  }
  ~Offscreen() { glBindFramebuffer(GL_FRAMEBUFFER, 0); }
  Offscreen(const Offscreen&) = delete;
  Offscreen& operator=(const Offscreen&) = delete;
  bool isComplete() const { return is_complete_; }

 private:
  GlFramebuffer framebuffer_;
  GlTexture texture_;
  bool is_complete_ = false;
};

}  // namespace

void savePicture(const std::string& path, int width, int height, const std::function<void(ImDrawList&)>& draw) {
  const Offscreen offscreen(width, height);
  if (!offscreen.isComplete()) throw OutputError(path + ": found no room to draw it in, expected some");
  const ImVec2 size{static_cast<float>(width), static_cast<float>(height)};
  ImDrawList list(ImGui::GetDrawListSharedData());
  list._ResetForNewFrame();
  list.PushTextureID(ImGui::GetIO().Fonts->TexID);
  list.PushClipRect({0, 0}, size);
  list.AddRectFilled({0, 0}, size, ImGui::GetColorU32(palette::kPanel));
  draw(list);
  list.PopClipRect();
  drawList(list, width, height);
  saveScreenshot(path, width, height);
}

}  // namespace keystone
