// Share of the sun, 0..1, that reaches a place of the shadow map; the hardware's filter blends four texels.
uniform sampler2DShadow u_shadow_map;
float sunReaching(vec3 at) { return 1.0 - u_sun.w + u_sun.w * texture(u_shadow_map, vec3(at.xy, min(at.z, 1.0))); }
