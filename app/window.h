// The window with its OpenGL context and Dear ImGui in it.
#pragma once

#include <stdexcept>
#include <string>

struct GLFWwindow;
struct ImDrawList;

namespace keystone {

// No display, or no OpenGL 3.3: what() is one line that says what is missing and how to go on.
struct NoWindow : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class Window {
 public:
  // Throws NoWindow. `user` is what the callbacks of input.h get.
  Window(int width, int height, const std::string& title, void* user);
  ~Window();
  Window(const Window&) = delete;
  Window& operator=(const Window&) = delete;

  GLFWwindow* handle() const { return window_; }
  double contentScale() const;                          // of the screen: 1 at 96 dpi
  void framebufferSize(int& width, int& height) const;  // [pixels]

 private:
  GLFWwindow* window_ = nullptr;
};

// A frame of ImGui begins with the window's input and ends with its drawing. `light`: with light panels.
void beginUi();
void endUi(bool light);
// Draws a list into the bound framebuffer of that size [pixels]; between frames.
void drawList(ImDrawList& list, int width, int height, bool light);
// After the font atlas has been rebuilt.
void uploadFonts();

}  // namespace keystone
