// keystone-cli list: the solvers of the registry, the external referees, or the scenes of the assets folder.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "cli/arguments.h"
#include "cli/setup.h"
#include "math/decimal.h"
#include "paths.h"
#include "referees/referees.h"

namespace keystone {
namespace {

using Json = nlohmann::ordered_json;

struct ListOptions {
  std::string what;  // "solvers", "steppers" or "scenes"
  Format format = Format::Table;
};

std::string accepted(const Accepts& accepts) {
  std::string words;
  for (const std::string_view word : wordsOf(accepts)) words.append(words.empty() ? "" : " ").append(word);
  return words;
}

std::string parametersOf(std::span<const Parameter> parameters) {
  std::string words;
  for (const Parameter& parameter : parameters) {
    words.append(words.empty() ? "" : " ").append(parameter.id);
  }
  return words;
}

Json solverRow(const SolverInfo& solver) {
  return {{"id", solver.id},
          {"title", solver.title},
          {"family", solver.family},
          {"exact", solver.exact},
          {"accepts", accepted(solver.accepts)},
          {"parameters", parametersOf(solver.parameters)},
          {"paper", solver.paper}};
}

Json solverRows() {
  Json rows = Json::array();
  for (const SolverInfo* solver : solvers()) rows.push_back(solverRow(*solver));
  return rows;
}

Json refereeRows() {
  Json rows = Json::array();
  for (const Referee& referee : knownReferees()) {
    Json& row = rows.emplace_back(solverRow(referee.info));
    row["built"] = referee.built;
    row["package"] = referee.package;
  }
  return rows;
}

Json stepperRows() {
  Json rows = Json::array();
  for (const StepperInfo& stepper : steppers()) {
    rows.push_back({{"id", stepper.id},
                    {"title", stepper.title},
                    {"uses_solver", stepper.uses_solver},
                    {"may_sleep", stepper.may_sleep},
                    {"parameters", parametersOf(stepper.parameters)},
                    {"help", stepper.help}});
  }
  return rows;
}

std::string parametersOf(const std::vector<SceneParameter>& parameters) {
  std::string words;
  for (const SceneParameter& parameter : parameters)
    words.append(words.empty() ? "" : " ").append(parameter.name + "=" + exactDecimal(parameter.value));
  return words;
}

// Meshes as their hulls: to take them apart takes long, and a mesh is one body all the same.
void leaveWhole(nlohmann::json& json) {
  constexpr double kAnything = 1e3;  // [m], of concavity
  if (json.contains("concavity") || json.contains("distance_field")) {
    json.erase("distance_field");
    json["concavity"] = kAnything;
  }
  for (nlohmann::json& inner : json)
    if (inner.is_structured()) leaveWhole(inner);
}

Scene loadRoughly(const std::string& address) {
  nlohmann::json file = nlohmann::json::parse(chosenSceneText(address));
  leaveWhole(file);
  return parseScene(file.dump(), address.substr(0, address.rfind('#')), assetDir());
}

Json sceneRows() {
  Json rows = Json::array();
  std::vector<SceneEntry> entries = listSceneEntries(assetDir());
  std::ranges::sort(entries, {}, &SceneEntry::id);
  for (const SceneEntry& entry : entries) {
    const std::string address = entry.address();
    const Scene scene = loadRoughly(address);
    rows.push_back({{"id", entry.id},
                    {"group", scene.group},
                    {"bodies", scene.simulation.world.bodies.size()},
                    {"planar", scene.simulation.world.planar},
                    {"solver", scene.simulation.solver->id},
                    {"parameters", parametersOf(keystone::parametersOf(address))},
                    {"name", scene.name},
                    {"source", scene.source}});
  }
  return rows;
}

int list(const ListOptions& options) {
  const auto rows = [&] {
    if (options.what == "solvers") return solverRows();
    if (options.what == "steppers") return stepperRows();
    return options.what == "referees" ? refereeRows() : sceneRows();
  };
  print(rows(), options.format);
  return 0;
}

}  // namespace

void addList(Commands& commands) {
  auto [command, options] = commands.add("list", "List solvers, steppers, external referees or scenes", list);
  command.add_option("what", options.what, "solvers, steppers, referees or scenes")
      ->required()
      ->check(CLI::IsMember({"solvers", "steppers", "referees", "scenes"}));
  addFormat(command, options.format);
}

}  // namespace keystone
