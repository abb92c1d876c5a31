#include "engines/cases.h"

#include "paths.h"
#include "problems.h"

namespace keystone::bench {
namespace {

constexpr int kMinute = 3600;  // steps

std::string withMaterial(const std::string& generator) {
  return "{" + generator + R"(, "material": "brick"})";
}

// Running bond.
std::string wall(int columns, int rows, bool planar) {
  return withMaterial(R"("type": "wall", "columns": )" + std::to_string(columns) + R"(, "rows": )" +
                      std::to_string(rows) + R"(, "size": )" + (planar ? "[1, 0.5]" : "[1, 0.5, 0.5]"));
}

// Rows of n, n - 1, ..., 1 bricks: the pyramid of one brick's depth that engines are usually measured on.
std::string courses(int n) {
  std::string all;
  for (int row = 0; row < n; ++row) {
    if (row > 0) all += ", ";
    all += withMaterial(R"("type": "grid", "name": "row)" + std::to_string(row) + R"(", "position": [0, )" +
                        std::to_string(0.5 * row) + R"(, 0], "count": [)" + std::to_string(n - row) +
                        R"(, 1, 1], "spacing": [1, 0.5, 0.5], "shapes": [{"type": "box", "size": [1, 0.5, 0.5]}])");
  }
  return all;
}

// Square layers of boxes as in the scene pyramid3d_5.
std::string pyramid(int base) {
  return withMaterial(R"("type": "pyramid", "base": )" + std::to_string(base) + R"(, "size": [2, 2, 2])");
}

std::string planarPyramid(int base) {
  return withMaterial(R"("type": "pyramid", "base": )" + std::to_string(base) + R"(, "size": [1, 0.5])");
}

struct Sized {
  std::string family;
  int boxes;
  int size;      // base of a pyramid, columns of a wall
  int rows = 0;  // of a wall
  bool only_exact = false;
};

std::string generators(const Sized& item) {
  if (item.family == "wall3d") return wall(item.size, item.rows, false);
  if (item.family == "wall2d") return wall(item.size, item.rows, true);
  if (item.family == "rows3d") return courses(item.size);
  if (item.family == "rows2d") return planarPyramid(item.size);
  return pyramid(item.size);
}

std::string idOf(const Sized& item) {
  return item.family + "_" + std::to_string(item.boxes);
}

// Walls twice as many rows high as they are bricks wide: their boxes are n (2 n + 1).
std::vector<Sized> sizedCases() {
  std::vector<Sized> all;
  for (const char* family : {"wall3d", "wall2d"}) {
    all.push_back({family, 15, 2, 6});
    for (const int n : {5, 10, 20}) all.push_back({family, n * (2 * n + 1), n, 2 * n});
  }
  for (const char* family : {"rows3d", "rows2d"})
    for (const int n : {5, 10, 20, 40}) all.push_back({family, n * (n + 1) / 2, n});
  for (const int n : {3, 5, 8, 13}) all.push_back({"pyramid3d", n * (n + 1) * (2 * n + 1) / 6, n});
  for (const int n : {7, 14, 28, 31}) all.push_back({"wall3d", n * (2 * n + 1), n, 2 * n, true});
  return all;
}

}  // namespace

std::vector<EngineCase> engineCases() {
  std::vector<EngineCase> all;
  for (const Sized& item : sizedCases()) all.push_back({idOf(item), item.family, true, 360, item.only_exact});
  all.push_back({"two_boxes_1000", "", true, kMinute});
  all.push_back({"tower_heavy_top", "", true, kMinute});
  all.push_back({"bin_200", "", false});
  return all;
}

EngineScene loadCase(const EngineCase& item) {
  for (const Sized& sized : sizedCases()) {
    if (idOf(sized) != item.id) continue;
    const bool planar = sized.family.ends_with("2d");
    return translate(sceneOfBricks(planar, generators(sized)).simulation.world);
  }
  return translate(loadScene(findScene(item.id, assetDir()), assetDir()).simulation.world);
}

}  // namespace keystone::bench
