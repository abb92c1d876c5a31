// The 5-diamond's whole collapse.
#include <gtest/gtest.h>

#include "framework/loops.h"
#include "framework/towers.h"

namespace keystone {
namespace {

struct Worst {
  double mirror = 0.0, length = 0.0, overlap = 0.0, residual = 0.0;  // [m], [m], [m], dimensionless
  double jump = 0.0;        // [m], the most that one step adds to the mirror error
  double lowest_top = 1e9;  // [m]
  int unsolved = 0;
};

// [points], the point that the mirror at x = 0 maps each to at the start. Points of neighbouring bricks may coincide:
// the partner is looked for in the mirrored brick, whose points follow one another as in every brick.
std::vector<int> partners(const Framework& framework, int points_per_brick) {
  std::vector<int> partner(framework.points(), -1);
  const auto middle = [&](std::size_t o) -> Vec2 {
    const auto& c = framework.outlines[o].corners;
    return (at(framework.positions, c[0]) + at(framework.positions, c[2])) / 2.0;
  };
  const auto mirrored = [](const Vec2& p) { return Vec2(-p.x(), p.y()); };
  for (std::size_t a = 1; a < framework.outlines.size(); ++a)
    for (std::size_t b = 1; b < framework.outlines.size(); ++b) {
      if ((mirrored(middle(a)) - middle(b)).norm() > 1e-9) continue;
      const int first_a = framework.outlines[a].corners[0], first_b = framework.outlines[b].corners[0];
      for (int i = first_a; i < first_a + points_per_brick; ++i)
        for (int j = first_b; j < first_b + points_per_brick; ++j)
          if ((mirrored(at(framework.positions, i)) - at(framework.positions, j)).norm() < 1e-9) partner[i] = j;
    }
  return partner;
}

Worst collapse(BrickMasses model, int bends, int steps) {
  const Framework framework = diamond(5, model);
  GaussLoop loop(framework, {.h = 2e-3, .bends = bends});
  PositionState state = restingState(framework);
  const std::vector<int> partner = partners(framework, model == BrickMasses::Four ? 4 : 9);
  Worst worst;
  for (int step = 0; step < steps; ++step) {
    const LoopReport report = loop.step(state);
    worst.unsolved += report.qp.status == QpStatus::Solved ? 0 : 1;
    worst.residual = std::max(worst.residual, report.residual.value());
    worst.overlap = std::max(worst.overlap, deepestOverlap(framework, state.p));
    for (const Bar& bar : framework.bars)
      worst.length = std::max(worst.length, std::abs((at(state.p, bar.i) - at(state.p, bar.j)).norm() - bar.length));
    double top = 0.0, mirror = 0.0;
    for (int i = 4; i < framework.points(); ++i) {
      const Vec2 p = at(state.p, i), q = at(state.p, partner[i]);
      mirror = std::max({mirror, std::abs(p.x() + q.x()), std::abs(p.y() - q.y())});
      top = std::max(top, p.y());
    }
    worst.jump = std::max(worst.jump, mirror - worst.mirror);
    worst.mirror = std::max(worst.mirror, mirror);
    worst.lowest_top = std::min(worst.lowest_top, top);
  }
  return worst;
}

Worst expectCollapse(BrickMasses model, int bends, double length) {
  const Worst worst = collapse(model, bends, 1000);
  EXPECT_EQ(worst.unsolved, 0);
  EXPECT_LT(worst.residual, 1e-9);
  EXPECT_LT(worst.mirror, 1e-6);
  EXPECT_LT(worst.jump, 1e-7);
  EXPECT_LT(worst.length, length);
  EXPECT_LT(worst.overlap, 1e-3 * kBrickHeight);
  return worst;
}

TEST(Collapse, OfThePapersBricksKeepsMirrorLengthsAndDistance) {
  EXPECT_LT(expectCollapse(BrickMasses::Four, 2, 1e-6).lowest_top, 4.1);  // it came down from 4.5
}

TEST(Collapse, WithThePapersOwnRightSidesLengthsAreAsGoodAsTheirLinearisation) {
  // (L'') leaves L (omega h)^2 / 2: at 6 rad/s and 2 ms some 7e-5 of a metre. It does not add up.
  expectCollapse(BrickMasses::Four, 0, 1e-4);
}

TEST(Collapse, OfHomogeneousBricksKeepsMirrorLengthsAndDistance) {
  expectCollapse(BrickMasses::Nine, 2, 1e-6);
}

}  // namespace
}  // namespace keystone
