// Share of the sun, 0..1, that reaches a place of the shadow map: four samples, in each of which the hardware's filter
// blends four texels, so that edges are as soft as three texels are wide.
uniform sampler2DShadow u_shadow_map;
float sunReaching(vec3 at) {
  vec3 place = vec3(at.xy, min(at.z, 1.0));
  vec2 off = 0.75 / vec2(textureSize(u_shadow_map, 0));
  float lit = texture(u_shadow_map, place + vec3(off, 0.0)) + texture(u_shadow_map, place - vec3(off, 0.0)) +
              texture(u_shadow_map, place + vec3(off.x, -off.y, 0.0)) +
              texture(u_shadow_map, place + vec3(-off.x, off.y, 0.0));
  return 1.0 - u_sun.w + u_sun.w * 0.25 * lit;
}
