// A straight line of constant width, with or without an arrow head: app/view/strokes.h.
#include "frame.glsl"
#include "lift.glsl"
layout(location = 0) in vec4 i_from;    // xyz: [m]; w: width [pixels]
layout(location = 1) in vec4 i_to;      // xyz: [m]; w: arrow head [pixels]
layout(location = 2) in vec4 i_colour;  // sRGB, opacity
noperspective out vec2 v_at;  // [pixels] along and across the line
flat out float v_length;      // [pixels]
flat out float v_half;        // [pixels], half the width
flat out float v_head;        // [pixels]
flat out vec4 v_colour;

const float kNearest = 1e-3;  // clip w at which a line that comes from behind the eye is cut

void main() {
  vec4 from = u_view_projection * vec4(lifted(i_from.xyz), 1.0);
  vec4 to = u_view_projection * vec4(lifted(i_to.xyz), 1.0);
  if (from.w < kNearest && to.w > kNearest) from = mix(from, to, (kNearest - from.w) / (to.w - from.w));
  if (to.w < kNearest && from.w > kNearest) to = mix(to, from, (kNearest - to.w) / (from.w - to.w));
  vec2 a = from.xy / from.w * 0.5 * u_screen.xy, b = to.xy / to.w * 0.5 * u_screen.xy;
  vec2 way = b - a;
  v_length = length(way);
  way = v_length > 1e-4 ? way / v_length : vec2(1.0, 0.0);
  v_half = 0.5 * i_from.w;
  v_head = min(i_to.w, 0.6 * v_length);
  v_colour = i_colour;
  float reach = max(v_half, 0.5 * i_to.w) + 2.0;
  bool far_end = (gl_VertexID & 1) == 1;
  v_at = vec2(far_end ? v_length + 2.0 : -2.0, (gl_VertexID >> 1) == 1 ? reach : -reach);
  vec4 end = far_end ? to : from;
  vec2 screen = a + way * v_at.x + vec2(-way.y, way.x) * v_at.y;
  gl_Position = from.w < kNearest && to.w < kNearest ? vec4(2.0, 2.0, 2.0, 1.0)
                                                     : vec4(screen / (0.5 * u_screen.xy) * end.w, end.z, end.w);
}
