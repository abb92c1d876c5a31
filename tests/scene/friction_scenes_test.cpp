// Scenes of rolling, torsional and elliptic friction against their laws.
#include "scene/scene_fixture.h"

namespace keystone {
namespace {

void runConverged(Scene& scene, int steps) {
  for (int i = 0; i < steps; ++i)
    ASSERT_EQ(step(scene.simulation).solve.status, SolveStatus::Converged) << scene.simulation.report.trouble;
}

// u' = u - g h M^2 u' / |M u'|, M = diag(mu): one implicit step of a point on a friction ellipse. With s = |M u'| it is
// u'_i = u_i / (1 + g h mu_i^2 / s), of which s is found by halving.
Vec2 slide(const Vec2& u, const Vec2& mu, double push) {
  if (u.cwiseQuotient(mu).norm() <= push) return Vec2::Zero();
  const auto after = [&](double s) -> Vec2 { return u.array() * s / (s + push * mu.array().square()); };
  double low = 0.0, high = u.cwiseProduct(mu).norm();
  for (int i = 0; i < 200; ++i) {
    const double s = 0.5 * (low + high);
    (after(s).cwiseProduct(mu).norm() > s ? low : high) = s;
  }
  return after(high);
}

// Each box as a point; along and across the grain it stops v^2 / (2 mu g) on, to the step's own v h / 2.
TEST(FrictionScenes, BoxesSlideOnTheirEllipse) {
  Scene scene = loadById("elliptic_friction");
  const World& world = scene.simulation.world;
  const Vec2 mu(0.6, 0.3);
  const double h = world.h, gravity = world.gravity.norm();
  std::vector<Vec2> place, speed;
  for (const Body& body : world.bodies) {
    place.emplace_back(body.pose.position.x(), body.pose.position.z());
    speed.emplace_back(body.velocity.x(), body.velocity.z());
  }
  for (int i = 0; i < 220; ++i) {
    runConverged(scene, 1);
    for (std::size_t b = 0; b < place.size(); ++b) {
      speed[b] = slide(speed[b], mu, gravity * h);
      place[b] += h * speed[b];
    }
  }
  double farthest_x = 0.0, farthest_z = 0.0;
  for (std::size_t b = 0; b < place.size(); ++b) {
    if (!world.bodies[b].isDynamic()) continue;
    const Vec3& at = world.bodies[b].pose.position;
    EXPECT_NEAR((Vec2(at.x(), at.z()) - place[b]).norm(), 0.0, 1e-6) << world.bodies[b].name;
    farthest_x = std::max(farthest_x, at.x());
    farthest_z = std::max(farthest_z, at.z());
  }
  EXPECT_NEAR(farthest_x, 6.0 + 10.0 * 10.0 / (2.0 * 0.6 * gravity), 0.1);
  EXPECT_NEAR(farthest_z, 6.0 + 10.0 * 10.0 / (2.0 * 0.3 * gravity), 0.1);
}

// a = (g sin - e g cos / R) / 1.4 of each ball; semi-implicit Euler travels a h^2 n (n + 1) / 2.
TEST(FrictionScenes, BallsRollAsTheirResistanceLets) {
  Scene scene = loadById("rolling_resistance");
  const World& world = scene.simulation.world;
  const double angle = 0.1, radius = 0.4, h = world.h, gravity = world.gravity.norm();
  const std::vector<Body> start = world.bodies;
  const int steps = 120;
  runConverged(scene, steps);
  for (std::size_t b = 0; b < world.bodies.size(); ++b) {
    if (!world.bodies[b].isDynamic()) continue;
    const double e = world.colliders[b].material.rolling;
    const double a = std::max(0.0, gravity * (std::sin(angle) - e / radius * std::cos(angle)) / 1.4);
    EXPECT_NEAR((world.bodies[b].pose.position - start[b].pose.position).norm(), a * h * h * steps * (steps + 1) / 2.0,
                1e-6)
        << world.bodies[b].name;
  }
  const double slowing = 0.02 * gravity * std::cos(angle) / (0.4 * radius * radius);  // [rad/s^2], of the spinning one
  EXPECT_NEAR(world.bodies.back().omega.norm(), 8.0 - slowing * steps * h, 1e-9);
  runConverged(scene, steps);
  EXPECT_NEAR(world.bodies.back().omega.norm(), 0.0, 1e-9);
}

// With one bound for both, v and s omega fall in proportion, their length by mu g: m s^2 = I.
TEST(FrictionScenes, PucksSlideOnByWhatSpinTakesOfFriction) {
  Scene scene = loadById("spinning_pucks");
  const World& world = scene.simulation.world;
  const double slowing = 0.3 * world.gravity.norm(), v = 3.0, spin = 0.2 * 20.0;
  const int steps = 110;
  runConverged(scene, steps);
  for (std::size_t b = 1; b < world.bodies.size(); ++b) {
    const double own = b == 3 ? slowing * v / std::hypot(v, spin) : slowing;
    double way = 0.0;
    for (int n = 1; n <= steps; ++n) way += world.h * std::max(0.0, v - own * n * world.h);
    EXPECT_NEAR(world.bodies[b].pose.position.x(), way, 1e-6) << world.bodies[b].name;
    EXPECT_NEAR(world.bodies[b].velocity.norm() + world.bodies[b].omega.norm(), 0.0, b == 2 ? 1e-6 : 1e-9);
  }
}

// a = g (sin - mu cos), or none where mu holds; semi-implicit Euler travels a h^2 n (n + 1) / 2. A name says mu.
TEST(FrictionScenes, BoxesSlideDownBySinLessMuCos) {
  for (const auto& [id, angle] : {std::pair("friction_ramp", 0.25), {"friction_sweep", 0.25 * M_PI}}) {
    Scene scene = loadById(id);
    const World& world = scene.simulation.world;
    const int steps = 60;
    runConverged(scene, steps);
    int boxes = 0;
    for (std::size_t b = 0; b < world.bodies.size(); ++b) {
      const Body& box = world.bodies[b];
      if (!box.isDynamic()) continue;
      ++boxes;
      const double mu = std::stod(box.name.substr(3));
      const double a = std::max(0.0, kSceneGravity * (std::sin(angle) - mu * std::cos(angle)));
      const Vec3 down(std::cos(angle), -std::sin(angle), 0.0);
      const Vec3 way = a * world.h * world.h * steps * (steps + 1) / 2.0 * down;
      EXPECT_LE((box.pose.position - world.start[b] - way).norm(), 1e-6) << id << " " << box.name;
    }
    EXPECT_GE(boxes, 5) << id;
  }
}

// omega - M t / I to a stop, and none after it. M is that of the joint, about whatever axis it turns; where the joint
// brakes about each of three axes, that times sqrt 2 and sqrt 3 about the diagonals. By every integrator. 1e-9: the
// solver's.
TEST(FrictionScenes, BallJointsBrakeByOneMomentWhateverAxisTheyTurnAbout) {
  const double moment = 250.0;  // [N m]
  for (const ChoiceInfo<Integrator>& integrator : integrators()) {
    SCOPED_TRACE(integrator.id);
    Scene scene = loadById("ball_joint_friction");
    scene.simulation.params.integrator = integrator.value;
    const World start = scene.simulation.world;
    ASSERT_EQ(start.bodies.size(), 6u);
    for (int n = 1; n <= 300; ++n) {
      runConverged(scene, 1);
      for (std::size_t i = 0; i < start.bodies.size(); ++i) {
        const Body &first = start.bodies[i], &cube = scene.simulation.world.bodies[i];
        const Vec3 axis = first.omega.normalized();
        const double axes = start.joints[i].isotropic ? 1.0 : axis.sum();  // of equal shares: sqrt of their number
        const double braking = moment * axes / first.inertia(0, 0);
        const double left = std::max(0.0, first.omega.norm() - braking * n * start.h);
        ASSERT_LE((cube.omega - left * axis).norm(), 1e-9) << cube.name << " step " << n;
        ASSERT_LE((cube.pose.position - first.pose.position).norm(), 1e-12) << cube.name;
      }
    }
  }
}

}  // namespace
}  // namespace keystone
