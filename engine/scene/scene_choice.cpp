#include "scene/scene_choice.h"

#include <algorithm>
#include <filesystem>

#include "math/decimal.h"
#include "scene/json_text.h"
#include "scene/json_value.h"

namespace keystone {
namespace {

constexpr Range kAnyNumber{-1e12, 1e12};
constexpr std::size_t kMostTargets = 100;
constexpr int kMostLikes = 8;  // variants that are like one another

// A number where the text is one; else the text, for the complaint.
nlohmann::json numberOrText(const std::string& text) {
  const nlohmann::json value = nlohmann::json::parse(text, nullptr, false);
  return value.is_number() ? value : nlohmann::json(text);
}

std::string namesIn(const nlohmann::json& object) {
  std::string names;
  if (!object.is_object()) return names;
  for (const auto& [key, value] : object.items()) names.append(names.empty() ? "" : ", ").append(oneLine(key));
  return names;
}

// As if the file gave the parameter this value.
void setValue(nlohmann::json& document, const JsonValue& blamed, const std::string& name, nlohmann::json value) {
  nlohmann::json& parameters = document["parameters"];
  if (parameters.is_object() && parameters.contains(name) && parameters[name].is_object()) {
    parameters[name]["value"] = std::move(value);
    return;
  }
  const std::string names = namesIn(parameters);
  blamed.fail("the unknown parameter \"" + oneLine(name) + "\"",
              names.empty() ? "none, as the scene has none" : "one of: " + names);
}

// Its keys over those of the file (a JSON merge patch, RFC 7396), after those of the variant that it is like.
void putVariant(const nlohmann::json& file, const JsonValue& root, const std::string& id, int depth,
                nlohmann::json& document) {
  const JsonValue variants = root.at("variants");
  const auto variant = variants.find(id);
  if (!variant) variants.fail("no variant \"" + oneLine(id) + "\"", "one of: " + namesIn(file["variants"]));
  std::vector<std::string_view> keys(std::begin(kVariantKeys), std::end(kVariantKeys));
  keys.insert(keys.end(), {"like", "values"});
  variant->expectKeys(keys);
  if (const auto like = variant->find("like")) {
    if (depth == kMostLikes) like->fail("variants like others deeper", "at most " + std::to_string(kMostLikes));
    putVariant(file, root, like->text(), depth + 1, document);
  }
  nlohmann::json patch = file["variants"][id];
  patch.erase("like");
  patch.erase("values");
  document.merge_patch(patch);
  const auto values = variant->find("values");
  if (!values) return;
  for (const auto& [name, value] : values->members()) setValue(document, value, name, value.number(kAnyNumber));
}

// A place that a parameter's number is put to, as factor * number + offset.
struct Target {
  nlohmann::json* place = nullptr;
  double factor = 1.0, offset = 0.0;
};

Target readParameterTarget(const JsonValue& value, nlohmann::json& document) {
  Target target;
  const bool bare = value.isString();
  if (!bare) value.expectKeys({"at", "factor", "offset"});
  const JsonValue at = bare ? value : value.at("at");
  const std::string pointer = at.text();
  try {
    const nlohmann::json::json_pointer place(pointer);
    if (document.contains(place)) target.place = &document[place];
  } catch (const nlohmann::json::exception&) {  // no pointer at all
  }
  if (target.place == nullptr || !target.place->is_number())
    at.failExpecting("a JSON pointer to a number of the scene");
  if (bare) return target;
  if (const auto factor = value.find("factor")) target.factor = factor->number(kAnyNumber);
  if (const auto offset = value.find("offset")) target.offset = offset->number(kAnyNumber);
  return target;
}

// Puts the number where it belongs; without a "value", it is what stands at the first target.
SceneParameter readSceneParameter(const JsonValue& entry, const std::string& name, nlohmann::json& document) {
  entry.expectKeys({"description", "targets", "range", "integer", "value"});
  SceneParameter parameter;
  parameter.name = name;
  if (const auto description = entry.find("description")) parameter.description = description->text();
  const std::vector<JsonValue> range = entry.at("range").items(2, 2);
  parameter.low = range[0].number(kAnyNumber);
  parameter.high = range[1].number({parameter.low, kAnyNumber.high});
  if (const auto integer = entry.find("integer")) parameter.integer = integer->flag();
  std::vector<Target> targets;
  for (const JsonValue& target : entry.at("targets").items(1, kMostTargets))
    targets.push_back(readParameterTarget(target, document));
  parameter.value = targets.front().place->get<double>();
  if (const auto value = entry.find("value")) {
    const double low = parameter.low, high = parameter.high;
    parameter.value =
        parameter.integer ? value->integer(static_cast<int>(low), static_cast<int>(high)) : value->number({low, high});
    for (const Target& target : targets) *target.place = target.factor * parameter.value + target.offset;
  }
  parameter.own = parameter.value;
  return parameter;
}

std::vector<SceneParameter> readSceneParameters(nlohmann::json& document, const std::string& path) {
  std::vector<SceneParameter> parameters;
  if (!document.contains("parameters")) return parameters;
  const nlohmann::json given = {{"parameters", document["parameters"]}};  // `document` changes meanwhile
  for (const auto& [name, entry] : JsonValue(given, path).at("parameters").members())
    parameters.push_back(readSceneParameter(entry, name, document));
  return parameters;
}

}  // namespace

SceneAddress parseAddress(const std::string& text) {
  std::error_code error;
  const std::size_t mark = text.rfind('#');
  if (mark == std::string::npos || std::filesystem::exists(text, error)) return {text, {}, {}};
  SceneAddress address{text.substr(0, mark), {}, {}};
  for (std::size_t begin = mark + 1; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    const std::string word = text.substr(begin, end - begin);
    const std::size_t equals = word.find('=');
    if (equals != std::string::npos) {
      address.values.emplace_back(word.substr(0, equals), word.substr(equals + 1));
    } else if (begin == mark + 1 && !word.empty()) {
      address.variant = word;
    } else {
      throw SceneError(oneLine(address.path, 200) + ": found \"" + oneLine(word) + "\" after #, expected " +
                       (begin == mark + 1 ? "a variant or NAME=VALUE" : "NAME=VALUE"));
    }
    begin = end + 1;
  }
  return address;
}

std::string withValues(const std::string& address, const std::vector<std::string>& settings) {
  std::string all = address;
  bool has_choice = parseAddress(address).path != address;
  for (const std::string& setting : settings) {
    const std::size_t equals = setting.find('=');
    if (equals == 0 || equals == std::string::npos || setting.find_first_of(",#") != std::string::npos)
      throw SceneError("--set: found '" + oneLine(setting) + "', expected NAME=VALUE");
    all += (std::exchange(has_choice, true) ? "," : "#") + setting;
  }
  return all;
}

std::vector<SceneParameter> parametersOf(const std::string& address) {
  const SceneAddress read = parseAddress(address);
  return chooseScene(readJsonFile(read.path), read).parameters;
}

std::string chosenSceneText(const std::string& address) {
  const SceneAddress read = parseAddress(address);
  nlohmann::json document = chooseScene(readJsonFile(read.path), read).document;
  for (const char* key : {"id", "variants"}) document.erase(key);
  return document.dump();
}

ChosenScene chooseScene(nlohmann::json document, const SceneAddress& address) {
  ChosenScene chosen{std::move(document), std::filesystem::path(address.path).stem().string(), {}};
  if (!chosen.document.is_object()) return chosen;
  const JsonValue root(chosen.document, address.path);
  if (!address.variant.empty()) {
    const nlohmann::json file = chosen.document;
    putVariant(file, JsonValue(file, address.path), address.variant, 0, chosen.document);
    chosen.id = address.variant;
  } else if (const auto id = root.find("id")) {
    chosen.id = id->text();
  }
  chosen.parameters = readSceneParameters(chosen.document, address.path);
  if (address.values.empty()) return chosen;

  for (const auto& [name, text] : address.values) setValue(chosen.document, root, name, numberOrText(text));
  std::vector<SceneParameter> own =
      std::exchange(chosen.parameters, readSceneParameters(chosen.document, address.path));
  char mark = '#';
  for (std::size_t i = 0; i < own.size(); ++i) {
    SceneParameter& parameter = chosen.parameters[i];
    parameter.own = own[i].value;
    if (parameter.value == parameter.own) continue;
    chosen.id += mark + parameter.name + "=" + exactDecimal(parameter.value);
    mark = ',';
  }
  return chosen;
}

}  // namespace keystone
