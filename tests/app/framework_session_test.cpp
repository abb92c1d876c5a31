// A framework in the sandbox: past, rival, what is drawn, and the paper's claims.
#include <gtest/gtest.h>

#include <algorithm>

#include "framework/towers.h"
#include "session/framework_picture.h"
#include "session/framework_session.h"
#include "session/paper_claims.h"

namespace keystone {
namespace {

FrameworkScene towerOf(int base) {
  FrameworkScene scene{.id = "tower"};
  scene.framework = diamond(base, BrickMasses::Four);
  scene.velocities = VecX::Zero(scene.framework.positions.size());
  for (std::size_t o = 0; o < scene.framework.outlines.size(); ++o) scene.names.push_back(std::to_string(o));
  return scene;
}

bool allHold(const std::vector<Claim>& claims) {
  return std::ranges::all_of(claims, [](const Claim& claim) {
    EXPECT_FALSE(claim.place.empty());
    EXPECT_FALSE(claim.says.empty());
    const bool holds = claim.outcome == Claim::Outcome::Holds || claim.outcome == Claim::Outcome::Better;
    EXPECT_TRUE(holds) << claim.says << " | " << claim.found;
    return holds;
  });
}

TEST(PaperClaims, OfFigureTwoHold) {
  const FrameworkSession session(towerOf(5), PaperFigure::Unstable);
  EXPECT_EQ(paperClaims(session).size(), 5U);
  EXPECT_TRUE(allHold(paperClaims(session)));
}

TEST(PaperClaims, OfFigureElevenHoldOverItsThousandSteps) {
  FrameworkSession session(towerOf(5), PaperFigure::Collapse);
  for (const Claim& claim : paperClaims(session)) EXPECT_EQ(claim.outcome, Claim::Outcome::Waiting) << claim.says;
  for (int i = 0; i < 1000; ++i) session.step();
  EXPECT_EQ(paperClaims(session).size(), 5U);
  EXPECT_TRUE(allHold(paperClaims(session)));
}

TEST(PaperClaims, SayWhenTheyDoNotHold) {
  const FrameworkSession stands(towerOf(4), PaperFigure::Unstable);
  EXPECT_EQ(paperClaims(stands)[0].outcome, Claim::Outcome::Fails);
  FrameworkSession printed(towerOf(5), PaperFigure::Collapse);
  printed.choose({.objective = Objective::S});
  while (!printed.isThrown() && printed.run().steps() < 1000) printed.step();
  EXPECT_TRUE(printed.isThrown());
  EXPECT_EQ(paperClaims(printed)[0].outcome, Claim::Outcome::Fails);  // no longer symmetric
  EXPECT_EQ(paperClaims(printed)[3].outcome, Claim::Outcome::Fails);  // and full of energy
  const long steps = printed.run().steps();
  printed.step();
  EXPECT_EQ(printed.run().steps(), steps);
  printed.restart();
  EXPECT_FALSE(printed.isThrown());
  EXPECT_TRUE(paperClaims(FrameworkSession(towerOf(5), PaperFigure::None)).empty());
}

TEST(FrameworkSession, StepsBackToTheSameBits) {
  FrameworkSession session(towerOf(5), PaperFigure::None);
  EXPECT_FALSE(session.stepBack());
  for (int i = 0; i < 10; ++i) session.step();
  const VecX p = session.run().state().p, rival = session.rival().state().p;
  session.step();
  ASSERT_NE(session.last(), nullptr);
  EXPECT_TRUE(session.stepBack());
  EXPECT_EQ(session.run().state().p, p);
  EXPECT_EQ(session.rival().state().p, rival);
  EXPECT_EQ(session.run().steps(), 10);
  EXPECT_EQ(session.samples().size(), 10U);
  EXPECT_EQ(session.last(), nullptr);
}

TEST(FrameworkSession, HasARivalThatAnswersTheObjective) {
  FrameworkSession session(towerOf(5), PaperFigure::None);
  EXPECT_EQ(session.rival().options().objective, Objective::L1);
  session.choose({.objective = Objective::L1});
  EXPECT_EQ(session.rival().options().loop, FrameworkLoop::Acceleration);
  for (int i = 0; i < 50; ++i) session.step();
  EXPECT_LT(session.record().apart, 1e-10);  // theorem 5.1
  session.choose({.loop = FrameworkLoop::Penalty});
  EXPECT_EQ(session.record().steps, 0);
  EXPECT_EQ(session.rival().options().objective, Objective::L2);
  session.step();
  EXPECT_GT(session.record().length_error, 1e-9);  // a penalty lets bars give
}

TEST(FrameworkSession, RunsAsTimePassesAndStepsWhilePaused) {
  FrameworkSession session(towerOf(4), PaperFigure::None);
  session.advance(0.1, 1.0);
  EXPECT_EQ(session.run().steps(), 0);
  session.asked = 3;
  session.advance(0.1, 1.0);
  EXPECT_EQ(session.run().steps(), 3);
  session.paused = false;
  session.advance(2.5 * session.scene().h, 1.0);
  EXPECT_EQ(session.run().steps(), 5);
}

TEST(FrameworkPicture, ShowsFirstForcesThenThoseOfTheLastStepThenOfTheEvent) {
  FrameworkSession session(towerOf(5), PaperFigure::None);
  const FrameworkPicture start = pictureOf(session);
  const auto bars = session.scene().framework.bars.size();
  EXPECT_EQ(start.bars.size(), bars);
  EXPECT_EQ(start.refused(), 30);  // corners that part
  // 25 bricks of 1 kg, less what accelerates: the lowest brick's uprights carry half of nearly all each.
  EXPECT_GT(start.largest, 80.0);
  EXPECT_LT(start.largest, 0.5 * 25 * 9.81 + 1e-6);

  session.step();
  const FrameworkPicture after = pictureOf(session);
  EXPECT_EQ(after.p, session.run().state().p);
  EXPECT_EQ(after.bars[0].force, session.last()->bar_forces[0]);
  EXPECT_EQ(after.contacts.size(), session.last()->contacts.size());

  session.restart();
  session.recording = true;
  session.step();
  ASSERT_TRUE(session.microscope);
  FrameworkMicroscope& microscope = *session.microscope;
  EXPECT_EQ(pictureOf(session).p, session.scene().framework.positions);  // where the step began
  EXPECT_EQ(pictureOf(session).largest, 0.0);                            // cold: no multipliers yet
  microscope.seek(microscope.size() - 1);
  EXPECT_EQ(microscope.event().kind, LoopEventKind::Result);
  EXPECT_EQ(pictureOf(session).bars[0].force, session.last()->bar_forces[0]);
  EXPECT_LT(microscope.residualAt(microscope.at()), 1e-9);
  microscope.seek(0);
  EXPECT_EQ(microscope.neighbourProgram(1) > 0, true);
  microscope.seek(microscope.neighbourProgram(1));
  EXPECT_EQ(microscope.event().program, 1);
  microscope.seek(1000000);
  EXPECT_EQ(microscope.at(), microscope.size() - 1);
}

TEST(FrameworkPicture, MarksAStrutThatRefuses) {
  FrameworkScene scene{.id = "hang"};
  scene.framework.masses = {0.0, 1.0};
  scene.framework.positions = (VecX(4) << 0, 0, 0, -1).finished();
  scene.framework.bars = {{0, 1, 1.0, true}};
  scene.velocities = VecX::Zero(4);
  FrameworkSession session(scene, PaperFigure::None);
  EXPECT_TRUE(pictureOf(session).bars[0].refused);
  session.step();
  EXPECT_TRUE(pictureOf(session).bars[0].refused);
  EXPECT_EQ(pictureOf(session).refused(), 1);
}

}  // namespace
}  // namespace keystone
