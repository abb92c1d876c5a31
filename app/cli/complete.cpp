#include "cli/complete.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <functional>
#include <map>
#include <utility>

#include "cli/checks.h"
#include "cli/setup.h"
#include "observe/race.h"
#include "paths.h"
#include "record/recording.h"
#include "referees/referees.h"
#include "scene/framework_file.h"

namespace keystone {
namespace {

using Words = std::vector<std::string>;

// Where on the command line the last word stands.
struct Place {
  const CLI::App* command = nullptr;    // none yet
  const CLI::Option* option = nullptr;  // whose value it is; null: it is an option, a command or a positional
  std::size_t positionals = 0;          // before it
  std::string solver, stepper, scene;   // chosen before it
  std::string word;                     // the last one, as far as it is there
};

template <class Infos>
Words idsIn(const Infos& infos) {
  Words ids;
  for (const auto& info : infos) ids.emplace_back(info.id);
  return ids;
}

Words solverIds(std::span<const SolverInfo* const> infos) {
  Words ids;
  for (const SolverInfo* info : infos) ids.emplace_back(info->id);
  return ids;
}

void append(Words& words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
}

// The referees as well, where the help names them.
Words solversOf(const CLI::Option& option) {
  Words ids = solverIds(solvers());
  if (option.get_description().find("list referees") != std::string::npos) append(ids, solverIds(referees()));
  return ids;
}

Words methods() {
  Words names;
  for (const StepperInfo& stepper : steppers())
    for (const SolverInfo* solver : solvers()) {
      names.push_back(toString(Method{stepper.kind, solver}));
      if (!stepper.uses_solver) break;
    }
  return names;
}

// "ID=", and where values have names, "ID=NAME".
Words settingsOf(std::span<const Parameter> parameters) {
  Words words;
  for (const Parameter& parameter : parameters) {
    const std::string id = std::string(parameter.id) + "=";
    if (parameter.type != Parameter::Type::Choice) {
      words.push_back(id);
      continue;
    }
    for (const std::string& name : CLI::detail::split(std::string(parameter.choices), '|')) words.push_back(id + name);
  }
  return words;
}

Words settings(const Place& place) {
  const SolverInfo* solver = findSolver(place.solver);
  return solver != nullptr ? settingsOf(solver->parameters) : Words{};
}

Words stepperSettings(const Place& place) {
  const StepperInfo* stepper = findStepper(place.stepper);
  return stepper != nullptr ? settingsOf(stepper->parameters) : Words{};
}

Words sceneSettings(const Place& place) {
  Words words;
  try {
    for (const SceneParameter& parameter : parametersOf(findScene(place.scene, assetDir())))
      words.push_back(parameter.name + "=");
  } catch (const SceneError&) {  // no scene yet, or none
  }
  return words;
}

Words frameworks() {
  Words ids = idsIn(listFrameworkEntries(assetDir()));
  append(ids, listScenes(assetDir()));
  return ids;
}

// Files in the folder that the last word names, else in the present one.
Words recordings(const Place& place) {
  const std::string folder = place.word.substr(0, place.word.rfind('/') + 1);
  Words names;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(folder.empty() ? "." : folder, error)) {
    const std::string name = entry.path().filename().string();
    if (isRecording(name)) names.push_back(folder + name);
  }
  return names;
}

Words scenes() {
  return listScenes(assetDir());
}

// Recordings as well, where the help names them.
Words subjects(const CLI::Option& option, const Place& place) {
  Words names = scenes();
  if (option.get_description().find("FILE.replay") != std::string::npos) append(names, recordings(place));
  return names;
}

Words checkNames() {
  Words names;
  for (const CheckGroup& group : checkGroups()) names.emplace_back(group.name);
  return names;
}

// What an option or positional takes, by its name.
Words valuesByName(const CLI::Option& option, const Place& place) {
  const std::map<std::string, std::function<Words()>> kValues = {
      {"solver", [&] { return solversOf(option); }},
      {"solvers", [&] { return solversOf(option); }},
      {"stepper", [] { return idsIn(steppers()); }},
      {"methods", methods},
      {"impacts", [] { return idsIn(impactLaws()); }},
      {"restitution-law", [] { return idsIn(restitutionLaws()); }},
      {"impact-time", [] { return idsIn(impactTimes()); }},
      {"integrator", [] { return idsIn(integrators()); }},
      {"parameter", [&] { return settings(place); }},
      {"set", [&] { return sceneSettings(place); }},
      {"stepper-parameter", [&] { return stepperSettings(place); }},
      {"scene", scenes},
      {"scenes", scenes},
      {"subject", [&] { return subjects(option, place); }},
      {"recording", [&] { return recordings(place); }},
      {"subjects", scenes},
      {"framework", frameworks},
      {"name", checkNames},
  };
  const auto found = kValues.find(option.get_lnames().empty() ? option.get_name() : option.get_lnames().front());
  return found != kValues.end() ? found->second() : Words{};
}

// CLI11 keeps a closed list of values in the name of the type only, as TEXT:{table,json}.
Words values(const CLI::Option& option, const Place& place) {
  const std::string type = option.get_type_name();
  const std::size_t open = type.find('{'), close = type.find('}', open);
  if (close != std::string::npos) return CLI::detail::split(type.substr(open + 1, close - open - 1), ',');
  return valuesByName(option, place);
}

const CLI::App* commandNamed(const CLI::App& app, const std::string& name) {
  const auto named = app.get_subcommands([&](const CLI::App* command) { return command->get_name() == name; });
  return named.empty() ? nullptr : named.front();
}

const CLI::Option* optionNamed(const CLI::App& app, const Place& place, const std::string& name) {
  const CLI::Option* own = place.command != nullptr ? place.command->get_option_no_throw(name) : nullptr;
  return own != nullptr ? own : app.get_option_no_throw(name);
}

void keepChoice(const CLI::Option& option, const std::string& value, Place& place) {
  if (option.check_lname("solver")) place.solver = value;
  if (option.check_lname("stepper")) place.stepper = value;
}

void pass(const CLI::App& app, const std::string& word, Place& place) {
  if (place.option != nullptr) {
    keepChoice(*std::exchange(place.option, nullptr), word, place);
  } else if (word.starts_with('-')) {
    const std::size_t equals = word.find('=');
    const CLI::Option* option = optionNamed(app, place, word.substr(0, equals));
    if (option == nullptr || option->get_items_expected_max() == 0) return;
    if (equals == std::string::npos) {
      place.option = option;
    } else {
      keepChoice(*option, word.substr(equals + 1), place);
    }
  } else if (place.command == nullptr) {
    place.command = commandNamed(app, word);
  } else {
    place.scene = word;
    ++place.positionals;
  }
}

Words optionNames(const CLI::App& app) {
  Words names;
  for (const CLI::Option* option : app.get_options())
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  return names;
}

Words positionalValues(const Place& place) {
  std::size_t passed = 0;
  for (const CLI::Option* option : place.command->get_options()) {
    if (!option->get_positional()) continue;
    passed += static_cast<std::size_t>(option->get_items_expected_max());
    if (place.positionals < passed) return values(*option, place);
  }
  return {};
}

// `before` stays in front of every candidate: the name of an option, or what a list has already.
Words matching(Words candidates, const std::string& before, const std::string& word) {
  for (std::string& candidate : candidates) candidate.insert(0, before);
  std::erase_if(candidates, [&](const std::string& candidate) { return !candidate.starts_with(word); });
  return candidates;
}

}  // namespace

Words commandNames(const CLI::App& app) {
  Words names;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    names.push_back(command->get_name());
  }
  return names;
}

Words completions(const CLI::App& app, std::span<const std::string> words) {
  if (words.empty()) return commandNames(app);
  const std::string& last = words.back();
  Place place;
  place.word = last;
  for (const std::string& word : words.first(words.size() - 1)) pass(app, word, place);
  const std::size_t equals = last.find('=');
  std::string before;
  if (place.option == nullptr && last.starts_with("--") && equals != std::string::npos) {
    place.option = optionNamed(app, place, last.substr(0, equals));
    if (place.option == nullptr) return {};
    before = last.substr(0, equals + 1);
  }
  if (place.option != nullptr) {
    const std::size_t comma = last.rfind(',');
    if (place.option->get_delimiter() != '\0' && comma != std::string::npos) before = last.substr(0, comma + 1);
    return matching(values(*place.option, place), before, last);
  }
  if (last.starts_with('-')) {
    Words names = place.command != nullptr ? optionNames(*place.command) : Words{};
    append(names, optionNames(app));
    std::ranges::sort(names);
    names.erase(std::unique(names.begin(), names.end()), names.end());
    return matching(names, "", last);
  }
  return matching(place.command != nullptr ? positionalValues(place) : commandNames(app), "", last);
}

}  // namespace keystone
