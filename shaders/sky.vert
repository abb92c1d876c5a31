// One triangle over the whole picture, at the far plane.
#include "frame.glsl"
uniform vec3 u_lower, u_across, u_upward;  // [m], far plane's corner and sides
out vec3 v_world;
out vec2 v_screen;

void main() {
  v_screen = vec2(float((gl_VertexID & 1) << 1), float(gl_VertexID & 2));
  v_world = u_lower + v_screen.x * u_across + v_screen.y * u_upward;
  gl_Position = vec4(2.0 * v_screen - 1.0, 1.0, 1.0);
}
