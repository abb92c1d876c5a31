// Draws a world with OpenGL 3.3: lit instanced bodies with one shadow map, ground grid, outlines, contacts and forces.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "step/step.h"
#include "view/camera.h"

namespace keystone {

// What a contact or a joint's row is in the solution, as scene and legend mark it.
enum class SetMark { Stick, Slide, Unclamped, Joint };

struct ViewOptions {
  bool contacts = true;                // points coloured and shaped by the solver's sets
  bool forces = true;                  // normal impulses magenta, friction yellow
  bool cones = false;                  // friction cones with the impulse in them
  std::optional<SetMark> highlighted;  // the others are faint; none: all are alike
  bool shadows = true;
  bool grid = true;
  bool baraff_theme = false;  // the colours of the paper's figures
  bool labels = true;         // of the scene's file; written by the window
  bool velocities = false;    // of bodies' centres, as arrows
  bool trails = false;        // of bodies' centres; the window has their past
  std::optional<Vec3> plain;  // bodies and signs alone, before this colour (sRGB)
  double force_scale = 0.0;   // [m per N]; 0 = chosen from the scene so that the largest arrow is readable
};

// Colours (sRGB 0..1) shared by the scene and the panels' legend.
struct SetStyle {
  Vec3 colour;
  const char* label;
};
SetStyle setStyle(RowSet normal, RowSet tangent);

// What tools add to the picture for one frame.
struct Line {
  Vec3 from, to;  // [m]
  Vec3 colour;    // sRGB
  double width;   // [pixels]
  bool arrow = false;
  double opacity = 1.0;
};
struct Ghost {  // a body that is not there yet
  Shape shape;
  Pose pose;
  bool allowed = true;  // false: drawn in red
};
struct Overlay {
  std::vector<Line> lines;
  std::vector<Ghost> ghosts;
  std::vector<int> selected;  // bodies drawn with an outline
  int hovered = -1;
};

// A part of the viewport [pixels, y down]; empty = all of it.
struct Region {
  int x = 0, y = 0, width = 0, height = 0;
};

struct RenderStats {
  int draw_calls = 0, instances = 0;
};

class Renderer {
 public:
  // Needs a current OpenGL 3.3 core context; reads shaders from shader_dir. Throws std::runtime_error with the
  // compiler's log.
  explicit Renderer(const std::string& shader_dir);
  ~Renderer();
  Renderer(const Renderer&) = delete;
  Renderer& operator=(const Renderer&) = delete;

  // Draws into the current framebuffer, antialiased, over its whole size (camera viewport). With `visible`, only that
  // part is drawn: what opaque panels will cover costs nothing.
  RenderStats draw(const Simulation& simulation, const Camera& camera, const ViewOptions& options,
                   const Overlay& overlay, const Region& visible = {});
  // [m per N] and [m per m/s] in use in the last draw, for the legend.
  double forceScale() const;
  double velocityScale() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

// Reads the back buffer and writes a PNG (stb). False when the file cannot be written.
void saveScreenshot(const std::string& path, int width, int height);

}  // namespace keystone
