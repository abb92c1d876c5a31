#include "lcp_families.h"

#include <random>

#include "problem/delassus.h"
#include "problems.h"

namespace keystone::bench {
namespace {

std::string generator(const std::string& family, int size) {
  const std::string n = std::to_string(size);
  if (family == "pyramid2d") return R"({"type": "pyramid", "base": )" + n + R"(, "size": [1, 1], "material": "brick"})";
  const std::string edges = family == "wall3d" ? "[1, 0.5, 0.5]" : "[1, 0.5]";
  return R"({"type": "wall", "columns": )" + n + R"(, "rows": )" + n + R"(, "size": )" + edges +
         R"(, "material": "brick"})";
}

// A scene that stands exactly at rest.
Simulation atRest(const std::string& family, int size) {
  Scene scene = sceneOfBricks(family != "wall3d", generator(family, size));
  scene.simulation.solver = findSolver("pgs");
  return scene.simulation;
}

void perturb(ContactProblem& problem) {
  std::mt19937_64 random(1);
  std::normal_distribution<double> noise(0.0, 0.1);  // [m/s]
  for (Eigen::Index i = 0; i < problem.v_free.size(); ++i) problem.v_free[i] += noise(random);
  problem.q = problem.J * problem.v_free + problem.bias;
}

}  // namespace

LcpCase lcpCase(const std::string& family, int size, const std::string& state, bool friction) {
  Simulation simulation = atRest(family, size);
  LcpCase result{family, state, friction, {}, simulation.world, {}};
  step(simulation);  // for the problem of its first step
  result.problem = simulation.problem;
  if (state == "perturbed") perturb(result.problem);
  result.whole = result.problem;
  if (!friction) result.problem = frictionless(result.problem);
  formDelassus(result.problem, result.problem.W);
  return result;
}

}  // namespace keystone::bench
