// A rectangle of a plane.
#include "frame.glsl"
uniform vec3 u_origin, u_axis1, u_axis2;
uniform vec2 u_lower, u_upper;
out vec3 v_world;
out vec2 v_plane;  // [m] along the axes, from the origin

void main() {
  v_plane = mix(u_lower, u_upper, vec2(float(gl_VertexID & 1), float(gl_VertexID >> 1)));
  v_world = u_origin + v_plane.x * u_axis1 + v_plane.y * u_axis2;
  gl_Position = u_view_projection * vec4(v_world, 1.0);
}
