// One triangle over the whole picture, at the far plane.
uniform vec3 u_corner, u_side1, u_side2;  // [m], world, of the picture
uniform vec3 u_from;                      // [m], what v_world is measured from
out vec3 v_world;
out vec2 v_screen;  // 0..1 over the picture

void main() {
  v_screen = vec2(float((gl_VertexID & 1) << 1), float(gl_VertexID & 2));
  v_world = u_corner + v_screen.x * u_side1 + v_screen.y * u_side2 - u_from;
  gl_Position = vec4(2.0 * v_screen - 1.0, 1.0, 1.0);
}
