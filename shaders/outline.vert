// A body in one colour, shifted on the screen: several shifted copies make an outline.
#include "instance.glsl"
uniform vec2 u_shift;  // normalised device coordinates
void main() {
  gl_Position = u_view_projection * vec4(worldPlace(), 1.0);
  gl_Position.xy += u_shift * gl_Position.w;
}
