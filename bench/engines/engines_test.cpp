// That every engine has been given the same scene, and that the measures say what they claim.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>

#include "engines/cases.h"
#include "engines/impulse_check.h"
#include "engines/table.h"
#include "paths.h"

namespace keystone::bench {
namespace {

constexpr double kTilt = 0.2;  // [rad]

// A slope through the origin; boxes on it [m along the slope], not touching, each of its own mass and size.
EngineScene slope(double tilt, double mu, bool planar) {
  World world;
  world.planar = planar;
  Body ground;
  ground.kind = BodyKind::Static;
  Collider surface{HalfSpace{Vec3(-std::sin(tilt), std::cos(tilt), 0.0), 0.0}, {mu, mu, 0.0}};
  addBody(world, ground, surface);
  const Quat turn(Eigen::AngleAxisd(tilt, Vec3::UnitZ()));
  for (int i = 0; i < 3; ++i) {
    const Vec3 half(0.3 + 0.1 * i, 0.2, 0.25 + 0.1 * i);
    Body box;
    box.mass = 1.0 + 20.0 * i;
    const Vec3 squares = half.cwiseAbs2();
    box.inertia = (box.mass / 3.0 * (Vec3::Constant(squares.sum()) - squares)).asDiagonal();
    box.pose = {turn * Vec3(2.0 * i, half.y(), 0.0), turn};
    addBody(world, box, {Box{half}, {mu, mu, 0.0}});
  }
  return translate(world);
}

std::vector<std::string> everyId() {
  std::vector<std::string> all;
  for (const EngineInfo& engine : engines()) all.emplace_back(engine.id);
  return all;
}

class EveryEngine : public testing::TestWithParam<std::string> {
 protected:
  const EngineInfo& info() const { return *findEngine(GetParam()); }
  bool planar() const { return !info().space; }
  bool isFloat() const { return info().precision == "float"; }
};
INSTANTIATE_TEST_SUITE_P(Engines, EveryEngine, testing::ValuesIn(everyId()),
                         [](const auto& engine) { return engine.param; });

TEST_P(EveryEngine, HasTheBodiesWhereTheSceneHasThem) {
  EngineScene scene = slope(kTilt, 0.5, planar());
  scene.bodies[1].start.velocity = {1.0, 2.0, planar() ? 0.0 : 3.0};
  scene.bodies[1].start.omega = {planar() ? 0.0 : 1.0, planar() ? 0.0 : 2.0, 3.0};
  const auto engine = info().load(scene);
  const std::vector<BodyState> states = engine->bodies();
  ASSERT_EQ(states.size(), scene.bodies.size());
  const double rounding = isFloat() ? 1e-6 : 1e-14;
  for (std::size_t i = 0; i < states.size(); ++i) {
    const BodyState& start = scene.bodies[i].start;
    EXPECT_LE((states[i].pose.position - start.pose.position).norm(), rounding);
    EXPECT_LE(1.0 - std::abs(states[i].pose.orientation.dot(start.pose.orientation)), rounding);
    EXPECT_LE((states[i].velocity - start.velocity).norm(), rounding);
    EXPECT_LE((states[i].omega - start.omega).norm(), 2.0 * rounding);
  }
}

// Weight m g h a step, to a hundredth: what is soft still swings a little after three seconds.
TEST_P(EveryEngine, CarriesTheWeightThatTheSceneSays) {
  const EngineScene scene = slope(0.0, 0.5, planar());
  const auto engine = info().load(scene);
  for (int n = 0; n < 180; ++n) engine->step();
  const std::vector<BodyState> before = engine->bodies();
  engine->step();
  std::vector<double> carried(scene.bodies.size(), 0.0);
  for (const EngineContact& contact : engine->contacts(before)) {
    carried[contact.b] += contact.impulse.y();
    carried[contact.a] -= contact.impulse.y();
  }
  for (std::size_t i = 1; i < scene.bodies.size(); ++i) {
    const double weight = scene.bodies[i].mass * 9.81 * scene.h;
    EXPECT_NEAR(carried[i], weight, 0.01 * weight) << "body " << i;
  }
}

// 6 mm: Box2D's slop is 5 mm, and MuJoCo's contacts give way.
TEST_P(EveryEngine, KeepsABoxAtRestAtRest) {
  const EngineScene scene = slope(0.0, 0.5, planar());
  const auto engine = info().load(scene);
  for (int n = 0; n < 180; ++n) engine->step();
  const Way way = wayFromStart(scene, engine->bodies());
  EXPECT_LE(way.drift, 6e-3);
  EXPECT_LE(way.turn, 1e-2);
  EXPECT_LE(penetration(scene, engine->bodies()), 6e-3);
}

// tan(0.2) = 0.203: friction 0.3 holds, 0.1 lets all slide with g (sin - mu cos), to a tenth over one second from a
// start whose first steps still close gaps.
TEST_P(EveryEngine, HasTheSceneSFriction) {
  for (const double mu : {0.3, 0.1}) {
    const EngineScene scene = slope(kTilt, mu, planar());
    const auto engine = info().load(scene);
    for (int n = 0; n < 60; ++n) engine->step();
    const double seconds = 1.0;
    const double slid = 0.5 * 9.81 * (std::sin(kTilt) - mu * std::cos(kTilt)) * seconds * seconds;
    const std::vector<BodyState> states = engine->bodies();
    for (std::size_t i = 1; i < states.size(); ++i) {
      const double way = (states[i].pose.position - scene.bodies[i].start.pose.position).norm();
      if (mu > 0.2)
        EXPECT_LE(way, 0.02) << "body " << i;
      else
        EXPECT_NEAR(way, slid, 0.1 * slid) << "body " << i;
    }
  }
}

// The impulses read from the engine are those that it moved the bodies with, at rest and sliding: to a third of a
// percent of gravity's g h. MuJoCo and Bullet's Dantzig stop there when they slide, the others at rounding.
TEST_P(EveryEngine, HasImpulsesThatExplainItsVelocities) {
  for (const double mu : {0.3, 0.1}) {
    const EngineScene scene = slope(kTilt, mu, planar());
    const auto engine = info().load(scene);
    for (int n = 0; n < 30; ++n) engine->step();
    const std::vector<BodyState> before = engine->bodies();
    engine->step();
    const ImpulseVerdict verdict = checkImpulses(scene, before, engine->bodies(), engine->contacts(before));
    EXPECT_LE(verdict.mismatch, 5e-4) << "mu " << mu;
  }
}

EngineScene wall() {
  for (const EngineCase& item : engineCases())
    if (item.id == "wall3d_15") return loadCase(item);
  return {};
}

TEST(EngineScenes, TranslateThereAndBackWithoutLosingABit) {
  const World world = loadScene(findScene("tower_heavy_top", assetDir()), assetDir()).simulation.world;
  EXPECT_EQ(stateHash(worldOf(translate(world))), stateHash(world));
  EXPECT_THROW(translate(loadScene(findScene("bridge", assetDir()), assetDir()).simulation.world), std::runtime_error);
}

TEST(EngineScenes, HaveTheBoxesTheirNamesSay) {
  for (const EngineCase& item : engineCases()) {
    if (item.family.empty()) continue;
    EXPECT_EQ(item.id, item.family + "_" + std::to_string(countBoxes(loadCase(item))));
  }
}

TEST(ImpulseCheck, FindsKeystonesExactImpulsesExact) {
  const EngineScene scene = wall();
  const auto engine = findEngine("exact")->load(scene);
  for (int n = 0; n < 3; ++n) engine->step();
  const std::vector<BodyState> before = engine->bodies();
  engine->step();
  std::vector<EngineContact> contacts = engine->contacts(before);
  const ImpulseVerdict exact = checkImpulses(scene, before, engine->bodies(), contacts);
  EXPECT_LE(exact.residual, 1e-9);
  EXPECT_LE(exact.mismatch, 1e-9);
  // Doubling them all is neither the solution nor what moved the bodies.
  for (EngineContact& contact : contacts) contact.impulse *= 2.0;
  const ImpulseVerdict doubled = checkImpulses(scene, before, engine->bodies(), contacts);
  EXPECT_GE(doubled.residual, 1e-2);
  EXPECT_GE(doubled.mismatch, 1e-2);
}

TEST(ImpulseCheck, SeesOverlapAndFall) {
  const EngineScene scene = slope(0.0, 0.5, false);
  std::vector<BodyState> states;
  for (const SceneBody& body : scene.bodies) states.push_back(body.start);
  states[2].pose.position.y() -= 0.03;
  EXPECT_NEAR(penetration(scene, states), 0.03, 1e-12);
  EXPECT_NEAR(wayFromStart(scene, states).drift, 0.03, 1e-12);
  EXPECT_NEAR(wayFromStart(scene, states).sizes, 0.03 / 0.4, 1e-12);  // its shortest edge is its height
}

// Engines that do not do as they should.
class Stuck : public Engine {
 public:
  explicit Stuck(bool dies) : dies_(dies) {}
  void step() override {
    if (dies_) std::_Exit(1);
    pause();
  }
  std::vector<BodyState> bodies() const override { return {}; }
  std::vector<EngineContact> contacts(const std::vector<BodyState>&) const override { return {}; }

 private:
  bool dies_;
};

TEST(EngineRuns, EndWhereAnEngineDoesNotComeBack) {
  const EngineInfo stuck{"stuck", "", "", "double", true, true, [](const EngineScene&) -> std::unique_ptr<Engine> {
                           return std::make_unique<Stuck>(false);
                         }};
  const EngineInfo dead{"dead", "", "", "double", true, true, [](const EngineScene&) -> std::unique_ptr<Engine> {
                          return std::make_unique<Stuck>(true);
                        }};
  const EngineScene scene = slope(0.0, 0.5, false);
  EXPECT_EQ(runEngine(stuck, scene, {.steps = 5, .step_s = 0.05, .whole_s = 10.0}).cut, "step's time");
  EXPECT_EQ(runEngine(stuck, scene, {.steps = 5, .step_s = 10.0, .whole_s = 0.05}).cut, "scene's time");
  EXPECT_EQ(runEngine(dead, scene, {.steps = 5}).cut, "ended by itself");
  const EngineRun whole = runEngine(*findEngine("exact"), scene, {.steps = 20});
  EXPECT_EQ(whole.steps.size(), 20u);
  EXPECT_TRUE(whole.cut.empty());
  EXPECT_TRUE(whole.steps[9].is_watched);
}

TEST(EngineTable, LeavesOutResidualsOfImpulsesThatExplainNothing) {
  const EngineScene scene = slope(0.0, 0.5, false);
  EngineRun run;
  run.steps.resize(80);
  for (std::size_t i = 0; i < run.steps.size(); ++i) run.steps[i].ms = static_cast<double>(i);
  run.steps[69] = {69.0, 12, 3, true, {1e-5, 1e-6, 2e-3, 4e-3, false}};
  const EngineCase item{"slope", "none", true};
  const EngineInfo& engine = *findEngine("pgs");
  EXPECT_EQ(tableRow(item, scene, engine, run),
            "slope,pgs,none,3,\"Keystone, projected Gauss-Seidel\",double,\"\",80,12,69.5,79,1.00e-05,1.00e-05,"
            "1.00e-06,2.000e-03,,4.000e-03,standing,0,,29.5,");
  run.steps[69].watched.mismatch = 1e-2;
  run.cut = "scene's time";
  EXPECT_TRUE(tableRow(item, scene, engine, run).ends_with("stood for 1.3 s,0,scene's time,29.5,"));
  run.steps[59].is_watched = true;
  run.steps[59].watched.residual = 1e-4;
  run.steps[59].watched.penetration = std::nan("");  // in the midst of a fall
  run.steps[69].watched.fallen = true;
  EXPECT_EQ(tableRow(item, scene, engine, run),
            "slope,pgs,none,3,\"Keystone, projected Gauss-Seidel\",double,\"\",80,12,69.5,79,,,"
            "1.00e-02,,,4.000e-03,fallen after 1.2 s,0,scene's time,29.5,1.00e-04");
}

}  // namespace
}  // namespace keystone::bench
