// A lit body. BOX: the fragment shader works out the bevels from the place in the body's frame.
#include "instance.glsl"
out vec3 v_world;
out vec3 v_local;
flat out vec4 v_colour;
flat out vec4 v_orientation;
flat out float v_highlight;
#ifdef BOX
flat out vec3 v_normal;
flat out vec3 v_half;
#else
out vec3 v_normal;
out vec4 v_bend;
#endif

void main() {
  v_local = localPlace();
  v_world = i_position.xyz + rotated(i_orientation, v_local);
  v_orientation = i_orientation;
  v_colour = i_colour;
  v_highlight = i_position.w;
#ifdef BOX
  v_normal = a_normal;
  v_half = i_scale.xyz;
#else
  v_normal = rotated(i_orientation, a_normal);
  v_bend = vec4(rotated(i_orientation, a_bend.xyz), a_bend.w);
#endif
  gl_Position = u_view_projection * vec4(v_world, 1.0);
}
