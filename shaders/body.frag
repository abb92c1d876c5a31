// A lit body. BOX and hulls have fine bevels, so that bricks in a wall can be told apart; ROUND bodies have seams, so
// that rolling is seen.
#include "light.glsl"
#include "shadow.glsl"
in vec3 v_local;
in vec3 v_shadow;
in float v_open;
flat in vec4 v_colour;
flat in float v_glow;
#ifdef BOX
flat in vec3 v_normal, v_half, v_sun, v_up;
#else
in vec3 v_normal;
in vec4 v_bend;
in vec3 v_view;
#endif
out vec4 o_colour;

const float kBevel = 0.11;        // width over the least half extent
const float kBevelWidest = 0.05;  // [m]

void main() {
  float pixel = u_screen.z / gl_FragCoord.w;  // [m]
  vec3 albedo = v_colour.rgb;
  float facing, up, shine = 0.0;
#ifdef BOX
  float least = min(v_half.x, min(v_half.y, v_half.z));
  float bevel = min(kBevel * least, kBevelWidest);
  float width = max(bevel, 1.5 * pixel);
  vec3 depth = v_half - abs(v_local) + 1e6 * abs(v_normal);  // [m] to the other faces
  vec3 near = clamp(1.0 - depth / width, 0.0, 1.0);
  float edge = max(near.x, max(near.y, near.z));
  float strength = clamp(bevel / width, 0.3, 1.0) * clamp(0.25 * least / pixel, 0.0, 1.0);
  vec3 normal = v_normal + 0.8 * strength * near * sign(v_local);
  normal *= 1.0 - 0.22 * strength * edge;  // as good as unit length
  facing = dot(normal, v_sun);
  up = dot(normal, v_up);
  albedo *= 1.0 - 0.45 * strength * edge * edge;
#else
  vec3 normal = normalize(v_normal);
#ifdef ROUND
  vec2 seam = abs(v_local.xz) / max(0.03, 1.2 * pixel);
  albedo *= 0.72 + 0.28 * clamp(1.3 * min(seam.x, seam.y) - 0.6, 0.0, 1.0);
#else
  float edge = clamp(1.0 - v_bend.w / max(0.015, 1.5 * pixel), 0.0, 1.0);
  normal = mix(normal, v_bend.xyz, 0.8 * edge);
  albedo *= 1.0 - 0.4 * edge * edge;
#endif
  facing = dot(normal, u_sun.xyz);
  up = normal.y;
  vec3 view = normalize(v_view);
  float grazing = 1.0 - clamp(dot(normal, view), 0.0, 1.0);
  float gloss = clamp(dot(normal, normalize(view + u_sun.xyz)), 0.0, 1.0);
  gloss *= gloss; gloss *= gloss; gloss *= gloss; gloss *= gloss;
  shine = 0.12 * gloss * max(facing, 0.0) + 0.06 * grazing * grazing * grazing;
#endif
  float sun = max(facing, 0.0) * sunReaching(v_shadow);
  vec3 light = albedo * (ambient(up, v_open) + sun * kSunlight) + shine;
  light = mix(light, albedo, u_zenith.w) + v_glow * (0.04 + 0.35 * v_colour.rgb);
  o_colour = vec4(encoded(light), v_colour.a);
}
