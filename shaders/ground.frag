// The ground with its grid, fading into the horizon. SUN: with shadows. All colours are sRGB, since the plane has one
// light everywhere and nothing is left to work out in linear light.
#include "frame.glsl"
#include "grid.glsl"
#ifdef SUN
#include "shadow.glsl"
in vec3 v_shadow;
#endif
uniform vec3 u_lit, u_shaded, u_line, u_haze;
uniform vec3 u_grid;
uniform vec3 u_fade;  // xy: [m], middle in the plane's frame; z: [1/m^2], how fast the haze thickens
in vec2 v_plane;
out vec4 o_colour;

void main() {
  vec2 pixel = max(fwidth(v_plane), 1e-6);
  vec3 colour = u_lit;
#ifdef SUN
  colour = mix(u_shaded, u_lit, sunReaching(v_shadow));
#endif
  colour += u_line * gridShare(v_plane, pixel, u_grid);
  vec2 away = v_plane - u_fade.xy;
  float clear = clamp(1.06 / (1.0 + u_fade.z * dot(away, away)) - 0.06, 0.0, 1.0);
  o_colour = vec4(mix(u_haze, colour, clear), 1.0);
}
