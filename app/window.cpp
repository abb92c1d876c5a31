#include "window.h"

#include <glad/gl.h>
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <backends/imgui_impl_glfw.h>
#include <backends/imgui_impl_opengl3.h>
#include <imgui.h>

#include <algorithm>

#include "input.h"
#include "theme.h"

namespace keystone {
namespace {

constexpr const char* kWayOut =
    "; start it on a desktop, or under 'xvfb-run -a', or use keystone-cli, which needs no window";

std::string lastError() {
  const char* text = nullptr;
  glfwGetError(&text);
  return text != nullptr ? text : "unknown reason";
}

GLFWwindow* createWindow(int width, int height, const std::string& title) {
  glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
  glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
  glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
  glfwWindowHint(GLFW_SCALE_TO_MONITOR, GLFW_TRUE);
  return glfwCreateWindow(width, height, title.c_str(), nullptr, nullptr);
}

}  // namespace

Window::Window(int width, int height, const std::string& title, void* user) {
  if (glfwInit() != GLFW_TRUE) throw NoWindow("no display to open a window on (" + lastError() + ")" + kWayOut);
  window_ = createWindow(width, height, title);
  if (window_ == nullptr) {
    const std::string reason = lastError();
    glfwTerminate();
    throw NoWindow("no OpenGL 3.3 window (" + reason + ")" + kWayOut);
  }
  glfwMakeContextCurrent(window_);
  if (gladLoadGL(glfwGetProcAddress) == 0) {
    glfwDestroyWindow(window_);
    glfwTerminate();
    throw NoWindow(std::string("no OpenGL 3.3 functions in this context") + kWayOut);
  }
  glfwSwapInterval(1);
  glfwSetWindowUserPointer(window_, user);
  installInput(window_);  // before ImGui, which calls these callbacks in turn
  IMGUI_CHECKVERSION();
  ImGui::CreateContext();
  ImGui::GetIO().IniFilename = nullptr;  // the layout is computed, not remembered
  ImGui::GetIO().ConfigFlags |= ImGuiConfigFlags_NavEnableKeyboard;
  ImGui::GetIO().ConfigDragClickToInputText = true;  // a click on a number types it
  ImGui_ImplGlfw_InitForOpenGL(window_, true);
  ImGui_ImplOpenGL3_Init("#version 330 core");
}

Window::~Window() {
  ImGui_ImplOpenGL3_Shutdown();
  ImGui_ImplGlfw_Shutdown();
  ImGui::DestroyContext();
  glfwDestroyWindow(window_);
  glfwTerminate();
}

double Window::contentScale() const {
  float x = 1, y = 1;
  glfwGetWindowContentScale(window_, &x, &y);
  return std::max(x, y);
}

void Window::framebufferSize(int& width, int& height) const {
  glfwGetFramebufferSize(window_, &width, &height);
}

void beginUi() {
  ImGui_ImplOpenGL3_NewFrame();
  ImGui_ImplGlfw_NewFrame();
  // Where window units are not pixels (Wayland), the panels count in pixels all the same, as the scene does.
  ImGuiIO& io = ImGui::GetIO();
  const ImVec2 ratio = io.DisplayFramebufferScale;
  if (ratio.x > 0 && ratio.y > 0) {
    io.DisplaySize = {io.DisplaySize.x * ratio.x, io.DisplaySize.y * ratio.y};
    io.MousePos = {io.MousePos.x * ratio.x, io.MousePos.y * ratio.y};
    io.DisplayFramebufferScale = {1, 1};
  }
  ImGui::NewFrame();
}

void endUi(bool light) {
  const ImDrawList* scene = ImGui::GetBackgroundDrawList();
  ImGui::Render();
  if (light) turnLightness(*ImGui::GetDrawData(), scene);
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

void drawList(ImDrawList& list, int width, int height, bool light) {
  ImDrawData data;
  data.Valid = true;
#if IMGUI_VERSION_NUM < 18980
  ImDrawList* lists[] = {&list};
  data.CmdLists = lists;
#else
  data.CmdLists.push_back(&list);
#endif
  data.CmdListsCount = 1;
  data.TotalIdxCount = list.IdxBuffer.Size;
  data.TotalVtxCount = list.VtxBuffer.Size;
  data.DisplaySize = {static_cast<float>(width), static_cast<float>(height)};
  data.FramebufferScale = {1, 1};
  if (light) turnLightness(data, nullptr);
  ImGui_ImplOpenGL3_RenderDrawData(&data);
}

void uploadFonts() {
  ImGui_ImplOpenGL3_DestroyFontsTexture();
  ImGui_ImplOpenGL3_CreateFontsTexture();
}

}  // namespace keystone
