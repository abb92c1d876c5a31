// Light of the scene: one sun with a shadow map, a sky above and a bounce from below. Everything in linear light.
#include "frame.glsl"
uniform sampler2DShadow u_shadow_map;

const vec3 kSunlight = vec3(1.10, 1.02, 0.90);
const vec3 kSkylight = vec3(0.40, 0.46, 0.56);
const vec3 kBounce = vec3(0.20, 0.18, 0.17);

// sRGB of linear light, by roots that a CPU is quick at (within 1.2 / 255 of the standard's curve).
vec3 encoded(vec3 linear) {
  vec3 root = sqrt(max(linear, 0.0));
  return max(-0.0574 * linear + 0.8387 * root + 0.2938 * sqrt(root) - 0.0758, 0.0);
}

// Share of the sun that reaches a point of a surface, 1 = all of it. Points outside the map are lit.
float sunReaching(vec3 world, vec3 normal) {
  vec3 lifted = world + normal * (1.6 * u_forward.w);  // off the surface, against self-shadowing
  vec3 at = (u_shadow * vec4(lifted, 1.0)).xyz;
  at.z = min(at.z, 1.0);
  vec2 texel = 0.75 / vec2(textureSize(u_shadow_map, 0));
  float seen = texture(u_shadow_map, vec3(at.xy + vec2(-texel.x, -texel.y) * 0.5, at.z)) +
               texture(u_shadow_map, vec3(at.xy + vec2(texel.x, texel.y) * 0.5, at.z));
  return mix(1.0, 0.5 * seen, u_sun.w);
}

vec3 towardsEye(vec3 world) { return u_eye.w > 0.5 ? -u_forward.xyz : normalize(u_eye.xyz - world); }

// Near the floor less sky is seen.
float openSky(vec3 world) {
  float height = dot(u_floor.xyz, world) - u_floor.w;
  return 0.62 + 0.38 * clamp(height / u_horizon.w, 0.0, 1.0);
}

vec3 shaded(vec3 albedo, vec3 normal, vec3 world, float sun) {
  float facing = max(dot(normal, u_sun.xyz), 0.0) * sun;
  vec3 view = towardsEye(world);
  vec3 ambient = mix(kBounce, kSkylight, 0.5 + 0.5 * normal.y) * openSky(world);
  float grazing = 1.0 - clamp(dot(normal, view), 0.0, 1.0);
  float gloss = clamp(dot(normal, normalize(view + u_sun.xyz)), 0.0, 1.0);
  gloss *= gloss; gloss *= gloss; gloss *= gloss; gloss *= gloss;
  vec3 light = albedo * (ambient + facing * kSunlight);
  light += 0.10 * gloss * facing + 0.10 * grazing * grazing * grazing * kSkylight;
  return mix(light, albedo, u_zenith.w);
}
