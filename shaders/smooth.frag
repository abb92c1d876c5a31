// Smooths stairs: where neighbours differ, the picture is averaged along the edge, farther the closer the edge is to a
// row or column. Green stands for brightness. Cheap enough to run on a processor, where four samples a pixel are not.
uniform sampler2D u_picture;
out vec4 o_colour;

const float kQuiet = 0.03;   // differences below this are no edge
const float kStrong = 0.10;  // above this the edge is smoothed fully

void main() {
  ivec2 at = ivec2(gl_FragCoord.xy);
  ivec2 last = textureSize(u_picture, 0) - 1;
  ivec2 before = max(at - 1, 0), after = min(at + 1, last);
  vec4 middle = texelFetch(u_picture, at, 0);  // opacity 0: a sign, sharp as it is
  float west = texelFetch(u_picture, ivec2(before.x, at.y), 0).g;
  float east = texelFetch(u_picture, ivec2(after.x, at.y), 0).g;
  float south = texelFetch(u_picture, ivec2(at.x, before.y), 0).g;
  float north = texelFetch(u_picture, ivec2(at.x, after.y), 0).g;
  vec2 along = vec2(south - north, east - west);  // no step across, as on a thin line: nothing to smooth
  float step_size = max(abs(along.x), abs(along.y));
  along /= max(step_size, 1e-4);
  float slant = min(abs(along.x), abs(along.y));
  float reach = (2.6 - 1.9 * slant) * middle.a * clamp((step_size - kQuiet) / (kStrong - kQuiet), 0.0, 1.0);
  vec2 texel = 1.0 / vec2(last + 1);
  vec2 here = gl_FragCoord.xy * texel, off = along * reach * texel;
  o_colour = vec4((middle.rgb + texture(u_picture, here + off).rgb + texture(u_picture, here - off).rgb) / 3.0, 1.0);
}
