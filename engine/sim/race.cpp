#include "sim/race.h"

#include <algorithm>
#include <array>

namespace keystone {

std::string toString(const Method& method) {
  return std::string(toString(method.stepper)) + "+" +
         std::string(method.solver != nullptr ? method.solver->id : "none");
}

std::optional<Method> findMethod(std::string_view name) {
  const std::size_t plus = name.find('+');
  if (plus == std::string_view::npos) return std::nullopt;
  const StepperInfo* stepper = findStepper(name.substr(0, plus));
  const SolverInfo* solver = findSolver(name.substr(plus + 1));
  if (stepper == nullptr || solver == nullptr) return std::nullopt;
  return Method{stepper->kind, solver};
}

Method methodOf(const Lane& lane) {
  return {lane.stepper, lane.solver};
}

void impose(Lane& lane, const Method& method) {
  lane.stepper = method.stepper;
  if (lane.solver == method.solver) return;
  lane.solver = method.solver;
  lane.knobs.clear();
}

std::span<const Method> usualMethods() {
  static const std::array<Method, 3> kMethods{Method{StepperKind::Velocity, findSolver("exact")},
                                              Method{StepperKind::Velocity, findSolver("pgs")},
                                              Method{StepperKind::Position, findSolver("gauss")}};
  return kMethods;
}

Race startRace(const Lane& from, std::span<const Method> methods) {
  Race race;
  race.mirror = findMirror(from.world);
  for (const Method& method : methods) impose(race.lanes.emplace_back(from), method);
  return race;
}

void step(Race& race) {
  for (Lane& lane : race.lanes) step(lane);
}

RaceMeasure measure(const Race& race, const Lane& lane) {
  RaceMeasure measure;
  measure.difference = race.lanes.empty() ? 0.0 : positionDifference(lane.world, race.lanes.front().world);
  measure.mirror_error = race.mirror ? mirrorError(lane.world, *race.mirror) : 0.0;
  measure.kinetic = lane.report.kinetic;
  measure.residual = lane.report.residual.value;
  measure.penetration = lane.report.max_penetration;
  return measure;
}

double positionDifference(const World& a, const World& b) {
  double farthest = 0.0;
  for (std::size_t i = 0; i < std::min(a.bodies.size(), b.bodies.size()); ++i)
    farthest = std::max(farthest, (a.bodies[i].pose.position - b.bodies[i].pose.position).norm());
  return farthest;
}

}  // namespace keystone
