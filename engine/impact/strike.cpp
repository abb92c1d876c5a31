#include "impact/strike.h"

#include <algorithm>

#include "impact/algebraic_laws.h"
#include "impact/impulse_path.h"
#include "impact/keep_energy.h"
#include "math/scratch_pool.h"
#include "problem/assemble.h"
#include "problem/delassus.h"
#include "problem/islands.h"
#include "problem/substitute_sliding.h"
#include "world/assemble_step.h"
#include "world/motion.h"

namespace keystone {
namespace {

void makeImpactProblem(const StepContext& step, const std::vector<Manifold>& struck, const VecX& v,
                       ContactProblem& problem) {
  const double threshold = step.input.params.restitution_threshold;
  // Of no length; a step's serves for what is taken out again below.
  assembleStep(step.world, {step.world.h, threshold, step.input.params.recovery_speed}, struck, v, problem);
  for (int c = 0; c < problem.contacts; ++c) {
    const int row = problem.normalRow(c);
    const double u = problem.q[row] - problem.bias[row];
    problem.bias[row] = u < -threshold ? problem.restitution[c] * u : 0.0;
    problem.q[row] = u + problem.bias[row];
  }
  // Nothing moves during an impact: joints hold, and neither their error nor the bend of their path is taken up.
  // Motors, springs and dry friction, whose forces are finite, have no part in it. Rotors keep their rate but for
  // impulses.
  for (int row = problem.firstJointRow(); row < problem.rows(); ++row) {
    if (problem.isLimit(row) || problem.isOnDisc(row)) continue;
    problem.q[row] -= problem.bias[row];
    problem.bias[row] = 0.0;
    if (problem.isBilateral(row) && !problem.isSoft(row)) continue;
    const int own = row - problem.firstJointRow();
    const double armature = problem.isSoft(row) ? step.world.joints[problem.joint_of_row[own]].armature : 0.0;
    if (armature > 0.0) {
      problem.compliance[own] = 1.0 / armature;
      problem.bias[row] = -problem.q[row];
      problem.q[row] = 0.0;
      continue;
    }
    problem.joint_lower[own] = 0.0;
    problem.joint_upper[own] = 0.0;
  }
  for (FrictionDisc& disc : problem.discs)
    if (disc.contact < 0) disc.limit = 0.0;
  chooseFriction(v, step.input.params.slip_speed, {}, problem);
}

CheckedSolve solveImpact(const StepContext& step, const std::vector<Manifold>& struck, const VecX& v,
                         ContactProblem& problem, std::string& note) {
  makeImpactProblem(step, struck, v, problem);
  std::vector<Island> islands;
  findIslands(problem, islands);
  const SolveMethod method = solveMethodOf(step.input);
  Solution start{VecX::Zero(problem.rows()), {}};
  CheckedSolve solve;
  solveChecked(method, problem, islands, start, solve);
  Bounces bounces = bouncesOf(problem);
  for (Bounce& bounce : bounces) bounce.inelastic = 0.0;  // nothing moves during an impact
  if (keepEnergy(method, islands, bounces, problem, start, solve)) note = kRestitutionReduced;
  return solve;
}

// The contact that approaches fastest. Points of its pair that come as fast are one, in their middle: a face that comes
// down flat.
Manifold fastestOf(std::span<const Body> bodies, const VecX& v, const std::vector<Manifold>& approaching) {
  constexpr double kAlike = 1e-6;  // of the speed
  const auto speed = [&](const Manifold& manifold, int i) {
    return normalSpeed(bodies, v, manifold, manifold.points[i].point);
  };
  const Manifold* first = nullptr;
  double fastest = 0.0;
  for (const Manifold& manifold : approaching) {
    for (int i = 0; i < manifold.count; ++i) {
      if (const double u = speed(manifold, i); first == nullptr || u < fastest) {
        first = &manifold;
        fastest = u;
      }
    }
  }
  Manifold one = *first;
  Vec3 sum = Vec3::Zero();
  int count = 0;
  for (int i = 0; i < first->count; ++i) {
    if (speed(*first, i) > (1.0 - kAlike) * fastest) continue;
    sum += first->points[i].point;
    ++count;
  }
  one.points[0].point = sum / count;
  one.count = 1;
  return one;
}

bool isJoined(const ContactProblem& problem) {
  if (problem.joint_rows == 0) return false;
  const Scratch<std::vector<Island>> islands;
  findIslands(problem, *islands);
  return std::ranges::any_of(*islands, [](const Island& i) { return !i.contacts.empty() && !i.joint_rows.empty(); });
}

// One impact by another law than Newton's at the one contact `struck`.
CheckedSolve followOne(const StepContext& step, const std::vector<Manifold>& struck, const VecX& v,
                       ContactProblem& problem, std::string& note) {
  makeImpactProblem(step, struck, v, problem);
  if (isJoined(problem)) {
    note = "joined bodies: Newton's restitution";
    return solveImpact(step, struck, v, problem, note);
  }
  Vec3 u = Vec3::Zero();
  u.head(problem.dim) = problem.q.head(problem.dim);
  u[0] -= problem.bias[0];  // that of tangents is how the surface moves itself
  const Material& material = struck.front().material;
  const ImpactPoint point{.W = contactBlock(problem, 0),
                          .u = u,
                          .planar = problem.dim == 2,
                          .mu_static = material.friction_static,
                          .mu_dynamic = material.friction_dynamic,
                          .e = material.restitution,
                          .e_t = material.restitution_tangential};
  const RestitutionLaw law = step.input.params.restitution_law;
  const PathEnd end = hasTangential(law) ? algebraicImpact(law, point) : followImpact(law, point);
  if (end.reduced) note = kRestitutionReduced;
  CheckedSolve solve;
  solve.solution.lambda.setZero(problem.rows());
  solve.solution.lambda.head(problem.dim) = end.lambda.head(problem.dim);
  return solve;
}

void count(const ContactProblem& problem, const CheckedSolve& impact, Impacts& impacts) {
  for (int c = 0; c < problem.contacts; ++c) {
    const double impulse = impact.solution.lambda[problem.normalRow(c)];
    impacts.contacts += impulse > 0.0 ? 1 : 0;
    impacts.largest = std::max(impacts.largest, impulse);
  }
  addEffort(impact, impacts.solve);
}

}  // namespace

bool strike(StepContext& step, const std::vector<Manifold>& struck, const VecX& v, Impacts& impacts, std::string& why) {
  ContactProblem problem;
  const bool one_by_one = step.input.params.restitution_law != RestitutionLaw::Newton;
  const CheckedSolve solve = one_by_one
                                 ? followOne(step, {fastestOf(step.world.bodies, v, struck)}, v, problem, impacts.note)
                                 : solveImpact(step, struck, v, problem, impacts.note);
  describe(step.input.solver->title, solve, why);
  if (solve.report.status == SolveStatus::Unsupported) return false;
  if (!solve.solution.lambda.allFinite()) {
    why = "impulses not finite";
    return false;
  }
  setVelocities(step.world.bodies, velocityAfter(problem, solve.solution.lambda));
  count(problem, solve, impacts);
  return true;
}

}  // namespace keystone
