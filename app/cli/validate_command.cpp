// keystone-cli validate: the analytic checks, for every solver.
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

Json toRow(const CheckGroup& group, const SolverInfo& solver, const Check& check) {
  return {{"check", group.name},          {"solver", solver.id},
          {"quantity", check.quantity},   {"exact", check.exact},
          {"simulated", check.simulated}, {"error", check.error()},
          {"bound", check.bound},         {"verdict", check.passed() ? "pass" : "FAIL"}};
}

}  // namespace

int validate(const ValidateOptions& options) {
  const auto groups = groupsNamed(options.name);
  const auto methods = options.solver.empty() ? sceneSolversNamed({}) : solversNamed({options.solver});
  Json rows = Json::array();
  bool good = true;
  for (const CheckGroup* group : groups) {
    for (const SolverInfo* method : methods) {
      for (const Check& check : group->run(*method)) {
        rows.push_back(toRow(*group, *method, check));
        good = good && check.passed();
      }
    }
  }
  print(rows, options.format);
  return good ? 0 : 1;
}

}  // namespace keystone
