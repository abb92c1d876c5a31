// One step by augmented vertex block descent.
//
// Source: giles2025 (AVBD), after chen2024 (VBD). The step ends where the energy
//   1/2 |d - d_free|^2_M / h^2 + sum over rows of 1/2 k C^2 + lambda C
// is least over the ways d of the bodies, d_free = h v_free. An iteration is
//   - primal: body after body, Newton's step in its own six unknowns, (M / h^2 + sum k J^T J) x = force (eqs. 4 to 6);
//   - dual: lambda becomes the force lambda - k C, clamped to its bounds (section 3.2), and where it is inside them
//     k grows by beta |C| (eqs. 11, 12, 16), up to a spring's own stiffness (section 3.3).
// C leaves out the share alpha of the error that the step begins with (eq. 18). The next step begins with gamma k and
// alpha gamma lambda (eq. 19). Velocities are d / h. Friction is bounded by mu times the normal force of the moment
// (section 3.2); in space its two rows are scaled back together.
// With `stabilise: after` C leaves out all of the error, all of lambda is remembered, and one more primal sweep, with
// all of the error in C, moves positions and not velocities: as in the program that its first author has published
// beside the paper.
// Departures:
//   - all rows are linear in d, as contacts are in the paper (section 4): joints are taken at the step's start with the
//     bend of their path in C (problem/assemble_joints.h). So there is no geometric stiffness (section 3.5).
//   - gaps that are open count in full, whatever alpha is: they are not errors.
//   - k_start and beta are per kilogram of what the row moves. The paper's are for one scale of masses and lengths.
//   - a contact that does not push adds no stiffness to its bodies, so that what lies ahead does not slow them; a body
//     whose step closes such a contact takes another one at once. Friction that slides does add its stiffness, as in
//     the paper: it slows sliding a little, and without it a pile may gain energy without bound.
//   - a body begins at d_free if none of its rows remembers a force, else at h times its velocity: the paper weighs
//     gravity by the last step's acceleration, which the world does not keep.
//   - there is one coefficient of friction, the static one, and sticking has no anchor: it holds the velocity.
//   - rolling and torsional friction keep their forces from step to step, but not their stiffness.
// Restitution is none: the source has none.
// Cost: of an iteration three visits to every row and a 6 x 6 factorization a body.
// Fails: never breaks down on finite input. Few iterations leave joints and contacts soft; what is left of a force at
// the end shows in the residual, and the velocities differ from those of the forces (velocity_error).
#include <limits>

#include "math/scratch_pool.h"
#include "problem/assemble_joints.h"
#include "step/avbd_descent.h"
#include "step/own_method.h"
#include "step/stepper_parameters.h"
#include "step/steppers.h"
#include "world/motion.h"
#include "world/warm_start.h"

namespace keystone {
namespace {

AvbdParams paramsOf(const ParameterValues& values) {
  const auto of = [&](std::string_view id) { return parameterOf(kAvbdParameters, values, id); };
  const bool after = of("stabilise") > 0.5;
  return {static_cast<int>(of("iterations")), after ? 1.0 : of("alpha"), of("beta"), of("gamma"), of("k_start"), after};
}

// [joint rows], [m]: what a step takes away of a joint's error at most.
void straightErrors(const StepContext& step, VecX& errors) {
  const World& world = step.world;
  errors.setZero(step.result.problem.joint_rows);
  if (world.joints.empty()) return;
  const Scratch<JointRowList> list;
  listJointRows(world.joints, world.bodies, world.planar, *list);
  const double most = step.dt * step.input.params.recovery_speed;
  for (std::size_t i = 0; i < list->rows.size(); ++i) {
    const JointRow& row = list->rows[i];
    const auto at = static_cast<Eigen::Index>(i);
    if (row.role == JointRowRole::Equality) errors[at] = std::clamp(row.error, -most, most);
    if (row.role == JointRowRole::Limit) errors[at] = std::clamp(row.error, -most, 0.0);
  }
}

void warm(const StepContext& step, const AvbdParams& params, AvbdState& state) {
  const ContactProblem& problem = step.result.problem;
  state.lambda = (params.after ? 1.0 : params.alpha * params.gamma) / problem.h * step.result.start.lambda;
  recallPenalties(problem, step.remembered->cache, step.remembered->joint_cache, state.k);
  for (int i = 0; i < problem.rows(); ++i) {
    state.k[i] = std::min(std::max(params.gamma * state.k[i], params.k_start * state.mass[i]), state.most[i]);
    if (!std::isinf(state.most[i])) state.lambda[i] = 0.0;
  }
}

void placeAtFirst(const ContactProblem& problem, AvbdState& state) {
  state.d_free = problem.h * problem.v_free;
  state.d = state.d_free;
  for (int i = 0; i < problem.rows(); ++i) {
    if (state.lambda[i] == 0.0) continue;
    for (const int body : state.rows[i].body) {
      if (body < 0) continue;
      const auto at = 6 * static_cast<Eigen::Index>(body);
      state.d.segment<6>(at) = problem.h * problem.v_before.segment<6>(at);
    }
  }
}

// [N s], of springs too, which have no force of their own in lambda.
void readImpulses(const ContactProblem& problem, const AvbdState& state, VecX& lambda) {
  lambda = problem.h * state.lambda;
  for (int i = problem.firstJointRow(); i < problem.rows(); ++i)
    if (problem.isSoft(i)) lambda[i] = -problem.h * state.k[i] * state.C[i];
}

bool bounces(const ContactProblem& problem) {
  return problem.contacts > 0 && problem.restitution.maxCoeff() > 0.0;
}

void solveByDescent(StepContext& step, OwnSolve& out) {
  const ContactProblem& problem = step.result.problem;
  const AvbdParams params = paramsOf(step.input.stepper_parameters);
  const auto& bodies = step.world.bodies;
  const Scratch<AvbdState> scratch(6 * static_cast<Eigen::Index>(bodies.size()));
  AvbdState& state = *scratch;
  const Scratch<VecX> straight(problem.joint_rows);
  straightErrors(step, *straight);
  beginAvbd(problem, *straight, state);
  warm(step, params, state);
  placeAtFirst(problem, state);
  state.share = 1.0 - params.alpha;
  findErrors(state);
  for (int i = 0; i < params.iterations; ++i) {
    descend(problem, bodies, state);
    updateForces(problem, params.beta, state);
  }
  VecX& lambda = step.workspace.solve.solution.lambda;
  readImpulses(problem, state, lambda);
  step.workspace.v = state.d / step.dt;

  VecX& recovery = step.workspace.recovery.bodies;
  recovery.resize(0);
  if (params.after) {
    recovery = state.d;
    state.share = 1.0;
    findErrors(state);
    descend(problem, bodies, state);
    recovery = (state.d - recovery) / step.dt;
  }
  integrate(bodies, step.workspace.v, recovery, step.dt, step.workspace.motions);
  out.remembered.lambda = lambda;
  out.remembered.penalty = state.k;
  out.iterations = params.iterations;
  out.turned.resize(0);
  out.note = bounces(problem) ? "AVBD has no restitution: nothing bounces" : "";
}

}  // namespace

void stepAvbd(StepContext& step) {
  stepByOwnMethod(step, std::numeric_limits<double>::infinity(), solveByDescent);
}

}  // namespace keystone
