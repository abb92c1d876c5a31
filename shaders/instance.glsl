// One copy of a mesh: app/view/batch.h.
#include "frame.glsl"
layout(location = 0) in vec4 a_position;     // xyz: mesh units; w: share of the stretch along y
layout(location = 1) in vec3 a_normal;
layout(location = 2) in vec4 a_bend;         // xyz: normal at the bevelled edge; w: distance [m] to it
layout(location = 3) in vec4 i_position;     // xyz: [m]; w: highlight
layout(location = 4) in vec4 i_orientation;  // unit quaternion
layout(location = 5) in vec4 i_scale;        // xyz: [m] per mesh unit; w: stretch [m]
layout(location = 6) in vec4 i_colour;       // linear rgb; w: opacity

vec3 rotated(vec4 q, vec3 v) {
  vec3 t = 2.0 * cross(q.xyz, v);
  return v + q.w * t + cross(q.xyz, t);
}

vec3 localPlace() { return a_position.xyz * i_scale.xyz + vec3(0.0, a_position.w * i_scale.w, 0.0); }
vec3 worldPlace() { return i_position.xyz + rotated(i_orientation, localPlace()); }
