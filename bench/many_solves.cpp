// keystone_many_solves FOLDER SOLVER ROUNDS: solves every contact problem of a folder, cold, one after the other, round
// by round. Prints a hash over the bits of all impulses, then the least time of each problem [us]. The peer of
// many_solves.py.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <filesystem>
#include <limits>
#include <string>
#include <vector>

#include "math/parallel.h"
#include "problem/problem_formats.h"
#include "solver/by_islands.h"
#include "solver/registry.h"

namespace keystone {
namespace {

std::vector<ContactProblem> problemsIn(const std::string& folder) {
  std::vector<std::string> paths;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) paths.push_back(entry.path().string());
  std::sort(paths.begin(), paths.end());
  std::vector<ContactProblem> problems;
  problems.reserve(paths.size());
  for (const std::string& path : paths) problems.push_back(readAnyProblem(path).problem);
  return problems;
}

// FNV-1a, 64 bit, goes on from `hash`.
void addBits(const VecX& lambda, std::uint64_t& hash) {
  for (const double value : lambda) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, &value, sizeof bits);
    for (int byte = 0; byte < 8; ++byte) hash = (hash ^ ((bits >> (8 * byte)) & 0xff)) * 1099511628211u;
  }
}

// Keeps the least time [us] of each problem in `least`; returns the hash.
std::uint64_t solveAll(const std::vector<ContactProblem>& problems, const SolverInfo& solver,
                       std::vector<double>& least) {
  std::vector<Solution> solutions(problems.size());  // kept until the end, as the peer keeps them
  for (std::size_t i = 0; i < problems.size(); ++i) {
    const auto begin = std::chrono::steady_clock::now();
    solutions[i].lambda.setZero(problems[i].rows());
    solveAndCheck(solver, problems[i], {}, solutions[i], nullptr);
    const std::chrono::duration<double, std::micro> elapsed = std::chrono::steady_clock::now() - begin;
    least[i] = std::min(least[i], elapsed.count());
  }
  std::uint64_t hash = 14695981039346656037u;
  for (const Solution& solution : solutions) addBits(solution.lambda, hash);
  return hash;
}

int run(const std::string& folder, const std::string& id, int rounds) {
  const SolverInfo* solver = findSolver(id);
  if (solver == nullptr) {
    std::fprintf(stderr, "no solver '%s'\n", id.c_str());
    return 2;
  }
  setThreads(1);
  const std::vector<ContactProblem> problems = problemsIn(folder);
  std::vector<double> least(problems.size(), std::numeric_limits<double>::infinity());
  std::uint64_t hash = 0;
  for (int round = 0; round < rounds; ++round) hash = solveAll(problems, *solver, least);
  std::printf("%016llx\n", static_cast<unsigned long long>(hash));
  for (const double time : least) std::printf("%.3f\n", time);
  return 0;
}

}  // namespace
}  // namespace keystone

int main(int count, char** arguments) {
  if (count != 4) {
    std::fprintf(stderr, "usage: %s FOLDER SOLVER ROUNDS\n", arguments[0]);
    return 2;
  }
  try {
    return keystone::run(arguments[1], arguments[2], std::atoi(arguments[3]));
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 2;
  }
}
