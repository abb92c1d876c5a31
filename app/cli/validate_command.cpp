// keystone-cli validate: the analytic checks, for every solver and stepper.
#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "cli/arguments.h"
#include "cli/checks.h"
#include "cli/progress.h"
#include "cli/setup.h"

namespace keystone {
namespace {

using Json = nlohmann::ordered_json;

struct ValidateOptions {
  std::string name;                     // of one check, empty = all
  std::string solver, stepper;          // empty = all
  std::vector<std::string> parameters;  // "id=value", of the one solver
  bool all = false;                     // tables show every row
  Format format = Format::Table;
};

std::vector<const CheckGroup*> groupsNamed(const std::string& name) {
  std::vector<const CheckGroup*> named;
  std::string names;
  for (const CheckGroup& group : checkGroups()) {
    if (name.empty() || group.name == name) {
      named.push_back(&group);
    }
    names.append(names.empty() ? "" : ", ").append(group.name);
  }
  if (named.empty()) {
    throw UsageError("validate: found '" + name + "', expected one of: " + names);
  }
  return named;
}

std::vector<StepperKind> steppersNamed(const std::string& name) {
  std::vector<StepperKind> named;
  std::string names;
  for (const StepperInfo& stepper : steppers()) {
    // The bounds are those of the contact problem's solution; a method of its own is held to them if it is asked for.
    if ((name.empty() && stepper.uses_solver) || stepper.id == name) {
      named.push_back(stepper.kind);
    }
    names.append(names.empty() ? "" : ", ").append(stepper.id);
  }
  if (named.empty()) {
    throw UsageError("--stepper: found '" + name + "', expected one of: " + names);
  }
  return named;
}

ParameterValues parametersOf(const ValidateOptions& options) {
  ParameterValues values;
  if (options.parameters.empty()) return values;
  if (options.solver.empty())
    throw UsageError("--parameter: found no --solver, expected the one whose parameter it is");
  setParameters(solverNamed(options.solver), options.parameters, values);
  return values;
}

struct CheckRow {
  const CheckGroup* group;
  const SolverInfo* solver;
  StepperKind stepper;
  Check check;
};

std::vector<CheckRow> runChecks(const ValidateOptions& options) {
  const auto groups = groupsNamed(options.name);
  const auto methods =
      sceneSolversNamed(options.solver.empty() ? std::vector<std::string>{} : std::vector{options.solver});
  const auto kinds = steppersNamed(options.stepper);
  const ParameterValues parameters = parametersOf(options);
  std::vector<CheckRow> rows;
  Progress progress(static_cast<long>(groups.size() * methods.size() * kinds.size()), "run");
  for (const CheckGroup* group : groups) {
    for (const SolverInfo* solver : methods) {
      progress.workOn(std::string(group->name) + " by " + std::string(solver->id));
      for (const StepperKind stepper : kinds) {
        for (Check& check : group->run({*solver, stepper, parameters})) {
          rows.push_back({group, solver, stepper, std::move(check)});
        }
        progress.pieceDone();
      }
    }
  }
  return rows;
}

const char* verdict(bool passed) {
  return passed ? "pass" : "FAIL";
}

Json toJson(const CheckRow& row) {
  const Check& check = row.check;
  return {{"check", row.group->name},   {"solver", row.solver->id}, {"stepper", toString(row.stepper)},
          {"quantity", check.quantity}, {"exact", check.exact},     {"simulated", check.simulated},
          {"error", check.error()},     {"bound", check.bound},     {"verdict", verdict(check.passed())}};
}

Json toJson(const std::vector<CheckRow>& rows) {
  Json all = Json::array();
  for (const CheckRow& row : rows) all.push_back(toJson(row));
  return all;
}

// All rows of one check, told by the one that comes closest to its bound, or exceeds it most.
struct Summary {
  const CheckRow* worst;
  int rows = 0, failed = 0;
};

std::vector<Summary> worstFirst(const std::vector<CheckRow>& rows) {
  std::vector<Summary> summaries;  // rows of a check follow each other
  for (const CheckRow& row : rows) {
    if (summaries.empty() || summaries.back().worst->group != row.group) summaries.push_back({&row});
    Summary& summary = summaries.back();
    ++summary.rows;
    if (!row.check.passed()) ++summary.failed;
    if (row.check.errorToBound() > summary.worst->check.errorToBound()) summary.worst = &row;
  }
  std::stable_sort(summaries.begin(), summaries.end(), [](const Summary& a, const Summary& b) {
    return a.worst->check.errorToBound() > b.worst->check.errorToBound();
  });
  return summaries;
}

Json toJson(const Summary& summary) {
  const CheckRow& worst = *summary.worst;
  return {{"check", worst.group->name},
          {"verdict", verdict(summary.failed == 0)},
          {"failed", std::to_string(summary.failed) + " of " + std::to_string(summary.rows)},
          {"error_to_bound", worst.check.errorToBound()},
          {"worst", worst.check.quantity},
          {"exact", worst.check.exact},
          {"simulated", worst.check.simulated},
          {"bound", worst.check.bound},
          {"solver", worst.solver->id},
          {"stepper", toString(worst.stepper)}};
}

void printTables(const std::vector<CheckRow>& rows, bool all) {
  if (rows.empty()) {
    std::printf("no check of these has a closed form for such a method\n");
    return;
  }
  const std::vector<Summary> summaries = worstFirst(rows);
  Json worst = Json::array();
  for (const Summary& summary : summaries) worst.push_back(toJson(summary));
  print(worst, Format::Table);
  const auto failed =
      std::count_if(summaries.begin(), summaries.end(), [](const Summary& summary) { return summary.failed > 0; });
  std::printf("\n%td of %zu checks failed, %zu rows in all%s\n", failed, summaries.size(), rows.size(),
              all ? ":" : " (--all prints them)");
  if (all) print(toJson(rows), Format::Table);
}

int validate(const ValidateOptions& options) {
  const std::vector<CheckRow> rows = runChecks(options);
  if (options.format == Format::Json) {
    print(toJson(rows), options.format);
  } else {
    printTables(rows, options.all);
  }
  const bool good = std::all_of(rows.begin(), rows.end(), [](const CheckRow& row) { return row.check.passed(); });
  return good ? 0 : 1;
}

}  // namespace

void addValidate(Commands& commands) {
  auto [command, options] =
      commands.add("validate", "Run the analytic checks: the worst row of each, failures first", validate);
  command.add_option("name", options.name, "one check (all)");
  command.add_option("--solver", options.solver, "one solver (all)");
  command.add_option("--stepper", options.stepper, "one stepper (all)");
  addParameters(command, options.parameters);
  command.add_flag("--all", options.all,
                   "the table of every row after that of the worst ones (JSON: always every row)");
  addFormat(command, options.format);
}

}  // namespace keystone
