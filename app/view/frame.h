// What every shader knows of a frame: shaders/frame.glsl declares the same block.
#pragma once

#include <glm/glm.hpp>

namespace keystone {

// Layout std140. Colours are linear light.
struct Frame {
  glm::mat4 view_projection{1.0F};
  glm::mat4 shadow{1.0F};          // world to shadow map: texture coordinates and depth, 0..1
  glm::vec4 sun{0, 1, 0, 0};       // xyz: unit vector towards the sun; w: how dark its shadows are, 0..1
  glm::vec4 eye{0, 0, 0, 0};       // xyz: [m]; w: 1 when the camera is orthographic
  glm::vec4 forward{0, 0, -1, 0};  // xyz: unit; w: [m] of one shadow map texel
  glm::vec4 screen{1, 1, 1, 1};    // width, height [pixels]; metres a pixel at unit clip w; pixels a design pixel
  glm::vec4 floor{0, 1, 0, -1e9};  // xyz: normal of the floor, w: its offset [m], for the contact shade
  glm::vec4 zenith{0};             // rgb; w: 1 for flat colours without light
  glm::vec4 horizon{0};            // rgb; w: [m] over which the floor shades what stands on it
};

}  // namespace keystone
