// What stands and what falls, and how the falling begins. The truths were found by linear programs independent of
// Keystone.
#include <gtest/gtest.h>

#include <cmath>

#include "collide/collide.h"
#include "framework/loops.h"
#include "framework/towers.h"
#include "problem/assemble.h"
#include "problem/delassus.h"
#include "solver/registry.h"
#include "support/by_value.h"

namespace keystone {
namespace {

constexpr double kGravity = 9.81;           // [m/s^2]
constexpr double kStill = 1e-9 * kGravity;  // [m/s^2], above rounding and far below every true motion here
constexpr double kTouching = 1e-9;          // [m]

struct Start {
  VecX a;  // [2 points], [m/s^2]
  LoopReport report;
};

Start firstMotion(const Framework& framework, LineRule rule = LineRule::Facing) {
  GaussLoop loop(framework, {});
  Start motion;
  const VecX rest = VecX::Zero(framework.positions.size());
  motion.a = loop.accelerations(framework.positions, rest, findTriples(framework, framework.positions, kTouching, rule),
                                0.0, motion.report);
  EXPECT_EQ(motion.report.qp.status, QpStatus::Solved);
  EXPECT_LT(motion.report.residual.value(), 1e-9);
  return motion;
}

bool stands(const Framework& framework) {
  return firstMotion(framework).a.lpNorm<Eigen::Infinity>() < kStill;
}

// x'', y'' of the centre, and the angular acceleration, of the brick with that outline.
Vec3 brickMotion(const Framework& framework, const VecX& a, int outline) {
  const auto& c = framework.outlines[outline].corners;
  const Vec2 mean = (at(a, c[0]) + at(a, c[1]) + at(a, c[2]) + at(a, c[3])) / 4.0;
  const Vec2 base = at(framework.positions, c[1]) - at(framework.positions, c[0]);
  const Vec2 turn = at(a, c[1]) - at(a, c[0]);
  return {mean.x(), mean.y(), (base.x() * turn.y() - base.y() * turn.x()) / base.squaredNorm()};
}

class Balance : public ::testing::TestWithParam<BrickMasses> {};

TEST_P(Balance, DiamondsStandUpToFour) {
  for (int m = 2; m <= 7; ++m) EXPECT_EQ(stands(diamond(m, GetParam())), m <= 4) << m;
}

TEST_P(Balance, InvertedTrianglesStandUpToTwo) {
  for (int m = 2; m <= 5; ++m) EXPECT_EQ(stands(invertedTriangle(m, GetParam())), m <= 2) << m;
}

TEST_P(Balance, HarmonicStacksStandUpToTheHarmonicSeries) {
  for (const int n : {3, 10, 30})
    for (const double share : {0.999, 1.0, 1.001})
      EXPECT_EQ(stands(harmonicStack(n, share, GetParam())), share <= 1.0) << n << " " << share;
}

INSTANTIATE_TEST_SUITE_P(BothBricks, Balance, ::testing::Values(BrickMasses::Four, BrickMasses::Nine));

// The 5-diamond's widest row is outlines 11 to 15. `slit`: what neighbours in a row are apart.
Framework diamondWithSlits(double slit) {
  Framework framework;
  addFloor(framework);
  for (int row = 0; row < 9; ++row) {
    const int across = row < 5 ? row + 1 : 9 - row;
    for (int i = 0; i < across; ++i)
      addBrick(framework, {i - 0.5 * (across - 1), (row + 0.5) * 0.5}, {1.0 - slit, 0.5}, 0.0, 1.0, BrickMasses::Nine);
  }
  return framework;
}

TEST(FirstMotion, OfTheFiveDiamondWhoseNeighboursDoNotTouch) {
  // Forces between rows alone: the truth of the linear programs. The slit's own effect is 5e-7.
  const Framework framework = diamondWithSlits(1e-8);
  const VecX a = firstMotion(framework).a;
  EXPECT_LT((brickMotion(framework, a, 11) - Vec3(0.0, -2.499616, 2.856704)).norm(), 1e-6);
  EXPECT_LT((brickMotion(framework, a, 15) - Vec3(0.0, -2.499616, -2.856704)).norm(), 1e-6);
  for (int inner = 12; inner <= 14; ++inner)
    EXPECT_LT((brickMotion(framework, a, inner) - Vec3(0.0, 0.357088, 0.0)).norm(), 1e-6);
}

TEST(FirstMotion, OfTheFiveDiamondWhoseNeighboursTouch) {
  // The end bricks' lower inner corners push against their neighbours: slower, and outward by half their height's turn.
  const Framework framework = diamondWithSlits(0.0);
  const VecX a = firstMotion(framework).a;
  EXPECT_LT((brickMotion(framework, a, 11) - Vec3(-0.642109, -2.247382, 2.568436)).norm(), 1e-6);
  EXPECT_LT((brickMotion(framework, a, 15) - Vec3(0.642109, -2.247382, -2.568436)).norm(), 1e-6);
  for (int inner = 12; inner <= 14; ++inner)
    EXPECT_LT((brickMotion(framework, a, inner) - Vec3(0.0, 0.321055, 0.0)).norm(), 1e-6);
}

// [m] How far below its place an end brick of the inverted triangle, outline 4 the left one, gets in 0.4 s.
double fallOfTheEnd(LineRule rule, double h) {
  const Framework framework = invertedTriangle(3, BrickMasses::Four);
  GaussLoop loop(framework, {.h = h, .lines = rule});
  PositionState state = restingState(framework);
  const int outer_corner = framework.outlines[4].corners[0];
  double farthest = 0.0;
  for (int step = 0; step < std::lround(0.4 / h); ++step) {
    loop.step(state);
    farthest = std::max(farthest, std::abs(at(framework.positions, outer_corner).y() - at(state.p, outer_corner).y()));
  }
  return farthest;
}

TEST(FirstMotion, SectionEightFiveReadToTheLetterHoldsUpWhatFalls) {
  const double h = 2e-3;
  EXPECT_GT(fallOfTheEnd(LineRule::Facing, h), 0.1);
  // Of two bricks that lie flush, either's edge may be the one that the rule takes, and it takes now this, now that
  // one: each lets the end fall freely, by less than a step's way, until the other lifts it back to where it was.
  EXPECT_LT(fallOfTheEnd(LineRule::Paper, h), kGravity * h * h);
}

// The same towers as rigid bodies, solved by pivoting: accelerations [bodies] of the centres and turns.
std::vector<Vec3> byPivoting(const Framework& framework) {
  std::vector<Body> bodies(framework.outlines.size());
  std::vector<Collider> colliders(framework.outlines.size());
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    bodies[i].planar = true;
    colliders[i].material = {0.0, 0.0, 0.0};
    if (i == 0) {
      bodies[i].kind = BodyKind::Static;
      colliders[i].shape = HalfSpace{};
      continue;
    }
    const auto& c = framework.outlines[i].corners;
    const Vec2 middle = (at(framework.positions, c[0]) + at(framework.positions, c[2])) / 2.0;
    bodies[i].pose.position = {middle.x(), middle.y(), 0.0};
    bodies[i].inertia.diagonal().setConstant((1.0 + 0.25) / 12.0);
    colliders[i].shape = Box{{0.5, 0.25, 0.5}};
  }
  VecX v_free = VecX::Zero(6 * static_cast<Eigen::Index>(bodies.size()));  // h = 1 s: accelerations
  for (std::size_t i = 1; i < bodies.size(); ++i) v_free[6 * static_cast<Eigen::Index>(i) + 1] = -kGravity;
  const CollideParams touching{.margin = kTouching};
  const auto pairs = pairsOf(bodies, colliders, touching, 1.0);
  const auto manifolds = manifoldsOf(bodies, colliders, pairs, touching, 1.0);
  ContactProblem problem = assembled(bodies, manifolds, v_free, {.planar = true, .h = 1.0});
  Solution solution;
  solution.lambda = VecX::Zero(problem.rows());
  EXPECT_EQ(findSolver("pivoting")->solve(problem, {}, solution, nullptr).status, SolveStatus::Converged);
  const VecX a = velocityAfter(problem, solution.lambda);
  std::vector<Vec3> motions;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const auto at6 = 6 * static_cast<Eigen::Index>(i);
    motions.emplace_back(a[at6], a[at6 + 1], a[at6 + 5]);
  }
  return motions;
}

void expectSameFirstMotion(const Framework& framework, const char* what, int size) {
  const VecX a = firstMotion(framework).a;
  const std::vector<Vec3> pivoted = byPivoting(framework);
  for (std::size_t i = 1; i < pivoted.size(); ++i)
    EXPECT_LT((brickMotion(framework, a, static_cast<int>(i)) - pivoted[i]).norm(), 1e-9) << what << size << " " << i;
}

TEST(FirstMotion, PivotingAndGaussAgree) {
  for (int m = 2; m <= 7; ++m) expectSameFirstMotion(diamond(m, BrickMasses::Nine), "diamond ", m);
  for (int m = 2; m <= 5; ++m) expectSameFirstMotion(invertedTriangle(m, BrickMasses::Nine), "triangle ", m);
  for (const int n : {3, 10, 30})
    for (const double share : {0.999, 1.0, 1.001})
      expectSameFirstMotion(harmonicStack(n, share, BrickMasses::Nine), "harmonic ", n);
}

}  // namespace
}  // namespace keystone
