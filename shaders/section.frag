// A half-space cut open: lit rim, darker with depth. Colours in sRGB.
#include "frame.glsl"
#include "grain.glsl"
uniform vec3 u_lit, u_line;
uniform float u_deep;  // [m] over which it darkens
in vec2 v_plane;
out vec4 o_colour;

void main() {
  float depth = -v_plane.y;
  float rim = clamp(2.0 - depth / u_screen.z, 0.0, 1.0);
  vec3 earth = u_lit * (1.0 - (1.0 - u_zenith.w) * 0.35 * clamp(depth / u_deep, 0.0, 1.0));
  o_colour = vec4(mix(earth, u_line, rim) + grain(), 1.0);
}
