#include "observe/race.h"

#include <algorithm>
#include <array>

#include "step/choose_method.h"
#include "step/method_choices.h"

namespace keystone {

std::string toString(const Method& method) {
  std::string name(toString(method.stepper));
  if (!stepperInfo(method.stepper).uses_solver) return name;
  name += "+" + std::string(method.solver != nullptr ? method.solver->id : "none");
  return method.joint_errors ? name + "+" + std::string(infoOf(jointErrors(), *method.joint_errors).id) : name;
}

std::string_view briefName(const Method& method) {
  const StepperInfo& stepper = stepperInfo(method.stepper);
  return stepper.uses_solver ? method.solver->id : stepper.id;
}

Method methodNamed(const std::string& place, std::string_view name) {
  const std::size_t plus = name.find('+');
  const StepperInfo* stepper = findStepper(name.substr(0, plus));
  const std::string found = place + ": found '" + std::string(name) + "', ";
  if (plus == std::string_view::npos) {
    if (stepper != nullptr && !stepper->uses_solver) return {stepper->kind, defaultSolver()};
    std::string own;
    for (const StepperInfo& info : steppers())
      if (!info.uses_solver) own.append(own.empty() ? "" : ", ").append(info.id);
    throw ChoiceError(found + "expected STEPPER+SOLVER, as in velocity+exact, or a method of its own: " + own);
  }
  if (stepper != nullptr && !stepper->uses_solver)
    throw ChoiceError(found + "expected '" + std::string(stepper->id) + "' alone: it is a method of its own");
  const std::string part = place + " " + std::string(name);
  const StepperInfo& known = stepperNamed(part, name.substr(0, plus));
  const std::string_view rest = name.substr(plus + 1);
  const std::size_t second = rest.find('+');
  Method method{known.kind, &solverNamed(part, rest.substr(0, second))};
  if (second == std::string_view::npos) return method;
  if (!looksAt(known.kind, StepSetting::JointErrors))
    throw ChoiceError(found + "expected no errors of joints: " + std::string(known.id) + " does not look at them");
  choose(part, rest.substr(second + 1), jointErrors(), method.joint_errors.emplace());
  return method;
}

Method methodOf(const Simulation& simulation) {
  Method method{simulation.stepper, simulation.solver};
  const JointErrors errors = simulation.params.joint_errors;
  if (errors != JointErrors::Closed && looksAt(method.stepper, StepSetting::JointErrors)) method.joint_errors = errors;
  return method;
}

void impose(Simulation& simulation, const Method& method) {
  simulation.stepper = method.stepper;
  if (method.joint_errors) simulation.params.joint_errors = *method.joint_errors;
  if (simulation.solver == method.solver) return;
  simulation.solver = method.solver;
  simulation.parameters.clear();
}

std::span<const Method> usualMethods() {
  static const std::array<Method, 4> kMethods{
      Method{StepperKind::Velocity, findSolver("pivoting")}, Method{StepperKind::Velocity, findSolver("pgs")},
      Method{StepperKind::Position, findSolver("gauss")}, Method{StepperKind::Velocity, findSolver("exact")}};
  return kMethods;
}

Race startRace(const Simulation& from, std::span<const Method> methods) {
  Race race;
  race.mirror = findMirror(from.world);
  for (const Method& method : methods) impose(race.simulations.emplace_back(from), method);
  return race;
}

void step(Race& race) {
  for (Simulation& simulation : race.simulations) step(simulation);
}

RaceMeasure measure(const Race& race, const Simulation& simulation) {
  RaceMeasure measure;
  measure.difference =
      race.simulations.empty() ? 0.0 : positionDifference(simulation.world, race.simulations.front().world);
  measure.mirror_error = race.mirror ? mirrorError(simulation.world, *race.mirror) : 0.0;
  measure.kinetic = simulation.report.kinetic;
  measure.residual = simulation.report.residual.value;
  measure.penetration = simulation.report.max_penetration;
  measure.joint_error = simulation.report.joint_error;
  return measure;
}

bool haveParted(const World& a, const World& b) {
  for (std::size_t i = 0; i < std::min(a.bodies.size(), b.bodies.size()); ++i) {
    const Pose &one = a.bodies[i].pose, &other = b.bodies[i].pose;
    // Written so that a pose that is no number has parted.
    const bool same = (one.position - other.position).norm() <= kParted &&
                      one.orientation.angularDistance(other.orientation) <= kParted;
    if (!same) return true;
  }
  return false;
}

double positionDifference(const World& a, const World& b) {
  double farthest = 0.0;
  for (std::size_t i = 0; i < std::min(a.bodies.size(), b.bodies.size()); ++i)
    farthest = std::max(farthest, (a.bodies[i].pose.position - b.bodies[i].pose.position).norm());
  return farthest;
}

}  // namespace keystone
