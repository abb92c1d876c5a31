#include "session/tour.h"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "scene/json_text.h"
#include "scene/json_value.h"

namespace keystone {
namespace {

namespace fs = std::filesystem;

constexpr int kTourVersion = 1, kMostTourSteps = 2000, kMostEvents = 1'000'000;
constexpr std::size_t kMostStops = 30, kMostChoices = 4, kLongestTourText = 600;
constexpr Range kTourPlace{-1e6, 1e6}, kTourAngle{-100.0, 100.0}, kTourDistance{1e-3, 1e6}, kTourSpeed{0.05, 2.0};

std::vector<std::string_view> wordsOf(std::string_view choices) {
  std::vector<std::string_view> words;
  while (!choices.empty()) {
    const std::size_t bar = std::min(choices.find('|'), choices.size());
    words.push_back(choices.substr(0, bar));
    choices.remove_prefix(std::min(bar + 1, choices.size()));
  }
  return words;
}

double parameterValue(const JsonValue& value, const Parameter& parameter) {
  if (parameter.type == Parameter::Type::Choice) return value.choice(wordsOf(parameter.choices));
  if (parameter.type == Parameter::Type::Integer)
    return value.integer(static_cast<int>(parameter.low), static_cast<int>(parameter.high));
  return value.number({parameter.low, parameter.high});
}

void readMethod(const JsonValue& entry, TourStop& stop) {
  const auto id = entry.find("solver"), parameters = entry.find("parameters");
  if (id) {
    const std::vector<std::string_view> ids = solverIds();
    stop.solver = findSolver(ids[id->choice(ids)]);
  }
  if (!parameters) return;
  if (stop.solver == nullptr) parameters->fail("parameters without a solver", "a solver beside them");
  std::vector<std::string_view> known;
  for (const Parameter& parameter : stop.solver->parameters) known.push_back(parameter.id);
  parameters->expectKeys(known);
  for (const Parameter& parameter : stop.solver->parameters)
    if (const auto value = parameters->find(parameter.id))
      stop.parameters[std::string(parameter.id)] = parameterValue(*value, parameter);
}

void readShow(const JsonValue& entry, TourStop& stop) {
  const auto show = entry.find("show");
  if (!show) return;
  stop.contacts = false;
  bool* const flags[] = {&stop.contacts, &stop.forces,  &stop.cones,   &stop.velocities,
                         &stop.trails,   &stop.verdict, &stop.compares};
  for (const JsonValue& word : show->items(0, std::size(flags)))
    *flags[word.choice({"contacts", "forces", "cones", "velocities", "trails", "verdict", "comparison"})] = true;
}

TourQuestion readQuestion(const JsonValue& value) {
  value.expectKeys({"choices", "right", "why", "scene"});
  TourQuestion question;
  for (const JsonValue& choice : value.at("choices").items(2, kMostChoices)) question.choices.push_back(choice.text());
  question.right = value.at("right").integer(0, static_cast<int>(question.choices.size()) - 1);
  question.why = value.at("why").text(kLongestTourText);
  if (const auto scene = value.find("scene")) question.scene = scene->text();
  return question;
}

// When time runs, how fast, and until when.
void readTime(const JsonValue& entry, TourStop& stop) {
  if (const auto steps = entry.find("steps")) stop.steps = steps->integer(0, kMostTourSteps);
  if (const auto runs = entry.find("runs")) stop.runs = runs->flag();
  if (const auto question = entry.find("question")) stop.question = readQuestion(*question);
  for (const char* key : {"pause_at", "speed"})
    if (const auto value = entry.find(key); value && !stop.runs)
      value->fail(std::string(key) + " where time stands", "\"runs\": true beside it");
  if (const auto at = entry.find("pause_at")) stop.pause_at = at->integer(stop.steps + 1, kMostTourSteps);
  if (const auto speed = entry.find("speed")) stop.speed = speed->number(kTourSpeed);
}

TourMicroscope readMicroscope(const JsonValue& value) {
  value.expectKeys({"start", "row_by_row", "event"});
  TourMicroscope microscope;
  if (const auto start = value.find("start")) microscope.warm = start->choice({"cold", "warm"}) == 1;
  if (const auto rows = value.find("row_by_row")) microscope.row_by_row = rows->flag();
  if (const auto event = value.find("event")) microscope.event = event->integer(0, kMostEvents);
  return microscope;
}

SceneCamera readTourCamera(const JsonValue& value) {
  value.expectKeys({"target", "yaw", "pitch", "distance", "orthographic"});
  SceneCamera camera;
  camera.given = true;
  camera.target = value.at("target").vector(kTourPlace, 3);
  camera.distance = value.at("distance").number(kTourDistance);
  if (const auto yaw = value.find("yaw")) camera.yaw = yaw->number(kTourAngle);
  if (const auto pitch = value.find("pitch")) camera.pitch = pitch->number(kTourAngle);
  if (const auto flat = value.find("orthographic")) camera.orthographic = flat->flag();
  return camera;
}

TourStop readStop(const JsonValue& entry) {
  entry.expectKeys({"title", "text", "scene", "solver", "parameters", "steps", "runs", "pause_at", "speed", "question",
                    "show", "microscope", "camera"});
  TourStop stop;
  stop.title = entry.at("title").text();
  stop.text = entry.at("text").text(kLongestTourText);
  stop.scene = entry.at("scene").text();
  readMethod(entry, stop);
  readTime(entry, stop);
  readShow(entry, stop);
  if (const auto microscope = entry.find("microscope")) {
    stop.microscope = readMicroscope(*microscope);
    if (stop.runs) microscope->fail("a microscope while time runs", "one of the two");
  }
  if (const auto camera = entry.find("camera")) stop.camera = readTourCamera(*camera);
  return stop;
}

}  // namespace

Tour loadTour(const std::string& path) {
  const nlohmann::json document = readJsonFile(path);
  const JsonValue root(document, path);
  root.expectKeys({"$schema", "tour", "name", "description", "stops"});
  const JsonValue version = root.at("tour");
  if (!version.isNumber() || version.number({-1e9, 1e9}) != kTourVersion)
    version.failExpecting("tour format version " + std::to_string(kTourVersion));
  Tour tour{fs::path(path).stem().string(), root.at("name").text(), root.at("description").text(kLongestTourText), {}};
  for (const JsonValue& stop : root.at("stops").items(1, kMostStops)) tour.stops.push_back(readStop(stop));
  return tour;
}

std::string tourPath(const std::string& id, const std::string& asset_dir) {
  return (fs::path(asset_dir) / "tours" / (id + ".json")).string();
}

std::vector<SceneEntry> listTours(const std::string& asset_dir) {
  return entriesIn((fs::path(asset_dir) / "tours").string());
}

}  // namespace keystone
