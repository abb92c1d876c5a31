// The backdrop: a sky by elevation, or (WALL) the wall behind a planar scene with grid and shadows.
#ifdef WALL
#include "light.glsl"
#include "grid.glsl"
uniform vec3 u_grid;
uniform float u_back;  // [m], z of the wall
#else
#include "frame.glsl"
vec3 encoded(vec3 linear) { return max(1.055 * pow(linear, vec3(1.0 / 2.4)) - 0.055, 0.0); }
#endif
in vec3 v_world;
in vec2 v_screen;
out vec4 o_colour;

void main() {
#ifdef WALL
  vec3 air = mix(u_horizon.rgb, u_zenith.rgb, smoothstep(0.0, 1.0, v_screen.y));
  float lines = gridShare(v_world.xy, vec2(u_screen.z), u_grid);
  float sun = sunReaching(vec3(v_world.xy, u_back), vec3(0.0));
  vec3 light = air * mix(0.55, 1.0, sun) + 0.035 * lines;
#else
  float height = u_eye.w > 0.5 ? v_screen.y - 0.5 : normalize(v_world - u_eye.xyz).y;
  vec3 light = mix(u_horizon.rgb, u_zenith.rgb, smoothstep(0.0, 0.55, height));
#endif
  // Less than a step of eight bits, so that the slow gradient shows no bands.
  float grain = fract(dot(gl_FragCoord.xy, vec2(0.7548777, 0.5698403))) - 0.5;
  o_colour = vec4(encoded(light) + grain / 255.0, 1.0);
}
