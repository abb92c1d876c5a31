#include "step/step.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <utility>

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
void stepAsleep(StepContext& step) {
  step.result.manifolds.clear();
  step.result.sliding.clear();
  step.result.problem = {};
  step.result.islands.clear();
  step.result.problem.dim = step.world.planar ? 2 : 3;
  step.result.problem.h = step.dt;
  step.result.start = step.result.solution = {};
  step.result.report.sleeping = countSleepers(step.world);
  finishStep(step);
}

void stepAwake(StepContext& step) {
  stepperInfo(step.input.stepper).step(step);
}

void stepWithSleepers(StepContext& step) {
  World& world = step.world;
  StepReport& report = step.result.report;
  wakeWhatMust(step);
  if (isAllAtRest(world)) return stepAsleep(step);

  MaskedSleepers masked = maskSleepers(world);
  stepAwake(step);
  restore(world, masked);
  if (report.rejected) return;

  const bool fell = putToSleep(step);
  report.sleeping = countSleepers(world);
  if (report.sleeping > 0) {
    takeFingerprints(step, fell);
    sumState(world, report);
  }
  report.ms.total = step.watch.total();
}

// What a step changes of a world; its bodies stay where they are in memory.
void moveOn(World& next, World& world) {
  for (std::size_t i = 0; i < world.bodies.size(); ++i) {
    world.bodies[i].pose = next.bodies[i].pose;
    world.bodies[i].velocity = next.bodies[i].velocity;
    world.bodies[i].omega = next.bodies[i].omega;
  }
  std::swap(world.cache, next.cache);
  std::swap(world.joint_memory, next.joint_memory);
  std::swap(world.sleep_state, next.sleep_state);
  world.step = next.step;
  world.time = next.time;
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

void step(const StepInput& input, StepWorkspace& workspace, StepResult& result) {
  assert(input.solver != nullptr);
  result.report = {};
  StepContext context{input, result, workspace, result.next, input.world.h, &input.world};
  const bool may_sleep = input.params.sleeping && stepperInfo(input.stepper).may_sleep;
  if (!may_sleep && input.world.sleep_state.group.empty()) {
    copyWithoutImpulses(input.world, result.next);
    return stepAwake(context);
  }
  result.next = input.world;
  context.remembered = &result.next;
  if (may_sleep) return stepWithSleepers(context);
  wakeAll(context.world);
  stepAwake(context);
}

const StepReport& step(Simulation& simulation) {
  step(simulation, simulation.workspace, simulation);
  if (!simulation.report.rejected) moveOn(simulation.next, simulation.world);
  return simulation.report;
}

}  // namespace keystone
