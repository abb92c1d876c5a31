#include "problem/substitute_sliding.h"

#include <gtest/gtest.h>

#include "problem/assemble.h"
#include "problem/delassus.h"
#include "support/by_value.h"

namespace keystone {
namespace {

// A brick that touches the ground at four corners of its face, sliding.
ContactProblem slidingBrick() {
  std::vector<Body> bodies(2);
  bodies[0].kind = BodyKind::Static;
  bodies[1].mass = 2.0;
  bodies[1].inertia = Vec3(0.3, 0.4, 0.5).asDiagonal();
  bodies[1].velocity = {3, -1, 2};
  Manifold manifold;
  manifold.a = 0;
  manifold.b = 1;
  manifold.material = {0.6, 0.4, 0.0};
  manifold.count = 4;
  for (int i = 0; i < 4; ++i) manifold.points[i] = {{i % 2 - 0.5, -0.25, i / 2 - 0.3}, 0.0, std::uint32_t(i)};
  VecX v = VecX::Zero(12);
  v.segment<3>(6) = bodies[1].velocity;
  v[7] -= 0.1;
  return assembled(bodies, std::vector{manifold}, v, {});
}

const std::vector<SlidingContact> kSliding{{0, {0.6, 0.8}}, {3, {-1.0, 0.0}}};

TEST(SubstituteSliding, MovesAsTheWholeProblemDoesWithItsFrictionFilledIn) {
  const ContactProblem whole = slidingBrick();
  const ContactProblem reduced = substituteSliding(whole, kSliding);
  VecX lambda = VecX::LinSpaced(whole.rows(), 0.5, 2.0);
  for (const int tangent : {1, 2, 10, 11}) lambda[tangent] = 0.0;
  const VecX u = relativeVelocity(reduced, lambda);
  IndexSets sets;
  fillSliding(whole, kSliding, lambda, sets);
  EXPECT_LE((relativeVelocity(whole, lambda) - u).norm(), 1e-14);  // rounding
}

TEST(SubstituteSliding, FrictionIsTheDynamicCoefficientTimesTheNormalImpulseAgainstTheSliding) {
  const ContactProblem whole = slidingBrick();
  VecX lambda = VecX::Zero(whole.rows());
  lambda[0] = 5.0;
  lambda[9] = 2.0;
  IndexSets sets(static_cast<std::size_t>(whole.rows()), RowSet::Clamped);
  sets[9] = RowSet::Unclamped;
  fillSliding(whole, kSliding, lambda, sets);
  EXPECT_NEAR(lambda[1], -0.4 * 5.0 * 0.6, 1e-15);
  EXPECT_NEAR(lambda[2], -0.4 * 5.0 * 0.8, 1e-15);
  EXPECT_NEAR(lambda[10], 0.4 * 2.0, 1e-15);
  EXPECT_EQ(sets[1], RowSet::SlideForward);
  EXPECT_EQ(sets[2], RowSet::SlideForward);
  EXPECT_EQ(sets[10], RowSet::Ignored) << "tangent of an open contact";
  EXPECT_EQ(sets[4], RowSet::Clamped) << "the others are left alone";
}

TEST(SubstituteSliding, IsAProblemInWAloneThatSaysItIsUnsymmetric) {
  const ContactProblem reduced = substituteSliding(slidingBrick(), kSliding);
  EXPECT_FALSE(reduced.symmetric);
  EXPECT_FALSE(reduced.hasBodies());
  EXPECT_GT((MatX(reduced.W) - MatX(reduced.W).transpose()).norm(), 0.1);
  EXPECT_EQ(reduced.mu[0], 0.0);
  EXPECT_EQ(reduced.mu[1], 0.6);
  EXPECT_EQ(reduced.mu_dynamic[1], 0.4);
}

}  // namespace
}  // namespace keystone
