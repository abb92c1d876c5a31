#include <algorithm>
#include <cmath>
#include <filesystem>
#include <functional>
#include <stdexcept>

#include "scene/json_text.h"
#include "scene/scene_parts.h"
#include "shape/closed_mesh.h"
#include "shape/compound.h"
#include "shape/compound_about.h"
#include "shape/concave_mesh.h"
#include "shape/distance_field.h"
#include "shape/height_field.h"
#include "shape/hull.h"
#include "shape/mesh_file.h"
#include "shape/shape_kind.h"
#include "shape/surface_mesh.h"

namespace keystone {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMaxHullPoints = 1024;
constexpr std::size_t kMaxParts = 256;
constexpr std::size_t kMaxGrid = 129;   // points along a side of a height field
constexpr std::size_t kMeshLine = 500;  // bytes of what is said of a mesh: its path and a line
constexpr std::uintmax_t kMaxMeshBytes = std::uintmax_t{16} << 20;

// The radius [m] of the ball that a shape is swept by.
double readMargin(const JsonValue& value) {
  const auto margin = value.find("margin");
  return margin ? margin->number(kLength) : 0.0;
}

// Of prisms alone the section of the swept solid is the swept section.
void expectPlanarPrism(const JsonValue& value, const PlacedShape& placed, const FileScope& file) {
  const auto margin = value.find("margin");
  if (!margin || !file.scene.planar()) return;
  const std::vector<Vec3>& corners = std::get<Hull>(placed.shape).data->vertices;
  const double half_depth = std::abs(corners[0].z()), same = 1e-6 * corners[0].norm();
  const bool prism = std::ranges::all_of(corners, [&](const Vec3& corner) {
    const Vec3 image(corner.x(), corner.y(), -corner.z());
    return std::abs(std::abs(corner.z()) - half_depth) <= same &&
           std::ranges::any_of(corners, [&](const Vec3& other) { return (other - image).norm() <= same; });
  });
  if (!prism) margin->fail("a margin on a solid that is no prism along z", "a prism in a planar scene");
}

// A shape that is a few lengths.
PlacedShape readSized(const JsonValue& value, const ShapeKind& kind, FileScope& file) {
  std::vector<std::string_view> keys{"type"};
  for (const ShapeSize& size : kind.sizes) keys.push_back(size.key);
  const bool takes_margin = kind.id == "box";
  if (takes_margin) keys.push_back("margin");
  value.expectKeys(keys);
  Vec3 sizes = Vec3::Zero();
  Eigen::Index at = 0;
  for (const ShapeSize& size : kind.sizes) {
    const JsonValue given = value.at(size.key);
    if (size.numbers == 1) {
      sizes[at] = given.number(kLength);
    } else {
      sizes = readSize(given, file.scene.planar());
    }
    at += size.numbers;
  }
  Shape shape = kind.make(sizes);
  if (takes_margin) std::get<Box>(shape).margin = readMargin(value);
  if (file.scene.planar() && std::holds_alternative<Convex>(shape))
    value.at("type").failExpecting("a shape with a section in a planar scene (box, sphere, capsule, hull, mesh)");
  return {shape, Vec3::Zero(), std::string(kind.id)};
}

PlacedShape readHalfSpace(const JsonValue& value, FileScope& file) {
  value.expectKeys({"type", "normal", "offset"});
  HalfSpace half_space;
  if (const auto normal = value.find("normal")) {
    const Vec3 given = readVector(*normal, {-1.0, 1.0}, file.scene.planar());
    if (std::abs(given.norm() - 1.0) > kUnitTolerance) normal->failExpecting("a vector of length 1");
    // A vector that is unit to rounding keeps its bits, so that a saved scene reloads unchanged.
    half_space.normal = std::abs(given.norm() - 1.0) > 1e-14 ? given.normalized() : given;
  }
  if (const auto offset = value.find("offset")) half_space.offset = offset->number(kCoordinate);
  return {half_space, Vec3::Zero(), "ground"};
}

// Points of a convex body; in a planar scene a polygon, extruded over the depth to both sides of z = 0.
PlacedShape readHull(const JsonValue& value, FileScope& file) {
  value.expectKeys({"type", "points", "depth", "margin"});
  std::vector<Vec3> points;
  const auto depth = value.find("depth");
  for (const JsonValue& point : value.at("points").items(3, kMaxHullPoints)) {
    const bool flat = file.scene.planar() && point.isArray() && point.items(2, 3).size() == 2;
    if (!flat) {
      if (depth) depth->fail("a depth beside points in space", "points [x, y] in a planar scene");
      points.push_back(point.vector(kCoordinate, 3));
      continue;
    }
    const Vec3 middle = point.vector(kCoordinate, 2);
    const Vec3 half_depth(0.0, 0.0, (depth ? depth->number(kLength) : 1.0) / 2.0);
    points.push_back(middle - half_depth);
    points.push_back(middle + half_depth);
  }
  PlacedShape hull = shapeFromPoints(value, points, readMargin(value));
  expectPlanarPrism(value, hull, file);
  return hull;
}

// Where the mesh is and how a saved scene should name it: meshes of the asset folder by name, others by full path.
std::pair<fs::path, std::string> locateMesh(const JsonValue& value, const std::string& name, const FileScope& file) {
  const fs::path beside = file.folder / name;
  const fs::path in_assets = fs::path(file.scene.assetDir()) / "meshes" / name;
  std::error_code error;
  if (fs::is_regular_file(beside, error)) return {beside, fs::absolute(beside, error).lexically_normal().string()};
  if (fs::is_regular_file(in_assets, error)) return {in_assets, name};
  value.fail("no mesh file \"" + oneLine(name) + "\"", "one beside the scene file or in the folder of meshes");
}

void expectMeshSize(const JsonValue& name, const std::string& path) {
  std::error_code error;
  if (fs::file_size(path, error) > kMaxMeshBytes) name.fail("a mesh of more than 16 MiB", "a smaller one");
}

// A mesh file as the shape entry names it.
struct MeshEntry {
  const JsonValue& value;
  std::string path, source;  // where it is, and how a saved scene should name it
  double scale;
  int close_holes;
};

// Of the keys that say what becomes of a mesh, there is one.
void expectAlone(const MeshEntry& mesh, std::string_view key) {
  for (const std::string_view other : {"margin", "concavity", "surface", "distance_field", "hull"})
    if (const auto given = mesh.value.find(other); given && other != key)
      given->fail("a " + std::string(other) + " beside a " + std::string(key), "one of the two");
}

// What may be open has no use for its holes' faces.
void expectNoHoles(const MeshEntry& mesh, std::string_view key) {
  if (const auto given = mesh.value.find("close_holes"))
    given->fail("a close_holes beside a " + std::string(key), "one of the two");
}

// A mesh that becomes a compound, by the one key of those that say how.
PlacedShape readCompoundMesh(const MeshEntry& mesh, std::string_view key,
                             const std::function<Compound(Vec3* center)>& load, FileScope& file) {
  const JsonValue how = mesh.value.at(key);
  expectAlone(mesh, key);
  if (file.scene.planar())
    how.fail("a " + std::string(key) + " in a planar scene",
             "a shape with a section there, such as a compound of hulls");
  const JsonValue name = mesh.value.at("file");
  expectMeshSize(name, mesh.path);
  PlacedShape placed{Compound{}, Vec3::Zero(), key == "surface" ? "surface" : "mesh"};
  try {
    auto data = std::make_shared<CompoundData>(*load(&placed.center).data);
    auto origin = std::make_shared<MeshOrigin>(*data->mesh);
    origin->source = mesh.source;
    data->mesh = std::move(origin);
    placed.shape = Compound{std::move(data)};
  } catch (const std::exception& problem) {
    name.failWith(oneLine(problem.what(), kMeshLine));
  }
  return placed;
}

PlacedShape readSurface(const MeshEntry& mesh, FileScope& file) {
  expectNoHoles(mesh, "surface");
  const Sides sides = mesh.value.at("surface").choice({"front", "both"}) == 0 ? Sides::Front : Sides::Both;
  return readCompoundMesh(
      mesh, "surface", [&](Vec3* center) { return surfaceFromMesh(mesh.path, mesh.scale, sides, center); }, file);
}

// Read once for each length [m], the key's value.
PlacedShape readSolidMesh(const MeshEntry& mesh, std::string_view key,
                          Compound (*load)(const std::string&, double, double, Vec3*, int), FileScope& file) {
  const double length = mesh.value.at(key).number(kLength);
  const SceneContext::MeshKey known_by{mesh.path, mesh.scale, mesh.close_holes, key, length};
  if (const auto known = file.scene.meshes.find(known_by); known != file.scene.meshes.end()) return known->second;
  return file.scene.meshes[known_by] = readCompoundMesh(
             mesh, key, [&](Vec3* center) { return load(mesh.path, mesh.scale, length, center, mesh.close_holes); },
             file);
}

// Read once for each length [m], the key's value.
PlacedShape readHullOf(const MeshEntry& mesh, std::string_view key, double length,
                       const std::function<std::shared_ptr<const HullData>(Vec3* center)>& load, FileScope& file) {
  const SceneContext::MeshKey known_by{mesh.path, mesh.scale, mesh.close_holes, key, length};
  if (const auto known = file.scene.meshes.find(known_by); known != file.scene.meshes.end()) return known->second;
  const JsonValue name = mesh.value.at("file");
  expectMeshSize(name, mesh.path);
  PlacedShape placed{Hull{}, Vec3::Zero(), "mesh"};
  try {
    placed.shape = Hull{load(&placed.center)};
  } catch (const std::exception& problem) {
    name.failWith(oneLine(problem.what(), kMeshLine));
  }
  expectPlanarPrism(mesh.value, placed, file);
  return file.scene.meshes[known_by] = placed;
}

PlacedShape readConvexMesh(const MeshEntry& mesh, FileScope& file) {
  const double margin = readMargin(mesh.value);
  const auto load = [&](Vec3* center) {
    auto data = std::make_shared<HullData>(*hullFromMesh(mesh.path, mesh.scale, center, margin, mesh.close_holes));
    data->source = mesh.close_holes == 0 ? mesh.source : "";  // saved as a hull of points
    return data;
  };
  return readHullOf(mesh, "margin", margin, load, file);
}

// The hull of a mesh's points, whatever its faces are: it is saved as a hull of points.
PlacedShape readMeshHull(const MeshEntry& mesh, FileScope& file) {
  expectAlone(mesh, "hull");
  expectNoHoles(mesh, "hull");
  const auto load = [&](Vec3* center) {
    std::vector<Vec3> points = readMeshPoints(mesh.path);
    for (Vec3& point : points) point *= mesh.scale;
    bool is_coarse = false;
    return coarseHullFromPoints(points, center, &is_coarse);
  };
  return readHullOf(mesh, "hull", 0.0, load, file);
}

PlacedShape readMesh(const JsonValue& value, FileScope& file) {
  value.expectKeys(
      {"type", "file", "scale", "margin", "concavity", "surface", "distance_field", "hull", "close_holes"});
  const JsonValue name = value.at("file");
  const auto scale = value.find("scale");
  const auto close_holes = value.find("close_holes");
  const auto [path, source] = locateMesh(name, name.text(), file);
  const MeshEntry mesh{value, path.string(), source, scale ? scale->number({1e-6, 1e6}) : 1.0,
                       close_holes ? close_holes->integer(3, kMostHoleEdges) : 0};
  if (value.find("surface")) return readSurface(mesh, file);
  if (value.find("concavity")) return readSolidMesh(mesh, "concavity", compoundFromMesh, file);
  if (value.find("distance_field")) return readSolidMesh(mesh, "distance_field", distanceFieldFromMesh, file);
  if (const auto hull = value.find("hull"); hull && hull->flag()) return readMeshHull(mesh, file);
  return readConvexMesh(mesh, file);
}

// A solid of a compound, in the compound's frame.
Part readPart(const JsonValue& value, FileScope& file) {
  value.expectKeys({"shape", "position", "centre", "orientation", "angle", "axis", "relative_density"});
  const JsonValue solid = value.at("shape");
  const PlacedShape placed = readShape(solid, file);
  if (!canBePart(placed.shape)) solid.at("type").failExpecting("a convex solid as a part");
  Part part{placed.shape, {}};
  part.pose.orientation = readOrientation(value, file.scene.planar());
  const auto position = value.find("position"), centre = value.find("centre");
  if (position && centre) centre->fail("a centre beside a position", "one of the two");
  if (position) part.pose.position = readVector(*position, kCoordinate, file.scene.planar());
  if (centre)
    part.pose.position = readVector(*centre, kCoordinate, file.scene.planar());
  else
    part.pose.position += part.pose.rotate(placed.center);
  if (file.scene.planar()) part.pose.position.z() = 0.0;  // but for the rounding of a prism's centre
  if (const auto density = value.find("relative_density")) part.density = density->number({0.0, 1e6, true});
  return part;
}

PlacedShape readCompound(const JsonValue& value, FileScope& file) {
  value.expectKeys({"type", "parts", "centre_of_mass"});
  std::vector<Part> parts;
  for (const JsonValue& part : value.at("parts").items(1, kMaxParts)) parts.push_back(readPart(part, file));
  PlacedShape compound{Compound{}, Vec3::Zero(), "compound"};
  if (const auto centre = value.find("centre_of_mass")) {
    compound.center = readVector(*centre, kCoordinate, file.scene.planar());
    compound.shape = compoundAbout(std::move(parts), compound.center);
    return compound;
  }
  compound.shape = makeCompound(std::move(parts), &compound.center);
  return compound;
}

// Heights by rows along z, each along x.
PlacedShape readHeightField(const JsonValue& value, FileScope& file) {
  value.expectKeys({"type", "spacing", "heights", "depth"});
  if (file.scene.planar()) value.at("type").failExpecting("a shape with a section in a planar scene (a hull, say)");
  HeightGrid grid;
  const Vec3 spacing = value.at("spacing").vector(kLength, 2);
  grid.spacing_x = spacing.x();
  grid.spacing_z = spacing.y();
  if (const auto depth = value.find("depth")) grid.depth = depth->number(kLength);
  const std::vector<JsonValue> rows = value.at("heights").items(2, kMaxGrid);
  grid.rows = static_cast<int>(rows.size());
  grid.columns = static_cast<int>(rows[0].items(2, kMaxGrid).size());
  for (const JsonValue& row : rows) {
    const std::vector<JsonValue> heights = row.items(2, kMaxGrid);
    if (heights.size() != static_cast<std::size_t>(grid.columns))
      row.fail("a row of " + std::to_string(heights.size()),
               "as many heights as in the first, " + std::to_string(grid.columns));
    for (const JsonValue& height : heights) grid.heights.push_back(height.number(kCoordinate));
  }
  PlacedShape ground{Compound{}, Vec3::Zero(), "ground"};
  try {
    ground.shape = makeHeightField(grid, &ground.center);
  } catch (const std::invalid_argument&) {  // a cell so steep that its prism is a needle
    value.at("heights").fail("cells far higher than they are wide", "heights of no more than some thousand spacings");
  }
  return ground;
}

// What is not a few lengths.
struct ShapeReader {
  std::string_view type;
  PlacedShape (*read)(const JsonValue&, FileScope&);
};
constexpr ShapeReader kShapeReaders[] = {{"halfspace", readHalfSpace},
                                         {"hull", readHull},
                                         {"mesh", readMesh},
                                         {"compound", readCompound},
                                         {"height_field", readHeightField}};

}  // namespace

Vec3 readVector(const JsonValue& value, const Range& range, bool planar) {
  if (!planar) return value.vector(range, 3);
  if (!value.isArray()) value.failExpecting("an array of 2 numbers");
  Vec3 result = value.vector(range, value.items(2, 3).size());
  if (result.z() != 0.0) value.fail("a vector that leaves the plane", "z = 0 in a planar scene");
  return result;
}

Vec3 readSize(const JsonValue& value, bool planar) {
  if (!planar) return value.vector(kLength, 3);
  if (!value.isArray()) value.failExpecting("an array of 2 numbers");
  const std::size_t components = value.items(2, 3).size();
  Vec3 size = value.vector(kLength, components);
  if (components == 2) size.z() = 1.0;
  return size;
}

PlacedShape shapeFromPoints(const JsonValue& at, const std::vector<Vec3>& points, double margin) {
  PlacedShape hull{Hull{}, Vec3::Zero(), "hull"};
  try {
    hull.shape = Hull{hullFromPoints(points, &hull.center, margin)};
  } catch (const std::invalid_argument& problem) {
    at.fail("points that make no solid (" + oneLine(problem.what(), 200) + ")", "the corners of a convex solid");
  }
  return hull;
}

PlacedShape readShape(const JsonValue& value, FileScope& file) {
  std::vector<std::string_view> types;
  std::vector<const ShapeKind*> sized;
  for (const ShapeKind* kind : shapeKinds()) {
    if (kind->sizes.empty()) continue;
    sized.push_back(kind);
    types.push_back(kind->id);
  }
  for (const ShapeReader& reader : kShapeReaders) types.push_back(reader.type);
  const auto type = static_cast<std::size_t>(value.at("type").choice(types));
  return type < sized.size() ? readSized(value, *sized[type], file)
                             : kShapeReaders[type - sized.size()].read(value, file);
}

}  // namespace keystone
