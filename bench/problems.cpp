#include "problems.h"

#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "paths.h"
#include "problem/delassus.h"

namespace keystone::bench {

Scene sceneOfBricks(bool planar, const std::string& generators) {
  const auto path = std::filesystem::temp_directory_path() / ("keystone_bench_" + std::to_string(getpid()) + ".json");
  std::ofstream(path) << R"({"keystone": 1, "planar": )" << (planar ? "true" : "false")
                      << R"(, "materials": {"brick": {"mu": 0.5}}, "bodies": [{"shape": {"type": "halfspace"},)"
                      << R"( "material": "brick"}], "generators": [)" << generators << "]}";
  Scene scene = loadScene(path.string(), assetDir());
  std::filesystem::remove(path);
  return scene;
}

ContactProblem firstProblem(const std::string& scene) {
  Scene loaded = loadScene(findScene(scene, assetDir()), assetDir());
  step(loaded.simulation);
  return loaded.simulation.problem;
}

ContactProblem frictionless(const ContactProblem& problem) {
  ContactProblem normals;
  normals.contacts = problem.contacts;
  normals.h = problem.h;
  normals.mu = VecX::Zero(problem.contacts);
  normals.gap = problem.gap;
  normals.restitution = VecX::Zero(problem.contacts);
  normals.bias.resize(problem.contacts);
  normals.q.resize(problem.contacts);
  normals.v_free = problem.v_free;
  normals.inv_mass = problem.inv_mass;
  std::vector<Eigen::Triplet<double>> entries;
  for (int c = 0; c < problem.contacts; ++c) {
    const int n = problem.normalRow(c);
    normals.q[c] = problem.q[n];
    normals.bias[c] = problem.bias[n];
    for (SparseRows::InnerIterator it(problem.J, n); it; ++it) entries.emplace_back(c, it.col(), it.value());
  }
  normals.J.resize(problem.contacts, problem.J.cols());
  normals.J.setFromTriplets(entries.begin(), entries.end());
  formDelassus(normals, normals.W);
  return normals;
}

}  // namespace keystone::bench
