// The wall behind a planar scene, with grid. SUN: with shadows. Colours in sRGB.
#include "frame.glsl"
#include "grain.glsl"
#include "grid.glsl"
#ifdef SUN
#include "shadow.glsl"
in vec3 v_shadow;
#endif
uniform vec3 u_low, u_high, u_line, u_grid;
in vec3 v_world;
in vec2 v_screen;
out vec4 o_colour;

void main() {
  vec3 air = mix(u_low, u_high, smoothstep(0.0, 1.0, v_screen.y));
#ifdef SUN
  air *= 0.68 + 0.32 * sunReaching(v_shadow);
#endif
  air += u_line * gridShare(v_world.xy, vec2(u_screen.z), u_grid);
  o_colour = vec4(air + grain(), 1.0);
}
