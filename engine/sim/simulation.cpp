#include "sim/simulation.h"

#include <algorithm>
#include <array>
#include <cassert>

#include "sim/sleep.h"
#include "sim/sleep_state.h"
#include "sim/steppers.h"

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

ContactProblem solvedProblem(const Simulation& simulation) {
  return simulation.sliding.empty() ? simulation.problem : substituteSliding(simulation.problem, simulation.sliding);
}

double forceTime(const Simulation& simulation) {
  if (simulation.report.force_time > 0.0) return simulation.report.force_time;
  return simulation.problem.h > 0.0 ? simulation.problem.h : simulation.world.h;
}

const StepReport& step(Simulation& simulation) {
  assert(simulation.solver != nullptr);
  if (maySleep(simulation)) return stepWithSleepers(simulation);
  wakeAll(simulation.world);
  return stepperInfo(simulation.stepper).step(simulation);
}

}  // namespace keystone
