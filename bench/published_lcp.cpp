// keystone_published_lcp: the contact problems of a folder, cold, against a dense LU solve of the same rows in the same
// run. Writes CSV to standard output.
//
// Usage: keystone_published_lcp [FOLDER [RUNS]], a folder of NAME.mtx with NAME.b (../shared/data/lcp), and how often
// each is solved (101). Times are medians; the runs of ours and of the LU alternate. "new" times are of a graph that
// this thread has not ordered before, as in the first step of a scene; in the other ones it remembers the elimination
// order, as in every step after that. Nothing is added to a diagonal.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "math/block_pattern.h"
#include "math/parallel.h"
#include "problem/problem_file.h"
#include "problem/residual.h"
#include "solver/registry.h"

namespace keystone::bench {
namespace {

double milliseconds(const std::function<void()>& run) {
  const auto start = std::chrono::steady_clock::now();
  run();
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

double median(std::vector<double> times) {
  std::sort(times.begin(), times.end());
  return times[times.size() / 2];
}

// More graphs than a thread remembers.
void forgetGraphs() {
  Edges edge{{0, 1}};
  for (int nodes = 2; nodes < 12; ++nodes) blockPattern(nodes, edge);
}

void compare(const std::filesystem::path& file, int runs) {
  const ContactProblem problem = readProblemFile(file.string()).problem;
  const MatX W(problem.W);
  const SolverInfo& exact = *findSolver("exact");
  SolveReport report;
  double residual = 0.0;
  std::vector<double> ours, on_new_graph, lu;
  const auto solve = [&](std::vector<double>& times) {
    Solution solution;
    solution.lambda = VecX::Zero(problem.rows());
    times.push_back(milliseconds([&] { report = exact.solve(problem, {}, solution, nullptr); }));
    residual = std::max(residual, measure(problem, solution.lambda).value);
  };
  VecX x;
  for (int run = 0; run < runs; ++run) {
    forgetGraphs();
    solve(on_new_graph);
    lu.push_back(milliseconds([&] { x = Eigen::PartialPivLU<MatX>(W).solve(problem.q); }));
    solve(ours);
    lu.push_back(milliseconds([&] { x = Eigen::PartialPivLU<MatX>(W).solve(problem.q); }));
  }
  std::printf("%s,%d,%d,%s,%d,%.1e,%.4f,%.4f,%.4f,%.2f,%.2f\n", file.stem().c_str(), problem.contacts, problem.rows(),
              std::string(toString(report.status)).c_str(), report.factorizations, residual, median(ours),
              median(on_new_graph), median(lu), median(ours) / median(lu), median(on_new_graph) / median(lu));
  std::fflush(stdout);
}

}  // namespace
}  // namespace keystone::bench

int main(int argc, char** argv) {
  keystone::setThreads(1);
  const std::filesystem::path folder = argc > 1 ? argv[1] : "../shared/data/lcp";
  const int runs = argc > 2 ? std::max(1, std::atoi(argv[2])) : 101;
  if (!std::filesystem::is_directory(folder)) {
    std::fprintf(stderr, "%s: found no folder, expected one of problems NAME.mtx with NAME.b\n", folder.c_str());
    return 2;
  }
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    if (entry.path().extension() == ".mtx") files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  std::printf("problem,contacts,rows,status,factorizations,residual,ms,new_ms,lu_ms,ratio,new_ratio\n");
  for (const auto& file : files) keystone::bench::compare(file, runs);
  return 0;
}
