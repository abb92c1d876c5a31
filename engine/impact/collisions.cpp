// Newton's law at several contacts, u+ >= -e u-, leaves open who takes part in an impact (docs/steppers.md):
//   - simultaneous (Baraff 1989): all that touch. A row of touching balls struck with e = 1 does not pass the impact
//     to its last ball but parts as one from the striker;
//   - sequential (the generalized reflections of Smith et al. 2012): only those that approach. Their impulses make
//     others approach, which take part in the next wave; the impact runs through a row of balls to the last. What
//     approaches at the same moment is still solved at once, so that a symmetric break stays symmetric.
// Both keep momentum and, with e = 1, energy. With friction, Newton's law can gain energy (Kane and Levinson 1985).
#include "impact/collisions.h"

#include <algorithm>
#include <cmath>
#include <limits>

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

// Impacts in one moment; what approaches after them is stopped without restitution. A simultaneous impact leaves
// nothing that approaches but by what friction does; waves run to and fro through a rack some tens of times.
constexpr int kMostImpactSolves = 10;
constexpr int kMostWaves = 500;

// The first t > 0 [s] at which gap + t (u + (t / h) (u_free - u)) is zero: the way of a semi-implicit step of length t.
double closingTime(double gap, double u, double u_free, double h) {
  const double a = (u_free - u) / h;
  const double under_root = u * u - 4.0 * a * gap;
  if (under_root < 0.0) return std::numeric_limits<double>::infinity();
  const double q = -0.5 * (u - std::sqrt(under_root));  // u < 0: no cancellation
  return gap / q;
}

template <class Keep>
void filter(const std::vector<Manifold>& manifolds, Keep keep, std::vector<Manifold>& kept) {
  kept.clear();
  for (const Manifold& manifold : manifolds) {
    Manifold some = manifold;
    some.count = 0;
    for (int i = 0; i < manifold.count; ++i) {
      const ManifoldPoint& point = manifold.points[static_cast<std::size_t>(i)];
      if (keep(manifold, point)) some.points[static_cast<std::size_t>(some.count++)] = point;
    }
    if (some.count > 0) kept.push_back(some);
  }
}

void makeImpactProblem(const StepContext& step, const std::vector<Manifold>& struck, const VecX& v,
                       ContactProblem& problem) {
  const double threshold = step.input.params.restitution_threshold;
  assembleStep(step.world, {step.dt, threshold, step.input.params.recovery_speed}, struck, v, problem);
  for (int c = 0; c < problem.contacts; ++c) {
    const int row = problem.normalRow(c);
    const double u = problem.q[row] - problem.bias[row];
    problem.bias[row] = u < -threshold ? problem.restitution[c] * u : 0.0;
    problem.q[row] = u + problem.bias[row];
  }
  // Nothing moves during an impact: joints hold, and neither their error nor the bend of their path is taken up.
  // Motors, springs and dry friction, whose forces are finite, have no part in it.
  for (int row = problem.firstJointRow(); row < problem.rows(); ++row) {
    if (problem.isLimit(row) || problem.isOnDisc(row)) continue;
    problem.q[row] -= problem.bias[row];
    problem.bias[row] = 0.0;
    if (problem.isBilateral(row) && !problem.isSoft(row)) continue;
    problem.joint_lower[row - problem.firstJointRow()] = 0.0;
    problem.joint_upper[row - problem.firstJointRow()] = 0.0;
  }
  for (FrictionDisc& disc : problem.discs)
    if (disc.contact < 0) disc.limit = 0.0;
  chooseFriction(v, step.input.params.slip_speed, problem);
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
  const InelasticBias inelastic = [&](int contact) -> std::optional<double> {
    if (!(problem.bias[problem.normalRow(contact)] < 0.0)) return std::nullopt;
    return 0.0;
  };
  if (keepEnergy(method, islands, inelastic, problem, start, solve)) note = kRestitutionReduced;
  return solve;
}

// The contact that approaches fastest. Points of its pair that come as fast are one, in their middle: a face that comes
// down flat.
Manifold fastestOf(std::span<const Body> bodies, const VecX& v, const std::vector<Manifold>& approaching) {
  constexpr double kAlike = 1e-6;  // of the speed
  const auto speed = [&](const Manifold& manifold, int i) {
    return normalSpeed(bodies, v, manifold, manifold.points[static_cast<std::size_t>(i)].point);
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
    sum += first->points[static_cast<std::size_t>(i)].point;
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

// One impact by Poisson's or Stronge's law at the one contact `struck`.
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
  const PathEnd end = followImpact(step.input.params.restitution_law, {.W = contactBlock(problem, 0),
                                                                       .u = u,
                                                                       .planar = problem.dim == 2,
                                                                       .mu_static = material.friction_static,
                                                                       .mu_dynamic = material.friction_dynamic,
                                                                       .e = material.restitution});
  if (end.reduced) note = kRestitutionReduced;
  CheckedSolve solve;
  solve.solution.lambda.setZero(problem.rows());
  solve.solution.lambda.head(problem.dim) = end.lambda.head(problem.dim);
  return solve;
}

struct ImpactWorkspace {
  VecX v, v_free;                              // [6 bodies]
  std::vector<Manifold> reached, approaching;  // by an impact
};

// What an impact can reach now.
void findReached(const StepContext& step, ImpactScope reach, ImpactWorkspace& workspace) {
  if (reach == ImpactScope::WithinStep) freeVelocity(step.world, step.dt, workspace.v_free);
  const auto is_reached = [&](const Manifold& manifold, const ManifoldPoint& point) {
    if (point.gap <= touchingGap(step.dt)) return true;
    if (reach == ImpactScope::Touching || !(manifold.material.restitution > 0.0)) return false;
    return point.gap + step.dt * normalSpeed(step.world.bodies, workspace.v_free, manifold, point.point) < 0.0;
  };
  filter(step.result.manifolds, is_reached, workspace.reached);
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

double normalSpeed(std::span<const Body> bodies, const VecX& v, const Manifold& manifold, const Vec3& point) {
  const auto velocity = [&](int index) -> Vec3 {
    const Vec3& position = bodies[static_cast<std::size_t>(index)].pose.position;
    return v.segment<3>(6 * index) + Vec3(v.segment<3>(6 * index + 3)).cross(point - position);
  };
  return manifold.normal.dot(velocity(manifold.b) - velocity(manifold.a));
}

double timeToCollision(const StepContext& step, const VecX& v_free) {
  const std::vector<Body>& bodies = step.world.bodies;
  const Scratch<ImpactWorkspace> workspace(v_free.size());
  velocitiesOf(bodies, workspace->v);
  double first = step.dt;
  for (const Manifold& manifold : step.result.manifolds) {
    for (int i = 0; i < manifold.count; ++i) {
      const ManifoldPoint& point = manifold.points[static_cast<std::size_t>(i)];
      const double u = normalSpeed(bodies, workspace->v, manifold, point.point);
      if (u >= -step.input.params.restitution_threshold || point.gap <= touchingGap(step.dt)) continue;
      const double u_free = normalSpeed(bodies, v_free, manifold, point.point);
      first = std::min(first, closingTime(point.gap, u, u_free, step.dt));
    }
  }
  return first;
}

void withoutColliding(const StepContext& step, const VecX& v_free, double dt, std::vector<Manifold>& contacts) {
  const std::vector<Body>& bodies = step.world.bodies;
  const Scratch<ImpactWorkspace> workspace(v_free.size());
  velocitiesOf(bodies, workspace->v);
  const auto stays = [&](const Manifold& manifold, const ManifoldPoint& point) {
    const double u = normalSpeed(bodies, workspace->v, manifold, point.point);
    if (u >= -step.input.params.restitution_threshold || point.gap <= touchingGap(step.dt)) return true;
    // A little beyond dt, which may be the closing time itself.
    const double u_free = normalSpeed(bodies, v_free, manifold, point.point);
    return closingTime(point.gap, u, u_free, step.dt) > dt * (1.0 + 1e-6);
  };
  filter(step.result.manifolds, stays, contacts);
}

bool resolveImpacts(StepContext& step, ImpactScope reach, Impacts& impacts, std::string& why) {
  World& world = step.world;
  const Scratch<ImpactWorkspace> workspace(6 * static_cast<Eigen::Index>(world.bodies.size()));
  const auto approaches = [&](const Manifold& manifold, const ManifoldPoint& point) {
    return normalSpeed(world.bodies, workspace->v, manifold, point.point) < -step.input.params.restitution_threshold;
  };
  const bool one_by_one = step.input.params.restitution_law != RestitutionLaw::Newton;
  const bool waves = one_by_one || step.input.params.impacts == ImpactLaw::Sequential;
  for (int impact = 0; impact < (waves ? kMostWaves : kMostImpactSolves); ++impact) {
    velocitiesOf(world.bodies, workspace->v);
    findReached(step, reach, *workspace);
    filter(workspace->reached, approaches, workspace->approaching);
    if (workspace->approaching.empty()) break;
    ContactProblem problem;
    if (one_by_one) workspace->approaching.assign(1, fastestOf(world.bodies, workspace->v, workspace->approaching));
    const std::vector<Manifold>& struck = waves ? workspace->approaching : workspace->reached;
    const CheckedSolve solve = one_by_one ? followOne(step, struck, workspace->v, problem, impacts.note)
                                          : solveImpact(step, struck, workspace->v, problem, impacts.note);
    describe(*step.input.solver, solve, why);
    if (solve.report.status == SolveStatus::Unsupported) return false;
    if (!solve.solution.lambda.allFinite()) {
      why = "impulses not finite";
      return false;
    }
    setVelocities(world.bodies, velocityAfter(problem, solve.solution.lambda));
    count(problem, solve, impacts);
  }
  return true;
}

}  // namespace keystone
