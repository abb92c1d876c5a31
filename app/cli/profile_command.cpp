// keystone-cli profile: performance profiles of solvers over a set of contact problems (dolan2002).
#include <algorithm>
#include <cmath>
#include <deque>
#include <functional>
#include <iterator>
#include <limits>
#include <nlohmann/json.hpp>

#include "cli/arguments.h"
#include "cli/cold_solve.h"
#include "cli/interrupt.h"
#include "cli/profile.h"
#include "cli/profile_csv.h"
#include "cli/profile_picture.h"
#include "cli/profile_problems.h"
#include "cli/progress.h"
#include "cli/setup.h"
#include "math/stop.h"
#include "world/step_grade.h"

namespace keystone {
namespace {

using Json = nlohmann::ordered_json;

struct ProfileOptions {
  std::vector<std::string> subjects;  // folders of problem files and scenes, problem files, scenes
  std::vector<long> steps = {1, 60};  // of scenes, whose problems are taken
  std::vector<std::string> solvers;   // empty = all
  std::vector<double> residuals = {1e-4, 1e-6, 1e-9};
  std::vector<std::string> parameters;  // "id=value"
  std::string by = "time";              // or "iterations", "factorizations", "products"
  int iterations = 1000;                // at most, of solvers that take a number of them
  double budget_s = 10.0;               // for each solver and problem
  int most_rows = 0;                    // problems with more are left out; 0: none
  std::string friction = "cone";
  std::vector<std::string> out;  // FILE.csv, FILE.png to write
  Format format = Format::Table;
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

// Of the first problems only where it was interrupted: those by every solver.
Reaches measureAll(const std::vector<NamedProblem>& problems, const std::vector<const SolverInfo*>& methods,
                   const std::vector<double>& residuals, const ProfileOptions& options) {
  const FrictionLaw law = lawNamed("--friction", options.friction);
  Progress progress(static_cast<long>(problems.size() * methods.size()), "solve");
  Reaches reaches;
  try {
    for (const NamedProblem& problem : problems) {
      std::vector<std::vector<Reach>> reaches_here;
      for (const SolverInfo* method : methods) {
        progress.workOn(problem.name + " by " + std::string(method->id));
        reaches_here.push_back(reachResiduals(problem.problem, *method, parametersFor(*method, options.parameters), law,
                                              residuals, options.iterations, options.budget_s));
        progress.pieceDone();
      }
      reaches.push_back(std::move(reaches_here));
    }
  } catch (const Stopped&) {
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
      : costs_(methods.size()), best_(reaches.size(), std::numeric_limits<double>::infinity()) {
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
          {"grade", infoOf(gradeOf(residual)).id},
          {"solver", solver.id},
          {"solved", profile.solved()},
          {"best", profile.share(1.0)},
          {"within_2", profile.share(2.0)},
          {"within_10", profile.share(10.0)},
          {"within_100", profile.share(100.0)},
          {unit, std::isnan(median) ? Json(nullptr) : Json(median)}};
}

// Each file that is asked for, opened before the work, so that a bad place is told of at once. Where pictures are, but
// no table, there is one that they are drawn from and that is never closed.
class Outputs {
 public:
  explicit Outputs(const std::vector<std::string>& paths) {
    for (const std::string& path : paths) {
      if (path.ends_with(".png"))
        pictures_.emplace_back(path);
      else
        tables_.emplace_back(path);
    }
    if (pictures_.empty()) return;
    const std::string& picture = pictures_.front().path();
    requireMatplotlib(picture);
    pictures_only_ = tables_.empty();
    if (pictures_only_) tables_.emplace_back(picture + ".csv");
  }

  std::deque<ProfileCsv>& tables() { return tables_; }
  void closeTables() {
    for (ProfileCsv& table : tables_) pictures_only_ ? table.file().flush() : table.file().close();
  }
  void draw(ProfileMeasure measure) {
    for (OutputFile& picture : pictures_) {
      const OutputFile& table = tables_.front().file();
      drawProfile(pictures_only_ ? table.partial() : table.path(), measure, picture);
    }
  }

 private:
  std::deque<OutputFile> pictures_;
  std::deque<ProfileCsv> tables_;
  bool pictures_only_ = false;
};

int profileSolvers(const ProfileOptions& options) {
  const std::vector<const SolverInfo*> methods = problemSolversNamed(options.solvers);
  requireFree(methods, options.parameters, {"friction", "iterations", "tolerance"});
  const ProfileMeasure measure = measureNamed(options.by);
  std::vector<double> residuals = options.residuals;
  std::ranges::sort(residuals, std::greater());
  Outputs outputs(options.out);
  const std::vector<NamedProblem> problems = openProblems(options.subjects, options.steps, options.most_rows);
  const Reaches reaches = measureAll(problems, methods, residuals, options);
  if (reaches.empty()) return sayInterrupted("profile", 0, std::ssize(problems), "problems");

  const std::string unit = measure == ProfileMeasure::Time ? "time_ms_median" : options.by + "_median";
  Json rows = Json::array();
  bool good = true;
  for (std::size_t r = 0; r < residuals.size(); ++r) {
    const Comparison comparison(methods, reaches, r, measure);
    good = good && comparison.allSolved();
    for (std::size_t s = 0; s < methods.size(); ++s) {
      rows.push_back(toRow(*methods[s], residuals[r], comparison, s, unit));
      const PerformanceProfile profile = comparison.profile(s);
      for (ProfileCsv& table : outputs.tables())
        for (std::size_t p = 0; p < reaches.size(); ++p)
          table.add(problems[p].name, problems[p].problem, *methods[s], residuals[r], reaches[p][s][r],
                    profile.ratios()[p]);
    }
  }
  outputs.closeTables();
  print(rows, options.format);
  outputs.draw(measure);
  if (reaches.size() < problems.size())
    return sayInterrupted("profile", std::ssize(reaches), std::ssize(problems), "problems");
  return good ? 0 : 1;
}

}  // namespace

void addProfile(Commands& commands) {
  auto [command, options] = commands.add(
      "profile", "Performance profiles: how often each solver is how near to the best, over a set of problems",
      profileSolvers);
  command
      .add_option(
          "subjects", options.subjects,
          "scenes, problem files NAME.hdf5, NAME.h5, NAME.mtx or NAME.problem.gz, and folders of such files and of "
          "scene files")
      ->required();
  addSet(command, options.subjects);
  command.add_option("--steps", options.steps, "steps of each scene whose problems are taken (1,60)")
      ->delimiter(',')
      ->transform(wholeFrom(1, 100'000'000));
  addProblemSolvers(command, options.solvers, options.parameters);
  command
      .add_option("--residuals,--tolerance", options.residuals, "that count as solved, each by itself (1e-4,1e-6,1e-9)")
      ->delimiter(',')
      ->check(numberFrom(1e-15, 1.0));
  command
      .add_option("--by", options.by,
                  "time (default), iterations (pivots, of solvers that pivot), factorizations, products (with W)")
      ->check(CLI::IsMember({"time", "iterations", "factorizations", "products"}));
  command.add_option("--iterations", options.iterations, "at most, of solvers that take a number of them (1000)")
      ->transform(wholeFrom(1, 1'000'000));
  command.add_option("--budget-s", options.budget_s, "seconds for each solver and problem (10)")
      ->check(numberFrom(1e-3, 1e6));
  command.add_option("--rows-most", options.most_rows, "problems with more rows are left out (none are)")
      ->transform(wholeFrom(1, 1'000'000'000));
  addFriction(command, options.friction);
  command
      .add_option("--out,--csv", options.out,
                  "FILE.csv: one row per problem, solver and residual; FILE.png: the profiles, drawn (by Debian's "
                  "python3-matplotlib); may be repeated")
      ->allow_extra_args(false)
      ->check(endingIn({".csv", ".png"}));
  addFormat(command, options.format);
}

}  // namespace keystone
