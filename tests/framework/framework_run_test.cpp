// Frameworks under the loops: closed forms, what refuses tension, the mirror, the trace.
#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

#include "framework/framework_run.h"
#include "framework/towers.h"

namespace keystone {
namespace {

constexpr double kPull = 9.81;           // [m/s^2]
constexpr double kForceRounding = 1e-9;  // [N], of forces of some 10 N that come from displacements of 1e-5 m

FrameworkScene sceneOf(Framework framework) {
  FrameworkScene scene;
  scene.velocities = VecX::Zero(framework.positions.size());
  scene.framework = std::move(framework);
  return scene;
}

// Points (x, y, mass); mass 0 is fixed.
Framework pointsAt(std::initializer_list<Vec3> points) {
  Framework framework;
  framework.positions.resize(2 * static_cast<Eigen::Index>(points.size()));
  Eigen::Index at = 0;
  for (const Vec3& point : points) {
    framework.masses.push_back(point.z());
    framework.positions.segment<2>(2 * at++) = point.head<2>();
  }
  return framework;
}

void connect(Framework& framework, int i, int j, bool strut = false) {
  framework.bars.push_back({i, j, (at(framework.positions, i) - at(framework.positions, j)).norm(), strut});
}

Framework hangingBar(bool strut) {
  Framework framework = pointsAt({{0, 0, 0}, {0, -1, 2}});
  connect(framework, 0, 1, strut);
  return framework;
}

// Struts at 45 degrees.
Framework threeBarArch() {
  Framework framework = pointsAt({{-1.5, 0, 0}, {-0.5, 1, 1}, {0.5, 1, 1}, {1.5, 0, 0}});
  for (int bar = 0; bar < 3; ++bar) connect(framework, bar, bar + 1, true);
  return framework;
}

class EveryFrameworkMethod : public ::testing::TestWithParam<std::size_t> {
 protected:
  FrameworkOptions options() const {
    const FrameworkMethod& method = frameworkMethods()[GetParam()];
    return {.loop = method.loop, .objective = method.objective};
  }
};

TEST_P(EveryFrameworkMethod, AHangingBarPullsWithTheWeight) {
  // A penalty of M lets the bar stretch by m g h^2 / (M l^2), until it pulls with the weight: 4e-6 m here, at its end.
  FrameworkOptions chosen = options();
  FrameworkRun run(sceneOf(hangingBar(false)), chosen);
  FrameworkStep step;
  for (int i = 0; i < 500; ++i) step = run.step();
  EXPECT_EQ(step.qp.status, QpStatus::Solved);
  const bool penalty = chosen.loop == FrameworkLoop::Penalty;
  // What swings on the penalty's spring is damped by a share of each step: after 500 the rest is below a newton's 1e-6.
  EXPECT_NEAR(step.bar_forces[0], -2.0 * kPull, penalty ? 1e-6 : kForceRounding);
  EXPECT_NEAR(at(run.state().p, 1).y(), -1.0, penalty ? 1e-5 : 1e-14);
}

TEST_P(EveryFrameworkMethod, ABrickAtRestIsCarriedByItsLowerCorners) {
  Framework framework;
  addFloor(framework);
  addTowerBrick(framework, 0.0, 0, BrickMasses::Four);
  FrameworkRun run(sceneOf(framework), options());
  FrameworkStep step;
  for (int i = 0; i < 200; ++i) step = run.step();
  double carried = 0.0;
  int corners = 0;
  for (const FrameworkContact& contact : step.contacts) {
    carried += contact.force;
    corners += contact.force > 0.0 ? 1 : 0;
    EXPECT_TRUE(contact.force == 0.0 || std::abs(contact.force - 0.5 * kBrickMass * kPull) < 1e-6) << contact.force;
  }
  EXPECT_EQ(corners, 2);
  EXPECT_NEAR(carried, kBrickMass * kPull, 1e-6);
  EXPECT_EQ(step.contacts_opened, 0);
  EXPECT_LT(step.mirror_error, 1e-12);
}

INSTANTIATE_TEST_SUITE_P(Table, EveryFrameworkMethod, ::testing::Range<std::size_t>(0, frameworkMethods().size()));

TEST(FrameworkRun, AnArchOfThreeStrutsPushesAsStaticsSays) {
  for (const FrameworkOptions& options :
       {FrameworkOptions{}, FrameworkOptions{.objective = Objective::L1},
        FrameworkOptions{.loop = FrameworkLoop::Acceleration, .objective = Objective::L1}}) {
    FrameworkRun run(sceneOf(threeBarArch()), options);
    const FrameworkStep step = run.step();
    EXPECT_NEAR(step.bar_forces[0], kPull * std::sqrt(2.0), kForceRounding);
    EXPECT_NEAR(step.bar_forces[1], kPull, kForceRounding);
    EXPECT_NEAR(step.bar_forces[2], kPull * std::sqrt(2.0), kForceRounding);
    EXPECT_EQ(step.struts_refused, 0);
  }
  const FrameworkMotion motion = firstMotion(sceneOf(threeBarArch()));
  EXPECT_TRUE(motion.balanced);
  EXPECT_LT(motion.residual.value(), 1e-12);
}

TEST(FrameworkRun, AStrutRefusesToPullAndItsEndFallsFreely) {
  FrameworkRun run(sceneOf(hangingBar(true)), {});
  FrameworkStep step;
  const int steps = 100;
  for (int i = 0; i < steps; ++i) step = run.step();
  EXPECT_EQ(step.struts_refused, 1);
  EXPECT_EQ(step.bar_forces[0], 0.0);
  EXPECT_EQ(step.length_error, 0.0);  // longer is no error of a strut
  // The loop falls by g h^2 (1 + 2 + ... + n).
  const double h = run.scene().h, fall = kPull * h * h * steps * (steps + 1) / 2.0;
  EXPECT_NEAR(at(run.state().p, 1).y(), -1.0 - fall, 1e-13);
}

TEST(FrameworkRun, AGivenSideStopsAFallingPoint) {
  Framework framework = pointsAt({{-1, 0, 0}, {1, 0, 0}, {0.25, 0.1, 1}, {3, 0.1, 1}});
  framework.sides = {{0, 1, 2}, {0, 1, 3}};  // the second falls beside the edge
  FrameworkRun run(sceneOf(framework), {});
  FrameworkStep step;
  for (int i = 0; i < 200; ++i) step = run.step();
  EXPECT_NEAR(at(run.state().p, 2).y(), 0.0, 1e-12);
  EXPECT_LT(at(run.state().p, 3).y(), -0.5);
  ASSERT_EQ(step.contacts.size(), 1U);
  EXPECT_NEAR(step.contacts[0].force, kPull, kForceRounding);
}

TEST(FrameworkRun, LoopsRefuseWhatTheyCannotHold) {
  EXPECT_THROW(FrameworkRun(sceneOf(hangingBar(false)), {.loop = FrameworkLoop::Acceleration}), std::invalid_argument);
  EXPECT_THROW(FrameworkRun(sceneOf(hangingBar(false)), {.loop = FrameworkLoop::Penalty, .objective = Objective::L1}),
               std::invalid_argument);
  EXPECT_THROW(FrameworkRun(sceneOf(hangingBar(true)), {.loop = FrameworkLoop::Penalty}), std::invalid_argument);
  FrameworkRun run(sceneOf(hangingBar(true)), {});
  EXPECT_THROW(run.choose({.loop = FrameworkLoop::Penalty}), std::invalid_argument);
  EXPECT_EQ(run.options().loop, FrameworkLoop::Position);
}

TEST(FrameworkRun, PrintedSidesAreRightWhereNothingTurns) {
  // The 4-diamond stands, so that (S') as printed has nothing to be wrong about; the 5-diamond's ends turn.
  for (const int base : {4, 5}) {
    FrameworkRun printed(sceneOf(diamond(base, BrickMasses::Four)), {.objective = Objective::S});
    FrameworkRun derived(sceneOf(diamond(base, BrickMasses::Four)), {.objective = Objective::L2, .bends = 0});
    double off = 0.0, apart = 0.0;
    for (int i = 0; i < 50; ++i) {
      off = std::max(off, printed.step().side_error);
      derived.step();
      apart = std::max(apart, (printed.state().p - derived.state().p).lpNorm<Eigen::Infinity>());
    }
    EXPECT_EQ(off > 1e-9, base == 5) << off;
    EXPECT_EQ(apart > 1e-9, base == 5) << apart;
  }
}

TEST(FrameworkRun, BothLoopsOfTheorem51StayTogether) {
  FrameworkRun by_positions(sceneOf(diamond(5, BrickMasses::Four)), {.objective = Objective::L1});
  FrameworkRun by_accelerations(sceneOf(diamond(5, BrickMasses::Four)),
                                {.loop = FrameworkLoop::Acceleration, .objective = Objective::L1});
  for (int i = 0; i < 100; ++i) {
    by_positions.step();
    by_accelerations.step();
  }
  // Rounding that the collapse amplifies (theorems_test.cpp: 4e-14 m after 100 steps).
  EXPECT_LT((by_positions.state().p - by_accelerations.state().p).lpNorm<Eigen::Infinity>(), 1e-11);
}

TEST(FrameworkRun, ChangesMethodWithoutAJump) {
  FrameworkRun run(sceneOf(diamond(5, BrickMasses::Four)), {});
  for (int i = 0; i < 100; ++i) run.step();
  const PositionState before = run.state();
  run.choose({.objective = Objective::L1});
  EXPECT_EQ(run.state().p, before.p);
  EXPECT_EQ(run.state().before, before.before);
  run.step();
  // A step moves by v h; a jump would be another velocity. The methods differ by L (omega h)^2: 1e-4 m at 6 rad/s.
  EXPECT_LT((run.state().p - 2.0 * before.p + before.before).lpNorm<Eigen::Infinity>(), 1e-3);
}

TEST(FrameworkRun, RestartsToTheSameBits) {
  FrameworkRun run(sceneOf(diamond(5, BrickMasses::Four)), {});
  for (int i = 0; i < 20; ++i) run.step();
  const VecX first = run.state().p;
  run.restart();
  for (int i = 0; i < 20; ++i) run.step();
  EXPECT_EQ(run.state().p, first);
}

TEST(FrameworkMirror, PairsBricksThatTouchAndRefusesWhatIsLopsided) {
  const Framework framework = diamond(5, BrickMasses::Nine);
  const auto mirror = findMirror(framework, VecX::Zero(framework.positions.size()));
  ASSERT_TRUE(mirror);
  EXPECT_NEAR(mirror->axis, 0.0, 1e-14);
  for (int point = 4; point < framework.points(); ++point) {
    const int partner = mirror->partner[point];
    ASSERT_GE(partner, 0);
    EXPECT_EQ(mirror->partner[partner], point);
  }
  // Neighbours share places of their corners, not the corners: a brick's nine points go to one brick.
  const auto brickOfPartner = [&](int corner) { return (mirror->partner[corner] - 4) / 9; };
  for (std::size_t brick = 1; brick < framework.outlines.size(); ++brick)
    for (const int corner : framework.outlines[brick].corners)
      EXPECT_EQ(brickOfPartner(corner), brickOfPartner(framework.outlines[brick].corners[0]));
  VecX moved = framework.positions;
  moved[9 * 2] += 1e-3;
  EXPECT_NEAR(mirrorError(*mirror, moved), 1e-3, 1e-12);

  Framework chain = pointsAt({{0, 0, 0}, {1, 0, 1}, {2, 0, 1}});
  connect(chain, 0, 1);
  connect(chain, 1, 2);
  EXPECT_FALSE(findMirror(chain, VecX::Zero(6)));  // it hangs at one end
  EXPECT_TRUE(findMirror(threeBarArch(), VecX::Zero(8)));
}

TEST(LoopTrace, RecordsEveryProgramAndChangesNoBit) {
  FrameworkRun plain(sceneOf(diamond(5, BrickMasses::Four)), {}), traced(sceneOf(diamond(5, BrickMasses::Four)), {});
  for (int i = 0; i < 30; ++i) {
    const FrameworkStep expected = plain.step();
    LoopTrace trace;
    const FrameworkStep step = traced.step(&trace);
    ASSERT_EQ(traced.state().p, plain.state().p);
    ASSERT_EQ(step.bar_forces, expected.bar_forces);
    ASSERT_EQ(trace.programs.size(), 3U);  // the step's own and two bends
    int rounds = 0, changed = 0;
    for (const LoopEvent& event : trace.events) {
      rounds += event.kind == LoopEventKind::Newton || event.kind == LoopEventKind::Correction ? 1 : 0;
      changed += event.changed;
      EXPECT_GE(event.step, 0.0);
      EXPECT_LE(event.step, 1.0);
    }
    EXPECT_EQ(rounds, step.qp.rounds);
    EXPECT_LE(changed, step.qp.pivots);  // a row may move twice between two events
    const LoopEvent& last = trace.events.back();
    EXPECT_EQ(last.kind, LoopEventKind::Result);
    EXPECT_EQ(trace.residualAt(last).value(), step.residual.value());
    for (std::size_t bar = 0; bar < step.bar_forces.size(); ++bar)
      EXPECT_EQ(last.loads[static_cast<Eigen::Index>(bar)] / trace.unit, step.bar_forces[bar]);
  }
}

TEST(LoopTrace, OfAccelerationsHasForcesAsTheyAre) {
  FrameworkRun run(sceneOf(hangingBar(false)), {.loop = FrameworkLoop::Acceleration, .objective = Objective::L1});
  LoopTrace trace;
  run.step(&trace);
  EXPECT_EQ(trace.unit, 1.0);
  EXPECT_EQ(trace.programs.size(), 1U);
  EXPECT_NEAR(trace.events.back().loads[0], -2.0 * kPull, kForceRounding);
}

// Figure 4: the sides and one diagonal, which no mirror maps to themselves.
Framework withOneDiagonal(Framework framework) {
  std::vector<Bar> bars;
  framework.bars.clear();
  for (const PointOutline& outline : framework.outlines) {
    const auto& c = outline.corners;
    if (framework.isFixed(c[0])) continue;
    for (int side = 0; side < 4; ++side) connect(framework, c[side], c[(side + 1) % 4]);
    connect(framework, c[0], c[2]);
  }
  return framework;
}

TEST(FrameworkRun, OneDiagonalDoesNotSpoilTheMirror) {
  // The paper's footnote 3: its asymmetry is not due to the diagonal. With bends a step is exact whatever the bars.
  FrameworkRun run(sceneOf(withOneDiagonal(diamond(5, BrickMasses::Four))), {});
  double worst = 0.0;
  for (int i = 0; i < 1000; ++i) worst = std::max(worst, run.step().mirror_error);
  EXPECT_LT(worst, 1e-6);
}

}  // namespace
}  // namespace keystone
