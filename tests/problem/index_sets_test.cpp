#include "problem/index_sets.h"
#include "support/by_value.h"

#include <gtest/gtest.h>

namespace keystone {
namespace {

// W = 1 and given q, so that u = lambda + q can be chosen row by row.
ContactProblem bare(int dim, double mu, const VecX& q) {
  ContactProblem problem;
  problem.dim = dim;
  problem.contacts = static_cast<int>(q.size()) / dim;
  problem.mu = VecX::Constant(problem.contacts, mu);
  problem.q = q;
  problem.W.resize(q.size(), q.size());
  problem.W.setIdentity();
  return problem;
}

TEST(IndexSets, PlanarContactsAreReadOffTheirImpulses) {
  VecX lambda(10);
  lambda << 1, 0.2,  // sticks
      1, 0.5,        // pushed forward: u_t <= 0
      1, -0.5,       // pushed backward
      0, 0,          // open
      2, 0.9999;     // just inside
  VecX q = -lambda;
  q[6] = 3.0;
  q[3] = -4.0;
  const ContactProblem problem = bare(2, 0.5, q);
  const IndexSets sets = classified(problem, lambda);
  EXPECT_EQ(sets[0], RowSet::Clamped);
  EXPECT_EQ(sets[1], RowSet::Stick);
  EXPECT_EQ(sets[3], RowSet::SlideForward);
  EXPECT_EQ(sets[5], RowSet::SlideBackward);
  EXPECT_EQ(sets[6], RowSet::Unclamped);
  EXPECT_EQ(sets[7], RowSet::Ignored);
  EXPECT_EQ(sets[9], RowSet::Stick);
  const SetCounts counts = countSets(problem, sets);
  EXPECT_EQ(counts.clamped, 4);
  EXPECT_EQ(counts.unclamped, 1);
  EXPECT_EQ(counts.stick, 2);
  EXPECT_EQ(counts.slide, 2);
}

TEST(IndexSets, WithoutFrictionTheSlidingVelocityTells) {
  VecX lambda(4);
  lambda << 1, 0, 1, 0;
  VecX q(4);
  q << -1, 2, -1, 0;
  const IndexSets sets = classified(bare(2, 0.0, q), lambda);
  EXPECT_EQ(sets[1], RowSet::SlideBackward);
  EXPECT_EQ(sets[3], RowSet::Stick);
}

TEST(IndexSets, SpatialContactOnTheConeSlidesAsAPair) {
  VecX lambda(6);
  lambda << 1, 0.3, -0.4,  // on the cone of mu = 0.5
      1, 0.3, -0.3;        // inside
  const IndexSets sets = classified(bare(3, 0.5, -2.0 * lambda), lambda);
  EXPECT_EQ(sets[1], RowSet::SlideForward);
  EXPECT_EQ(sets[2], RowSet::SlideForward);
  EXPECT_EQ(sets[4], RowSet::Stick);
  EXPECT_EQ(sets[5], RowSet::Stick);
}

TEST(IndexSets, RowsBeyondTheConeAreReadOneByOne) {
  VecX lambda(3);
  lambda << 1, 0.5, -0.2;  // a pyramid's solution
  const IndexSets sets = classified(bare(3, 0.5, -2.0 * lambda), lambda);
  EXPECT_EQ(sets[1], RowSet::SlideForward);
  EXPECT_EQ(sets[2], RowSet::Stick);
}

TEST(IndexSets, JointRowsAreBilateral) {
  ContactProblem problem = bare(1, 0.0, VecX::Zero(2));
  problem.contacts = 1;
  problem.joint_rows = 1;
  const IndexSets sets = classified(problem, Vec2(1, -3));
  EXPECT_EQ(sets[1], RowSet::Bilateral);
  EXPECT_EQ(countSets(problem, sets).bilateral, 1);
  EXPECT_EQ(countSets(problem, {}).clamped, 0) << "no sets, nothing counted";
}

}  // namespace
}  // namespace keystone
