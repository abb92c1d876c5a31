// Disc, ring or arrow with a dark rim that keeps it readable on any ground.
uniform float u_opacity;
in vec2 v_at;
flat in float v_radius;
flat in float v_shape;
flat in vec4 v_colour;
out vec4 o_colour;

// Signed distance [pixels] to a triangle that points to +x, negative inside.
float arrow(vec2 at, float radius) {
  vec2 side = normalize(vec2(0.62, 1.5));
  float flank = dot(vec2(at.x - radius, abs(at.y)), side);
  return max(flank, -at.x - 0.72 * radius);
}

void main() {
  float from_middle = length(v_at);
  float outside = v_shape > 1.5 ? arrow(v_at, v_radius) : from_middle - v_radius;
  float thickness = max(1.3, 0.36 * v_radius);
  float fill = clamp(0.5 - outside, 0.0, 1.0);
  float body = clamp(0.5 - outside - min(1.0, 0.2 * v_radius), 0.0, 1.0);  // inside the rim
  if (v_shape > 0.5 && v_shape < 1.5) {
    float hole = v_radius - 1.0 - thickness - from_middle;  // positive within the hole
    fill *= clamp(1.5 - hole, 0.0, 1.0);
    body *= clamp(0.5 - hole, 0.0, 1.0);
  }
  if (fill <= 0.0) discard;
  o_colour = vec4(mix(vec3(0.05, 0.06, 0.08), v_colour.rgb, body), fill * v_colour.a * u_opacity * mix(0.75, 1.0, body));
}
