// Light of the scene: one sun with a shadow map, a sky above and a bounce from below, in linear light. The shaders are
// kept short on purpose: on a machine without a graphics card the processor runs them for every pixel.
#include "frame.glsl"

const vec3 kSunlight = vec3(1.10, 1.02, 0.90);
const vec3 kSkylight = vec3(0.40, 0.46, 0.56);
const vec3 kBounce = vec3(0.20, 0.18, 0.17);

// sRGB of linear light with one root a channel: within 3 / 255 of the standard's curve above sRGB 0.03.
vec3 encoded(vec3 linear) {
  vec3 root = sqrt(max(linear, 0.0));
  return (1.2067 - 0.1969 * root) * root - 0.0162;
}

// Light from all round on a surface whose normal has this y; `open` is the share of the sky it sees.
vec3 ambient(float up, float open) { return (0.5 * (kBounce + kSkylight) + 0.5 * up * (kSkylight - kBounce)) * open; }
