// One step of the world at velocity level: free motion, contact, solve, move. START HERE, and see step/continuous.cpp,
// which calls what is here.
//
// Semi-implicit Euler (bender2014, section 3.1.4): contacts are found at the step's start, their gap is part of the
// contact condition, and positions follow the velocities that the solver returns. Restitution is part of that condition
// too, at all contacts at once. By the other laws of impacts these come before it (impact/collisions.h), and with
// impacts at their time the step is another one (event_driven.cpp). What touches nothing may move by an integrator of
// higher order (step/smooth_motion.h). Every line below is a free function (step/step_parts.h has those that all
// steppers share). `step.world` is the next world; it is dropped when the step is rejected.
#include <limits>

#include "impact/collisions.h"
#include "impact/keep_energy.h"
#include "step/continuous.h"
#include "step/passive_joints.h"
#include "step/smooth_motion.h"
#include "step/steppers.h"
#include "world/motion.h"

namespace keystone {
namespace {

class VelocityMethod final : public IntervalMethod {
 public:
  bool solve(StepContext& step, IntervalTally& tally, std::string& why) override {
    const StepParams& params = step.input.params;
    StepReport& report = step.result.report;
    double threshold = params.restitution_threshold;
    if (params.impacts != ImpactLaw::Simultaneous || params.restitution_law != RestitutionLaw::Newton) {
      if (!resolveImpacts(step, ImpactScope::WithinStep, tally.impacts, why)) return false;
      freeVelocity(step.world, step.dt, step.workspace.v_free);
      threshold = std::numeric_limits<double>::infinity();
      report.ms.solve += step.watch.lap();
    }
    if (!poseProblem(step.result.manifolds, threshold, step, why)) return false;
    solveStep(step);
    if (dropGainingBends(step)) solveStep(step);
    ContactProblem& problem = step.result.problem;
    if (keepEnergy(solveMethodOf(step.input), step.result.islands, bouncesOf(problem), problem, step.result.start,
                   step.workspace.solve))
      tally.note = kRestitutionReduced;
    return true;
  }

  void moveApart(StepContext& step) override { moveSmoothly(step); }
};

}  // namespace

void stepVelocity(StepContext& step) {
  if (step.input.params.impact_time == ImpactTime::Exact) return stepEventDriven(step);
  VelocityMethod method;
  stepContinuous(step, method);
}

}  // namespace keystone
