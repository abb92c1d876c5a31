#include <array>
#include <cmath>
#include <utility>

#include "scene/json_text.h"
#include "scene/scene_parts.h"

namespace keystone {
namespace {

std::vector<std::string_view> splitChoices(std::string_view choices) {
  std::vector<std::string_view> words;
  for (std::size_t begin = 0; begin <= choices.size();) {
    const std::size_t end = std::min(choices.find('|', begin), choices.size());
    words.push_back(choices.substr(begin, end - begin));
    begin = end + 1;
  }
  return words;
}

double readParameter(const JsonValue& value, const Parameter& parameter) {
  switch (parameter.type) {
    case Parameter::Type::Choice:
      return value.choice(splitChoices(parameter.choices));
    case Parameter::Type::Integer:
      return value.integer(static_cast<int>(parameter.low), static_cast<int>(parameter.high));
    case Parameter::Type::Real:
      break;
  }
  return value.number({parameter.low, parameter.high});
}

const SolverInfo* readSolverId(const JsonValue& value) {
  const std::vector<std::string_view> ids = solverIds();
  return findSolver(ids[value.choice(ids)]);
}

// Parameters of earlier versions: read, and without effect.
constexpr std::array<std::pair<std::string_view, std::string_view>, 5> kRetired{{{"newton_cone", "factorizations"},
                                                                                 {"pivoting", "blocks"},
                                                                                 {"pivoting", "block_pivots"},
                                                                                 {"pivoting", "max_pivots"},
                                                                                 {"pivoting", "restarts"}}};

// The object's members into the values of the parameters they name; names of `retired` ones are read without effect.
void readParameters(const JsonValue& object, std::span<const Parameter> parameters,
                    const std::vector<std::string_view>& retired, ParameterValues& values) {
  std::vector<std::string_view> known = retired;
  for (const Parameter& parameter : parameters) known.push_back(parameter.id);
  object.expectKeys(known);
  for (const Parameter& parameter : parameters)
    if (const auto setting = object.find(parameter.id))
      values[std::string(parameter.id)] = readParameter(*setting, parameter);
}

// "id", or {"id": ..., "parameters": {...}}, which older files call "knobs".
void readSolver(const JsonValue& value, Simulation& simulation) {
  if (!value.isObject()) {
    simulation.solver = readSolverId(value);
    return;
  }
  value.expectKeys({"id", "parameters", "knobs"});
  simulation.solver = readSolverId(value.at("id"));
  const auto parameters = value.find(value.find("parameters") ? "parameters" : "knobs");
  if (!parameters) return;
  std::vector<std::string_view> retired;
  for (const auto& [solver, parameter] : kRetired)
    if (solver == simulation.solver->id) retired.push_back(parameter);
  readParameters(*parameters, simulation.solver->parameters, retired, simulation.parameters);
}

StepperKind readStepperId(const JsonValue& value) {
  std::vector<std::string_view> ids;
  for (const StepperInfo& stepper : steppers()) ids.push_back(stepper.id);
  return steppers()[value.choice(ids)].kind;
}

template <class Choice>
void readChoice(const JsonValue& object, const char* key, std::span<const ChoiceInfo<Choice>> infos, Choice& into) {
  const auto value = object.find(key);
  if (!value) return;
  std::vector<std::string_view> ids;
  for (const ChoiceInfo<Choice>& info : infos) ids.push_back(info.id);
  into = infos[value->choice(ids)].value;
}

// "id", or {"id": ..., parameters}.
void readStepper(const JsonValue& value, Simulation& simulation) {
  if (!value.isObject()) {
    simulation.stepper = readStepperId(value);
    return;
  }
  value.expectKeys({"id",
                    "impacts",
                    "restitution_law",
                    "impact_time",
                    "integrator",
                    "integrator_tolerance",
                    "coordinates",
                    "joint_errors",
                    "baumgarte_alpha",
                    "baumgarte_beta",
                    "erp",
                    "cfm",
                    "margin",
                    "restitution_threshold",
                    "recovery_speed",
                    "recovery_slop",
                    "shift_tolerance",
                    "slip_speed",
                    "time_constant",
                    "relinearise",
                    "frictionless",
                    "sleeping",
                    "parameters"});
  simulation.stepper = readStepperId(value.at("id"));
  if (const auto parameters = value.find("parameters"))
    readParameters(*parameters, stepperInfo(simulation.stepper).parameters, {}, simulation.stepper_parameters);
  readChoice(value, "impacts", impactLaws(), simulation.params.impacts);
  readChoice(value, "restitution_law", restitutionLaws(), simulation.params.restitution_law);
  readChoice(value, "impact_time", impactTimes(), simulation.params.impact_time);
  readChoice(value, "integrator", integrators(), simulation.params.integrator);
  readChoice(value, "coordinates", coordinates(), simulation.params.coordinates);
  readChoice(value, "joint_errors", jointErrors(), simulation.params.joint_errors);
  const auto read = [&value](const char* key, const Range& range, double& into) {
    if (const auto given = value.find(key)) into = given->number(range);
  };
  read("integrator_tolerance", {1e-12, 1.0}, simulation.params.integrator_tolerance);
  read("baumgarte_alpha", {0.0, 1e5}, simulation.params.baumgarte_alpha);
  read("baumgarte_beta", {0.0, 1e5}, simulation.params.baumgarte_beta);
  read("erp", {0.0, 1.0}, simulation.params.erp);
  read("cfm", {0.0, 1e6}, simulation.params.cfm);
  read("margin", {0.0, 10.0}, simulation.params.collide.margin);
  read("restitution_threshold", kImpactThreshold, simulation.params.restitution_threshold);
  read("recovery_speed", {0.0, 1e3}, simulation.params.recovery_speed);
  read("recovery_slop", {0.0, 1.0}, simulation.params.recovery_slop);
  read("slip_speed", {0.0, 1e3}, simulation.params.slip_speed);
  read("time_constant", {1e-6, 1e3}, simulation.params.time_constant);
  if (const auto given = value.find("relinearise")) simulation.params.relinearise = given->integer(0, 20);
  if (const auto given = value.find("frictionless")) simulation.params.frictionless = given->flag();
  if (const auto given = value.find("sleeping")) simulation.params.sleeping = given->flag();
}

void readCamera(const JsonValue& value, bool planar, SceneCamera& camera) {
  value.expectKeys({"target", "yaw", "pitch", "distance", "orthographic"});
  camera.given = true;
  camera.target = readVector(value.at("target"), kCoordinate, planar);
  camera.distance = value.at("distance").number({1e-3, 1e6});
  if (const auto yaw = value.find("yaw")) camera.yaw = yaw->number(kAngle);
  if (const auto pitch = value.find("pitch")) camera.pitch = pitch->number({-1.58, 1.58});
  if (const auto orthographic = value.find("orthographic")) camera.orthographic = orthographic->flag();
}

// How far a saved scene had come.
void readState(const JsonValue& value, World& world) {
  value.expectKeys({"step", "time"});
  world.step = value.at("step").integer(0, 2000000000);
  world.time = value.at("time").number({0.0, 1e9});
}

}  // namespace

void readSettings(const JsonValue& root, Scene& scene) {
  Simulation& simulation = scene.simulation;
  World& world = simulation.world;
  const auto text = [&root](const char* key, std::string& into) {
    if (const auto given = root.find(key)) into = given->text(4000);
  };
  text("name", scene.name);
  text("group", scene.group);
  text("description", scene.description);
  text("source", scene.source);
  if (const auto gravity = root.find("gravity")) world.gravity = readVector(*gravity, kGravity, world.planar);
  if (const auto rate = root.find("step_rate")) world.h = 1.0 / rate->number(kStepRate);
  simulation.solver = defaultSolver();
  if (const auto solver = root.find("solver")) readSolver(*solver, simulation);
  if (const auto stepper = root.find("stepper")) readStepper(*stepper, simulation);
  scene.camera.orthographic = world.planar;
  if (world.planar) scene.camera.yaw = scene.camera.pitch = 0.0;
  if (const auto camera = root.find("camera")) readCamera(*camera, world.planar, scene.camera);
  if (const auto drag = root.find("drag")) {
    drag->expectKeys({"cap"});
    scene.drag_cap = drag->at("cap").number({0.0, 1e6, true});
  }
  if (const auto state = root.find("state")) readState(*state, world);
}

}  // namespace keystone
