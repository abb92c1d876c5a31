// The edges that have a face on one side only make closed paths, as those around each face do. A path that comes back
// to a corner is a hole: holes that share a corner are told apart there.
#include "shape/closed_mesh.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <sstream>

#include "shape/ear_clipping.h"

namespace keystone {
namespace {

using Edge = std::pair<int, int>;  // from, to: numbers of vertices
using Loop = std::vector<int>;     // vertices, in the order in which a face over the hole has them

std::string namedEdge(const PolygonMesh& mesh, const Edge& edge) {
  std::ostringstream text;
  const auto put = [&](int v) {
    const Vec3& at = mesh.vertices[v];
    text << "(" << at.x() << ", " << at.y() << ", " << at.z() << ")";
  };
  text << "edge ";
  put(edge.first);
  text << " to ";
  put(edge.second);
  return text.str();
}

std::set<Edge> edgesOf(const std::string& path, const PolygonMesh& mesh) {
  std::set<Edge> edges;
  for (const std::vector<int>& face : mesh.faces)
    for (std::size_t i = 0; i < face.size(); ++i)
      if (const Edge edge{face[i], face[(i + 1) % face.size()]}; !edges.insert(edge).second)
        failMesh(path, namedEdge(mesh, edge) +
                           ": found two faces along it in the same direction, expected consistently wound faces");
  return edges;
}

std::vector<Loop> holesOf(const std::set<Edge>& edges, std::size_t vertices) {
  std::map<int, std::vector<int>> next;  // of the edges that faces over the holes would have
  for (const auto& [from, to] : edges)
    if (!edges.contains({to, from})) next[to].push_back(from);
  std::vector<Loop> holes;
  std::vector<bool> on_walk(vertices, false);
  while (!next.empty()) {
    Loop walk{next.begin()->first};
    on_walk[walk[0]] = true;
    do {
      const auto onward = next.find(walk.back());
      const int corner = onward->second.back();
      onward->second.pop_back();
      if (onward->second.empty()) next.erase(onward);
      if (on_walk[corner]) {
        const auto seen = std::ranges::find(walk, corner);
        holes.emplace_back(seen, walk.end());
        for (const int v : holes.back()) on_walk[v] = false;
        walk.erase(seen, walk.end());
      }
      walk.push_back(corner);
      on_walk[corner] = true;
    } while (next.contains(walk.back()));
  }
  return holes;
}

void close(const std::vector<Loop>& holes, PolygonMesh& mesh) {
  std::vector<std::array<int, 3>> triangles;
  for (const Loop& hole : holes) triangulate(mesh.vertices, hole, triangles);
  for (const auto& [a, b, c] : triangles) mesh.faces.push_back({a, b, c});
}

[[noreturn]] void refuse(const std::string& path, const PolygonMesh& mesh, const std::vector<Loop>& holes) {
  const Loop& longest = *std::ranges::max_element(holes, {}, &Loop::size);
  const std::string count = std::to_string(longest.size());
  std::string others = "\"hull\": true or a \"surface\" in the scene";
  if (longest.size() <= kMostHoleEdges) others = "\"close_holes\": " + count + ", " + others;
  failMesh(path, namedEdge(mesh, {longest[1], longest[0]}) +
                     ": found a face on one side only (the mesh is not closed: " + std::to_string(holes.size()) +
                     (holes.size() == 1 ? " hole" : " holes, the longest") + " of " + count +
                     " edges), expected one on each side, or " + others);
}

}  // namespace

PolygonMesh readClosedMesh(const std::string& path, double scale, int close_holes) {
  PolygonMesh mesh = readMeshFile(path, scale);
  const std::vector<Loop> holes = holesOf(edgesOf(path, mesh), mesh.vertices.size());
  if (holes.empty()) return mesh;
  const std::size_t longest = std::ranges::max(holes, {}, &Loop::size).size();
  if (longest > static_cast<std::size_t>(close_holes)) refuse(path, mesh, holes);
  close(holes, mesh);
  edgesOf(path, mesh);  // triangles over a hole may run along edges of the mesh
  return mesh;
}

}  // namespace keystone
