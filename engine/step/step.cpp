#include "step/step.h"

#include <algorithm>
#include <array>
#include <cassert>

#include "sleep/sleep.h"
#include "step/step_parts.h"
#include "step/step_statistics.h"
#include "step/steppers.h"
#include "world/sleep_state.h"

namespace keystone {
namespace {

constexpr std::array kSteppers{
    StepperInfo{StepperKind::Velocity, "velocity", "Velocity",
                "impulses of a step, the gap in the contact condition (the default)", "impulses [N s] / step",
                stepVelocity, true},
    StepperInfo{StepperKind::Acceleration, "acceleration", "Acceleration (Baraff)",
                "forces where bodies rest or slide, with static and dynamic friction; impulses where they collide",
                "forces [N]", stepAcceleration},
    StepperInfo{StepperKind::Quasistatic, "quasistatic", "Quasistatic",
                "no inertia: velocity is proportional to force, and bodies creep to rest", "forces [N]",
                stepQuasistatic},
    StepperInfo{StepperKind::Position, "position", "Position (Gauss, Rote and Zwick)",
                "the poses nearest to free motion that let no gap close beyond touching; gaps linearised where the "
                "step leads",
                "impulses [N s] / step", stepPosition, true},
};

// A step in which nothing is awake that moves.
const StepReport& stepAsleep(Simulation& simulation) {
  Stopwatch watch;
  simulation.report = {};
  simulation.manifolds.clear();
  simulation.sliding.clear();
  simulation.problem = {};
  simulation.islands.clear();
  simulation.problem.dim = simulation.world.planar ? 2 : 3;
  simulation.problem.h = simulation.world.h;
  simulation.start = simulation.solution = {};
  simulation.report.sleeping = countSleepers(simulation.world);
  return finishStep(simulation, watch);
}

const StepReport& stepAwake(Simulation& simulation) {
  return stepperInfo(simulation.stepper).step(simulation);
}

const StepReport& stepWithSleepers(Simulation& simulation) {
  const Stopwatch watch;
  World& world = simulation.world;
  StepReport& report = simulation.report;
  wakeWhatMust(simulation);
  if (isAllAtRest(world)) {
    stepAsleep(simulation);
    report.ms.total = watch.total();
    return report;
  }
  std::vector<Pose> before;
  before.reserve(world.bodies.size());
  for (const Body& body : world.bodies) before.push_back(body.pose);

  MaskedSleepers masked = maskSleepers(world);
  stepAwake(simulation);
  restore(world, masked);

  const bool fell = !report.rejected && putToSleep(simulation, before);
  report.sleeping = countSleepers(world);
  if (report.sleeping > 0) {
    takeFingerprints(simulation, fell);
    sumState(world, report);
  }
  report.ms.total = watch.total();
  return report;
}

}  // namespace

std::span<const StepperInfo> steppers() {
  return kSteppers;
}

const StepperInfo& stepperInfo(StepperKind kind) {
  return *std::find_if(kSteppers.begin(), kSteppers.end(), [kind](const StepperInfo& s) { return s.kind == kind; });
}

const StepperInfo* findStepper(std::string_view id) {
  const auto* found =
      std::find_if(kSteppers.begin(), kSteppers.end(), [id](const StepperInfo& s) { return s.id == id; });
  return found == kSteppers.end() ? nullptr : found;
}

std::string_view toString(StepperKind kind) {
  return stepperInfo(kind).id;
}

const StepReport& step(Simulation& simulation) {
  assert(simulation.solver != nullptr);
  const bool may_sleep = simulation.params.sleeping && stepperInfo(simulation.stepper).may_sleep;
  if (may_sleep) return stepWithSleepers(simulation);
  wakeAll(simulation.world);
  return stepAwake(simulation);
}

}  // namespace keystone
