#include "solver/newton/rest_correction.h"

#include <gtest/gtest.h>

#include <random>

#include "lcp_problems.h"
#include "problem/delassus.h"
#include "scene/scene_fixture.h"
#include "solver/newton/body_system.h"
#include "solver/registry.h"
#include "solver/trace.h"

namespace keystone {
namespace {

Lane laneOf(const std::string& scene, int steps) {
  Lane lane = loadScene(findScene(scene, assetDir()), assetDir()).lane;
  lane.solver = findSolver("newton_cone");
  lane.knobs.clear();
  for (int i = 0; i < steps; ++i) step(lane);
  return lane;
}

ContactProblem withMovingBodies(ContactProblem problem, double speed) {
  std::mt19937_64 random(5);
  problem.q += speed * (problem.J * testing::gaussian(random, static_cast<int>(problem.J.cols())));
  return problem;
}

// What a step has to do whose bodies move a little, [m/s].
struct AtRest {
  AtRest(const Lane& lane, double speed)
      : moving(withMovingBodies(lane.problem, speed)),
        rows(coneRows(moving, delassusDiagonal(moving), FrictionLaw::Cone)),
        system(bodySystem(moving, rows)),
        problem(rows, *system, watch, factorizations) {
    problem.place(rows.scaled(lane.solution.lambda));
  }
  bool correct() {
    double defect = problem.defect();
    return correctAtRest(rows, *system, kTolerance, problem, defect, factorizations, kept);
  }

  static constexpr double kTolerance = 1e-11;
  ContactProblem moving;
  ConeRows rows;
  std::unique_ptr<ConeSystem> system;
  NewtonWatch watch;
  int factorizations = 0, kept = 0;
  ProximalProblem problem;
};

LawSlope allHeld(const ConeRows& rows, double epsilon) {
  VecX pushed = VecX::Zero(rows.rows()), g = pushed;
  for (int c = 0; c < rows.contacts; ++c) pushed[rows.dim * c] = 1.0;
  return rows.linearize(pushed, 1.0, VecX::Constant(rows.rows(), epsilon), g);
}

class StandingPiles : public ::testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(PlanarSpatialAndJointed, StandingPiles,
                         ::testing::Values("wall_10x10", "wall3d_10x10", "pyramid3d_5", "arch", "table",
                                           "ball_and_chain"));

TEST_P(StandingPiles, AreCorrectedWithOneFactor) {
  AtRest pile(laneOf(GetParam(), 90), 2e-10);
  EXPECT_FALSE(pile.problem.isSmall(pile.problem.defect(), AtRest::kTolerance));
  EXPECT_TRUE(pile.correct());
  EXPECT_TRUE(pile.problem.isSmall(pile.problem.defect(), AtRest::kTolerance));
  EXPECT_EQ(pile.factorizations, 1);
  EXPECT_EQ(pile.kept, 0);
}

TEST(RestCorrection, LeavesAloneWhatSlides) {
  AtRest boxes(laneOf("friction_sweep", 20), 1e-9);
  const VecX before = boxes.problem.lambda();
  EXPECT_FALSE(boxes.correct());
  EXPECT_EQ(boxes.problem.lambda(), before);
  EXPECT_EQ(boxes.factorizations, 0);
}

// Whether it was kept must not be seen in any result, or they would depend on what else a thread has done.
TEST(RestCorrection, AKeptFactorIsTheOneThatWouldBeMade) {
  const ContactProblem problem = laneOf("wall3d_10x10", 60).problem;
  ContactProblem moved = problem;
  moved.J.coeffs() *= 1.0 + 1e-13;
  const ConeRows rows = coneRows(moved, delassusDiagonal(moved), FrictionLaw::Cone);
  const LawSlope S = allHeld(rows, 1e-3);
  int kept = 0;
  std::unique_ptr<ConeSystem> old = bodySystem(problem, rows);
  ASSERT_TRUE(old->factorNearly(S, kept));
  EXPECT_EQ(kept, 0);
  bodySystem(moved, rows, old);
  ASSERT_TRUE(old->factorNearly(S, kept));
  EXPECT_EQ(kept, 1);
  const std::unique_ptr<ConeSystem> fresh = bodySystem(moved, rows);
  ASSERT_TRUE(fresh->factorNearly(S, kept));
  EXPECT_EQ(kept, 1);
  EXPECT_EQ(old->solve(rows.q), fresh->solve(rows.q));
  // Others after it are not touched by it, which they were once: their blocks had no place.
  ASSERT_TRUE(old->factor(S));
  ASSERT_TRUE(fresh->factor(S));
  EXPECT_EQ(old->solve(rows.q), fresh->solve(rows.q));
  ASSERT_TRUE(old->factorNearly(S, kept));
  EXPECT_EQ(kept, 1) << "another factor has taken its place";
}

TEST(RestCorrection, ADifferentProblemIsFactoredAnew) {
  const ContactProblem problem = laneOf("wall3d_10x10", 60).problem;
  ContactProblem moved = problem;
  moved.J.coeffs()[1000] += 1e-4;
  const ConeRows rows = coneRows(problem, delassusDiagonal(problem), FrictionLaw::Cone);
  const LawSlope S = allHeld(rows, 1e-3), softer = allHeld(rows, 1e-2);
  int kept = 0;
  std::unique_ptr<ConeSystem> system = bodySystem(problem, rows);
  ASSERT_TRUE(system->factorNearly(S, kept));
  bodySystem(moved, rows, system);
  ASSERT_TRUE(system->factorNearly(S, kept));
  ASSERT_TRUE(system->factorNearly(softer, kept));
  EXPECT_EQ(kept, 0);
}

TEST(PilesAtRest, FactorNothing) {
  int rounds = 0;
  for (const char* scene : {"wall_10x10", "wall3d_10x10", "pyramid3d_5", "tower3d_10", "jenga", "card_house"}) {
    Lane lane = laneOf(scene, 90);
    for (int i = 0; i < 120; ++i) {
      const StepReport& report = step(lane);
      EXPECT_EQ(report.solve.factorizations, 0) << scene << ", step " << report.step;
      EXPECT_LE(report.residual.value, 1e-9);
      rounds += report.solve.iterations;
    }
  }
  EXPECT_GT(rounds, 0) << "there was something to correct";
}

// Each brick rests on one edge alone; its other edge touches without load. At rest after 100 to 350 steps, as rounding
// has it. Hundreds of factorizations, were it not for that; a few, or as many as rounding has it.
TEST(PilesAtRest, OnTheBrinkOfFallingFactorHardlyAnything) {
  Lane lane = laneOf("overhang_parabolic", 500);
  int factorizations = 0;
  for (int i = 0; i < 120; ++i) factorizations += step(lane).solve.factorizations;
  EXPECT_LE(factorizations, 120);
}

// Pivoting's small problems too, in the plane and in space; recorded, the same.
TEST(PilesAtRest, OfAFewRowsHardlyNeedPivots) {
  int corrected = 0;
  for (const char* scene : {"two_boxes_1000", "wedged"}) {
    Lane lane = laneOf(scene, 0);
    lane.solver = findSolver("pivoting");
    int pivoted = 0;  // steps: rounding may shift the load to another corner
    for (int i = 0; i < 120; ++i) {
      step(lane);
      if (i < 60) continue;
      EXPECT_LE(lane.report.residual.value, 1e-9);
      Solution again = lane.start;
      SolverTrace trace;
      lane.solver->solve(lane.problem, lane.knobs, again, &trace);
      EXPECT_EQ(again.lambda, lane.solution.lambda);
      EXPECT_EQ(again.sets, lane.solution.sets);
      EXPECT_EQ(trace.frames().front().kind, TraceKind::Start);
      EXPECT_EQ(trace.frames().back().kind, TraceKind::Result);
      pivoted += lane.report.solve.pivots > 0 ? 1 : 0;
      corrected += lane.report.solve.pivots == 0 ? lane.report.solve.iterations : 0;
    }
    EXPECT_LE(pivoted, 10) << scene;
  }
  EXPECT_GT(corrected, 0);
}

TEST(PilesAtRest, MoveTheSameWhateverElseTheThreadDoes) {
  Lane alone = laneOf("wall3d_10x10", 60), among = alone;
  Lane other = laneOf("wall3d_10x10", 0);
  other.world.bodies.back().velocity.x() = 0.5;
  for (int i = 0; i < 40; ++i) step(alone);
  for (int i = 0; i < 40; ++i) {
    step(other);
    step(among);
  }
  EXPECT_EQ(stateHash(among.world), stateHash(alone.world));
}

}  // namespace
}  // namespace keystone
