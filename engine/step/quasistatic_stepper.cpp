// One step of a world without inertia: a body's velocity is proportional to the force on it. Bodies creep to rest, and
// piles that stand keep standing.
//
// Baraff 1994, section 5 ("a first-order, or quasistatic, step world where force and velocity are related by
// f = m v"): v = tau M^-1 (f + J^T lambda / tau), tau the time constant in which forces act. With v_free = tau M^-1 f
// the contact problem is the velocity stepper's, with the same W, without impacts, and friction is always static: the
// velocity that it holds at zero is not a remembered one. The hand pulls by its spring alone; its damping is inertia's.
// Springs and dampers of joints act both, with tau as the time of the force.
// Differences to a world with inertia: nothing bounces, nothing rolls on, nothing oscillates; lambda / tau is the
// force.
#include <limits>

#include "step/continuous.h"
#include "step/steppers.h"
#include "world/motion.h"
#include "world/warm_start.h"

namespace keystone {
namespace {

class QuasistaticMethod final : public IntervalMethod {
 public:
  // v_free = tau M^-1 f of gravity and other forces; kinematic bodies keep their given velocity. What bodies did before
  // has no effect.
  void prepare(StepContext& step) override {
    World& world = step.world;
    VecX& v_free = step.workspace.v_free;
    v_free.setZero(6 * static_cast<Eigen::Index>(world.bodies.size()));
    setVelocities(world.bodies, v_free);
    const double tau = step.input.params.time_constant;
    freeVelocity(world, step.dt, v_free, tau);
    for (std::size_t i = 0; i < world.bodies.size(); ++i)
      if (world.bodies[i].isDynamic()) v_free.segment<6>(static_cast<Eigen::Index>(6 * i)) *= tau / step.dt;
    setVelocities(world.bodies, v_free);
  }

  bool solve(StepContext& step, IntervalTally& tally, std::string& why) override {
    constexpr double kNoImpacts = std::numeric_limits<double>::infinity();
    const double tau = step.input.params.time_constant;
    ContactProblem& problem = step.result.problem;
    assembleProblem(step.world, step.result.manifolds, step.workspace.v_free, kNoImpacts, step, tau);
    // Motors and dry friction: their impulses over the time constant.
    problem.joint_lower *= tau / step.dt;
    problem.joint_upper *= tau / step.dt;
    for (FrictionDisc& disc : problem.discs)
      if (disc.contact < 0) disc.limit *= tau / step.dt;
    warmStart(problem, step.remembered->cache, step.remembered->joint_cache, step.result.start);
    if (!isPosed(step, why)) return false;
    solveStep(step);
    step.result.report.force_time = tau;
    if (problem.mu != problem.mu_dynamic) tally.note = "friction is static: without inertia no sliding goes on";
    return true;
  }
};

}  // namespace

void stepQuasistatic(StepContext& step) {
  QuasistaticMethod method;
  stepContinuous(step, method);
}

}  // namespace keystone
