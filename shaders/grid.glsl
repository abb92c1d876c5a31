// Antialiased lines of a grid: share of the pixel that a line covers.
// grid.x: cell [m]; grid.y: 0..1, how far the fine lines have faded; grid.z: 0 = no grid.
float lineShare(vec2 at, float cell, vec2 pixel, float width) {
  vec2 scaled = at / cell;
  vec2 off = abs(fract(scaled - 0.5) - 0.5) * cell;      // [m] to the nearest line
  vec2 share = clamp(0.5 * width + 0.5 - off / pixel, 0.0, 1.0);
  share *= clamp(1.5 - 4.0 * pixel / cell, 0.0, 1.0);  // lines closer than a few pixels melt away
  return max(share.x, share.y);
}

float gridShare(vec2 at, vec2 pixel, vec3 grid) {
  float fine = lineShare(at, grid.x, pixel, 1.0) * (1.0 - grid.y) * 0.45;
  float coarse = lineShare(at, 10.0 * grid.x, pixel, 1.3) * (1.0 - 0.55 * grid.y);
  return max(fine, coarse) * grid.z;
}
