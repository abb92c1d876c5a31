#include "render/offscreen.h"

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <glad/gl.h>

#include <cstdio>
#include <cstring>
#include <string>

namespace keystone {
namespace {

[[noreturn]] void fail(const char* what) {
  char code[16];
  std::snprintf(code, sizeof code, "0x%x", static_cast<unsigned>(eglGetError()));
  throw RenderError(std::string("render: found no ") + what + " (EGL error " + code +
                    "), expected OpenGL 3.3 through EGL, as Mesa has it (libegl-mesa0, libgl1-mesa-dri)");
}

EGLConfig configOf(EGLDisplay display) {
  constexpr EGLint kWanted[] = {EGL_SURFACE_TYPE,
                                EGL_PBUFFER_BIT,
                                EGL_RENDERABLE_TYPE,
                                EGL_OPENGL_BIT,
                                EGL_RED_SIZE,
                                8,
                                EGL_GREEN_SIZE,
                                8,
                                EGL_BLUE_SIZE,
                                8,
                                EGL_DEPTH_SIZE,
                                24,
                                EGL_NONE};
  EGLConfig config = nullptr;
  EGLint count = 0;
  if (eglChooseConfig(display, kWanted, &config, 1, &count) == EGL_FALSE || count == 0) fail("framebuffer");
  return config;
}

}  // namespace

struct Offscreen::Context {
  EGLDisplay display = EGL_NO_DISPLAY;
  EGLContext context = EGL_NO_CONTEXT;
  EGLSurface surface = EGL_NO_SURFACE;

  ~Context() {
    if (display == EGL_NO_DISPLAY) return;
    eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    if (surface != EGL_NO_SURFACE) eglDestroySurface(display, surface);
    if (context != EGL_NO_CONTEXT) eglDestroyContext(display, context);
    eglTerminate(display);
  }
};

Offscreen::Offscreen(int width, int height) : width_(width), height_(height), context_(std::make_unique<Context>()) {
  Context& own = *context_;
  own.display = eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr);
  if (own.display == EGL_NO_DISPLAY || eglInitialize(own.display, nullptr, nullptr) == EGL_FALSE) fail("EGL");
  if (eglBindAPI(EGL_OPENGL_API) == EGL_FALSE) fail("OpenGL");
  const EGLConfig config = configOf(own.display);
  constexpr EGLint kVersion[] = {
      EGL_CONTEXT_MAJOR_VERSION,           3,       EGL_CONTEXT_MINOR_VERSION, 3, EGL_CONTEXT_OPENGL_PROFILE_MASK,
      EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT, EGL_NONE};
  own.context = eglCreateContext(own.display, config, EGL_NO_CONTEXT, kVersion);
  if (own.context == EGL_NO_CONTEXT) fail("OpenGL 3.3");
  const EGLint size[] = {EGL_WIDTH, width, EGL_HEIGHT, height, EGL_NONE};
  own.surface = eglCreatePbufferSurface(own.display, config, size);
  if (own.surface == EGL_NO_SURFACE || eglMakeCurrent(own.display, own.surface, own.surface, own.context) == EGL_FALSE)
    fail("framebuffer of that size");
  if (gladLoadGL(eglGetProcAddress) == 0) fail("OpenGL functions");
}

Offscreen::~Offscreen() = default;

void Offscreen::read(std::vector<unsigned char>& pixels) const {
  const std::size_t row = std::size_t{3} * static_cast<std::size_t>(width_);
  const auto height = static_cast<std::size_t>(height_);
  std::vector<unsigned char> upwards(row * height);
  glPixelStorei(GL_PACK_ALIGNMENT, 1);
  glReadPixels(0, 0, width_, height_, GL_RGB, GL_UNSIGNED_BYTE, upwards.data());
  glPixelStorei(GL_PACK_ALIGNMENT, 4);
  pixels.resize(upwards.size());
  for (std::size_t y = 0; y < height; ++y)
    std::memcpy(pixels.data() + y * row, upwards.data() + (height - 1 - y) * row, row);
}

}  // namespace keystone
