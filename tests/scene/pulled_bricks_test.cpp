// Bricks that springs jerk out of a wall: dry friction on both faces, and a wall that stands.
#include "scene/scene_fixture.h"
#include "step/step.h"

namespace keystone {
namespace {

struct Faces {
  double normal = 0.0;           // [N s], above and below
  Vec3 friction = Vec3::Zero();  // [N s], on the brick
};

Faces onBrick(const Simulation& simulation, int brick) {
  Faces faces;
  const ContactProblem& problem = simulation.problem;
  for (int contact = 0; contact < problem.contacts; ++contact) {
    const ContactPoint& point = problem.contact_points[contact];
    if (point.a != brick && point.b != brick) continue;
    const Vec3 lambda = simulation.solution.lambda.segment<3>(problem.normalRow(contact));
    faces.normal += lambda[0];
    faces.friction += (point.b == brick ? 1.0 : -1.0) * (lambda[1] * point.t1 + lambda[2] * point.t2);
  }
  return faces;
}

// Three of the four bricks, each till it has come out by its depth of 0.5 m.
TEST(BricksPulled, FrictionOfABrickIsMuTimesBothItsLoadsAndTheWallStands) {
  Scene scene = loadById("bricks_pulled");
  Simulation& simulation = scene.simulation;
  const World start = simulation.world;
  std::vector<int> sliding(4, 0);
  for (int n = 0; n < 320; ++n) {
    step(simulation);
    ASSERT_EQ(simulation.report.solve.status, SolveStatus::Converged) << n;
    ASSERT_LE(simulation.report.residual.value, 1e-9) << n;
    for (std::size_t k = 0; k < 3; ++k) {
      const int brick = simulation.world.joints[k].b;
      const Body& body = simulation.world.bodies[brick];
      if (body.pose.position.z() > 0.5) continue;
      const Faces faces = onBrick(simulation, brick);
      ASSERT_LE(faces.friction.norm(), 0.5 * faces.normal * (1.0 + 1e-9)) << n;
      if (body.velocity.z() < 0.1 || faces.normal < 1.0) continue;
      ++sliding[k];
      ASSERT_NEAR(-faces.friction.z(), 0.5 * faces.normal, 1e-4 * faces.normal) << n;  // it drifts aside by as much
    }
  }
  for (std::size_t k = 0; k < 3; ++k) EXPECT_GE(sliding[k], 5) << k;
  for (std::size_t i = 0; i < start.bodies.size(); ++i) {
    const Body& body = simulation.world.bodies[i];
    if (!body.isDynamic()) continue;
    const bool pulled = static_cast<int>(i) == simulation.world.joints[0].b ||
                        static_cast<int>(i) == simulation.world.joints[1].b ||
                        static_cast<int>(i) == simulation.world.joints[2].b;
    const double moved = (body.pose.position - start.bodies[i].pose.position).norm();
    if (pulled)
      EXPECT_GT(moved, 1.0) << body.name;
    else
      EXPECT_LT(moved, 1e-3) << body.name;
  }
}

}  // namespace
}  // namespace keystone
