#include "session/challenge.h"

#include <gtest/gtest.h>

#include "paths.h"
#include "scene/scene_fixture.h"
#include "session/edits.h"
#include "session/session.h"
#include "session/verdict.h"

namespace keystone {
namespace {

struct Level {
  int level;
  double x;  // [bricks], of the centre, from the table's end
};
using Plan = std::vector<Level>;

Session challenged(const std::string& id = "challenge_overhang") {
  Session session;
  openScene(session, loadById(id));
  return session;
}

Vec3 halfOf(const BrickSpec& brick) {
  return std::get<Box>(brick.shape).half;
}

void place(Session& session, const Plan& plan) {
  const ChallengeRun& run = *session.challenge;
  const BrickSpec brick = likelyBrick(session);
  for (const Level& at : plan) {
    Pose pose;
    pose.position = {run.tableEnd() + 2.0 * halfOf(brick).x() * at.x,
                     run.tableTop() + (2 * at.level + 1) * halfOf(brick).y(), 0};
    placePiece(session, pieceOf(brick), pose);
  }
}

// The harmonic stack, drawn in by `slack` [bricks] at every level.
Plan harmonic(int bricks, double slack) {
  Plan plan;
  double end = 0.0;
  for (int level = 0; level < bricks; ++level) {
    end += 0.5 / (bricks - level) - slack;
    plan.push_back({level, end - 0.5});
  }
  return plan;
}

// Found by maximising the overhang over positions and contact forces of all stacks up to six bricks (SLSQP), to nine
// digits; pulled in by 1e-6 so that rounding cannot tip them.
Plan best(int bricks) {
  switch (bricks) {
    case 3:
      return {{0, 0.0}, {1, -0.5}, {1, 0.5}};
    case 4:
      return {{0, 0.021446609}, {1, -0.514695729}, {1, 0.667893219}, {2, -0.174644099}};
    case 5:
      return {{0, -0.147722559}, {1, -0.711736292}, {1, 0.304554885}, {2, -0.249650919}, {2, 0.804554885}};
    default:
      return {{0, -0.127684623}, {1, -0.776042631}, {1, 0.327964086},
              {2, -0.370451279}, {2, 0.936700214},  {3, 0.009514232}};
  }
}

Verdict verdictOn(const Plan& plan) {
  Session session = challenged();
  place(session, plan);
  return verdictOf(session.scene.simulation);
}

void stepChallenge(Session& session, int steps) {
  for (int i = 0; i < steps; ++i) {
    stepOnce(session);
    session.challenge->watch(session.scene.simulation, false);
  }
}

TEST(Overhang, OfHarmonicStacksIsHalfTheHarmonicNumber) {
  EXPECT_DOUBLE_EQ(harmonicOverhang(1), 0.5);
  EXPECT_DOUBLE_EQ(harmonicOverhang(3), 11.0 / 12.0);
  EXPECT_DOUBLE_EQ(harmonicOverhang(6), 1.225);
  for (const int n : {2, 3, 4, 6}) {
    EXPECT_TRUE(verdictOn(harmonic(n, 1e-6)).analysis.balanced) << n;
    EXPECT_FALSE(verdictOn(harmonic(n, -1e-3)).analysis.balanced) << n;
  }
}

TEST(Overhang, OfTheBestKnownStacksBalancesAndNoMore) {
  for (const int n : {3, 4, 5, 6}) {
    Plan plan = best(n);
    double reach = 0.0;
    for (const Level& at : plan) reach = std::max(reach, at.x + 0.5);
    EXPECT_NEAR(reach, *bestKnownOverhang(n), 5e-6) << n;
    for (Level& at : plan) at.x -= 1e-6;
    EXPECT_LE(verdictOn(plan).analysis.largest, 1e-7) << n << ": the plan's digits end at 1e-9 of a brick, times g";
    for (Level& at : plan) at.x += 1e-3;
    EXPECT_FALSE(verdictOn(plan).analysis.balanced) << n;
  }
  EXPECT_GT(*bestKnownOverhang(6), harmonicOverhang(6));
  EXPECT_FALSE(bestKnownOverhang(0));
  EXPECT_FALSE(bestKnownOverhang(7));
}

TEST(Challenge, CountsBricksAndHowFarTheyReach) {
  Session session = challenged();
  const ChallengeRun& run = *session.challenge;
  EXPECT_EQ(run.score(session.scene.simulation.world).left, 6);
  EXPECT_EQ(run.score(session.scene.simulation.world).overhang, 0.0);
  place(session, {{0, -0.2}, {1, 0.1}});
  const ChallengeScore score = run.score(session.scene.simulation.world);
  EXPECT_EQ(score.left, 4);
  EXPECT_NEAR(score.overhang, 0.6, 1e-12);
  EXPECT_TRUE(score.fair);
}

TEST(Challenge, ABrickOnTheFloorReachesNowhere) {
  Session session = challenged();
  Pose pose;
  pose.position = {2.0, halfOf(likelyBrick(session)).y(), 0};
  placePiece(session, pieceOf(likelyBrick(session)), pose);
  EXPECT_EQ(session.challenge->score(session.scene.simulation.world).overhang, 0.0);
  EXPECT_EQ(session.challenge->score(session.scene.simulation.world).left, 5);
}

TEST(Challenge, WhatStandsForTwoSecondsCountsOnce) {
  Session session = challenged();
  place(session, harmonic(3, 1e-3));
  session.challenge->watch(session.scene.simulation, false);
  int told = 0;
  for (int i = 0; i < 200; ++i) {
    stepOnce(session);
    const bool now = session.challenge->watch(session.scene.simulation, false);
    told += now ? 1 : 0;
    if (now) {
      EXPECT_NEAR(session.scene.simulation.world.time, ChallengeRun::kLongEnough, 2.0 / 60);
    }
  }
  EXPECT_EQ(told, 1);
  EXPECT_TRUE(session.challenge->stands());
  EXPECT_NEAR(session.challenge->best(), harmonicOverhang(3) - 3e-3, 1e-6);
}

TEST(Challenge, TheBestOfFourAndOfSixBricksStandWithinAThousandth) {
  for (const auto& [id, bricks, reach] :
       {std::tuple("challenge_overhang_4", 4, 1.1679), {"challenge_overhang", 6, 1.4367}}) {
    SCOPED_TRACE(id);
    Session session = challenged(id);
    Plan plan = best(bricks);
    const auto outermost = std::ranges::max_element(plan, {}, &Level::x);
    for (Level& at : plan) at.x -= 5e-4;
    outermost->x -= 1e-4;  // room on the brick below it as well
    place(session, plan);
    session.challenge->watch(session.scene.simulation, false);
    stepChallenge(session, 130);
    EXPECT_TRUE(session.challenge->stands());
    EXPECT_NEAR(session.challenge->best(), reach, 1e-3);
  }
}

TEST(Challenge, WhatFallsDoesNotCount) {
  Session session = challenged();
  place(session, harmonic(3, -0.02));
  stepChallenge(session, 300);
  EXPECT_FALSE(session.challenge->stands());
  EXPECT_EQ(session.challenge->best(), 0.0);
}

TEST(Challenge, AnotherBrickBeginsTheCountAnewAndAShorterStackIsNoBetter) {
  Session session = challenged();
  place(session, {{0, -0.1}});
  stepChallenge(session, 130);
  ASSERT_TRUE(session.challenge->stands());
  EXPECT_NEAR(session.challenge->best(), 0.4, 1e-9);
  place(session, {{1, -0.4}});
  session.challenge->watch(session.scene.simulation, false);
  EXPECT_FALSE(session.challenge->stands());
  EXPECT_EQ(session.challenge->stood(), 0.0);
  undo(session);
  undo(session);
  place(session, {{0, -0.3}});
  stepChallenge(session, 130);
  EXPECT_TRUE(session.challenge->stands());
  EXPECT_NEAR(session.challenge->best(), 0.4, 1e-9);
}

TEST(Challenge, WhatAHandOrAnotherMethodHoldsDoesNotCount) {
  Session session = challenged();
  place(session, {{0, -0.1}});
  for (int i = 0; i < 200; ++i) {
    stepOnce(session);
    EXPECT_FALSE(session.challenge->watch(session.scene.simulation, true));
  }
  session.scene.simulation.stepper = StepperKind::Quasistatic;
  stepChallenge(session, 200);
  EXPECT_FALSE(session.challenge->stands());
}

TEST(Challenge, OtherBodiesThanTheGivenBricksAreNotFair) {
  Session session = challenged();
  BrickSpec heavy = likelyBrick(session);
  heavy.density *= 2.0;
  Pose pose;
  pose.position = {-1.5, session.challenge->tableTop() + halfOf(heavy).y(), 0};
  placePiece(session, pieceOf(heavy), pose);
  EXPECT_FALSE(session.challenge->score(session.scene.simulation.world).fair);
  undo(session);
  EXPECT_TRUE(session.challenge->score(session.scene.simulation.world).fair);
  ASSERT_EQ(session.scene.simulation.world.bodies[1].name, session.scene.challenge->table);
  session.selected = {1};
  deleteSelected(session);
  EXPECT_FALSE(session.challenge->score(session.scene.simulation.world).fair);
}

TEST(Challenge, EndsWithItsScene) {
  Session session = challenged();
  openScene(session, loadById("wall_5x5"));
  EXPECT_FALSE(session.challenge);
}

}  // namespace
}  // namespace keystone
