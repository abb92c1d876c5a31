#include "observe/race.h"

#include <algorithm>
#include <array>

namespace keystone {

std::string toString(const Method& method) {
  if (!stepperInfo(method.stepper).uses_solver) return std::string(toString(method.stepper));
  return std::string(toString(method.stepper)) + "+" +
         std::string(method.solver != nullptr ? method.solver->id : "none");
}

std::optional<Method> findMethod(std::string_view name) {
  const std::size_t plus = name.find('+');
  const StepperInfo* stepper = findStepper(name.substr(0, plus));
  const bool is_alone = plus == std::string_view::npos;
  if (is_alone && (stepper == nullptr || stepper->uses_solver)) return std::nullopt;
  const SolverInfo* solver = is_alone ? solvers().front() : findSolver(name.substr(plus + 1));
  if (stepper == nullptr || solver == nullptr) return std::nullopt;
  return Method{stepper->kind, solver};
}

Method methodOf(const Simulation& simulation) {
  return {simulation.stepper, simulation.solver};
}

void impose(Simulation& simulation, const Method& method) {
  simulation.stepper = method.stepper;
  if (simulation.solver == method.solver) return;
  simulation.solver = method.solver;
  simulation.parameters.clear();
}

std::span<const Method> usualMethods() {
  static const std::array<Method, 3> kMethods{Method{StepperKind::Velocity, findSolver("exact")},
                                              Method{StepperKind::Velocity, findSolver("pgs")},
                                              Method{StepperKind::Position, findSolver("gauss")}};
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
