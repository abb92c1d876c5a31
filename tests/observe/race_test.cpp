// One world under several methods in lockstep, and methods that change places in the middle of a collapse.
#include "observe/race.h"

#include <gtest/gtest.h>

#include <array>

#include "scene/scene_fixture.h"
#include "step/choose_method.h"
#include "world/small_worlds.h"

namespace keystone {
namespace {

Simulation collapse() {
  return loadById("collapse_compare").simulation;
}

TEST(Race, MethodsAreFoundByTheirNames) {
  for (const StepperInfo& stepper : steppers()) {
    for (const SolverInfo* solver : solvers()) {
      const Method method{stepper.kind, stepper.uses_solver ? solver : defaultSolver()};
      EXPECT_EQ(methodNamed("here", toString(method)), method);
    }
  }
  EXPECT_EQ(toString(usualMethods().front()), "velocity+pivoting");
  EXPECT_EQ(toString({StepperKind::Avbd, findSolver("pgs")}), "avbd") << "no solver has a part in it";
}

TEST(Race, NamesOfNoMethodAreRefusedWithWhatThereWouldHaveBeen) {
  const auto refusal = [](const char* name) {
    try {
      methodNamed("here", name);
    } catch (const ChoiceError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  for (const char* name : {"", "pivoting", "velocity"})
    EXPECT_NE(refusal(name).find("expected STEPPER+SOLVER"), std::string::npos) << name;
  EXPECT_NE(refusal("pivoting").find("avbd, tgs_soft, penalty, impulse"), std::string::npos);
  for (const char* name : {"velocity+", "velocity+magic"})
    EXPECT_NE(refusal(name).find("expected one of: pivoting, pgs"), std::string::npos) << name;
  for (const char* name : {"+pivoting", "backwards+pivoting"})
    EXPECT_NE(refusal(name).find("expected one of: velocity, acceleration"), std::string::npos) << name;
  EXPECT_EQ(refusal("avbd+pgs"), "here: found 'avbd+pgs', expected 'avbd' alone: it is a method of its own");
}

TEST(Race, EverySimulationDoesWhatItWouldDoAlone) {
  Race race = startRace(collapse(), usualMethods());
  std::vector<Simulation> alone = race.simulations;
  for (int n = 0; n < 100; ++n) step(race);
  for (std::size_t k = 0; k < alone.size(); ++k) {
    for (int n = 0; n < 100; ++n) step(alone[k]);
    EXPECT_EQ(stateHash(alone[k].world), stateHash(race.simulations[k].world)) << toString(methodOf(alone[k]));
  }
}

TEST(Race, TheSameMethodTwiceIsNeverApart) {
  const std::array<Method, 2> methods{usualMethods()[1], usualMethods()[1]};
  Race race = startRace(collapse(), methods);
  for (int n = 0; n < 100; ++n) step(race);
  EXPECT_EQ(measure(race, race.simulations[1]).difference, 0.0);
  EXPECT_GT(measure(race, race.simulations[1]).kinetic, 0.0);
}

TEST(Race, DifferenceIsTheFarthestCentre) {
  Simulation one = simulation(*findSolver("pivoting"), true);
  addSphere(one.world, 0.5, 1.0, {0, 10, 0});
  addSphere(one.world, 0.5, 1.0, {3, 10, 0});
  Simulation other = one;
  other.world.bodies[0].pose.position += Vec3(0, 0.1, 0);
  other.world.bodies[1].pose.position += Vec3(0.3, 0.4, 0);
  addSphere(other.world, 0.5, 1.0, {9, 10, 0});
  EXPECT_DOUBLE_EQ(positionDifference(one.world, other.world), 0.5);
}

// Two turned boxes that lean to either side of x = 2, on level ground.
World leaning() {
  World world;
  world.planar = true;
  addPlane(world, Vec3::UnitY());
  for (const double sign : {-1.0, 1.0}) {
    const int box = addBox(world, {0.5, 0.25, 0.5}, 1.0, {2.0 + 1.5 * sign, 1.0, 0.0});
    Body& body = world.bodies[box];
    body.pose.orientation = Quat(Eigen::AngleAxisd(0.3 * sign, Vec3::UnitZ()));
    body.velocity = {sign, 2.0, 0.0};
    body.omega = {0.0, 0.0, 0.7 * sign};
  }
  return world;
}

TEST(Mirror, PairsBodiesThatAreEachOthersImage) {
  const std::optional<Mirror> mirror = findMirror(leaning());
  ASSERT_TRUE(mirror);
  EXPECT_DOUBLE_EQ(mirror->plane, 2.0);
  EXPECT_EQ(mirror->partner, (std::vector<int>{-1, 2, 1}));
}

TEST(Mirror, IsNoneWhereAnythingBreaksIt) {
  const auto broken = [](auto&& change) {
    World world = leaning();
    change(world);
    return !findMirror(world);
  };
  EXPECT_TRUE(broken([](World& w) { w.bodies[1].pose.position.y() += 1e-6; }));
  EXPECT_TRUE(broken([](World& w) { w.bodies[1].pose.orientation = w.bodies[2].pose.orientation; }));
  EXPECT_TRUE(broken([](World& w) { w.bodies[1].velocity.x() *= -1.0; }));
  EXPECT_TRUE(broken([](World& w) { w.bodies[1].omega.setZero(); }));
  EXPECT_TRUE(broken([](World& w) { w.bodies[1].mass *= 2.0; }));
  EXPECT_TRUE(broken([](World& w) { w.colliders[1].material.friction_dynamic = 0.1; }));
  EXPECT_TRUE(broken([](World& w) { w.colliders[1].shape = Box{Vec3(0.5, 0.2, 0.5)}; }));
  EXPECT_TRUE(broken([](World& w) { w.gravity.x() = 0.1; }));
  EXPECT_TRUE(broken([](World& w) { addPlane(w, Vec3(0.6, 0.8, 0.0)); }));
  EXPECT_TRUE(broken([](World& w) { w.bodies[1].kind = w.bodies[2].kind = BodyKind::Static; }));
}

TEST(Mirror, ErrorIsTheWayToTheImage) {
  World world = leaning();
  const Mirror mirror = *findMirror(world);
  EXPECT_NEAR(mirrorError(world, mirror), 0.0, 1e-15);
  world.bodies[2].pose.position += Vec3(0.03, 0.04, 0.0);
  EXPECT_NEAR(mirrorError(world, mirror), 0.05, 1e-12);
}

TEST(Mirror, AFrictionlessDiamondFallsAsItsOwnImageUnderPivotingAndGauss) {
  Race race = startRace(collapse(), usualMethods());
  ASSERT_TRUE(race.mirror);
  for (int n = 0; n < 200; ++n) step(race);
  // What pivoting and Gauss leave is rounding that the collapse lets grow, what Gauss-Seidel leaves is its order.
  EXPECT_LT(measure(race, race.simulations[0]).mirror_error, 1e-5);
  EXPECT_LT(measure(race, race.simulations[2]).mirror_error, 1e-5);
  EXPECT_GT(measure(race, race.simulations[1]).mirror_error, 1e-4);
}

double velocityChange(const World& before, const World& after) {
  double worst = 0.0;
  for (std::size_t i = 0; i < before.bodies.size(); ++i) {
    worst = std::max(worst, (after.bodies[i].velocity - before.bodies[i].velocity).norm());
    worst = std::max(worst, (after.bodies[i].omega - before.bodies[i].omega).norm());
  }
  return worst;
}

// A simulation that knows nothing but where everything is and how it moves.
Simulation forgetful(const Simulation& simulation, const Method& method) {
  Simulation fresh = simulation;
  impose(fresh, method);
  fresh.world.cache.clear();
  fresh.world.joint_cache = {};
  fresh.start = fresh.solution = {};
  return fresh;
}

// [m/s], what Gauss-Seidel leaves, from either start, where it reaches its tolerance; g h is 2e-2.
constexpr double kSettled = 1e-7;

// Takes the next method every `period` steps of the whole collapse and compares, from the very same state, the step of
// the method that left, the step of the one that came, and the step of the latter without the former's memory.
void toggleThrough(int period) {
  constexpr double kUnsolved = 1e-3;  // residual of impacts that Gauss-Seidel's sweeps do not settle, from any start
  int unsolved = 0;
  Simulation falling = collapse();
  std::size_t now = 0;
  for (int n = 0; n < 1000; ++n) {
    if (n > 0 && n % period == 0) {
      const Method before = usualMethods()[now], after = usualMethods()[now = (now + 1) % usualMethods().size()];
      const std::uint64_t hash = stateHash(falling.world);
      Simulation stays = falling, fresh = forgetful(falling, after);
      impose(falling, after);
      ASSERT_EQ(stateHash(falling.world), hash);
      step(stays);
      step(fresh);
      step(falling);
      if (falling.report.residual.value > kUnsolved) {
        ++unsolved;
        continue;
      }
      const double own = velocityChange(stays.world, fresh.world);
      const double toggled = velocityChange(stays.world, falling.world);
      EXPECT_LE(toggled, own + kSettled) << "step " << n << ", " << toString(before) << " to " << toString(after);
      continue;
    }
    step(falling);
    ASSERT_FALSE(falling.report.rejected) << n;
  }
  EXPECT_LE(unsolved, 3);
}

TEST(Race, TogglingEverySecondChangesNoVelocityByMoreThanTheMethodsDiffer) {
  toggleThrough(500);
}

TEST(Race, TogglingEveryTenStepsChangesNoVelocityByMoreThanTheMethodsDiffer) {
  toggleThrough(10);
}

}  // namespace
}  // namespace keystone
