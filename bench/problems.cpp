#include "problems.h"

#include "paths.h"
#include "problem/delassus.h"
#include "scene/scene_def.h"

namespace keystone::bench {

ContactProblem firstProblem(const std::string& scene) {
  Scene loaded = loadScene(findScene(scene, assetDir()), assetDir());
  step(loaded.lane);
  return loaded.lane.problem;
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
  normals.W = formDelassus(normals);
  return normals;
}

}  // namespace keystone::bench
