#include "step/step_parts.h"

#include <algorithm>
#include <utility>

#include "math/scratch_pool.h"
#include "problem/assemble_joints.h"
#include "problem/substitute_sliding.h"
#include "step/isolated_impacts.h"
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

void searchContacts(StepContext& step) {
  const World& world = step.world;
  auto& pairs = step.workspace.pairs;
  broadPhase(world.bodies, world.colliders, step.input.params.collide, step.dt, pairs);
  dropJoinedPairs(world, pairs);
  step.result.report.ms.broad += step.watch.lap();
  narrowPhase(world.bodies, world.colliders, pairs, step.input.params.collide, step.dt, step.result.manifolds);
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

// Closes the joints by positions, those of trees by their coordinates where that fails.
void closeAll(StepContext& step) {
  StepReport& report = step.result.report;
  const std::span<const char> first = step.trees ? treeJoints(*step.trees) : std::span<const char>{};
  report.joint_error = closeJoints(step.world, first);
  if (step.trees && report.joint_error > kContradiction && seatTrees(*step.trees, kClosed, step.world)) {
    report.joint_error = worstJointError(step.world);
    addNote("bodies too far apart to close their joints: those of trees hold by their coordinates", report);
  }
  if (report.joint_error > kContradiction)
    addNote("joints or limits contradict each other: not all of them hold", report);
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

bool isPosed(StepContext& step, std::string& why) {
  step.result.report.ms.assemble += step.watch.lap();
  if (step.result.problem.q.allFinite()) return true;
  why = "contacts not finite";
  return false;
}

bool poseProblem(std::span<const Manifold> manifolds, double restitution_threshold, StepContext& step,
                 std::string& why) {
  ContactProblem& problem = step.result.problem;
  assembleProblem(step.world, manifolds, step.workspace.v_free, restitution_threshold, step);
  chooseFriction(problem.v_before, step.input.params.slip_speed, {}, problem);
  warmStart(problem, step.remembered->cache, step.remembered->joint_cache, step.result.start);
  return isPosed(step, why);
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

void addNote(std::string_view note, StepReport& report) {
  if (report.note.find(note) != std::string::npos) return;
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

bool placeBodies(StepContext& step, const Remembered& remembered, std::string& why) {
  if (!allFinite(step.workspace.motions)) {
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
  place(world.bodies, step.workspace.motions);
  return true;
}

void findMotions(StepContext& step) {
  StepWorkspace& workspace = step.workspace;
  const bool recovers = recoverOverlap(step, workspace.v, workspace.recovery, step.result.report.recovery);
  const VecX none;
  const VecX& recovery = recovers ? workspace.recovery.bodies : none;
  integrate(step.world.bodies, workspace.v, recovery, step.dt, workspace.motions);
  flyFree(step, workspace.motions);
  for (const BodyMotion& own : workspace.smooth) workspace.motions[own.body] = own.motion;
}

bool moveBodies(StepContext& step, double factor, std::string& why) {
  const Scratch<Solution> whole(step.result.problem.rows());
  if (factor != 1.0) {
    *whole = step.result.solution;
    whole->lambda *= factor;
  }
  if (!placeBodies(step, {step.result.problem, factor != 1.0 ? *whole : step.result.solution}, why)) return false;
  if (closesJoints(step.input))
    closeAll(step);
  else
    step.result.report.joint_error = worstJointError(step.world);
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
