uniform float u_opacity;
noperspective in vec2 v_at;
flat in float v_length;
flat in float v_half;
flat in float v_head;
flat in vec4 v_colour;
out vec4 o_colour;

void main() {
  float across = abs(v_at.y);
  float shaft_end = v_length - 0.8 * v_head;
  float shaft = max(across - v_half, max(-v_at.x, v_at.x - shaft_end));  // signed distance [pixels]
  float outside = shaft;
  if (v_head > 0.0) {
    vec2 flank = normalize(vec2(0.5, 1.0));
    float head = max(dot(vec2(v_at.x - v_length, across), flank), v_length - v_head - v_at.x);
    outside = min(shaft, head);
  }
  float fill = clamp(0.5 - outside, 0.0, 1.0);
  if (fill <= 0.0) discard;
  o_colour = vec4(v_colour.rgb, v_colour.a * fill * u_opacity);
}
