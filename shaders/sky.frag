// The sky by elevation. Colours in sRGB.
#include "frame.glsl"
#include "grain.glsl"
uniform vec3 u_low, u_high;
in vec3 v_world;  // [m], from the eye
in vec2 v_screen;
out vec4 o_colour;

void main() {
  float height = u_eye.w > 0.5 ? v_screen.y - 0.5 : v_world.y * inversesqrt(dot(v_world, v_world));
  o_colour = vec4(mix(u_low, u_high, smoothstep(0.0, 0.55, height)) + grain(), 1.0);
}
