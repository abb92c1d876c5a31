// A parallelogram of a plane.
#include "frame.glsl"
uniform vec3 u_corner, u_side1, u_side2;  // [m], world
uniform vec3 u_origin, u_axis1, u_axis2;  // the plane's own frame: a point [m] and unit axes
out vec2 v_plane;   // [m], place in that frame
out vec3 v_shadow;  // place in the shadow map
out vec3 v_world;   // [m]
out vec2 v_screen;  // 0..1 over the picture, without perspective only

void main() {
  v_world = u_corner + float(gl_VertexID & 1) * u_side1 + float(gl_VertexID >> 1) * u_side2;
  v_plane = vec2(dot(v_world - u_origin, u_axis1), dot(v_world - u_origin, u_axis2));
  v_shadow = (u_shadow * vec4(v_world, 1.0)).xyz;
  gl_Position = u_view_projection * vec4(v_world, 1.0);
  v_screen = 0.5 * gl_Position.xy + 0.5;
}
