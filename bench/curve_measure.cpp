#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <limits>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "curve.h"
#include "hard_problems.h"
#include "math/thread_time.h"
#include "problem/problem_formats.h"
#include "problem/residual.h"
#include "solver/registry.h"

namespace keystone::bench {
namespace {

// One solve; work 0: none, the start itself.
struct Point {
  std::string scene;
  int work = 0;
  int factorizations = 0;
  double residual = 0.0;
  double ms = 0.0;
  std::string_view stage = {};
};

const SolverInfo& solverOf(const std::string& id) {
  const SolverInfo* solver = findSolver(id);
  const auto is_work = [](const Parameter& parameter) { return parameter.id == "work"; };
  if (solver == nullptr || std::none_of(solver->parameters.begin(), solver->parameters.end(), is_work))
    throw std::runtime_error("solver " + id + ": found none with the parameter work, expected one");
  return *solver;
}

double residualOf(const ContactProblem& problem, const VecX& lambda, FrictionLaw law) {
  const double residual = measure(problem, lambda, law).value;
  return std::isnan(residual) ? std::numeric_limits<double>::infinity() : residual;
}

Point solveWithin(int work, const HardProblem& hard, const SolverInfo& solver) {
  const FrictionLaw law = frictionLaw(solver, {});
  if (work == 0) return {hard.scene, 0, 0, residualOf(hard.problem, hard.start, law)};
  const ParameterValues parameters{{"work", work}};
  Solution solution{hard.start, {}};
  const double begin = threadTime();
  const SolveReport report = solver.solve(hard.problem, parameters, solution, nullptr);
  const double ms = threadTime() - begin;
  return {hard.scene, work, report.factorizations, residualOf(hard.problem, solution.lambda, law), ms, report.stage};
}

class Csv {
 public:
  explicit Csv(const std::string& path) : file_(path.empty() ? nullptr : std::fopen(path.c_str(), "w"), std::fclose) {
    if (!path.empty() && file_ == nullptr)
      throw std::runtime_error(path + ": found a file that cannot be written, expected one that can");
    if (file_ != nullptr)
      std::fputs("problem,scene,step,contacts,joint_rows,work,factorizations,residual,ms,stage\n", file_.get());
  }
  void add(const std::string& name, const HardProblem& hard, const Point& point) {
    if (file_ == nullptr) return;
    std::fprintf(file_.get(), "%s,%s,%d,%d,%d,%d,%d,%.17g,%.3f,%.*s\n", name.c_str(), hard.scene.c_str(), hard.step,
                 hard.problem.contacts, hard.problem.joint_rows, point.work, point.factorizations, point.residual,
                 point.ms, static_cast<int>(point.stage.size()), point.stage.data());
    std::fflush(file_.get());
  }

 private:
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> file_;
};

double quantile(const std::vector<double>& sorted, double share) {
  const auto at = static_cast<std::size_t>(share * static_cast<double>(sorted.size()));
  return sorted[std::min(at, sorted.size() - 1)];
}

double percentWithin(const std::vector<double>& sorted, double bound) {
  const auto within = std::upper_bound(sorted.begin(), sorted.end(), bound) - sorted.begin();
  return 100.0 * static_cast<double>(within) / static_cast<double>(sorted.size());
}

// The points of a scene, or of all where it is empty.
void printRow(const std::vector<Point>& points, const std::string& scene, int work) {
  std::vector<double> residuals, times;
  for (const Point& point : points) {
    if (point.work != work || !(scene.empty() || point.scene == scene)) continue;
    residuals.push_back(point.residual);
    times.push_back(point.ms);
  }
  std::sort(residuals.begin(), residuals.end());
  std::sort(times.begin(), times.end());
  std::printf("| %s | %zu | %d | %.0e | %.0e | %.0e | %.0f | %.0f | %.1f | %.1f | %.1f |\n",
              scene.empty() ? "all" : scene.c_str(), residuals.size(), work, quantile(residuals, 0.5),
              quantile(residuals, 0.9), residuals.back(), percentWithin(residuals, 1e-6),
              percentWithin(residuals, kExactResidual), quantile(times, 0.5), quantile(times, 0.9), times.back());
}

void printTable(const std::vector<Point>& points, const std::vector<int>& work) {
  std::puts(
      "| scene | problems | factorizations | residual, median | ninth decile | worst | <= 1e-6 (%) | <= 1e-9 (%) | "
      "time, median (ms) | ninth decile | worst |\n"
      "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |");
  std::vector<std::string> scenes;
  for (const Point& point : points)
    if (std::find(scenes.begin(), scenes.end(), point.scene) == scenes.end()) scenes.push_back(point.scene);
  scenes.emplace_back();
  for (const std::string& scene : scenes)
    for (const int most : work) printRow(points, scene, most);
}

}  // namespace

void measureHardProblems(const MeasureOptions& options) {
  const SolverInfo& solver = solverOf(options.solver);
  std::vector<int> work = options.work;
  work.insert(work.begin(), 0);
  Csv csv(options.csv);
  std::vector<Point> points;
  for (const std::string& path : listHardProblems(options.folder)) {
    const HardProblem hard = readProblemArchive(path);
    const std::string name = problemName(path);
    for (const int most : work) {
      points.push_back(solveWithin(most, hard, solver));
      csv.add(name, hard, points.back());
    }
  }
  printTable(points, work);
}

}  // namespace keystone::bench
