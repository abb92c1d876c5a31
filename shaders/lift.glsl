// Moves a sign towards the eye, so that the surface it belongs to does not swallow it.
uniform float u_lift;  // [m]
vec3 lifted(vec3 world) {
  vec3 arm = u_eye.w > 0.5 ? -u_forward.xyz : u_eye.xyz - world;
  return world + arm * (u_lift / max(length(arm), 2.0 * u_lift + 1e-6));
}
