#include "step/step_parts.h"

#include <algorithm>
#include <utility>

#include "math/scratch_pool.h"
#include "problem/assemble_joints.h"
#include "problem/substitute_sliding.h"
#include "step/isolated_impacts.h"
#include "step/near_misses.h"
#include "step/recover.h"
#include "step/reduced_step.h"
#include "step/rest.h"
#include "step/step.h"
#include "step/step_statistics.h"
#include "world/assemble_step.h"
#include "world/close_joints.h"
#include "world/joined.h"
#include "world/motion.h"
#include "world/step_grade.h"
#include "world/warm_start.h"

namespace keystone {

void searchContacts(StepContext& step, std::span<const Body> bodies) {
  const World& world = step.world;
  auto& pairs = step.workspace.pairs;
  broadPhase(bodies, world.colliders, step.input.params.collide, step.dt, pairs);
  dropJoinedPairs(world, pairs);
  step.result.report.ms.broad += step.watch.lap();
  narrowPhase(bodies, world.colliders, pairs, step.input.params.collide, step.dt, step.result.manifolds);
  step.result.report.ms.narrow += step.watch.lap();
}

void findContacts(StepContext& step, std::span<const Body> bodies) {
  searchContacts(step, bodies);
  dropNearMisses(step, bodies, step.workspace.v_free);
  noteFlying(step);
  step.result.report.ms.narrow += step.watch.lap();
}

namespace {

constexpr double kContradiction = 1e-6;  // [m] or [rad] left open: more than closing leaves, less than is seen

JointErrorRule jointErrorRule(const StepInput& input) {
  const StepParams& params = input.params;
  JointErrorRule rule;
  rule.closes = closesJoints(input);
  if (rule.closes) return rule;
  rule.of_second_order = params.joint_errors != JointErrors::Erp;
  if (params.joint_errors == JointErrors::Baumgarte) {
    rule.damping = 2.0 * params.baumgarte_alpha;
    rule.stiffness = params.baumgarte_beta * params.baumgarte_beta;
  } else if (params.joint_errors == JointErrors::Erp) {
    rule.share = params.erp;
    rule.compliance = params.cfm;
  }
  return rule;
}

}  // namespace

void assembleProblem(const World& world, std::span<const Manifold> manifolds, const VecX& v_free,
                     double restitution_threshold, StepContext& step, double force_time) {
  step.trees = isReduced(step.input) ? findTrees(world) : nullptr;
  assembleStep(
      world, {step.dt, restitution_threshold, step.input.params.recovery_speed, force_time, jointErrorRule(step.input)},
      manifolds, v_free, step.result.problem);
  findIslands(step.result.problem, step.result.islands);
}

bool poseProblem(std::span<const Manifold> manifolds, double restitution_threshold, StepContext& step) {
  ContactProblem& problem = step.result.problem;
  assembleProblem(step.world, manifolds, step.workspace.v_free, restitution_threshold, step);
  chooseFriction(problem.v_before, step.input.params.slip_speed, {}, problem);
  warmStart(problem, step.remembered->cache, step.remembered->joint_cache, step.result.start);
  return problem.q.allFinite();
}

void solveStep(StepContext& step) {
  if (step.trees) return solveTrees(step);
  const StepResult& result = step.result;
  solveChecked(solveMethodOf(step.input), result.problem, result.islands, result.start, step.workspace.solve);
}

void findVelocities(StepContext& step) {
  step.workspace.v = step.result.problem.v_free + step.workspace.solve.delta_v.bodies;
  stopWhatRests(step, step.workspace.v);
}

void addTimes(const StageTimes& part, StageTimes& sum) {
  sum.broad += part.broad;
  sum.narrow += part.narrow;
  sum.assemble += part.assemble;
  sum.solve += part.solve;
  sum.integrate += part.integrate;
  sum.sweep += part.sweep;
}

void addPart(const StepReport& part, StepReport& report) {
  addReport(part.solve, report.solve);
  if (!(part.residual.value <= report.residual.value)) report.residual = part.residual;
  addTimes(part.ms, report.ms);
  report.impacts += part.impacts;
  report.isolated += part.isolated;
  report.largest_impact = std::max(report.largest_impact, part.largest_impact);
  if (!part.trouble.empty()) report.trouble = part.trouble;
  if (!part.note.empty()) report.note = part.note;
}

void addNote(std::string_view note, StepReport& report) {
  if (!report.note.empty()) report.note += "; ";
  report.note += note;
}

std::string_view methodTitle(const StepInput& input) {
  const StepperInfo& stepper = stepperInfo(input.stepper);
  return stepper.uses_solver ? input.solver->title : stepper.title;
}

bool adopt(StepContext& step, std::string& why) {
  StepReport& report = step.result.report;
  CheckedSolve& solve = step.workspace.solve;
  describe(methodTitle(step.input), solve, report.trouble);
  report.solve = std::move(solve.report);
  report.residual = solve.residual;
  report.fallback = solve.fallback;
  std::swap(step.result.solution, solve.solution);
  countContacts(step.world, step.result.problem, step.result.islands, step.result.solution, report);
  if (report.solve.status == SolveStatus::Unsupported) {
    why = report.trouble;
    return false;
  }
  if (step.result.solution.lambda.allFinite()) return true;
  why = "impulses not finite";
  return false;
}

void reject(StepContext& step, const std::string& why) {
  StepReport& report = step.result.report;
  sumState(step.input.world, report);
  report.rejected = true;
  report.trouble = "step rejected, last good state kept: " + why;
  report.ms.total = step.watch.total();
}

bool placeBodies(StepContext& step, const Remembered& remembered, const std::vector<Motion>& motions,
                 std::string& why) {
  if (!allFinite(motions)) {
    why = "motion not finite";
    return false;
  }
  World& world = step.world;
  const Scratch<ContactCache> cache(remembered.problem.contacts);
  remember(remembered.problem, remembered.solution, *cache);
  keepRounded(step.remembered->cache, *cache);
  std::swap(world.cache, *cache);
  rememberJoints(remembered.problem, remembered.solution, world.joint_cache);
  step.remembered = &world;
  place(world.bodies, motions);
  return true;
}

bool moveBodies(StepContext& step, const Remembered& remembered, std::string& why, std::span<const BodyMotion> smooth) {
  World& world = step.world;
  StepReport& report = step.result.report;
  StepWorkspace& workspace = step.workspace;
  const VecX& v = workspace.v;
  const bool recovers = recoverOverlap(step, v, workspace.recovery, report.recovery);
  const VecX none;
  const VecX& recovery = recovers ? workspace.recovery.bodies : none;
  std::vector<Motion>& motions = workspace.motions;
  integrate(world.bodies, v, recovery, step.dt, motions);
  flyFree(step, motions);
  for (const BodyMotion& own : smooth) motions[own.body] = own.motion;
  if (!moveIsolated(step, motions, why)) return false;
  if (!placeBodies(step, remembered, motions, why)) return false;
  const std::span<const char> trees = step.trees ? treeJoints(*step.trees) : std::span<const char>{};
  report.joint_error = closesJoints(step.input) ? closeJoints(world, trees) : worstJointError(world);
  if (closesJoints(step.input) && report.joint_error > kContradiction)
    addNote("joints or limits contradict each other: not all of them hold", report);
  return true;
}

bool closesJoints(const StepInput& input) {
  return input.stepper != StepperKind::Velocity || input.params.joint_errors == JointErrors::Closed || isReduced(input);
}

double worstJointError(const World& world) {
  if (world.joints.empty()) return 0.0;
  const Scratch<JointRowList> list;
  listJointRows(world.joints, world.bodies, world.planar, *list);
  return worstError(list->rows);
}

void finishStep(StepContext& step) {
  World& world = step.world;
  StepReport& report = step.result.report;
  ++world.step;
  world.time += world.h;
  addPart(step.isolated_report, report);
  step.isolated_report = {};
  report.ms.integrate = step.watch.lap();
  if (report.trouble.empty() && recoveryFailed(report)) {
    tell(step.input.solver->title, report.recovery.status, report.trouble);
    report.trouble += " while removing overlap";
  }
  if (report.note.empty() && report.solve.status == SolveStatus::Converged) report.note = report.solve.message;
  sumState(world, report);
  report.ms.total = step.watch.total();
}

}  // namespace keystone
