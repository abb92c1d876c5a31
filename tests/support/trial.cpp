#include "support/trial.h"

#include "shape/mass_properties.h"

namespace keystone {

std::string nameOf(const TrialMethod& method) {
  std::string name(toString(method.stepper));
  name.append("_").append(infoOf(impactLaws(), method.impacts).id);
  name.append("_").append(infoOf(restitutionLaws(), method.restitution_law).id);
  return name.append("_").append(infoOf(impactTimes(), method.impact_time).id);
}

std::vector<TrialMethod> flyingMethods() {
  std::vector<TrialMethod> methods;
  for (const StepperInfo& stepper : steppers())
    if (stepper.kind != StepperKind::Quasistatic) methods.push_back({stepper.kind});
  methods.push_back({.stepper = StepperKind::Velocity, .impact_time = ImpactTime::Exact});
  return methods;
}

std::vector<TrialMethod> promisingMethods() {
  std::vector<TrialMethod> methods = flyingMethods();
  std::erase_if(methods, [](const TrialMethod& method) { return !stepperInfo(method.stepper).uses_solver; });
  return methods;
}

bool mayGiveBack(StepperKind stepper) {
  return stepper == StepperKind::TgsSoft || stepper == StepperKind::Penalty || stepper == StepperKind::Position ||
         stepper == StepperKind::Avbd;
}

int substepsOf(StepperKind stepper) {
  for (const Parameter& parameter : stepperInfo(stepper).parameters)
    if (parameter.id == "substeps" || parameter.id == "penalty_substeps") return static_cast<int>(parameter.value);
  return 1;
}

Simulation emptySimulation(const TrialMethod& method) {
  Simulation result;
  result.solver = findSolver("exact");
  result.stepper = method.stepper;
  result.params.impacts = method.impacts;
  result.params.impact_time = method.impact_time;
  result.params.restitution_law = method.restitution_law;
  result.world.gravity.setZero();
  result.world.h = kTrialStep;
  return result;
}

Body bodyOf(const Shape& shape, double density) {
  const MassProperties mass = massProperties(shape, density);
  Body body;
  body.mass = mass.mass;
  body.inertia = mass.inertia;
  return body;
}

}  // namespace keystone
