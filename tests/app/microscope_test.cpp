#include "microscope/microscope.h"

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <thread>

#include "paths.h"
#include "problem/delassus.h"
#include "problem/problem_formats.h"
#include "scene/scene_fixture.h"
#include "session/comparison.h"
#include "session/problem_session.h"

namespace keystone {
namespace {

Session afterSteps(const std::string& scene, int steps) {
  Session session;
  openScene(session, loadById(scene));
  for (int i = 0; i < steps; ++i) stepOnce(session);
  return session;
}

Specimen specimenOf(const Session& session) {
  return {session.scene.id, session.scene.simulation};
}

bool sameBits(const VecX& a, const VecX& b) {
  return a.size() == b.size() && (a.array() == b.array()).all();
}

TEST(Microscope, WarmReplayOfAStepEndsInTheStepsOwnImpulses) {
  for (const char* scene : {"wall_5x5", "tower3d_10", "card_house"}) {
    const Session session = afterSteps(scene, 7);
    Microscope microscope(specimenOf(session), true);
    EXPECT_TRUE(microscope.replayEndsInResult()) << scene;
    microscope.seek(microscope.replay().size());
    EXPECT_TRUE(sameBits(microscope.shown().solution.lambda, session.scene.simulation.solution.lambda)) << scene;
    EXPECT_EQ(microscope.shown().solution.sets, session.scene.simulation.solution.sets) << scene;
  }
}

TEST(Microscope, OfASlidingStepReplaysTheProblemWithSubstitutedFrictionThatWasSolved) {
  Session session;
  openScene(session, loadById("friction_ramp"));
  session.scene.simulation.stepper = StepperKind::Acceleration;
  for (int i = 0; i < 25; ++i) stepOnce(session);
  const Simulation& simulation = session.scene.simulation;
  ASSERT_FALSE(simulation.sliding.empty()) << "the slippery boxes slide";
  Microscope microscope(specimenOf(session), true);
  EXPECT_FALSE(microscope.problem().symmetric);
  EXPECT_EQ(microscope.report().status, SolveStatus::Converged);
  EXPECT_TRUE(microscope.replayEndsInResult());
  microscope.seek(microscope.replay().size());
  EXPECT_LE(microscope.residualAt(microscope.replay().at()), 1e-9);
  EXPECT_TRUE(sameBits(microscope.shown().solution.lambda, simulation.solution.lambda));
  EXPECT_EQ(microscope.shown().solution.sets, simulation.solution.sets);
  for (const SlidingContact& slide : simulation.sliding) {
    const int n = simulation.problem.normalRow(slide.contact);
    EXPECT_EQ(microscope.result().lambda[n + 1], 0.0) << "the solver's own tangent rows carry nothing";
    const Vec2 friction(microscope.shown().solution.lambda[n + 1],
                        simulation.problem.dim > 2 ? microscope.shown().solution.lambda[n + 2] : 0.0);
    const double most = simulation.problem.mu_dynamic[slide.contact] * simulation.solution.lambda[n];
    EXPECT_NEAR(friction.norm(), most, 1e-12 * (1.0 + most)) << "but they are drawn with their friction";
  }
}

TEST(Microscope, OfAStepAfterASlidingOneHasNothingSubstituted) {
  Session session;
  openScene(session, loadById("friction_ramp"));
  session.scene.simulation.stepper = StepperKind::Acceleration;
  for (int i = 0; i < 25; ++i) stepOnce(session);
  ASSERT_FALSE(session.scene.simulation.sliding.empty());
  for (const StepperKind stepper : {StepperKind::Velocity, StepperKind::Quasistatic}) {
    session.scene.simulation.stepper = stepper;
    stepOnce(session);
    EXPECT_TRUE(session.scene.simulation.sliding.empty());
    Microscope microscope(specimenOf(session), true);
    microscope.seek(microscope.replay().size());
    EXPECT_TRUE(sameBits(microscope.shown().solution.lambda, session.scene.simulation.solution.lambda));
  }
}

TEST(Microscope, ShowsTheForcesOfTheEventItStandsAt) {
  Microscope microscope(specimenOf(afterSteps("wall_5x5", 3)), false);
  EXPECT_EQ(microscope.shown().solution.lambda.cwiseAbs().maxCoeff(), 0.0) << "cold";
  const int middle = microscope.replay().size() / 2;
  microscope.seek(middle);
  const VecX there = microscope.shown().solution.lambda;
  EXPECT_GT(there.maxCoeff(), 0.0);
  microscope.seek(middle + 9);
  microscope.seek(middle);
  EXPECT_TRUE(sameBits(microscope.shown().solution.lambda, there));
  microscope.seek(-5);
  EXPECT_EQ(microscope.replay().at(), 0);
}

TEST(Microscope, ARowsPathEndsOnItsCondition) {
  Microscope microscope(specimenOf(afterSteps("wall_5x5", 3)), false);
  const int row = microscope.focusRow();
  const auto path = microscope.path(row);
  ASSERT_EQ(static_cast<int>(path.size()), microscope.replay().size());
  EXPECT_LT(path.front().y(), 0.0) << "the row in focus is violated at the start";
  EXPECT_GE(path.back().x(), 0.0);
  EXPECT_NEAR(path.back().x() * path.back().y(), 0.0, 1e-9 * path.back().x());
}

TEST(Microscope, GoesFromDriveToDriveRowByRow) {
  Session session = afterSteps("stack_15", 1);
  session.scene.simulation.solver = findSolver("pivoting");
  session.scene.simulation.parameters = {{"order", 1}};
  Microscope microscope(specimenOf(session), false);
  int drives = 0;
  while (microscope.replay().frame().kind != TraceKind::Result) {
    microscope.seek(microscope.neighbourDrive(1));
    if (microscope.replay().frame().kind == TraceKind::Drive) {
      ++drives;
      EXPECT_EQ(microscope.focusRow(), microscope.replay().frame().driven);
    }
  }
  EXPECT_EQ(drives, microscope.report().drives);
  EXPECT_GT(drives, 1);
}

TEST(Microscope, OfAMethodThatRecordsNothingHasAStartAndAResult) {
  static const SolverInfo kSilent{
      {"silent", "Silent", "", ""},
      {.pivots = true},
      {},
      {},
      [](const ContactProblem& problem, const ParameterValues&, Solution& solution, SolverTrace*) {
        solution.lambda = VecX::Ones(problem.rows());
        return SolveReport{};
      }};
  Specimen specimen = specimenOf(afterSteps("wall_5x5", 2));
  specimen.simulation.solver = &kSilent;
  specimen.simulation.parameters.clear();
  Microscope microscope(std::move(specimen), false);
  EXPECT_EQ(microscope.replay().size(), 2);
  EXPECT_TRUE(microscope.replayEndsInResult());
}

class MicroscopeFiles : public SceneFolder {};

TEST_F(MicroscopeFiles, ASolveThatFailsIsKeptAndSavesItself) {
  Session session;
  saveFailuresIn(session.failures, path("failures"));
  openScene(session, loadById("stack_15"));
  session.scene.simulation.solver = findSolver("pivoting");
  session.scene.simulation.parameters = {{"work", 1}};  // Gauss-Seidel, which stands in, leaves 8e-3
  stepOnce(session);
  ASSERT_EQ(session.failures.entries.size(), 1u);
  const Failure& failure = session.failures.entries.front();
  EXPECT_EQ(failure.specimen.simulation.report.solve.status, SolveStatus::IterationLimit);
  ASSERT_FALSE(failure.saved.empty()) << session.trouble.text;
  EXPECT_TRUE(session.trouble.text.ends_with("saved, F7 lists it")) << session.trouble.text;
  const ContactProblem saved = readAnyProblem(failure.saved).problem;
  EXPECT_TRUE(sameBits(saved.q, failure.specimen.simulation.problem.q));
  Microscope microscope(failure.specimen, true);
  EXPECT_EQ(microscope.report().status, SolveStatus::IterationLimit) << "fails again under the microscope";
}

TEST_F(MicroscopeFiles, ASavedProblemOpensWithoutBodiesAndHasTheSameSolution) {
  const Session before = afterSteps("wall_5x5", 3);
  const std::string file = path("wall.mtx");
  writeAnyProblem(file, {.problem = before.scene.simulation.problem});
  Session session;
  openProblem(session, file);
  const Simulation& simulation = session.scene.simulation;
  EXPECT_EQ(simulation.report.solve.status, SolveStatus::Converged);
  EXPECT_LE(simulation.report.residual.value, 1e-9);
  // Impulses are not unique in a wall, velocities are.
  const VecX u = relativeVelocity(simulation.problem, simulation.solution.lambda);
  const VecX expected = relativeVelocity(before.scene.simulation.problem, before.scene.simulation.solution.lambda);
  EXPECT_LE((u - expected).lpNorm<Eigen::Infinity>(), 1e-9);
  stepOnce(session);
  EXPECT_EQ(simulation.problem.rows(), before.scene.simulation.problem.rows()) << "there is nothing to step";
  Microscope microscope(specimenOf(session), false);
  EXPECT_TRUE(microscope.replayEndsInResult());
}

TEST_F(MicroscopeFiles, AProblemThatIsClosedGivesBackTheSceneAsItWas) {
  Session session = afterSteps("wall_5x5", 3);
  session.speed = 0.5;
  session.undo.remember(session.scene.simulation);
  session.selected = {2};
  EXPECT_FALSE(closeProblem(session)) << "a scene is no problem";
  const std::string file = path("closed.mtx");
  writeAnyProblem(file, {.problem = session.scene.simulation.problem});
  const Pose pose = session.scene.simulation.world.bodies.back().pose;
  openProblem(session, file);
  openProblem(session, file);  // one after the other: the scene still waits
  ASSERT_TRUE(closeProblem(session));
  EXPECT_EQ(session.scene.id, "wall_5x5");
  EXPECT_EQ(session.scene.simulation.world.step, 3);
  EXPECT_EQ(session.scene.simulation.world.bodies.back().pose.position, pose.position);
  EXPECT_TRUE(session.problem_file.empty() && !session.paused) << "it ran";
  EXPECT_EQ(session.speed, 0.5);
  EXPECT_EQ(session.undo.undoable(), 1U);
  EXPECT_EQ(session.history.size(), 3U);
  EXPECT_EQ(session.telemetry.size(), 3U);
  EXPECT_EQ(session.selected, std::vector<int>{2});
  restart(session);
  EXPECT_EQ(session.scene.simulation.world.step, 0) << "it restarts as it was loaded";
  EXPECT_FALSE(closeProblem(session));
}

TEST_F(MicroscopeFiles, ASceneThatIsOpenedFromAProblemGoesOnAsTheSceneBeforeIt) {
  Session session = afterSteps("wall_5x5", 3);
  startRecording(session, path("steps.csv"));
  const std::string file = path("between.mtx");
  writeAnyProblem(file, {.problem = session.scene.simulation.problem});
  openProblem(session, file);
  openScene(session, loadById("stack_15"));
  EXPECT_FALSE(session.paused || session.waiting);
  stepOnce(session);
  ASSERT_TRUE(session.recorder) << "recording goes on";
  EXPECT_EQ(session.recorder->rows(), 1);
}

TEST_F(MicroscopeFiles, ABadProblemFileLeavesTheSessionAsItWas) {
  Session session = afterSteps("wall_5x5", 2);
  EXPECT_THROW(openProblem(session, write("bad.mtx", "nonsense\n")), std::runtime_error);
  EXPECT_EQ(session.scene.id, "wall_5x5");
  EXPECT_EQ(session.scene.simulation.world.step, 2);
}

TEST(Comparison, AsksEveryMethodAndNamesTheMostAccurate) {
  const Session session = afterSteps("wall_5x5", 3);
  const Comparison comparison(session.scene.simulation.problem, FrictionLaw::Cone, {}, "wall");
  for (int i = 0; i < 6000 && comparison.running(); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  const auto rows = comparison.rows();
  ASSERT_EQ(rows.size(), solvers().size());
  int best = 0;
  for (const ComparedSolve& row : rows) {
    EXPECT_EQ(row.state, ComparedSolve::State::Done);
    best += row.best ? 1 : 0;
    if (row.best) {
      EXPECT_EQ(row.velocity_difference, 0.0);
      EXPECT_LE(row.residual, 1e-9);
    }
    if (row.solver->id == "pgs") {
      EXPECT_GT(row.velocity_difference, 0.0);
    }
  }
  EXPECT_EQ(best, 1);
}

// Ten contacts, each pressed and pushed by itself: enumeration tries up to a million choices, some seconds long. The
// solution is the last of them but a few.
ContactProblem tenByThemselves() {
  ContactProblem problem;
  problem.dim = 2;
  problem.contacts = 10;
  problem.mu = VecX::Constant(10, 0.1);
  problem.q = VecX::Constant(20, -1.0);
  problem.W = MatX(MatX::Identity(20, 20)).sparseView();
  return problem;
}

TEST(Comparison, CancelledKeepsWhatIsDoneAndWaitsForNobody) {
  using Clock = std::chrono::steady_clock;
  const auto begin = Clock::now();
  {
    Comparison comparison(tenByThemselves(), FrictionLaw::Cone, {{"enumeration", {{"max_choices", 1e7}}}}, "slow");
    const auto stateOf = [&](std::string_view id) {
      for (const ComparedSolve& row : comparison.rows())
        if (row.solver->id == id) return row.state;
      return ComparedSolve::State::Waiting;
    };
    while (stateOf("enumeration") != ComparedSolve::State::Running) {
      ASSERT_LT(Clock::now() - begin, std::chrono::seconds(60));
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    const auto cancelling = Clock::now();
    comparison.cancel();
    EXPECT_LT(Clock::now() - cancelling, std::chrono::milliseconds(500));
    EXPECT_FALSE(comparison.running());
    EXPECT_EQ(stateOf("enumeration"), ComparedSolve::State::Cancelled);
    EXPECT_EQ(stateOf("pivoting"), ComparedSolve::State::Done);
    EXPECT_LE(comparison.rows().front().residual, 1e-9);
  }
}

}  // namespace
}  // namespace keystone
