// keystone-cli validate: the analytic checks, for every solver and stepper.
#include <nlohmann/json.hpp>

#include "cli/checks.h"
#include "cli/setup.h"

namespace keystone {
namespace {

using Json = nlohmann::ordered_json;

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
    if (name.empty() || stepper.id == name) {
      named.push_back(stepper.kind);
    }
    names.append(names.empty() ? "" : ", ").append(stepper.id);
  }
  if (named.empty()) {
    throw UsageError("--stepper: found '" + name + "', expected one of: " + names);
  }
  return named;
}

Json toRow(const CheckGroup& group, const CheckedMethod& method, const Check& check) {
  return {{"check", group.name},        {"solver", method.solver.id}, {"stepper", toString(method.stepper)},
          {"quantity", check.quantity}, {"exact", check.exact},       {"simulated", check.simulated},
          {"error", check.error()},     {"bound", check.bound},       {"verdict", check.passed() ? "pass" : "FAIL"}};
}

}  // namespace

int validate(const ValidateOptions& options) {
  const auto groups = groupsNamed(options.name);
  const auto methods = options.solver.empty() ? sceneSolversNamed({}) : solversNamed({options.solver});
  const auto kinds = steppersNamed(options.stepper);
  Json rows = Json::array();
  bool good = true;
  for (const CheckGroup* group : groups) {
    for (const SolverInfo* solver : methods) {
      for (const StepperKind stepper : kinds) {
        const CheckedMethod method{*solver, stepper};
        for (const Check& check : group->run(method)) {
          rows.push_back(toRow(*group, method, check));
          good = good && check.passed();
        }
      }
    }
  }
  print(rows, options.format);
  return good ? 0 : 1;
}

}  // namespace keystone
