#include <algorithm>
#include <cmath>

#include "shape/gauss_map.h"
#include "shape/rounded.h"

namespace keystone {
namespace {

class SurfaceBuilder {
 public:
  SurfaceBuilder(const HullData& core, double radius) : core_(core), radius_(radius) {}

  int add(const Vec3& place, const Vec3& out) {
    surface.points.emplace_back(place + radius_ * out);
    surface.normals.push_back(out);
    return static_cast<int>(surface.points.size()) - 1;
  }
  void face(std::size_t f) {
    const std::vector<int>& loop = core_.faces[f];
    const int first = static_cast<int>(surface.points.size());
    for (const int v : loop) add(core_.vertices[v], core_.normals[f]);
    for (int i = 2; i < static_cast<int>(loop.size()); ++i)
      surface.triangles.push_back({first, first + i - 1, first + i});
  }
  // A strip from the right face to the left one.
  void edge(std::size_t e, int parts) {
    const auto& [at_from, at_to] = cornerArcs(core_, e);
    for (int k = 0; k <= parts; ++k) {
      const Vec3 out = pointOf(at_from, k, parts);
      const int low = add(core_.vertices[at_from.corner], out), high = add(core_.vertices[at_to.corner], out);
      if (k == 0) continue;
      surface.triangles.push_back({low, low - 2, high - 2});
      surface.triangles.push_back({low, high - 2, high});
    }
  }
  // The directions between an arc and the middle of its corner, in `rows`.
  void cornerPart(const CornerArc& arc, const Vec3& middle, int parts, int rows) {
    const int first = static_cast<int>(surface.points.size()), width = parts + 1;
    for (int row = 0; row <= rows; ++row)
      for (int k = 0; k <= parts; ++k) {
        const double share = double(row) / rows;
        add(core_.vertices[arc.corner], ((1.0 - share) * middle + share * pointOf(arc, k, parts)).normalized());
      }
    for (int row = 0; row < rows; ++row)
      for (int k = first + row * width; k < first + row * width + parts; ++k) {
        surface.triangles.push_back({k, k + width, k + width + 1});
        if (row > 0) surface.triangles.push_back({k, k + width + 1, k + 1});
      }
  }

  Surface surface;

 private:
  static Vec3 pointOf(const CornerArc& arc, int k, int parts) {
    return k == parts ? arc.end : arc.at(double(k) / parts);
  }

  const HullData& core_;
  double radius_;
};

}  // namespace

Surface roundedSurface(const HullData& core, double radius, int around) {
  SurfaceBuilder builder(core, radius);
  std::vector<int> parts;  // of each edge's arc
  for (std::size_t e = 0; e < core.edges.size(); ++e)
    parts.push_back(std::max(1, static_cast<int>(std::ceil(arcOf(core, e).angle * around / (2.0 * EIGEN_PI)))));
  const int rows = *std::max_element(parts.begin(), parts.end());
  for (std::size_t f = 0; f < core.faces.size(); ++f) builder.face(f);
  const std::vector<Vec3> middles = cornerMiddles(core);
  for (std::size_t e = 0; e < core.edges.size(); ++e) {
    builder.edge(e, parts[e]);
    for (const CornerArc& arc : cornerArcs(core, e)) builder.cornerPart(arc, middles[arc.corner], parts[e], rows);
  }
  return builder.surface;
}

}  // namespace keystone
