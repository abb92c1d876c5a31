#include "lcp_families.h"

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <random>

#include "paths.h"
#include "problem/delassus.h"
#include "problems.h"
#include "scene/scene_def.h"

namespace keystone::bench {
namespace {

std::string generator(const std::string& family, int size) {
  const std::string n = std::to_string(size);
  if (family == "pyramid2d") return R"({"type": "pyramid", "base": )" + n + R"(, "size": [1, 1])";
  const std::string edges = family == "wall3d" ? "[1, 0.5, 0.5]" : "[1, 0.5]";
  return R"({"type": "wall", "columns": )" + n + R"(, "rows": )" + n + R"(, "size": )" + edges;
}

// A scene that stands exactly at rest.
Lane atRest(const std::string& family, int size) {
  const auto path = std::filesystem::temp_directory_path() / ("keystone_bench_" + std::to_string(getpid()) + ".json");
  std::ofstream(path)
      << R"({"keystone": 1, "planar": )" << (family == "wall3d" ? "false" : "true")
      << R"(, "solver": "pgs", "materials": {"brick": {"mu": 0.5}}, "bodies": [{"shape": {"type": "halfspace"},)"
      << R"( "material": "brick"}], "generators": [)" << generator(family, size) << R"(, "material": "brick"}]})";
  Scene scene = loadScene(path.string(), assetDir());
  std::filesystem::remove(path);
  return scene.lane;
}

void perturb(ContactProblem& problem) {
  std::mt19937_64 random(1);
  std::normal_distribution<double> noise(0.0, 0.1);  // [m/s]
  for (Eigen::Index i = 0; i < problem.v_free.size(); ++i) problem.v_free[i] += noise(random);
  problem.q = problem.J * problem.v_free + problem.bias;
}

}  // namespace

LcpCase lcpCase(const std::string& family, int size, const std::string& state, bool friction) {
  Lane lane = atRest(family, size);
  LcpCase result{family, state, friction, {}, lane.world, {}};
  step(lane);  // for the problem of its first step
  result.problem = lane.problem;
  if (state == "perturbed") perturb(result.problem);
  result.whole = result.problem;
  if (!friction) result.problem = frictionless(result.problem);
  result.problem.W = formDelassus(result.problem);
  return result;
}

}  // namespace keystone::bench
