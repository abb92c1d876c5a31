#include "step/isolated_impacts.h"

#include <algorithm>

#include "impact/flight.h"
#include "math/scratch_pool.h"
#include "step/step_parts.h"
#include "step/steppers.h"
#include "world/motion.h"

namespace keystone {
namespace {

// The pair as a world of its own.
struct PairStep {
  StepInput input;
  StepResult result;
};

void add(const StepReport& pair, IntervalTally& tally) {
  CheckedSolve effort;
  effort.report = pair.solve;
  effort.report.stage = {};  // not of the step's problem
  effort.report.stage_rank = 0;
  effort.residual = pair.residual;
  addEffort(effort, tally.effort);
  tally.impacts.contacts += pair.impacts;
  tally.impacts.largest = std::max(tally.impacts.largest, pair.largest_impact);
  if (!pair.note.empty()) tally.note = pair.note;
  ++tally.isolated;
}

void take(const StepContext& step, std::pair<int, int> pair, StepInput& input) {
  input.stepper = StepperKind::Velocity;
  input.solver = step.input.solver;
  input.parameters = step.input.parameters;
  input.params = step.input.params;
  input.params.impact_time = ImpactTime::Exact;
  const World& from = step.world;
  World& world = input.world;
  world.planar = from.planar;
  world.gravity = from.gravity;
  world.h = from.h;
  world.step = from.step;
  world.time = from.time;
  world.bodies.clear();
  world.colliders.clear();
  world.start.clear();
  for (const int body : {pair.first, pair.second}) {
    const auto i = static_cast<std::size_t>(body);
    world.bodies.push_back(from.bodies[i]);
    world.colliders.push_back(from.colliders[i]);
    world.start.push_back(from.start[i]);
  }
}

}  // namespace

bool takesIsolated(const StepContext& step) {
  const StepInput& input = step.input;
  return input.stepper != StepperKind::Quasistatic && !input.params.frictionless &&
         input.params.integrator != Integrator::SemiImplicitEuler;
}

bool moveIsolated(StepContext& step, IntervalTally& tally, std::string& why) {
  std::vector<Motion>& motions = step.workspace.motions;
  for (const auto& pair : step.isolated) {
    const Scratch<PairStep> own;
    const Scratch<StepWorkspace> workspace(2);
    StepResult& result = own->result;
    take(step, pair, own->input);
    result.report = {};
    result.next = own->input.world;
    StepContext alone{own->input, result, *workspace, result.next, step.dt, &own->input.world};
    stepEventDriven(alone);
    if (result.report.rejected) {
      why = result.report.trouble;
      return false;
    }
    const Body& a = result.next.bodies[0];
    const Body& b = result.next.bodies[1];
    if (a.isActive()) motions[pair.first] = {a.pose, a.velocity, a.omega};
    if (b.isActive()) motions[pair.second] = {b.pose, b.velocity, b.omega};
    add(result.report, tally);
  }
  return true;
}

void noteFlying(StepContext& step) {
  std::vector<char>& flies = step.workspace.flies;
  flies.clear();
  if (!takesIsolated(step) || step.input.params.integrator != Integrator::Automatic) return;
  findFlying(step.world, flies);
  for (const Manifold& manifold : step.result.manifolds) flies[manifold.a] = flies[manifold.b] = 0;
}

void flyFree(const StepContext& step, std::vector<Motion>& motions) {
  const std::vector<char>& flies = step.workspace.flies;
  for (std::size_t i = 0; i < flies.size(); ++i) {
    const auto at = 6 * static_cast<Eigen::Index>(i);
    const Vec3 v = step.workspace.v.segment<3>(at);
    // `position` may find another contact where the step leads.
    if (flies[i] == 0 || v != step.workspace.v_free.segment<3>(at)) continue;
    motions[i].pose.position -= 0.5 * step.dt * step.dt * fallOf(step.world, step.world.bodies[i]);
  }
}

}  // namespace keystone
