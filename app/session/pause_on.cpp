#include "session/pause_on.h"

#include <algorithm>

#include "world/step_grade.h"

namespace keystone {
namespace {

std::string nameOf(const World& world, int body) {
  const std::string& name = world.bodies[static_cast<std::size_t>(body)].name;
  return name.empty() ? "body " + std::to_string(body) : name;
}

}  // namespace

BodyPairs pressingPairs(const StepResult& step) {
  BodyPairs pairs;
  const ContactProblem& problem = step.problem;
  for (int i = 0; i < static_cast<int>(problem.contact_points.size()) && problem.dim * i < step.solution.lambda.size();
       ++i) {
    if (step.solution.lambda[problem.dim * i] <= 0.0) continue;
    const auto& [a, b] = std::minmax(problem.contact_points[i].a, problem.contact_points[i].b);
    pairs.emplace(a, b);
  }
  return pairs;
}

std::string reasonToPause(const PauseOn& on, const BodyPairs& before, const Simulation& step) {
  const std::string here = "Paused at step " + std::to_string(step.report.step), at = here + ": ";
  if (on.failure && gradeOf(step.report) == Grade::Failed) return at + "the step failed";
  if (on.step > 0 && step.report.step == on.step) return here + ", " + on.why;
  if (!on.impact) return {};
  for (const auto& [a, b] : pressingPairs(step))
    if (!before.contains({a, b})) return at + nameOf(step.world, a) + " meets " + nameOf(step.world, b);
  return {};
}

}  // namespace keystone
