// A lit body. BOX: lit in its own frame, where the fragment shader can work out the bevels.
#include "instance.glsl"
out vec3 v_local;      // [m], body frame
out vec3 v_shadow;     // place in the shadow map
out float v_open;      // share of the sky that is seen: less near the floor
flat out vec4 v_colour;
flat out float v_glow;
#ifdef BOX
flat out vec3 v_normal, v_half, v_sun, v_up;  // body frame
#else
out vec3 v_normal;
out vec4 v_bend;
out vec3 v_view;  // towards the eye
#endif

const float kThinnest = 0.6;  // [pixels], half a card that is seen on edge: it stays a line

void main() {
#ifdef BOX
  float pixel = u_screen.z * (u_view_projection * vec4(i_position.xyz, 1.0)).w;  // [m]
  v_half = max(i_scale.xyz, vec3(kThinnest * pixel));
  v_local = a_position.xyz * v_half;
#else
  v_local = localPlace();
#endif
  vec3 world = i_position.xyz + rotated(i_orientation, v_local);
  vec3 normal = rotated(i_orientation, a_normal);
  vec3 lifted = world + normal * (1.6 * u_forward.w);  // off the surface, against self-shadowing
  v_shadow = (u_shadow * vec4(lifted, 1.0)).xyz;
  v_open = 0.62 + 0.38 * clamp((dot(u_floor.xyz, world) - u_floor.w) / u_horizon.w, 0.0, 1.0);
  v_colour = i_colour;
  v_glow = i_position.w;
#ifdef BOX
  vec4 back = vec4(-i_orientation.xyz, i_orientation.w);
  v_normal = a_normal;
  v_sun = rotated(back, u_sun.xyz);
  v_up = rotated(back, vec3(0.0, 1.0, 0.0));
#else
  v_normal = normal;
  v_bend = vec4(rotated(i_orientation, a_bend.xyz), a_bend.w);
  v_view = u_eye.w > 0.5 ? -u_forward.xyz : u_eye.xyz - world;
#endif
  gl_Position = u_view_projection * vec4(world, 1.0);
}
