// A lit body with fine bevels, so that bricks in a wall can be told apart.
#include "light.glsl"
in vec3 v_world;
in vec3 v_local;
flat in vec4 v_colour;
flat in vec4 v_orientation;
flat in float v_highlight;
#ifdef BOX
flat in vec3 v_normal;
flat in vec3 v_half;
#else
in vec3 v_normal;
in vec4 v_bend;
#endif
out vec4 o_colour;

const float kBevel = 0.07;      // width over the least half extent
const float kBevelWidest = 0.04;  // [m]

vec3 rotated(vec4 q, vec3 v) {
  vec3 t = 2.0 * cross(q.xyz, v);
  return v + q.w * t + cross(q.xyz, t);
}

void main() {
  float pixel = u_screen.z / gl_FragCoord.w;  // [m]
#ifdef BOX
  float least = min(v_half.x, min(v_half.y, v_half.z));
  float bevel = min(kBevel * least, kBevelWidest);
  float width = max(bevel, 1.5 * pixel);
  vec3 depth = v_half - abs(v_local) + 1e6 * abs(v_normal);  // [m] to the other faces
  vec3 near = clamp(1.0 - depth / width, 0.0, 1.0);
  float strength = clamp(bevel / width, 0.3, 1.0) * clamp(0.25 * least / pixel, 0.0, 1.0);
  vec3 normal = rotated(v_orientation, normalize(v_normal + 0.8 * strength * near * sign(v_local)));
  float edge = max(near.x, max(near.y, near.z));
#else
  float width = max(0.012, 1.5 * pixel);
  float edge = clamp(1.0 - v_bend.w / width, 0.0, 1.0);
  float strength = 0.8;
  vec3 normal = normalize(mix(normalize(v_normal), v_bend.xyz, 0.8 * edge));
#endif
  vec3 albedo = v_colour.rgb * (1.0 - 0.45 * strength * edge * edge);
#ifdef ROUND
  // Two great circles, so that rolling is seen.
  vec2 seam = abs(v_local.xz) / max(0.03, 1.2 * pixel);
  albedo *= 0.72 + 0.28 * smoothstep(0.5, 1.3, min(seam.x, seam.y));
#endif
  float sun = sunReaching(v_world, normal);
  vec3 light = shaded(albedo, normal, v_world, sun) + v_highlight * (0.05 + 0.35 * v_colour.rgb);
  o_colour = vec4(encoded(light), v_colour.a);
}
