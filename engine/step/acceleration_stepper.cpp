// One step of the world at acceleration level, as Baraff 1994 has it: forces where bodies rest or slide on each other,
// impulses where they collide.
//
// A step is made of phases. Each goes on to the next collision (an approach faster than restitution_threshold that
// closes), or to the step's end:
//   1. Impact: where touching bodies approach that fast, impulses with restitution (impact/collisions.h).
//   2. Forces: a = A f + b, A = J M^-1 J^T, b = J M^-1 f_ext + Jdot v; normal forces and a_n complementary, static
//      friction where a contact sticks, dynamic friction where it slides (step/contact_forces.h). Everything is
//      multiplied by the phase's length h, so that lambda = h f is in N s as in the other steppers and W, the residual,
//      the warm start and the drawing are the same; lambda / h is the force.
//   3. Motion by the velocities so found.
// Departures from the paper, which says nothing of time stepping or drift:
//   - the conditions are asked of the phase's end: h a_n + u_n + gap / h + h Jdot v / 2 >= 0, the gap's Taylor series
//     (Baumgarte's stabilisation with its full gain), and h a_t + u_t + h Jdot v / 2 = 0 where a contact sticks, so
//     that it stays where it is to second order. Slow approach and rounding are so taken away by the forces of one
//     phase;
//   - a contact cannot leave faster by Jdot v than it came, so that no energy is gained;
//   - after kMostPhases, collisions at a distance are stopped by forces, without restitution.
#include <algorithm>
#include <limits>

#include "math/scratch_pool.h"
#include "problem/substitute_sliding.h"
#include "step/contact_forces.h"
#include "step/contact_jdot_v.h"
#include "step/continuous.h"
#include "step/steppers.h"
#include "world/motion.h"
#include "world/warm_start.h"

namespace keystone {
namespace {

constexpr int kMostPhases = 8;  // a step in which bricks rain costs this many collision searches and solves

// Whether the contact stuck when it was solved last.
bool stuckBefore(const Solution& start, int tangent) {
  const auto row = static_cast<std::size_t>(tangent);
  return row < start.sets.size() && start.sets[row] == RowSet::Stick;
}

// Adds h Jdot v / 2 to the normal rows, and to the tangent rows of contacts that stick: those that do not slip, and
// those that stuck before and slip by no more than what that half left over then, and as much again for its change
// since.
void addBend(const World& world, const VecX& v, double slip_speed, const Solution& start, ContactProblem& problem) {
  const Scratch<VecX> workspace(problem.rows());
  VecX& u = *workspace;
  surfaceVelocities(problem, v, u);
  for (int c = 0; c < problem.contacts; ++c) {
    const int n = problem.normalRow(c), tangents = problem.dim - 1;
    const ContactJdotV bend = contactJdotV(world, problem.contact_points[c]);
    const double rate = std::max(0.5 * problem.h * bend.gap, std::min(0.0, u[n]));
    problem.bias[n] += rate;
    problem.q[n] += rate;
    const double slip = u.segment(n + 1, tangents).norm();
    const Vec2 turn = 0.5 * problem.h * bend.slip;
    const bool sticks =
        slip <= slip_speed || (stuckBefore(start, n + 1) && slip <= slip_speed + 2.0 * turn.head(tangents).norm());
    if (!sticks) continue;
    problem.bias.segment(n + 1, tangents) += turn.head(tangents);
    problem.q.segment(n + 1, tangents) += turn.head(tangents);
  }
}

class AccelerationMethod final : public IntervalMethod {
 public:
  // Forces of the phase up to the next collision within step.dt.
  bool solve(StepContext& step, IntervalTally& tally, std::string& why) override {
    World& world = step.world;
    VecX& v_free = step.workspace.v_free;
    if (!resolveImpacts(step, ImpactScope::Touching, tally.impacts, why)) return false;
    step.result.report.ms.solve += step.watch.lap();
    freeVelocity(world, step.dt, v_free);
    const Scratch<std::vector<Manifold>> contacts;
    if (phase_ == kMostPhases) {
      *contacts = step.result.manifolds;
    } else {
      const double dt = timeToCollision(step, v_free);
      withoutColliding(step, v_free, dt, *contacts);
      if (dt < step.dt) {
        step.dt = dt;
        freeVelocity(world, step.dt, v_free);
      }
    }
    VecX& v = step.workspace.v_before;
    velocitiesOf(world.bodies, v);
    assembleProblem(world, *contacts, v_free, std::numeric_limits<double>::infinity(), step);
    warmStart(step.result.problem, step.remembered->cache, step.remembered->joint_cache, step.result.start);
    addBend(world, v, step.input.params.slip_speed, step.result.start, step.result.problem);
    if (!isPosed(step, why)) return false;
    const ForceSolve forces = solveForces(step, v);
    tally.jammed += forces.jammed;
    tally.impacts.largest = std::max(tally.impacts.largest, forces.jam_impulse);
    if (!forces.note.empty()) tally.note = forces.note;
    return true;
  }

  void moved(StepContext& step) override {
    step.result.report.force_time = step.dt;
    ++phase_;
  }

  bool stopsAtImpacts() const override { return true; }

 private:
  int phase_ = 1;
};

}  // namespace

void stepAcceleration(StepContext& step) {
  AccelerationMethod method;
  stepContinuous(step, method);
}

}  // namespace keystone
