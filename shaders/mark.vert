// A sign of constant size on the screen that faces the camera: app/view/strokes.h.
#include "frame.glsl"
#include "lift.glsl"
layout(location = 0) in vec4 i_position;   // xyz: [m]; w: radius [pixels]
layout(location = 1) in vec4 i_direction;  // xyz: world; w: shape
layout(location = 2) in vec4 i_colour;     // sRGB, opacity
out vec2 v_at;              // [pixels] from the middle, turned so that +x is the arrow's way
flat out float v_radius;    // [pixels]
flat out float v_shape;
flat out vec4 v_colour;

void main() {
  vec3 centre = lifted(i_position.xyz);
  vec4 clip = u_view_projection * vec4(centre, 1.0);
  vec4 tip = u_view_projection * vec4(centre + i_direction.xyz * (u_screen.z * clip.w), 1.0);
  vec2 way = (tip.xy / tip.w - clip.xy / clip.w) * u_screen.xy;
  way = dot(way, way) > 1e-8 ? normalize(way) : vec2(1.0, 0.0);
  float reach = i_position.w + 2.0;
  v_at = reach * (2.0 * vec2(float(gl_VertexID & 1), float(gl_VertexID >> 1)) - 1.0);
  vec2 turned = vec2(v_at.x * way.x - v_at.y * way.y, v_at.x * way.y + v_at.y * way.x);
  gl_Position = clip + vec4(2.0 * turned / u_screen.xy * clip.w, 0.0, 0.0);
  v_radius = i_position.w;
  v_shape = i_direction.w;
  v_colour = i_colour;
}
