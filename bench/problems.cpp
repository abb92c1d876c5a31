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
  const SparseRows W = formDelassus(problem);
  ContactProblem normals;
  normals.contacts = problem.contacts;
  normals.h = problem.h;
  normals.mu = VecX::Zero(problem.contacts);
  normals.gap = problem.gap;
  normals.restitution = VecX::Zero(problem.contacts);
  normals.q.resize(problem.contacts);
  std::vector<Eigen::Triplet<double>> entries;
  for (int c = 0; c < problem.contacts; ++c) {
    normals.q[c] = problem.q[problem.normalRow(c)];
    for (SparseRows::InnerIterator it(W, problem.normalRow(c)); it; ++it)
      if (problem.isNormal(static_cast<int>(it.col())))
        entries.emplace_back(c, problem.contactOf(static_cast<int>(it.col())), it.value());
  }
  normals.W.resize(problem.contacts, problem.contacts);
  normals.W.setFromTriplets(entries.begin(), entries.end());
  return normals;
}

}  // namespace keystone::bench
