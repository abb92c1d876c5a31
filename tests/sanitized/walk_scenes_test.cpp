// Every scene, framework and robot once, and every file that the engine writes of them, for the sanitizers.
#include <gtest/gtest.h>

#include <algorithm>

#include "articulated/articulated_inertia.h"
#include "framework/framework_run.h"
#include "math/parallel.h"
#include "observe/analysis.h"
#include "observe/mirror.h"
#include "problem/clamped_block.h"
#include "problem/difference.h"
#include "problem/fclib_file.h"
#include "problem/problem_file.h"
#include "record/framework_csv.h"
#include "record/history_csv.h"
#include "record/race_csv.h"
#include "record/replay.h"
#include "record/run_recorder.h"
#include "record/run_summary.h"
#include "record/solver_trace_csv.h"
#include "record/stored_problem.h"
#include "record/timing_csv.h"
#include "record/trace_event.h"
#include "robot/robot.h"
#include "sanitized/walk.h"
#include "scene/framework_file.h"
#include "scene/robot_scene.h"
#include "scene/scene_fixture.h"
#include "shape/random_shapes.h"
#include "solver/history.h"
#include "support/by_value.h"

namespace keystone {
namespace {

constexpr std::size_t kLarge = 120;  // bodies of a scene that is stepped once, and nothing else

// Runs as the command line and the window run it: recorded, with a change on the way, and replayed.
void record(Scene& scene, const std::string& folder) {
  RunTally tally(scene.simulation.world);
  const std::vector<Body>& bodies = scene.simulation.world.bodies;
  const auto is_dynamic = [](const Body& body) { return body.isDynamic(); };
  const auto first = std::ranges::find_if(bodies, is_dynamic) - bodies.begin();  // is pulled by the hand
  {
    RunRecorder recorder(folder + "/run.replay");
    TimingRecorder csv(folder + "/timing.csv"), json(folder + "/timing.json");
    TraceEventWriter events(folder + "/events.json");
    for (int n = 0; n < 4; ++n) {
      if (n == 1 && first < std::ssize(bodies))
        scene.simulation.world.drags.push_back({static_cast<int>(first), Vec3::Zero(), Vec3::UnitY()});
      if (n == 2) scene.simulation.world.gravity.y() -= 1.0;
      recorder.before(scene);
      events.add(step(scene.simulation));
      recorder.after(scene.simulation);
      tally.add(scene.simulation);
      csv.add(scene.simulation, 1.0);
      json.add(scene.simulation, 1.0);
    }
    recorder.finish(scene);
    events.close();
  }
  EXPECT_EQ(tally.summary().steps, 4);
  Replay replay(readRecording(folder + "/run.replay"), "run", assetDir());  // reads the scene's text, too
  for (const long position : {4L, 1L, 3L}) replay.seek(position);
  EXPECT_FALSE(replay.divergence());
}

// The step's problem in every format, and its solve in files.
void writeProblem(const Simulation& simulation, const std::string& folder) {
  StoredProblem stored = storedProblem(simulation, "scene");
  if (stored.problem.rows() == 0) return;
  for (const char* name : {"/p.mtx", "/p.hdf5", "/p.problem.gz"}) {
    for (const FclibForm form : {FclibForm::Local, FclibForm::Global}) {
      try {
        writeAnyProblem(folder + name, stored, form);
        EXPECT_EQ(readAnyProblem(folder + name).problem.rows(), stored.problem.rows()) << name;
      } catch (const ProblemFileError&) {  // the format has no place for it
      }
    }
  }
  fclibError(stored.problem, VecX::Zero(stored.problem.rows()));
  const SolverInfo& solver = *simulation.solver;
  if (!takes(solver.accepts, stored.problem, frictionLaw(solver, simulation.parameters))) return;
  Solution solution;
  solution.lambda.setZero(stored.problem.rows());
  SolverTrace trace;
  solver.solve(stored.problem, simulation.parameters, solution, &trace);
  writeSolverTrace(folder + "/trace.csv", trace);
  const IndexSets sets = classified(stored.problem, solution.lambda);
  conditioning(clampedBlock(stored.problem, delassusOf(stored.problem), sets, solution.lambda));
  difference(stored.problem, solution.lambda, VecX::Zero(stored.problem.rows()));
  HistoryCsv history(folder + "/history.csv");
  solution.lambda.setZero();
  solveWithHistory(solver, stored.problem, simulation.parameters, solution,
                   [&](const HistoryPoint& point) { history.add(solver.id, point); });
  history.close();
}

void moveByEveryStepper(const Simulation& simulation) {
  for (const StepperInfo& stepper : steppers()) {
    Simulation other = simulation;
    other.stepper = stepper.kind;
    other.params.sleeping = stepper.may_sleep;
    stepOn(other, 2);
    observe(other);
  }
}

void race(const Simulation& simulation, const std::string& folder) {
  Race race = startRace(simulation, usualMethods());
  RaceRecorder recorder(folder + "/race.csv");
  step(race);
  recorder.add(race);
  for (const Simulation& racing : race.simulations) {
    measure(race, racing);
    haveParted(racing.world, simulation.world);
  }
  recorder.close();
}

void runFramework(const FrameworkScene& scene, const FrameworkMethod& method, const std::string& folder) {
  try {
    FrameworkRun run(scene, {.loop = method.loop, .objective = method.objective});
    PositionRecorder positions(folder + "/positions.csv");
    FrameworkStepRecorder steps(folder + "/steps.csv");
    LoopTrace trace;
    const PositionState start = run.state();
    for (int n = 0; n < 3; ++n) {
      steps.add(run, run.step(n == 1 ? &trace : nullptr));
      positions.add(run);
      EXPECT_TRUE(run.state().p.allFinite());
    }
    steps.close();
    positions.close();
    for (const LoopEvent& event : trace.events) trace.residualAt(event);
    run.restore(start, 0);
    run.choose(run.options());
    run.step();
    run.restart();
  } catch (const std::invalid_argument&) {  // the loop does not take it
  }
}

// Under every method, as it is and overbraced.
void runFramework(const FrameworkScene& scene, const std::string& folder) {
  const FrameworkMotion motion = firstMotion(scene);
  for (std::size_t k = 0; k < scene.framework.outlines.size(); ++k)
    outlineMotion(scene.framework, motion.accelerations, k);
  FrameworkScene braced = scene;
  addBraces(braced.framework);
  for (const FrameworkMethod& method : frameworkMethods()) {
    runFramework(scene, method, folder);
    runFramework(braced, method, folder);
  }
}

class EveryScene : public TempFolder, public ::testing::WithParamInterface<std::string> {};
INSTANTIATE_TEST_SUITE_P(Of, EveryScene, ::testing::ValuesIn(listScenes(assetDir())),
                         [](const auto& scene) { return scene.param; });

TEST_P(EveryScene, GoesThroughEverything) {
  Scene scene = loadById(GetParam());
  Simulation& simulation = scene.simulation;
  const std::size_t bodies = simulation.world.bodies.size();
  setThreads(2);
  stepOn(simulation, bodies > kLarge ? 1 : 3);
  setThreads(0);
  if (bodies > kLarge) return;
  observe(simulation);
  writeProblem(simulation, folder_.string());
  record(scene, folder_.string());
  if (const auto mirror = findMirror(simulation.world)) mirrorError(simulation.world, *mirror);
  if (bodies > kSmall) return;
  overhang(simulation.world, analyze(simulation, {.others = true}));
  analyze(simulation, {.touching = 1e-3, .frictionless = true});
  moveByEveryStepper(simulation);
  race(simulation, folder_.string());
  saveScene(scene, path("saved.json"));
  if (!simulation.world.planar) return;
  for (const BrickMasses model : {BrickMasses::Four, BrickMasses::Nine}) {
    try {
      runFramework(frameworkOf(scene, model), folder_.string());
    } catch (const SceneError&) {  // of other bodies than bricks
    }
  }
}

class EveryFile : public TempFolder {};

TEST_F(EveryFile, FrameworksRunUnderEveryMethod) {
  for (const SceneEntry& entry : listFrameworkEntries(assetDir()))
    runFramework(loadFramework(findFramework(entry.id, assetDir()), assetDir(), BrickMasses::Four), folder_.string());
}

TEST_F(EveryFile, RobotsAreReadSteppedAndWritten) {
  for (const auto& file : std::filesystem::directory_iterator(std::string(KEYSTONE_TEST_DATA) + "/robots")) {
    if (file.path().stem() == "biped_defaults") continue;  // a part of another
    for (const bool motors : {true, false}) {
      const Robot robot = loadRobot(file.path().string(), {.motors = motors});
      Scene scene = sceneOfRobot(robot, file.path().string());
      for (int n = 0; n < 3; ++n) step(scene.simulation);
      const World& world = scene.simulation.world;
      PlacedForest placed;
      placeForest(world.bodies, world.joints, world.planar, placed);
      const VecX none = VecX::Zero(6 * static_cast<Eigen::Index>(world.bodies.size()));
      const VecX tau = inverseDynamics(placed, world.joints, none, VecX::Zero(placed.forest.dofs), none);
      EXPECT_EQ(massMatrix(placed).rows(), tau.size());
      EXPECT_TRUE(forwardDynamics(placed, world.joints, none, none, tau).allFinite());
      std::vector<std::string> notes;
      parseRobot(mjcfText(world, "again", notes), path("again.xml"));
      parseScene(sceneText(scene), path("again.json"), assetDir());
    }
  }
}

TEST_F(EveryFile, MeshesOfEveryFormatAreRead) {
  const std::string folder = assetDir() + "/meshes";
  for (const auto& file : std::filesystem::directory_iterator(folder)) {
    if (!file.is_regular_file()) continue;
    EXPECT_FALSE(hullFromMesh(file.path().string())->vertices.empty());
  }
}

TEST_F(EveryFile, ARobotOfAMeshIsRead) {
  const Robot robot = parseRobot("<mujoco><asset><mesh name=\"m\" file=\"" + assetDir() +
                                     "/meshes/concave/bowl.obj\"/></asset><worldbody><body><freejoint/>"
                                     "<geom type=\"mesh\" mesh=\"m\"/></body></worldbody></mujoco>",
                                 path("robot.xml"));
  EXPECT_EQ(robot.world.bodies.size(), 1U);
  RandomShapes random(1);
  std::vector<Vec3> points;
  for (int n = 0; n < 1000; ++n) points.push_back(random.direction());
  Vec3 center;
  bool is_coarse = false;
  coarseHullFromPoints(points, &center, &is_coarse);
  EXPECT_TRUE(is_coarse);
}

TEST_F(EveryFile, ListsNameThem) {
  EXPECT_FALSE(listSceneEntries(assetDir()).empty());
  EXPECT_THROW(findScene("no such scene", assetDir()), SceneError);
}

}  // namespace
}  // namespace keystone
