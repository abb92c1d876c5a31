// Mesh files: every format gives the same solid, and every fault one line that says where.
#include "shape/mesh_file.h"

#include <gtest/gtest.h>

#include <array>
#include <limits>
#include <sstream>

#include "shape/closed_mesh.h"
#include "shape/hull.h"
#include "shape/polyhedron.h"
#include "support/temp_folder.h"

namespace keystone {
namespace {

class MeshFile : public TempFolder {
 protected:
  // What follows the file's name.
  std::string complaint(const std::string& name, const std::string& text) {
    const std::string path = write(name, text);
    try {
      hullFromMesh(path);
    } catch (const std::runtime_error& error) {
      const std::string message = error.what();
      EXPECT_TRUE(message.starts_with(path + ": ")) << message;
      EXPECT_EQ(message.find_first_of("\r\n"), std::string::npos) << message;
      EXPECT_NE(message.find("found "), std::string::npos) << message;
      EXPECT_NE(message.find(", expected "), std::string::npos) << message;
      return message.substr(path.size() + 2);
    }
    return "no complaint";
  }
};

using Triangle = std::array<int, 3>;

// A tetrahedron with three edges of 2 along the axes.
const std::vector<std::array<float, 3>> kCorners = {{0, 0, 0}, {2, 0, 0}, {0, 2, 0}, {0, 0, 2}};
const std::vector<Triangle> kTriangles = {{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}};

std::string asStl(const std::vector<std::array<float, 3>>& corners, const std::vector<Triangle>& triangles) {
  std::ostringstream text;
  text << "solid test\n";
  for (const Triangle& triangle : triangles) {
    text << "facet normal 0 0 0\nouter loop\n";
    for (const int v : triangle) {
      const auto& [x, y, z] = corners[v];
      text << "vertex " << x << " " << y << " " << z << "\n";
    }
    text << "endloop\nendfacet\n";
  }
  text << "endsolid test\n";
  return text.str();
}

std::string asBinaryStl(const std::vector<std::array<float, 3>>& corners, const std::vector<Triangle>& triangles) {
  std::string text(80, ' ');
  const auto put = [&](const auto& value) { text.append(reinterpret_cast<const char*>(&value), sizeof value); };
  put(static_cast<std::uint32_t>(triangles.size()));
  for (const Triangle& triangle : triangles) {
    put(std::array<float, 3>{});
    for (const int v : triangle) put(corners[v]);
    put(std::uint16_t{0});
  }
  return text;
}

std::string asPly(const std::vector<std::array<float, 3>>& corners, const std::vector<Triangle>& triangles) {
  std::ostringstream text;
  text << "ply\nformat ascii 1.0\nelement vertex " << corners.size()
       << "\nproperty float x\nproperty float y\nproperty float z\nelement face " << triangles.size()
       << "\nproperty list uchar int vertex_indices\nend_header\n";
  for (const auto& [x, y, z] : corners) text << x << " " << y << " " << z << "\n";
  for (const auto& [a, b, c] : triangles) text << "3 " << a << " " << b << " " << c << "\n";
  return text.str();
}

std::string base64(const std::string& bytes) {
  const char* const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    unsigned word = 0;
    for (std::size_t k = 0; k < 3; ++k)
      word = word << 8 | (i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0u);
    for (std::size_t k = 0; k < 4; ++k)
      text += i + k > bytes.size() ? '=' : letters[word >> (18 - 6 * static_cast<int>(k)) & 63u];
  }
  return text;
}

// Its node doubles x, so the corners are given with half of it.
std::string asGltf(const std::vector<std::array<float, 3>>& corners, const std::vector<Triangle>& triangles) {
  std::string bytes;
  const auto put = [&](const auto& value) { bytes.append(reinterpret_cast<const char*>(&value), sizeof value); };
  for (const auto& [x, y, z] : corners) put(std::array<float, 3>{0.5F * x, y, z});
  const std::size_t first = bytes.size();
  for (const Triangle& triangle : triangles)
    for (const int v : triangle) put(static_cast<std::uint16_t>(v));
  const auto number = [](std::size_t n) { return std::to_string(n); };
  return R"({"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}],
      "nodes": [{"mesh": 0, "scale": [2, 1, 1]}],
      "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1}]}],
      "accessors": [{"bufferView": 0, "componentType": 5126, "count": )" +
         number(corners.size()) + R"(, "type": "VEC3", "min": [0, 0, 0], "max": [2, 2, 2]},
      {"bufferView": 1, "componentType": 5123, "count": )" +
         number(3 * triangles.size()) + R"(, "type": "SCALAR"}],
      "bufferViews": [{"buffer": 0, "byteOffset": 0, "byteLength": )" +
         number(first) + R"(}, {"buffer": 0, "byteOffset": )" + number(first) + R"(, "byteLength": )" +
         number(bytes.size() - first) + R"(}],
      "buffers": [{"byteLength": )" +
         number(bytes.size()) + R"(, "uri": "data:application/octet-stream;base64,)" + base64(bytes) + R"("}]})";
}

std::string asObj(const std::vector<std::array<float, 3>>& corners, const std::vector<Triangle>& triangles) {
  std::ostringstream text;
  for (const auto& [x, y, z] : corners) text << "v " << x << " " << y << " " << z << "\n";
  for (const auto& [a, b, c] : triangles) text << "f " << a + 1 << " " << b + 1 << " " << c + 1 << "\n";
  return text.str();
}

// Its unit is half a metre, so the corners are given with twice the numbers; its axes stay as they are.
std::string asCollada(const std::vector<std::array<float, 3>>& corners, const std::vector<Triangle>& triangles) {
  std::ostringstream text;
  text << R"(<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1"><asset>
<unit name="half" meter="0.5"/><up_axis>Z_UP</up_axis></asset><library_geometries><geometry id="g"><mesh>
<source id="p"><float_array id="a" count=")"
       << 3 * corners.size() << "\">";
  for (const auto& [x, y, z] : corners) text << 2.0F * x << " " << 2.0F * y << " " << 2.0F * z << " ";
  text << R"(</float_array><technique_common><accessor source="#a" count=")" << corners.size()
       << R"(" stride="3"><param name="X" type="float"/><param name="Y" type="float"/><param name="Z" type="float"/>
</accessor></technique_common></source><vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
<triangles count=")"
       << triangles.size() << R"("><input semantic="VERTEX" source="#v" offset="0"/><p>)";
  for (const auto& [a, b, c] : triangles) text << a << " " << b << " " << c << " ";
  text << R"(</p></triangles></mesh></geometry></library_geometries><library_visual_scenes><visual_scene id="s">
<node id="n"><instance_geometry url="#g"/></node></visual_scene></library_visual_scenes>
<scene><instance_visual_scene url="#s"/></scene></COLLADA>)";
  return text.str();
}

std::string asMsh(const std::vector<std::array<float, 3>>& corners, const std::vector<Triangle>& triangles) {
  std::string bytes;
  const auto put = [&](const auto& value) { bytes.append(reinterpret_cast<const char*>(&value), sizeof value); };
  const auto vertices = static_cast<std::uint32_t>(corners.size());
  put(std::array<std::uint32_t, 4>{vertices, 1, 0, static_cast<std::uint32_t>(triangles.size())});
  for (const auto& corner : corners) put(corner);
  put(std::array<float, 3>{0.0F, 0.0F, 1.0F});
  for (const Triangle& triangle : triangles) put(triangle);
  return bytes;
}

struct Format {
  const char* name;
  std::string (*text)(const std::vector<std::array<float, 3>>&, const std::vector<Triangle>&);
};
const Format kFormats[] = {{"mesh.obj", asObj}, {"mesh.stl", asStl},   {"binary.STL", asBinaryStl},
                           {"mesh.ply", asPly}, {"mesh.gltf", asGltf}, {"mesh.dae", asCollada},
                           {"mesh.msh", asMsh}};

TEST_F(MeshFile, EveryFormatGivesTheSameSolid) {
  for (const auto& [name, text] : kFormats) {
    Vec3 center;
    const auto hull = hullFromMesh(write(name, text(kCorners, kTriangles)), 0.5, &center);
    EXPECT_EQ(hull->vertices.size(), 4u) << name;
    EXPECT_EQ(hull->faces.size(), 4u) << name;
    EXPECT_NEAR(integrate(hull->vertices, hull->faces).volume, 1.0 / 6.0, 1e-15) << name;
    EXPECT_LT((center - Vec3::Constant(0.25)).norm(), 1e-15) << name;
  }
}

TEST_F(MeshFile, NumbersThatAreNotFiniteAreRefusedWithTheirPlace) {
  for (const float wrong : {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()}) {
    auto corners = kCorners;
    corners[2][1] = wrong;
    for (const auto& [name, text] : kFormats) {
      const std::string message = complaint(name, text(corners, kTriangles));
      EXPECT_NE(message.find("expected three finite numbers"), std::string::npos) << name << ": " << message;
      EXPECT_TRUE(message.starts_with("line 3: ") || message.starts_with("vertex ")) << name << ": " << message;
    }
  }
  EXPECT_EQ(complaint("mesh.obj", "v 0 0 0\nv nan 0 0\n"),
            "line 2: found \"v nan 0 0\", expected three finite numbers");
  EXPECT_EQ(complaint("mesh.obj", "v 0 0 0\r\nv 1 1e999 0\r\n"),
            "line 2: found \"v 1 1e999 0\", expected three finite numbers");
  EXPECT_EQ(complaint("mesh.obj", "v 0 0 0\rv 1 0\r"), "line 2: found \"v 1 0\", expected three finite numbers");
  EXPECT_EQ(complaint("mesh.obj", "v 0 0 x\n"), "line 1: found \"v 0 0 x\", expected three finite numbers");
}

TEST_F(MeshFile, CoordinatesBeyondThoseOfScenesAreRefusedByName) {
  auto corners = kCorners;
  corners[2][1] = 1e7F;
  for (const auto& [name, text] : kFormats) {
    const std::string message = complaint(name, text(corners, kTriangles));
    EXPECT_TRUE(message.starts_with("vertex ")) << name << ": " << message;
    EXPECT_TRUE(message.ends_with(": found y = 1e+07 m, expected -1e6 to 1e6")) << name << ": " << message;
  }
  EXPECT_EQ(complaint("mesh.obj", "v 0 0 0\nv 1 0 0\nv 0 0 1e300\nf 1 2 3\n"),
            "vertex 2: found z = 1e+300 m, expected -1e6 to 1e6");
}

TEST_F(MeshFile, FacesOfVerticesThatAreNotThereAreRefusedWithTheirPlace) {
  auto triangles = kTriangles;
  triangles[1][2] = 9;
  EXPECT_EQ(complaint("mesh.obj", asObj(kCorners, triangles)), "line 6: found vertex 10, expected 1 to 4");
  EXPECT_EQ(complaint("mesh.ply", asPly(kCorners, triangles)), "face 1: found vertex 9, expected 0 to 3");
  // Of glTF files assimp leaves such faces out.
  EXPECT_NE(complaint("mesh.gltf", asGltf(kCorners, triangles)).find("not closed"), std::string::npos);
  EXPECT_EQ(complaint("mesh.obj", "v 0 0 0\nf 1 -2 1\n"),
            "line 2: found \"f 1 -2 1\", expected at most 1 vertices back");
  EXPECT_EQ(complaint("mesh.obj", "v 0 0 0\nf 1 0 1\n"), "line 2: found \"f 1 0 1\", expected numbers of vertices");
  EXPECT_EQ(complaint("mesh.obj", "v 0 0 0\nf 1 1\n"),
            "line 2: found \"f 1 1\", expected a face of at least 3 vertices");
}

// tinyobjloader counts corners in a byte.
TEST_F(MeshFile, ObjFacesHaveAnyNumberOfCorners) {
  for (const int around : {255, 256, 257, 600}) {
    std::ostringstream text;
    std::string bottom, top;
    for (int i = 1; i <= around; ++i) {
      const double turn = 2.0 * M_PI * i / around;
      for (const int y : {0, 1}) text << "v " << std::sin(turn) << " " << y << " " << std::cos(turn) << "\n";
      bottom = " " + std::to_string(2 * i - 1) + bottom;
      top += " " + std::to_string(2 * i);
      const int next = i % around + 1;
      text << "f " << 2 * i - 1 << " " << 2 * next - 1 << " " << 2 * next << " " << 2 * i << "\n";
    }
    text << "o caps\nf" << bottom << "\nf" << top << "\n";
    const PolygonMesh mesh = readClosedMesh(write("mesh.obj", text.str()), 1.0, 0);
    EXPECT_EQ(mesh.faces.size(), static_cast<std::size_t>(around + 2));
    EXPECT_NEAR(integrate(mesh.vertices, mesh.faces).volume, 0.5 * around * std::sin(2.0 * M_PI / around), 1e-4);
  }
}

TEST_F(MeshFile, EmptyAndTornFilesAreRefused) {
  for (const auto& [name, text] : kFormats) {
    EXPECT_NE(complaint(name, ""), "no complaint") << name;
    EXPECT_NE(complaint(name, text({}, {})), "no complaint") << name;
    const std::string whole = text(kCorners, kTriangles);
    for (const double share : {0.2, 0.5, 0.8, 0.9})
      EXPECT_NE(complaint(name, whole.substr(0, static_cast<std::size_t>(share * static_cast<double>(whole.size())))),
                "no complaint")
          << name << " " << share;
  }
  EXPECT_EQ(complaint("mesh.xyz", "0 0 0\n"),
            "found the ending \".xyz\", expected .obj, .stl, .ply, .gltf, .glb, .dae or .msh");
  EXPECT_EQ(complaint("mesh.obj", "v 0 0 0\n"), "found a mesh that has no faces, expected some");
}

TEST_F(MeshFile, FlatMeshesAreNoSolids) {
  const std::vector<std::array<float, 3>> flat = {{0, 0, 0}, {2, 0, 0}, {2, 2, 0}, {0, 2, 0}};
  const std::vector<Triangle> both_sides = {{0, 1, 2}, {0, 2, 3}, {0, 3, 1}, {1, 3, 2}};
  for (const auto& [name, text] : kFormats)
    EXPECT_NE(complaint(name, text(flat, both_sides)).find("found no solid"), std::string::npos) << name;
}

TEST_F(MeshFile, OpenAndSelfCrossingMeshesAreRefused) {
  for (const auto& [name, text] : kFormats) {
    auto open = kTriangles;
    open.pop_back();
    EXPECT_NE(complaint(name, text(kCorners, open)).find("not closed"), std::string::npos) << name;
  }
  // Two tetrahedra that pass through each other: closed, but not their hull.
  auto corners = kCorners;
  auto triangles = kTriangles;
  for (const auto& [x, y, z] : kCorners) corners.push_back({x + 0.5F, y + 0.1F, z + 0.1F});
  for (const auto& [a, b, c] : kTriangles) triangles.push_back({a + 4, b + 4, c + 4});
  for (const auto& [name, text] : kFormats)
    EXPECT_NE(complaint(name, text(corners, triangles)).find("crosses itself"), std::string::npos) << name;
}

}  // namespace
}  // namespace keystone
