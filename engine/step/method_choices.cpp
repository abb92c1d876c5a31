#include "step/method_choices.h"

#include <vector>

#include "step/choose_method.h"

namespace keystone {
namespace {

template <class Uses>
[[noreturn]] void refuse(const std::string& option, std::string_view found, StepperKind stepper, const Uses& uses) {
  std::vector<std::string_view> ids;
  for (const StepperInfo& info : steppers())
    if (uses(info)) ids.push_back(info.id);
  std::string expected;
  for (std::size_t i = 0; i < ids.size(); ++i)
    expected.append(i == 0 ? "" : i + 1 < ids.size() ? ", " : " or ").append(ids[i]);
  throw ChoiceError(option + ": found '" + std::string(found) + "', which has no effect under the stepper '" +
                    std::string(toString(stepper)) + "', expected the stepper " + expected);
}

// What steppers do that do not look at the setting: the first of each table, and how bodies move without integrators.
template <class Choice>
bool isUsual(Choice choice) {
  return choice == Choice{};
}
bool isUsual(Integrator integrator) {
  return integrator == Integrator::Automatic || integrator == Integrator::SemiImplicitEuler;
}

template <class Choice>
void set(const std::string& option, const std::string& id, std::span<const ChoiceInfo<Choice>> infos,
         StepSetting setting, StepperKind stepper, Choice& into) {
  if (id.empty()) return;
  choose(option, id, infos, into);
  if (!looksAt(stepper, setting) && !isUsual(into))
    refuse(option, id, stepper, [setting](const StepperInfo& info) { return looksAt(info.kind, setting); });
}

}  // namespace

bool looksAt(StepperKind stepper, StepSetting setting) {
  const bool has_impacts = setting == StepSetting::Impacts || setting == StepSetting::RestitutionLaw;
  return stepper == StepperKind::Velocity || (has_impacts && stepper == StepperKind::Acceleration);
}

void chooseMethod(const MethodChoices& choices, StepInput& input) {
  if (!choices.solver.empty()) {
    const SolverInfo* chosen = &solverNamed("--solver", choices.solver);
    if (chosen != input.solver) input.parameters.clear();
    input.solver = chosen;
  }
  if (!choices.stepper.empty()) input.stepper = stepperNamed("--stepper", choices.stepper).kind;
  const StepperKind stepper = input.stepper;
  StepParams& params = input.params;
  set("--impacts", choices.impacts, impactLaws(), StepSetting::Impacts, stepper, params.impacts);
  set("--restitution-law", choices.restitution_law, restitutionLaws(), StepSetting::RestitutionLaw, stepper,
      params.restitution_law);
  set("--impact-time", choices.impact_time, impactTimes(), StepSetting::ImpactTime, stepper, params.impact_time);
  set("--integrator", choices.integrator, integrators(), StepSetting::Integrator, stepper, params.integrator);
  set("--coordinates", choices.coordinates, coordinates(), StepSetting::Coordinates, stepper, params.coordinates);
  set("--joint-errors", choices.joint_errors, jointErrors(), StepSetting::JointErrors, stepper, params.joint_errors);
}

void refuseIdleSolver(const std::string& option, std::string_view found, StepperKind stepper) {
  if (!found.empty() && !stepperInfo(stepper).uses_solver)
    refuse(option, found, stepper, [](const StepperInfo& info) { return info.uses_solver; });
}

}  // namespace keystone
