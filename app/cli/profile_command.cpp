// keystone-cli profile: performance profiles of solvers over a set of contact problems (dolan2002).
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>

#include "cli/cold_solve.h"
#include "cli/problem_source.h"
#include "cli/profile.h"
#include "cli/progress.h"
#include "cli/setup.h"
#include "math/decimal.h"

namespace keystone {
namespace {

using Json = nlohmann::ordered_json;

struct NamedProblem {
  std::string name;
  ContactProblem problem;
};

// [problems][solvers][residuals]
using Reaches = std::vector<std::vector<std::vector<Reach>>>;

ProfileMeasure measureNamed(const std::string& name) {
  if (name == "time") return ProfileMeasure::Time;
  if (name == "iterations") return ProfileMeasure::Iterations;
  if (name == "factorizations") return ProfileMeasure::Factorizations;
  if (name == "products") return ProfileMeasure::Products;
  throw UsageError("--by: found '" + name + "', expected time, iterations, factorizations or products");
}

// The problem files in a folder and in those below, by name.
std::vector<std::string> problemsIn(const std::string& folder) {
  std::vector<std::string> paths;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
    if (entry.is_regular_file() && isProblemFile(entry.path().string())) paths.push_back(entry.path().string());
  if (paths.empty()) throw UsageError(folder + ": found no problem, expected files " + kProblemFileNames);
  std::ranges::sort(paths);
  return paths;
}

std::vector<NamedProblem> openAll(const ProfileOptions& options) {
  std::vector<NamedProblem> problems;
  const auto openFile = [&](const std::string& path) {
    problems.push_back({problemName(path), readAnyProblem(path).problem});
  };
  for (const std::string& subject : options.subjects) {
    if (std::filesystem::is_directory(subject)) {
      std::ranges::for_each(problemsIn(subject), openFile);
    } else if (isProblemFile(subject)) {
      openFile(subject);
    } else {
      for (const long step : options.steps) {
        ContactProblem problem = openSubject(subject, {}, step).problem;
        if (problem.rows() == 0) continue;  // nothing touches yet
        const std::string scene = std::filesystem::path(subject).stem().string();
        problems.push_back({scene + ":" + std::to_string(step), std::move(problem)});
      }
    }
  }
  if (problems.empty()) throw UsageError("profile: found no contacts in any of the steps, expected some");
  return problems;
}

Reaches measureAll(const std::vector<NamedProblem>& problems, const std::vector<const SolverInfo*>& methods,
                   const std::vector<double>& residuals, const ProfileOptions& options) {
  const FrictionLaw law = lawNamed("--friction", options.friction);
  Progress progress(static_cast<long>(problems.size() * methods.size()), "solve");
  Reaches reaches(problems.size());
  for (std::size_t p = 0; p < problems.size(); ++p) {
    for (const SolverInfo* method : methods) {
      progress.workOn(problems[p].name + " by " + std::string(method->id));
      reaches[p].push_back(
          reachResiduals(problems[p].problem, *method, law, residuals, options.iterations, options.budget_s));
      progress.pieceDone();
    }
  }
  return reaches;
}

// Whether a solver's cost counts. By factorizations or products those are left out that make none, as external referees
// seem to; by iterations those that count none, as most of these.
bool counts(const SolverInfo& method, const Reaches& reaches, std::size_t solver, std::size_t residual,
            ProfileMeasure measure) {
  if (measure == ProfileMeasure::Time) return true;
  if (measure == ProfileMeasure::Iterations) return !method.uncounted;
  return std::ranges::any_of(reaches, [&](const auto& problem) {
    const Reach& reach = problem[solver][residual];
    return (measure == ProfileMeasure::Products ? reach.products : reach.factorizations) > 0;
  });
}

// Of all solvers at one residual.
class Comparison {
 public:
  Comparison(const std::vector<const SolverInfo*>& methods, const Reaches& reaches, std::size_t residual,
             ProfileMeasure measure)
      : costs_(reaches.front().size()), best_(reaches.size(), std::numeric_limits<double>::infinity()) {
    for (std::size_t s = 0; s < costs_.size(); ++s) {
      const bool is_in = counts(*methods[s], reaches, s, residual, measure);
      for (std::size_t p = 0; p < reaches.size(); ++p) {
        const Reach& reach = reaches[p][s][residual];
        costs_[s].push_back(is_in ? costOf(reach, measure) : std::numeric_limits<double>::infinity());
        best_[p] = std::min(best_[p], costs_[s].back());
      }
    }
  }

  PerformanceProfile profile(std::size_t solver) const { return {costs_[solver], best_}; }
  bool allSolved() const {
    return std::ranges::all_of(best_, [](double cost) { return std::isfinite(cost); });
  }
  // Of the problems that it solved; NaN: none.
  double medianCost(std::size_t solver) const {
    std::vector<double> solved;
    std::ranges::copy_if(costs_[solver], std::back_inserter(solved), [](double cost) { return std::isfinite(cost); });
    if (solved.empty()) return std::nan("");
    std::ranges::sort(solved);
    return solved[solved.size() / 2];
  }

 private:
  std::vector<std::vector<double>> costs_;  // [solvers][problems]
  std::vector<double> best_;                // [problems]
};

Json toRow(const SolverInfo& solver, double residual, const Comparison& comparison, std::size_t s,
           const std::string& unit) {
  const PerformanceProfile profile = comparison.profile(s);
  const double median = comparison.medianCost(s);
  return {{"residual", residual},
          {"solver", solver.id},
          {"solved", profile.solved()},
          {"best", profile.share(1.0)},
          {"within_2", profile.share(2.0)},
          {"within_10", profile.share(10.0)},
          {"within_100", profile.share(100.0)},
          {unit, std::isnan(median) ? Json(nullptr) : Json(median)}};
}

// A file's name may hold commas.
std::string quoted(const std::string& name) {
  if (name.find_first_of(",\"\n") == std::string::npos) return name;
  std::string text = "\"";
  for (const char c : name) text.append(c == '"' ? 2 : 1, c);
  return text + '"';
}

class CsvFile {
 public:
  explicit CsvFile(const std::string& path) : path_(path), file_(path) {
    if (!file_) fail();
    file_ << "problem,contacts,rows,solver,residual,reached,ratio,time_ms,iterations,factorizations,products,residual_"
             "found\n";
  }

  void add(const NamedProblem& problem, const SolverInfo& solver, double residual, const Reach& reach, double ratio) {
    file_ << quoted(problem.name) << ',' << problem.problem.contacts << ',' << problem.problem.rows() << ','
          << solver.id << ',' << exactDecimal(residual) << ',' << (reach.reached ? 1 : 0) << ','
          << (std::isfinite(ratio) ? exactDecimal(ratio) : "") << ',' << exactDecimal(reach.time_ms) << ','
          << reach.iterations << ',' << reach.factorizations << ',' << reach.products << ','
          << (std::isfinite(reach.residual) ? exactDecimal(reach.residual) : "") << '\n';
  }

  void close() {
    file_.close();
    if (!file_) fail();
  }

 private:
  void fail() const {
    throw std::runtime_error(path_ + ": found a file that cannot be written, expected one that can");
  }

  std::string path_;
  std::ofstream file_;
};

}  // namespace

int profileSolvers(const ProfileOptions& options) {
  const std::vector<const SolverInfo*> methods = problemSolversNamed(options.solvers);
  const ProfileMeasure measure = measureNamed(options.by);
  std::vector<double> residuals = options.residuals;
  std::ranges::sort(residuals, std::greater());
  std::optional<CsvFile> csv;
  if (!options.csv.empty()) csv.emplace(options.csv);
  const std::vector<NamedProblem> problems = openAll(options);
  const Reaches reaches = measureAll(problems, methods, residuals, options);

  const std::string unit = measure == ProfileMeasure::Time ? "time_ms_median" : options.by + "_median";
  Json rows = Json::array();
  bool good = true;
  for (std::size_t r = 0; r < residuals.size(); ++r) {
    const Comparison comparison(methods, reaches, r, measure);
    good = good && comparison.allSolved();
    for (std::size_t s = 0; s < methods.size(); ++s) {
      rows.push_back(toRow(*methods[s], residuals[r], comparison, s, unit));
      if (!csv) continue;
      const PerformanceProfile profile = comparison.profile(s);
      for (std::size_t p = 0; p < problems.size(); ++p)
        csv->add(problems[p], *methods[s], residuals[r], reaches[p][s][r], profile.ratios()[p]);
    }
  }
  if (csv) csv->close();
  print(rows, options.format);
  return good ? 0 : 1;
}

}  // namespace keystone
