// The solver, its parameters, the stepper and the pace.
#include <algorithm>
#include <functional>
#include <string_view>

#include "panels/panel.h"
#include "panels/panels.h"
#include "panels/slider.h"
#include "step/method_choices.h"

namespace keystone {
namespace {

// What stands in a combo that fills the line: without the words in brackets at its end when they do not fit.
std::string fitting(const std::string& preview) {
  const float room = ImGui::GetContentRegionAvail().x - ImGui::GetFrameHeight() - 2 * ImGui::GetStyle().FramePadding.x;
  const std::size_t bracket = preview.rfind(" (");
  if (bracket == std::string::npos || ImGui::CalcTextSize(preview.c_str()).x <= room) return shortened(preview, room);
  return shortened(preview.substr(0, bracket), room);
}

void solverCombo(AppState& app) {
  const SolverInfo* current = app.simulation().solver;
  const std::string preview(current != nullptr ? current->title : "none");
  ImGui::SetNextItemWidth(-1);
  if (!ImGui::BeginCombo("##solver", fitting(preview).c_str())) return hint(preview);
  for (const SolverInfo* solver : solvers()) {
    const std::string label(solver->title);
    if (ImGui::Selectable(label.c_str(), current != nullptr && solver->title == current->title))
      app.ask(ChooseSolver{solver});
    hint(std::string(solver->paper));
  }
  ImGui::EndCombo();
}

// One of `infos`, each with a title and a help text.
template <class Infos, class Info, class Choose>
void combo(const std::string& title, const Infos& infos, const Info& current, Choose choose) {
  ImGui::SetNextItemWidth(-1);
  const std::string preview = title + ": " + std::string(current.title), id = "##" + title;
  const bool open = ImGui::BeginCombo(id.c_str(), fitting(preview).c_str());
  if (!open) return hint(preview + "\n" + std::string(current.help));
  for (const Info& info : infos) {
    const std::string label(info.title);
    if (ImGui::Selectable(label.c_str(), &info == &current)) choose(info);
    hint(std::string(info.help));
  }
  ImGui::EndCombo();
}

// "Title: value" inside the widget, so that a parameter takes one line. The title gives way where that is short.
std::string pattern(const Parameter& parameter, const char* number) {
  constexpr const char* kWidest = ": 0.0e-00";  // of usual values
  const std::string unit = parameter.unit.empty() ? "" : " " + std::string(parameter.unit);
  const float room = ImGui::GetContentRegionAvail().x - 2 * ImGui::GetStyle().FramePadding.x;
  const float value = ImGui::CalcTextSize((kWidest + unit).c_str()).x;
  return shortened(std::string(parameter.title), room - value) + ": " + number + unit;
}

std::string choiceName(const Parameter& parameter, int index) {
  std::string_view rest = parameter.choices;
  for (int i = 0; i < index; ++i) rest.remove_prefix(std::min(rest.find('|'), rest.size() - 1) + 1);
  return std::string(rest.substr(0, rest.find('|')));
}

// Index of the last name; -1 without any.
int lastChoice(const Parameter& parameter) {
  return parameter.choices.empty() ? -1 : static_cast<int>(std::ranges::count(parameter.choices, '|'));
}

// Set with `ask(id, value)`.
using AskValue = std::function<void(std::string id, double value)>;

void choiceParameter(const AskValue& ask, const Parameter& parameter, int value) {
  const std::string preview = std::string(parameter.title) + ": " + choiceName(parameter, value);
  if (!ImGui::BeginCombo("##value", fitting(preview).c_str())) return;
  for (int i = 0; i <= static_cast<int>(parameter.high); ++i) {
    if (ImGui::Selectable(choiceName(parameter, i).c_str(), i == value)) ask(std::string(parameter.id), double(i));
  }
  ImGui::EndCombo();
}

void realParameter(const AskValue& ask, const Parameter& parameter, double value) {
  // Tolerances span decades: those sliders are logarithmic.
  const bool decades = parameter.low > 0.0 && parameter.high / parameter.low > 1000.0;
  if (slider("##value", value, parameter.low, parameter.high, pattern(parameter, decades ? "%.1e" : "%.3g"),
             decades ? SliderScale::Decades : SliderScale::Linear))
    ask(std::string(parameter.id), value);
}

void integerParameter(const AskValue& ask, const Parameter& parameter, int value) {
  const int low = static_cast<int>(parameter.low), high = static_cast<int>(parameter.high);
  const SliderScale scale = high - low > 500 ? SliderScale::Decades : SliderScale::Linear;
  const std::string name = value - low <= lastChoice(parameter) ? choiceName(parameter, value - low) : "%d";
  if (slider("##value", value, low, high, pattern(parameter, name.c_str()), scale))
    ask(std::string(parameter.id), double(value));
}

void drawParameter(const AskValue& ask, const Parameter& parameter, double value) {
  const std::string id(parameter.id);
  ImGui::PushID(id.c_str());
  ImGui::SetNextItemWidth(-1);
  switch (parameter.type) {
    case Parameter::Type::Choice:
      choiceParameter(ask, parameter, static_cast<int>(value));
      break;
    case Parameter::Type::Integer:
      integerParameter(ask, parameter, static_cast<int>(value));
      break;
    case Parameter::Type::Real:
      realParameter(ask, parameter, value);
      break;
  }
  const bool is_choice = parameter.type == Parameter::Type::Choice;
  const std::string choice = is_choice ? choiceName(parameter, static_cast<int>(value)) + "\n" : "";
  hint(std::string(parameter.title) + ": " + choice + std::string(parameter.help));
  ImGui::PopID();
}

void drawParameters(const AskValue& ask, std::span<const Parameter> parameters, const ParameterValues& values) {
  for (const Parameter& parameter : parameters)
    drawParameter(ask, parameter, parameterOf(parameters, values, parameter.id));
}

void solverParameters(AppState& app) {
  const Simulation& simulation = app.simulation();
  drawParameters(
      [&app](std::string id, double value) {
        app.ask(SetParameter{std::move(id), value});
      },
      simulation.solver->parameters, simulation.parameters);
  if (!simulation.parameters.empty() && ImGui::Button("Reset to defaults", {-1, 0})) app.ask(ResetParameters{});
}

// Of a stepper that is a method of its own.
void stepperParameters(AppState& app) {
  const Simulation& simulation = app.simulation();
  const std::span<const Parameter> parameters = stepperInfo(simulation.stepper).parameters;
  drawParameters(
      [&app](std::string id, double value) {
        app.ask(SetStepperParameter{std::move(id), value});
      },
      parameters, simulation.stepper_parameters);
  const bool is_set = std::ranges::any_of(
      parameters, [&](const Parameter& parameter) { return simulation.stepper_parameters.contains(parameter.id); });
  if (is_set && ImGui::Button("Reset to defaults##stepper", {-1, 0})) app.ask(ResetStepperParameters{});
}

void stepperCombo(AppState& app) {
  combo("Stepper", steppers(), stepperInfo(app.simulation().stepper),
        [&app](const StepperInfo& stepper) { app.ask(ChooseStepper{stepper.kind}); });
}

// Laws that a stepper does not look at are not offered: the quasistatic world has no impacts, and others have the
// simultaneous ones alone.
void impactsCombo(AppState& app) {
  const StepperKind stepper = app.simulation().stepper;
  if (!looksAt(stepper, StepSetting::Impacts)) return;
  combo("Impacts", impactLaws(), infoOf(impactLaws(), app.simulation().params.impacts),
        [&app](const ImpactLawInfo& law) { app.ask(ChooseImpacts{law.value}); });
  combo("Restitution", restitutionLaws(), infoOf(restitutionLaws(), app.simulation().params.restitution_law),
        [&app](const RestitutionLawInfo& law) { app.ask(ChooseRestitutionLaw{law.value}); });
  if (!looksAt(stepper, StepSetting::ImpactTime)) return;
  combo("Impact time", impactTimes(), infoOf(impactTimes(), app.simulation().params.impact_time),
        [&app](const ImpactTimeInfo& time) { app.ask(ChooseImpactTime{time.value}); });
}

// How bodies move that nothing touches.
void integratorParameters(AppState& app) {
  if (!looksAt(app.simulation().stepper, StepSetting::Integrator)) return;
  const StepParams& params = app.simulation().params;
  combo("Integrator", integrators(), infoOf(integrators(), params.integrator), [&](const IntegratorInfo& info) {
    app.ask(SetIntegrator{info.value, params.integrator_tolerance});
  });
  combo("Coordinates", coordinates(), infoOf(coordinates(), params.coordinates),
        [&](const CoordinatesInfo& info) { app.ask(ChooseCoordinates{info.value}); });
  if (!app.simulation().world.joints.empty())
    combo("Joint errors", jointErrors(), infoOf(jointErrors(), params.joint_errors),
          [&](const JointErrorsInfo& info) { app.ask(ChooseJointErrors{info.value}); });
  if (params.integrator != Integrator::CashKarp) return;
  constexpr double kLeast = 1e-12, kMost = 1e-3;
  double tolerance = params.integrator_tolerance;
  ImGui::SetNextItemWidth(-1);
  if (slider("##integrator_tolerance", tolerance, kLeast, kMost, "Tolerance: %.1e", SliderScale::Decades))
    app.ask(SetIntegrator{params.integrator, tolerance});
  hint("What a part of a step may err by, in metres and in radians. Parts are made as short as that takes.");
}

// What the position stepper offers beside the solver's parameters.
void positionParameters(AppState& app) {
  const StepParams& params = app.simulation().params;
  if (app.simulation().stepper != StepperKind::Position) return;
  int relinearise = params.relinearise;
  bool frictionless = params.frictionless;
  ImGui::SetNextItemWidth(-1);
  const bool moved = slider("##relinearise", relinearise, 0, 5, "Linearise anew: %d times");
  hint("How often a step looks for contacts again where it leads, and is solved again. 0: at the present poses only.");
  const bool ticked = ImGui::Checkbox("As in the paper", &frictionless);
  hint("Neither friction nor restitution: collisions are totally inelastic.");
  if (moved || ticked) app.ask(SetPosition{relinearise, frictionless});
  note(frictionless ? "frictionless, totally inelastic" : "Coulomb friction, Newton's restitution");
}

void sleepingBox(AppState& app) {
  bool sleeping = app.simulation().params.sleeping;
  const bool can = stepperInfo(app.simulation().stepper).may_sleep;
  const float room = ImGui::GetContentRegionAvail().x - ImGui::GetFrameHeight() - ImGui::GetStyle().ItemInnerSpacing.x;
  const std::string label = shortened("Bodies at rest may sleep (" + shortcut(Action::Sleeping) + ")", room);
  ImGui::BeginDisabled(!can);
  if (ImGui::Checkbox(label.c_str(), &sleeping)) app.ask(Action::Sleeping);
  ImGui::EndDisabled();
  hint(can ? "Groups of bodies that lie still and are held by their contacts are left out of the step, drawn darker, "
             "until something touches or changes them."
           : "No effect under this stepper: bodies sleep under the velocity and position steppers.");
}

void drawSolver(AppState& app, const Rect& rect) {
  const PanelWindow window("##solver", rect);
  heading(app, "SOLVER");
  solverCombo(app);
  const SolverInfo* solver = app.simulation().solver;
  if (solver != nullptr) {
    note(std::string(solver->family));
    hint(std::string(solver->paper));
    if (stepperInfo(app.simulation().stepper).uses_solver)
      solverParameters(app);
    else
      note("not used by this stepper");
  }
  ImGui::Spacing();
  heading(app, "TIME");
  stepperCombo(app);
  impactsCombo(app);
  integratorParameters(app);
  positionParameters(app);
  stepperParameters(app);
  sleepingBox(app);
  paceSlider(app);
}

}  // namespace

extern const Panel kSolverPanel{drawSolver, &Layout::solver};

}  // namespace keystone
