// What every shader knows of a frame: app/view/frame.h.
layout(std140) uniform Frame {
  mat4 u_view_projection;
  mat4 u_shadow;    // world to shadow map: texture coordinates and depth, 0..1
  vec4 u_sun;       // xyz: unit vector towards the sun; w: how dark its shadows are
  vec4 u_eye;       // xyz: [m]; w: 1 when orthographic
  vec4 u_forward;   // xyz: unit; w: [m] of one shadow map texel
  vec4 u_screen;    // width, height [pixels]; metres a pixel at unit clip w; pixels a design pixel
  vec4 u_floor;     // xyz: normal, w: offset [m]
  vec4 u_zenith;    // rgb; w: 1 for flat colours without light
  vec4 u_horizon;   // rgb; w: [m] over which the floor shades what stands on it
};
