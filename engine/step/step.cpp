#include "step/step.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <utility>

#include "math/scratch_pool.h"
#include "math/stop.h"
#include "sleep/sleep.h"
#include "step/fixed_point.h"
#include "step/method_choices.h"
#include "step/step_parts.h"
#include "step/step_statistics.h"
#include "step/stepper_parameters.h"
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
    StepperInfo{StepperKind::Avbd, "avbd", "AVBD (Giles, Diaz, Yuksel)",
                "augmented vertex block descent: body after body, penalties that stiffen where a constraint is off",
                "impulses [N s] / step", stepAvbd, false, kAvbdParameters, false},
    StepperInfo{StepperKind::TgsSoft, "tgs_soft", "TGS soft (Catto)",
                "short substeps, one sweep each of soft contacts and joints, then one of hard ones",
                "impulses [N s] / step", stepTgsSoft, false, kTgsSoftParameters, false},
    StepperInfo{StepperKind::Penalty, "penalty", "Penalty (Cundall, Strack)",
                "contacts and joints are springs and dampers, in explicit substeps; friction is a spring that slips",
                "impulses [N s] / step", stepPenalty, false, kPenaltyParameters, false},
    StepperInfo{StepperKind::Impulse, "impulse", "Impulse (Bender, Schmitt)",
                "impulses on joints until their predicted errors are within a tolerance, contacts in the same sweeps",
                "impulses [N s] / step", stepImpulse, false, kImpulseParameters, false},
};

bool maySleep(const StepInput& input) {
  return input.params.sleeping && stepperInfo(input.stepper).may_sleep;
}

// A step in which nothing is awake that moves: `world`, the next one, is the last one but for the time.
void stepAsleep(const Stopwatch& watch, World& world, StepResult& result) {
  result.manifolds.clear();
  result.sliding.clear();
  result.problem = {};
  result.islands.clear();
  result.problem.dim = world.planar ? 2 : 3;
  result.problem.h = world.h;
  result.start = result.solution = {};
  result.joint_impulse.resize(0);
  ++world.step;
  world.time += world.h;
  result.report.sleeping = countSleepers(world);
  sumState(world, result.report);
  result.report.ms.total = watch.total();
}

// Where a body has a coefficient that the step's law of restitution does not know.
void noteIdleRestitution(const StepInput& input, StepReport& report) {
  if (hasTangential(input.params.restitution_law) && looksAt(input.stepper, StepSetting::RestitutionLaw)) return;
  const auto has_one = [](const Collider& collider) { return collider.material.restitution_tangential != 0.0; };
  if (std::ranges::any_of(input.world.colliders, has_one))
    addNote("tangential restitution has no effect but by the laws brach and chatterjee_ruina", report);
}

void stepAwake(StepContext& step) {
  stepperInfo(step.input.stepper).step(step);
  noteIdleRestitution(step.input, step.result.report);
}

void stepWithSleepers(StepContext& step) {
  StepReport& report = step.result.report;
  wakeWhatMust(step);
  stepAwake(step);
  if (report.rejected) return;

  const bool fell = putToSleep(step);
  report.sleeping = countSleepers(step.world);
  if (report.sleeping > 0) takeFingerprints(step, fell);
  if (fell) sumState(step.world, report);
  report.ms.total = step.watch.total();
}

void stepFrom(const StepInput& input, StepResult& result, const Stopwatch& watch) {
  if (input.stepper != StepperKind::Velocity || input.params.impact_time == ImpactTime::Exact)
    result.joint_impulse.resize(0);
  const Scratch<StepWorkspace> workspace(std::ssize(input.world.bodies));
  StepContext context{input, result, *workspace, result.next, input.world.h, &input.world, watch};
  if (!maySleep(input) && countSleepers(input.world) == 0) {
    copyWithoutImpulses(input.world, result.next);
    followPaths(result.next, input.world.h);
    return stepAwake(context);
  }
  result.next = input.world;
  followPaths(result.next, input.world.h);
  context.remembered = &result.next;
  if (maySleep(input)) return stepWithSleepers(context);
  wakeAll(result.next);
  stepAwake(context);
}

// What a step changes of a world; its bodies stay where they are in memory.
void moveOn(World& next, World& world) {
  for (std::size_t i = 0; i < world.bodies.size(); ++i) {
    world.bodies[i].pose = next.bodies[i].pose;
    world.bodies[i].velocity = next.bodies[i].velocity;
    world.bodies[i].omega = next.bodies[i].omega;
    world.bodies[i].sleep_group = next.bodies[i].sleep_group;
  }
  std::swap(world.cache, next.cache);
  std::swap(world.joint_cache, next.joint_cache);
  std::swap(world.sleep_state, next.sleep_state);
  world.step = next.step;
  world.time = next.time;
}

// The last step again.
void repeatStep(const Stopwatch& watch, Simulation& simulation) {
  World& world = simulation.world;
  StepReport& report = simulation.report;
  report.step = ++world.step;
  report.time = world.time += world.h;
  report.state_hash = stateHash(world);
  if (!report.repeated) report.first_ms = report.ms;
  report.repeated = true;
  report.ms = {};
  report.ms.total = watch.total();
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

void step(const StepInput& input, StepResult& result) {
  assert(input.solver != nullptr);
  stopIfAsked();
  const Stopwatch watch;
  result.report = {};
  if (!maySleep(input) || !sleepsOn(input)) return stepFrom(input, result, watch);
  result.next = input.world;
  stepAsleep(watch, result.next, result);
}

const StepReport& step(Simulation& simulation) {
  assert(simulation.solver != nullptr);
  stopIfAsked();
  const Stopwatch watch;
  if (isAtFixedPoint(simulation)) {
    repeatStep(watch, simulation);
    return simulation.report;
  }
  simulation.fixed_point.reset();  // also of a step that is stopped half-way
  simulation.report = {};
  if (maySleep(simulation) && sleepsOn(simulation)) {
    stepAsleep(watch, simulation.world, simulation);
    return simulation.report;
  }
  stepFrom(simulation, simulation, watch);
  noteFixedPoint(simulation);
  if (!simulation.report.rejected) moveOn(simulation.next, simulation.world);
  return simulation.report;
}

}  // namespace keystone
