// Baraff 1994, section 6. Departures:
//   - a contact whose sliding ends within the step is given static friction and the step solved again, because a force
//     that acts to the step's end would turn its sliding round;
//   - in space, a direction of sliding taken at the step's start is stiff where bodies slide slowly: friction could
//   turn
//     the slip aside, and past zero, within the step, and a box would start to spin. Contacts of which that is so get
//     no substitution but dynamic friction against the sliding of the step's end, which is stable;
//   - an unbounded ray means that no forces exist (Painleve). The contacts on it lose their substitution: what then
//     solves the step is an impulse with friction that stops their sliding, whatever the step's length;
//   - a solver that takes no unsymmetric problem, or fails on this one, gets the symmetric one with the dynamic
//     coefficients: there friction opposes the sliding of the step's end instead of its start.
#include "step/contact_forces.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "math/scratch_pool.h"
#include "problem/delassus.h"
#include "problem/substitute_sliding.h"

namespace keystone {
namespace {

using Slides = std::vector<SlidingContact>;

// Takes out the contacts that `which` names, and gives them the coefficient `mu` [contacts].
template <class Which>
int release(const VecX& mu, Which which, Slides& slides, ContactProblem& problem) {
  return static_cast<int>(std::erase_if(slides, [&](const SlidingContact& slide) {
    if (!which(slide)) return false;
    problem.mu[slide.contact] = mu[slide.contact];
    return true;
  }));
}

// Sets of an earlier solution of the whole problem, for the substituted one.
void reduceStart(const ContactProblem& problem, const Slides& slides, Solution& start) {
  const bool with_sets = static_cast<int>(start.sets.size()) == problem.rows();
  for (const SlidingContact& slide : slides) {
    for (int row = problem.normalRow(slide.contact) + 1; row < problem.normalRow(slide.contact + 1); ++row) {
      start.lambda[row] = 0.0;
      if (with_sets) start.sets[row] = RowSet::Ignored;
    }
  }
}

// From result.start, which is of the substituted problem.
void solveSubstituted(StepContext& step) {
  const ContactProblem& problem = step.result.problem;
  const Slides& slides = step.result.sliding;
  const ContactProblem reduced = substituteSliding(problem, slides);
  CheckedSolve& result = step.workspace.solve;
  result.solution = step.result.start;
  result.fallback = {};
  result.report = step.input.solver->solve(reduced, step.input.parameters, result.solution, nullptr);
  result.residual = measure(reduced, result.solution.lambda, frictionLaw(*step.input.solver, step.input.parameters));
  result.own_residual = result.residual.value;
  checkResidual(result.residual, toleranceOf(*step.input.solver, step.input.parameters), result.report);
  fillSliding(problem, slides, result.solution.lambda, result.solution.sets);
  deltaV(problem, result.solution.lambda, result.delta_v);
}

// Contacts on the unbounded ray; all that slide when the ray names none of them.
std::vector<char> onRay(const ContactProblem& problem, const Slides& slides, const VecX& ray) {
  std::vector<char> on(static_cast<std::size_t>(problem.contacts), 0);
  const double most = ray.size() == problem.rows() ? ray.lpNorm<Eigen::Infinity>() : 0.0;
  bool any = false;
  for (const SlidingContact& slide : slides) {
    const bool hit = most > 0.0 && ray[problem.normalRow(slide.contact)] > 1e-9 * most;
    on[slide.contact] = hit ? 1 : 0;
    any = any || hit;
  }
  if (!any)
    for (const SlidingContact& slide : slides) on[slide.contact] = 1;
  return on;
}

// Counts the chosen contacts that push, and says so.
void tellJam(const ContactProblem& problem, const VecX& lambda, const std::vector<char>& chosen, ForceSolve& result) {
  for (int c = 0; c < problem.contacts; ++c) {
    const double impulse = lambda[problem.normalRow(c)];
    if (chosen[c] == 0 || !(impulse > 0.0)) continue;
    ++result.jammed;
    result.jam_impulse = std::max(result.jam_impulse, impulse);
  }
  if (result.jammed > 0) result.note = "frictional impact (Painleve)";
}

std::string symmetricNote(const SolverInfo& solver, const SolveReport& report) {
  return "friction opposes the sliding after the step (" + std::string(solver.title) +
         ", substituted friction: " + std::string(toString(report.status)) + ")";
}

// Releases, to the dynamic coefficient, the contacts of the bodies whose slip sideways friction could turn round within
// the step; how many there were. A slip that is off its direction by a small angle is pushed back by friction times
// that angle, at all contacts of the two bodies, to which the slip at each yields by its mobility sideways: explicitly
// stable up to a gain of 2, without overshoot up to 1.
int releaseStiff(const VecX& v, const VecX& lambda, Slides& slides, ContactProblem& problem) {
  if (problem.dim < 3) return 0;
  VecX u;
  surfaceVelocities(problem, v, u);
  const auto pairOf = [&](const SlidingContact& slide) {
    const ContactPoint& place = problem.contact_points[slide.contact];
    return std::pair(place.a, place.b);
  };
  std::map<std::pair<int, int>, double> push;  // friction over slip [N s / (m/s)] of all contacts of two bodies
  for (const SlidingContact& slide : slides)
    push[pairOf(slide)] += problem.mu_dynamic[slide.contact] * lambda[problem.normalRow(slide.contact)] /
                           slipOf(problem, u, slide.contact).norm();
  std::set<std::pair<int, int>> stiff;
  for (const SlidingContact& slide : slides) {
    const Vec3 aside(0.0, -slide.direction[1], slide.direction[0]);
    const double mobility = aside.dot(contactBlock(problem, slide.contact) * aside);
    if (mobility * push[pairOf(slide)] > 1.0) stiff.insert(pairOf(slide));
  }
  return release(
      problem.mu_dynamic, [&](const SlidingContact& slide) { return stiff.contains(pairOf(slide)); }, slides, problem);
}

// The sliding contacts of a phase, round by round.
struct Rounds {
  VecX mu_static;            // [contacts]
  std::vector<char> jammed;  // [contacts], those that were on a ray
  Solution first, from;      // of the step, and of the next round
};

// Releases the contacts on the ray to an impulse with friction.
void releaseJam(const VecX& ray, Rounds& rounds, Slides& slides, ContactProblem& problem) {
  const std::vector<char> on = onRay(problem, slides, ray);
  const auto is_on = [&](const SlidingContact& slide) { return on[slide.contact] != 0; };
  release(problem.mu_dynamic, is_on, slides, problem);
  for (std::size_t c = 0; c < on.size(); ++c) rounds.jammed[c] |= on[c];
}

// Releases the contacts whose sliding the solution turns round to static friction; how many there were.
int releaseStopped(const VecX& lambda, const VecX& mu_static, Slides& slides, ContactProblem& problem) {
  const VecX u = relativeVelocity(problem, lambda);
  const auto turns = [&](const SlidingContact& slide) {
    return lambda[problem.normalRow(slide.contact)] > 0.0 &&
           slipOf(problem, u, slide.contact).dot(slide.direction) < 0.0;
  };
  return release(mu_static, turns, slides, problem);
}

}  // namespace

ForceSolve solveForces(StepContext& step, const VecX& v) {
  ContactProblem& problem = step.result.problem;
  Slides& slides = step.result.sliding;  // those still substituted
  const Scratch<Rounds> rounds(problem.rows());
  rounds->mu_static = problem.mu;
  rounds->jammed.assign(problem.contacts, 0);
  listSliding(problem, v, step.input.params.slip_speed, slides);
  const bool any_slides = !slides.empty();
  if (any_slides) rounds->first = rounds->from = step.result.start;
  for (const SlidingContact& slide : slides) problem.mu[slide.contact] = problem.mu_dynamic[slide.contact];
  ForceSolve result;
  const CheckedSolve& solve = step.workspace.solve;
  // Every round releases at least one contact.
  while (!slides.empty()) {
    step.result.start = rounds->from;
    reduceStart(problem, slides, step.result.start);
    solveSubstituted(step);
    const SolveReport& report = solve.report;
    if (report.status == SolveStatus::Converged) {
      const VecX& lambda = solve.solution.lambda;
      if (releaseStopped(lambda, rounds->mu_static, slides, problem) + releaseStiff(v, lambda, slides, problem) == 0)
        break;
      rounds->from = solve.solution;
    } else if (report.status == SolveStatus::Ray) {
      releaseJam(solve.solution.ray, *rounds, slides, problem);
    } else {
      result.note = symmetricNote(*step.input.solver, report);
      slides.clear();
    }
  }
  if (slides.empty()) {
    if (any_slides) std::swap(step.result.start, rounds->first);
    solveStep(step);
  }
  tellJam(problem, solve.solution.lambda, rounds->jammed, result);
  return result;
}

}  // namespace keystone
