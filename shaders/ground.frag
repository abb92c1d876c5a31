// The ground with its grid, fading into the horizon.
#include "light.glsl"
#include "grid.glsl"
uniform vec3 u_albedo, u_line, u_grid;
uniform vec4 u_fade;  // xyz: middle; w: [m], distance at which the fade begins to count
in vec3 v_world;
in vec2 v_plane;
out vec4 o_colour;

void main() {
  vec2 pixel = max(fwidth(v_plane), 1e-6);
  vec3 albedo = mix(u_albedo, u_line, 0.75 * gridShare(v_plane, pixel, u_grid));
  float sun = sunReaching(v_world, u_floor.xyz);
  vec3 light = albedo * (mix(kBounce, kSkylight, 0.5 + 0.5 * u_floor.y) + max(u_sun.y, 0.0) * sun * kSunlight);
  light = mix(light, albedo, u_zenith.w);
  float away = length(v_world - u_fade.xyz) / u_fade.w;
  float haze = clamp((away - 1.2) / 6.0, 0.0, 1.0);
  haze = 1.0 - (1.0 - haze) * (1.0 - haze);
  o_colour = vec4(encoded(mix(light, u_horizon.rgb, haze)), 1.0);
}
