#include "framework/framework.h"

#include <gtest/gtest.h>

#include <numbers>

#include "framework/loops.h"
#include "framework/towers.h"
#include "support/effort.h"

namespace keystone {
namespace {

// Sums of m f(x, y) for f = 1, x, y, x^2, x y, y^2.
Eigen::Matrix<double, 6, 1> moments(const Framework& framework) {
  Eigen::Matrix<double, 6, 1> sum = Eigen::Matrix<double, 6, 1>::Zero();
  for (int i = 0; i < framework.points(); ++i) {
    const Vec2 p = at(framework.positions, i);
    const double m = framework.masses[i];
    sum += m * Eigen::Matrix<double, 6, 1>{1.0, p.x(), p.y(), p.x() * p.x(), p.x() * p.y(), p.y() * p.y()};
  }
  return sum;
}

// Rank of the bars' rows at the positions as built.
Eigen::Index barRank(const Framework& framework) {
  const QuadraticProgram program =
      pointProgram(framework, numberUnknowns(framework), framework.positions, {}, Lengths::Original);
  return MatX(program.A).fullPivLu().rank();
}

TEST(Framework, ABrickOfNineMassesHasTheHomogeneousBricksMoments) {
  Framework framework;
  addBrick(framework, {0.3, -0.2}, {1.0, 0.5}, 0.0, 2.0, BrickMasses::Nine);
  Eigen::Matrix<double, 6, 1> exact;
  exact << 2.0, 0.6, -0.4, 2.0 * (1.0 / 12.0 + 0.09), 2.0 * -0.06, 2.0 * (0.25 / 12.0 + 0.04);
  EXPECT_LT((moments(framework) - exact).norm(), 1e-15);
}

TEST(Framework, ABrickOfFourMassesTurnsAsThreeTimesTheBrick) {
  Framework framework;
  addBrick(framework, {0.0, 0.0}, {1.0, 0.5}, 0.0, 1.0, BrickMasses::Four);
  EXPECT_NEAR(moments(framework)[3] + moments(framework)[5], 3.0 * (1.0 + 0.25) / 12.0, 1e-15);
}

TEST(Framework, APolygonHasTheMomentsOfItsArea) {
  // A unit right triangle: 1/2, 1/6, 1/6, 1/12, 1/24, 1/12; and the unit square as a polygon.
  Framework triangle, square;
  addPolygon(triangle, std::array{Vec2(0, 0), Vec2(1, 0), Vec2(0, 1)}, 0.5);
  addPolygon(square, std::array{Vec2(0, 0), Vec2(1, 0), Vec2(1, 1), Vec2(0, 1)}, 1.0);
  Eigen::Matrix<double, 6, 1> of_triangle, of_square;
  of_triangle << 1.0 / 2, 1.0 / 6, 1.0 / 6, 1.0 / 12, 1.0 / 24, 1.0 / 12;
  of_square << 1.0, 1.0 / 2, 1.0 / 2, 1.0 / 3, 1.0 / 4, 1.0 / 3;
  EXPECT_LT((moments(triangle) - of_triangle).norm(), 1e-15);
  EXPECT_LT((moments(square) - of_square).norm(), 1e-15);
}

TEST(Framework, BarsAreMinimalAndRigid) {
  for (const BrickMasses model : {BrickMasses::Four, BrickMasses::Nine}) {
    Framework framework;
    addBrick(framework, {0.0, 1.0}, {1.0, 0.5}, 0.3, 1.0, model);
    EXPECT_EQ(static_cast<int>(framework.bars.size()), 2 * framework.points() - 3);
    EXPECT_EQ(barRank(framework), 2 * framework.points() - 3);
  }
  Framework polygon;
  addPolygon(polygon, std::array{Vec2(0, 0), Vec2(2, 0), Vec2(3, 1), Vec2(1, 2), Vec2(-0.5, 1)}, 1.0);
  EXPECT_EQ(barRank(polygon), 2 * polygon.points() - 3);
  EXPECT_EQ(static_cast<int>(polygon.bars.size()), 2 * polygon.points() - 3);
}

TEST(Framework, ASharedVertexIsAJoint) {
  Framework framework;
  addBrick(framework, {0.5, 0.0}, {1.0, 0.2}, 0.0, 1.0, BrickMasses::Four);
  addBrick(framework, {1.5, 0.0}, {1.0, 0.2}, 0.0, 1.0, BrickMasses::Four);
  mergePoints(framework, framework.outlines[0].corners[1], framework.outlines[1].corners[0]);
  EXPECT_EQ(framework.points(), 7);
  EXPECT_EQ(framework.outlines[0].corners[1], framework.outlines[1].corners[0]);
  EXPECT_DOUBLE_EQ(framework.masses[framework.outlines[0].corners[1]], 0.5);
  EXPECT_EQ(barRank(framework), 2 * 7 - 4);  // one degree of freedom beside the rigid three
  EXPECT_TRUE(findTriples(framework, framework.positions, 0.1).empty());
}

// A brick hung by a corner from a fixed point, small swing: period of the compound pendulum.
TEST(Framework, AHangingBrickSwingsWithItsPeriod) {
  Framework framework;
  const double tilt = 0.02;
  const Vec2 arm = Eigen::Rotation2Dd(tilt) * Vec2(0.0, -0.5);
  addBrick(framework, arm, {1.0, 1.0}, tilt, 1.0, BrickMasses::Nine);
  framework.masses[7 - 1] = 0.0;  // the midpoint of the upper side is held
  const double inertia = 1.0 / 6.0 + 0.25 - 4.0 / 36.0 * 0.0;
  const double period = 2.0 * std::numbers::pi * std::sqrt(inertia / (9.81 * 0.5));
  GaussLoop loop(framework, {.h = 1e-3, .bends = 2});
  PositionState state = restingState(framework);
  // The held point's own mass does not swing: the same pendulum, since it is at the axis.
  double crossed = 0.0;
  for (int step = 1; crossed == 0.0 && step < 2000; ++step) {
    const double before = at(state.p, 8).x();
    loop.step(state);
    const double after = at(state.p, 8).x();
    if (before > 0.0 && after <= 0.0) crossed = 1e-3 * (step - after / (after - before));
  }
  EXPECT_NEAR(crossed, period / 4.0, 2e-3);  // one step of integration error either way
}

TEST(Framework, BarsAsAPenaltyHoldAThrownBrickAlmost) {
  Framework framework;
  addBrick(framework, {0.0, 0.0}, {1.0, 0.5}, 0.0, 1.0, BrickMasses::Four);
  addBraces(framework);
  EXPECT_EQ(framework.braces.size(), 1u);
  GaussLoop loop(framework, {.h = 2e-3, .lengths = Lengths::Penalty});
  VelocityState start{framework.positions, VecX(8)};
  for (int i = 0; i < 4; ++i) start.v.segment<2>(2 * i) = 3.0 * Vec2(-at(start.p, i).y(), at(start.p, i).x());
  PositionState state = positionState(start, 2e-3);
  double worst = 0.0;
  for (int step = 0; step < 500; ++step) {
    EXPECT_EQ(loop.step(state).qp.status, QpStatus::Solved);
    for (const Bar& bar : framework.bars)
      worst = std::max(worst, std::abs((at(state.p, bar.i) - at(state.p, bar.j)).norm() - bar.length));
  }
  EXPECT_GT(worst, 1e-8);  // a penalty gives way
  EXPECT_LT(worst, 1e-3);
}

TEST(Framework, TwoBricksThatHitInTheMiddleStickTogether) {
  // Totally inelastic: equal masses share the velocity.
  Framework framework;
  addBrick(framework, {0.0, 0.0}, {1.0, 0.5}, 0.0, 1.0, BrickMasses::Nine);
  addBrick(framework, {1.2, 0.0}, {1.0, 0.5}, 0.0, 1.0, BrickMasses::Nine);
  GaussLoop loop(framework, {.h = 1e-3, .gravity = Vec2::Zero()});
  VelocityState start{framework.positions, VecX::Zero(2 * framework.points())};
  for (int i = 0; i < 9; ++i) start.v[2 * i] = 2.0;
  PositionState state = positionState(start, 1e-3);
  for (int step = 0; step < 200; ++step) loop.step(state);
  const VecX v = (state.p - state.before) / 1e-3;
  for (int i = 0; i < framework.points(); ++i) EXPECT_LT((at(v, i) - Vec2(1.0, 0.0)).norm(), 1e-10);
  EXPECT_LT(deepestOverlap(framework, state.p), 1e-12);
}

TEST(Framework, AStandingTowerDoesNotDriftInAMinute) {
  const Framework framework = diamond(4, BrickMasses::Four);
  GaussLoop loop(framework, {.h = 1.0 / 60.0});
  PositionState state = restingState(framework);
  for (int step = 0; step < trials(3600); ++step) loop.step(state);
  EXPECT_LT((state.p - framework.positions).lpNorm<Eigen::Infinity>(), 1e-6);
}

}  // namespace
}  // namespace keystone
