#include "step/own_method.h"

#include <algorithm>

#include "math/scratch_pool.h"
#include "problem/substitute_sliding.h"
#include "step/internal_edges.h"
#include "world/motion.h"
#include "world/warm_start.h"

namespace keystone {
namespace {

// What of the step's settings such a stepper does not know, in one line; empty when there is nothing.
std::string unknownSettings(const StepParams& params) {
  const bool plain = params.impacts == ImpactLaw::Simultaneous && params.restitution_law == RestitutionLaw::Newton &&
                     params.impact_time == ImpactTime::Step;
  return plain ? "" : "this stepper has simultaneous impacts in the step, by Newton's law; others have no effect";
}

// Springs and substeps let go a little where they hold, so that a contact slips before it slides: what stuck in the
// last step has static friction.
bool poseOwnProblem(StepContext& step, double restitution_threshold) {
  ContactProblem& problem = step.result.problem;
  assembleProblem(step.world, step.result.manifolds, step.workspace.v_free, restitution_threshold, step);
  warmStart(problem, step.remembered->cache, step.remembered->joint_cache, step.result.start);
  chooseFriction(problem.v_before, step.input.params.slip_speed, step.result.start.sets, problem);
  step.result.report.ms.assemble += step.watch.lap();
  return problem.q.allFinite();
}

// Sets for the next step. A contact slid whose friction, the mean of substeps in which its direction may have turned,
// is as good as what it can bear.
void rememberSets(const ContactProblem& problem, const Solution& solution, IndexSets& sets) {
  constexpr double kBears = 0.99;
  sets = solution.sets;
  if (sets.empty() || problem.dim == 1) return;
  for (int c = 0; c < problem.contacts; ++c) {
    const int n = problem.normalRow(c), tangents = problem.dim - 1;
    const double friction = solution.lambda.segment(n + 1, tangents).norm();
    const bool is_stuck = friction < kBears * problem.mu[c] * solution.lambda[n];
    std::fill_n(sets.begin() + n + 1, tangents, is_stuck ? RowSet::Stick : RowSet::SlideForward);
  }
}

// By how much the velocities differ from those that the impulses give.
double velocityError(const StepContext& step, const VecX& turned) {
  const VecX &v = step.workspace.v, &v_free = step.result.problem.v_free;
  const VecX& change = step.workspace.solve.delta_v.bodies;
  if (v.size() == 0) return 0.0;
  if (turned.size() == 0) return (v - v_free - change).lpNorm<Eigen::Infinity>();
  return (v - turned - v_free - change).lpNorm<Eigen::Infinity>();
}

// Measures the method's impulses as a solver's are.
void check(StepContext& step, int iterations) {
  const ContactProblem& problem = step.result.problem;
  CheckedSolve& solve = step.workspace.solve;
  Solution& solution = solve.solution;
  solve.report = {};
  solve.report.iterations = iterations;
  solve.fallback = {};
  deltaV(problem, solution.lambda, solve.delta_v);
  solve.residual = measure(problem, solution.lambda, solve.delta_v, FrictionLaw::Cone);
  solve.own_residual = solve.residual.value;
  checkResidual(solve.residual, kExactResidual, solve.report);
  if (solve.report.status != SolveStatus::Converged) solve.report.message.clear();
  solution.sets.clear();
  solution.ray.resize(0);
  solution.sets_inferred = true;
  if (solution.lambda.allFinite()) classify(problem, solution.lambda, solution.sets);
}

}  // namespace

void stepByOwnMethod(StepContext& step, double restitution_threshold, OwnMethod method) {
  World& world = step.world;
  StepReport& report = step.result.report;
  VecX& v_free = step.workspace.v_free;
  freeVelocity(world, step.dt, v_free);
  if (!v_free.allFinite() || !allFinite(world.bodies)) return reject(step, "forces or state not finite");
  searchContacts(step);
  step.result.sliding.clear();
  dropInternalEdges(step, v_free);

  const Scratch<OwnSolve> own(v_free.size());
  std::string why;
  do {
    if (!poseOwnProblem(step, restitution_threshold)) return reject(step, "contacts not finite");
    method(step, *own);
    report.ms.solve += step.watch.lap();
  } while (restoreNeeded(step));
  check(step, own->iterations);
  rememberSets(step.result.problem, step.workspace.solve.solution, own->remembered.sets);
  const bool usable = adopt(step, why);
  report.velocity_error = velocityError(step, own->turned);
  report.note = own->note.empty() ? unknownSettings(step.input.params) : own->note;
  report.ms.solve += step.watch.lap();
  if (!usable) return reject(step, why);
  if (!placeBodies(step, {step.result.problem, own->remembered}, why)) return reject(step, why);
  report.joint_error = worstJointError(world);
  finishStep(step);
}

}  // namespace keystone
