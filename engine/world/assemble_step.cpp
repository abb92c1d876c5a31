#include "world/assemble_step.h"

#include "math/scratch_pool.h"
#include "problem/assemble.h"
#include "problem/assemble_joints.h"
#include "problem/assemble_moments.h"
#include "world/motion.h"

namespace keystone {

void assembleStep(const World& world, const StepAssembly& how, std::span<const Manifold> manifolds, const VecX& v_free,
                  ContactProblem& problem) {
  const Scratch<JointRowList> joints;
  listJointRows(world.joints, world.bodies, world.planar, *joints);
  assemble(world.bodies, manifolds, v_free,
           {.planar = world.planar,
            .h = how.dt,
            .restitution_threshold = how.restitution_threshold,
            .joint_rows = static_cast<int>(joints->rows.size())},
           problem);
  if (!joints->rows.empty()) {
    const Scratch<std::vector<Pose>> ahead;
    posesAhead(world.bodies, how.dt, *ahead);
    assembleJoints(world.bodies, world.joints, *joints, *ahead,
                   {.planar = world.planar,
                    .recovery_speed = how.recovery_speed,
                    .force_time = how.force_time,
                    .errors = how.errors},
                   problem);
  }
  assembleMoments(world.bodies, manifolds, world.planar, problem);
}

}  // namespace keystone
