// Signs of constant size on the screen: contact marks and lines, instanced and antialiased.
#pragma once

#include <vector>

#include "view/gl_objects.h"

namespace keystone {

enum class MarkShape { Disc, Ring, Arrow };

// A sign that faces the camera.
struct Mark {
  glm::vec3 position;   // [m]
  float radius;         // [pixels]
  glm::vec3 direction;  // world, along which an arrow points
  float shape;          // MarkShape
  glm::vec4 colour;     // sRGB, opacity
};

// A straight line of constant width.
struct Stroke {
  glm::vec3 from;    // [m]
  float width;       // [pixels]
  glm::vec3 to;      // [m]
  float head;        // [pixels], length of the arrow head; 0 = none
  glm::vec4 colour;  // sRGB, opacity
};

// How strokes and marks meet the bodies' depth.
enum class Layering {
  OnTop,    // drawn over everything
  Surface,  // seen where within `lift` of the surface; faint where hidden
};

class StrokeLayer {
 public:
  explicit StrokeLayer(const std::string& shader_dir);
  // Blending and depth state are the layer's; it leaves depth test and writes on, blending off. `lift` [m] moves the
  // signs towards the eye. Returns the number of draw calls.
  int draw(const std::vector<Stroke>& strokes, const std::vector<Mark>& marks, Layering layering, float lift);

 private:
  void drawMarks(std::size_t count, float lift, float opacity) const;
  void drawStrokes(std::size_t count, float lift, float opacity) const;

  Program mark_program_, stroke_program_;
  GlArray mark_array_, stroke_array_;
  GlBuffer marks_, strokes_;
};

}  // namespace keystone
