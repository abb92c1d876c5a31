// A place to draw where there is no display.
#pragma once

#include <memory>
#include <stdexcept>
#include <vector>

namespace keystone {

// what() is one line.
struct RenderError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// An OpenGL 3.3 core context of EGL's, current in this thread as long as it lives, with a framebuffer of its own. By
// Mesa, without display, window system or graphics card.
class Offscreen {
 public:
  Offscreen(int width, int height);  // [pixels]; throws RenderError
  ~Offscreen();
  Offscreen(const Offscreen&) = delete;
  Offscreen& operator=(const Offscreen&) = delete;

  int width() const { return width_; }
  int height() const { return height_; }
  // [height][width][3] bytes, red, green, blue, from the top row down.
  void read(std::vector<unsigned char>& pixels) const;

 private:
  struct Context;
  int width_, height_;
  std::unique_ptr<Context> context_;
};

}  // namespace keystone
