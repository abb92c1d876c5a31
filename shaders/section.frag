// A half-space cut open: lit rim, darker with depth.
#include "light.glsl"
uniform vec3 u_albedo, u_line;
uniform float u_deep;  // [m] over which it darkens
in vec3 v_world;
in vec2 v_plane;
out vec4 o_colour;

void main() {
  float depth = -v_plane.y;
  float rim = clamp(2.0 - depth / u_screen.z, 0.0, 1.0);
  vec3 earth = u_albedo * mix(0.95, 0.45, clamp(depth / u_deep, 0.0, 1.0));
  earth = mix(earth, u_albedo, u_zenith.w);
  o_colour = vec4(encoded(mix(earth, 1.8 * u_line, rim)), 1.0);
}
