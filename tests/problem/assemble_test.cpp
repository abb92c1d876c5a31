#include "problem/assemble.h"

#include <gtest/gtest.h>

#include "problem/delassus.h"
#include "support/by_value.h"

namespace keystone {
namespace {

Body bodyAt(const Vec3& position, BodyKind kind = BodyKind::Dynamic) {
  Body body;
  body.kind = kind;
  body.mass = 2.0;
  body.inertia = Vec3(0.3, 0.5, 0.7).asDiagonal();
  body.pose.position = position;
  body.pose.orientation = Quat(Eigen::AngleAxisd(0.4, Vec3(1, 2, 3).normalized()));
  return body;
}

Manifold touch(int a, int b, const Vec3& point, const Vec3& normal, double gap, double restitution = 0.0) {
  Manifold manifold;
  manifold.a = a;
  manifold.b = b;
  manifold.normal = normal.normalized();
  manifold.material = {0.4, 0.3, restitution};
  manifold.count = 1;
  manifold.points[0] = {point, gap, 9};
  return manifold;
}

VecX velocitiesOf(const std::vector<Body>& bodies) {
  VecX v(6 * bodies.size());
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    v.segment<3>(6 * i) = bodies[i].velocity;
    v.segment<3>(6 * i + 3) = bodies[i].omega;
  }
  return v;
}

TEST(Assemble, RowsGiveTheVelocityOfBRelativeToAInTheContactFrame) {
  std::vector<Body> bodies{bodyAt({0, 0, 0}), bodyAt({1, 1, 0.5})};
  bodies[0].velocity = {1, 2, 3};
  bodies[0].omega = {-1, 0.5, 2};
  bodies[1].velocity = {0, -2, 1};
  bodies[1].omega = {3, 1, -1};
  const std::vector<Manifold> manifolds{touch(0, 1, {0.4, 0.6, 0.2}, {1, 1, 0.5}, -0.01)};
  const ContactProblem problem = assembled(bodies, manifolds, velocitiesOf(bodies), {});
  ASSERT_EQ(problem.rows(), 3);
  const ContactPoint& place = problem.contact_points[0];
  const Vec3 relative = bodies[1].velocityAt(place.point) - bodies[0].velocityAt(place.point);
  // Rounding of a dozen products of size 1.
  EXPECT_NEAR(problem.q[0], relative.dot(place.normal), 1e-14);
  EXPECT_NEAR(problem.q[1], relative.dot(place.t1), 1e-14);
  EXPECT_NEAR(problem.q[2], relative.dot(place.t2), 1e-14);
  EXPECT_EQ(problem.mu[0], 0.4);
  EXPECT_EQ(place.feature, 9u);
  EXPECT_TRUE(problem.J.isCompressed());
}

TEST(Assemble, NormalImpulsePushesTheBodiesApartAndKeepsMomentum) {
  const std::vector<Body> bodies{bodyAt({0, 0, 0}), bodyAt({0, 1, 0})};
  const std::vector<Manifold> manifolds{touch(0, 1, {0.1, 0.5, 0.2}, {0, 1, 0}, 0.0)};
  const ContactProblem problem = assembled(bodies, manifolds, VecX::Zero(12), {});
  const VecX v = velocityAfter(problem, Vec3(1, 0, 0));
  EXPECT_LT(v[1], 0.0);
  EXPECT_GT(v[7], 0.0);
  EXPECT_NEAR(v[1] + v[7], 0.0, 1e-15);
}

TEST(Assemble, PlanarProblemHasTwoRowsAndThreeColumnsABody) {
  std::vector<Body> bodies{bodyAt({0, 0, 0}, BodyKind::Static), bodyAt({0, 1, 0}), bodyAt({0, 2, 0})};
  for (Body& body : bodies) {
    body.planar = true;
    body.pose.orientation = Quat::Identity();
  }
  const std::vector<Manifold> manifolds{touch(0, 1, {0.1, 0.5, 0}, {0, 1, 0}, 0.0),
                                        touch(1, 2, {0.1, 1.5, 0}, {0, 1, 0}, 0.0)};
  const ContactProblem problem = assembled(bodies, manifolds, VecX::Zero(18), {.planar = true});
  EXPECT_EQ(problem.dim, 2);
  EXPECT_EQ(problem.rows(), 4);
  EXPECT_EQ(problem.J.nonZeros(), 2 * 3 + 2 * 6) << "the static body has no columns";
  EXPECT_EQ(problem.J.coeff(2, 6 + 1), -1.0);
  EXPECT_EQ(problem.J.coeff(2, 12 + 1), 1.0);
  EXPECT_NEAR(problem.J.coeff(2, 12 + 5), 0.1, 1e-15);
}

TEST(Assemble, LeavesOutContactsThatPushNobodyAndKeepsTheMotionOfKinematicOnes) {
  std::vector<Body> bodies{bodyAt({0, 0, 0}, BodyKind::Static), bodyAt({0, 1, 0}, BodyKind::Kinematic),
                           bodyAt({0, 2, 0})};
  bodies[1].velocity = {3, 0, 0};
  VecX v_free = VecX::Zero(18);
  v_free[6] = 3.0;
  const std::vector<Manifold> manifolds{touch(0, 1, {0, 0.5, 0}, {0, 1, 0}, 0.0),
                                        touch(1, 2, {0, 1.5, 0}, {0, 1, 0}, 0.0)};
  const ContactProblem problem = assembled(bodies, manifolds, v_free, {});
  ASSERT_EQ(problem.contacts, 1);
  EXPECT_EQ(problem.contact_points[0].a, 1);
  EXPECT_NEAR(problem.q.tail<2>().norm(), 3.0, 1e-14) << "the belt moves under the body";
  const VecX v = velocityAfter(problem, Vec3(5, 1, 1));
  EXPECT_EQ(v[6], 3.0) << "nothing pushes a kinematic body";
}

TEST(Assemble, BiasLetsAGapCloseHoldsAnOverlapAndReturnsAnImpact) {
  std::vector<Body> bodies{bodyAt({0, 0, 0}, BodyKind::Static), bodyAt({0, 1, 0})};
  const double h = 0.01;
  const auto bias = [&](double gap, double speed, double e) {
    bodies[1].velocity = {0, speed, 0};
    const std::vector<Manifold> manifolds{touch(0, 1, {0, 0.5, 0}, {0, 1, 0}, gap, e)};
    return assembled(bodies, manifolds, velocitiesOf(bodies), {.h = h, .restitution_threshold = 0.5}).bias[0];
  };
  const double touching = touchingGap(h) / h;  // [m/s]
  EXPECT_NEAR(bias(0.02, -1.0, 0.0), 2.0, 1.1 * touching) << "open: gap / h";
  EXPECT_EQ(bias(1e-9, -1.0, 0.0), 0.0) << "touching, but for rounding";
  EXPECT_EQ(bias(-0.02, -1.0, 0.0), 0.0) << "overlap: no deeper";
  EXPECT_EQ(bias(0.005, -1.0, 0.5), -0.5) << "impact: e times the approach";
  EXPECT_NEAR(bias(0.02, -1.0, 0.5), 2.0, 1.1 * touching) << "does not close in this step";
  EXPECT_NEAR(bias(0.001, -0.4, 0.5), 0.1, 1.1 * touching) << "too slow to bounce";
  EXPECT_EQ(bias(-0.001, 1.0, 0.5), 0.0) << "leaving already";
}

}  // namespace
}  // namespace keystone
