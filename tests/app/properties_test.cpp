// What the inspector sets, and that what is saved is what it shows.
#include "session/properties.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>

#include "session/edits.h"
#include "shape/shape_kind.h"

namespace keystone {
namespace {

const Property& named(std::string_view id) {
  for (const auto table : {bodyProperties(), sceneProperties()}) {
    const auto found = std::ranges::find(table, id, &Property::id);
    if (found != table.end()) return *found;
  }
  throw std::out_of_range(std::string(id));
}

// A ground and two boxes of 1 kg that rest on it, apart from each other.
Session twoBoxes() {
  Scene scene = parseScene(R"({"keystone": 1, "step_rate": 100, "solver": {"id": "exact"}, "bodies": [
      {"name": "ground", "shape": {"type": "halfspace"}},
      {"name": "left", "shape": {"type": "box", "size": [1, 1, 1]}, "mass": 1, "position": [0, 0.5, 0]},
      {"name": "right", "shape": {"type": "box", "size": [1, 1, 1]}, "mass": 1, "position": [3, 0.5, 0]}]})",
                           "two_boxes.json", "");
  Session session;
  openScene(session, std::move(scene));
  session.paused = true;
  return session;
}

void set(Session& session, std::string_view id, std::vector<int> of, int number, double to) {
  setProperty(session, {&named(id), std::move(of), number, Vec3::Constant(to)});
}

const Body& left(const Session& session) {
  return session.scene.simulation.world.bodies[1];
}

// [N], of all contacts along their normals, as shown.
double weightShown(const Session& session) {
  const Simulation& simulation = session.scene.simulation;
  double sum = 0.0;
  for (int i = 0; i < simulation.problem.contacts; ++i)
    sum += simulation.solution.lambda[simulation.problem.normalRow(i)];
  return sum / forceTime(simulation);
}

TEST(Properties, MassAndDensityTakeTheInertiaWithThem) {
  Session session = twoBoxes();
  set(session, "mass", {1}, 0, 6.0);
  EXPECT_EQ(left(session).mass, 6.0);
  EXPECT_NEAR(left(session).inertia(0, 0), 1.0, 1e-12);  // m a^2 / 6
  set(session, "density", {1}, 0, 12.0);
  EXPECT_NEAR(left(session).mass, 12.0, 1e-12);
  EXPECT_NEAR(left(session).inertia(2, 2), 2.0, 1e-12);
}

TEST(Properties, ASizeKeepsTheDensityAndTheCentre) {
  Session session = twoBoxes();
  set(session, "size", {1}, 0, 3.0);
  EXPECT_NEAR(left(session).mass, 3.0, 1e-12);
  EXPECT_NEAR(left(session).inertia(0, 0), 3.0 * 2.0 / 12.0, 1e-12);   // m (1 + 1) / 12
  EXPECT_NEAR(left(session).inertia(1, 1), 3.0 * 10.0 / 12.0, 1e-12);  // m (9 + 1) / 12
  EXPECT_EQ(left(session).pose.position, Vec3(0, 0.5, 0));
}

TEST(Properties, AnglesAreReadAsTheyAreSet) {
  Session session = twoBoxes();
  for (const auto& [number, degrees] : {std::pair{0, 20.0}, {1, -35.0}, {2, 70.0}})
    set(session, "angle", {1}, number, degrees);
  const Vec3 angles = commonValue(named("angle"), session.scene.simulation, {1}).first;
  EXPECT_NEAR((angles - Vec3(20, -35, 70)).norm(), 0.0, 1e-10);  // degrees, of rounding
}

TEST(Properties, FrictionInMotionIsNeverAboveThatAtRest) {
  Session session = twoBoxes();
  const auto mu = [&] { return commonValue(named("friction"), session.scene.simulation, {1}).first; };
  set(session, "friction", {1}, 0, 0.8);
  EXPECT_EQ(mu(), Vec3(0.8, 0.8, 0));  // one number stays one
  set(session, "friction", {1}, 1, 0.3);
  EXPECT_EQ(mu(), Vec3(0.8, 0.3, 0));
  set(session, "friction", {1}, 0, 0.2);
  EXPECT_EQ(mu(), Vec3(0.2, 0.2, 0));
  set(session, "friction", {1}, 1, 0.9);
  EXPECT_EQ(mu(), Vec3(0.9, 0.9, 0));
}

TEST(Properties, ValuesThatDifferAreMixedAndSetInAll) {
  Session session = twoBoxes();
  const auto places = [&] { return commonValue(named("position"), session.scene.simulation, {1, 2}); };
  EXPECT_EQ(places().mixed, (std::array{true, false, false}));
  set(session, "position", {1, 2}, 2, 4.0);
  EXPECT_EQ(left(session).pose.position, Vec3(0, 0.5, 4));
  EXPECT_EQ(session.scene.simulation.world.bodies[2].pose.position, Vec3(3, 0.5, 4));
  undo(session);
  EXPECT_EQ(left(session).pose.position, Vec3(0, 0.5, 0));
}

TEST(Properties, UndoAfterTimeHasRunSetsTheValueBackAndNoMore) {
  Session session = twoBoxes();
  const double before = left(session).mass;
  set(session, "mass", {1}, 0, 4.0);
  for (int i = 0; i < 3; ++i) stepOnce(session);
  undo(session);
  EXPECT_EQ(left(session).mass, before);
  EXPECT_EQ(session.scene.simulation.world.step, 3);
  stepOnce(session);
  redo(session);
  EXPECT_EQ(left(session).mass, 4.0);
  EXPECT_EQ(session.scene.simulation.world.step, 4);
}

TEST(Properties, AChangeThatGoesOnIsUndoneWithTheFirst) {
  Session session = twoBoxes();
  for (const double mass : {2.0, 3.0, 4.0})
    setProperty(session, {&named("mass"), {1}, 0, Vec3::Constant(mass), mass > 2.0});
  undo(session);
  EXPECT_EQ(left(session).mass, 1.0);
  EXPECT_EQ(session.undo.undoable(), 0U);
}

TEST(Properties, AfterAnEditTheComingStepIsShownAndNotMade) {
  Session session = twoBoxes();
  for (int i = 0; i < 3; ++i) stepOnce(session);
  EXPECT_NEAR(weightShown(session), 2 * 9.81, 1e-6);  // of the solver
  set(session, "mass", {1}, 0, 3.0);
  EXPECT_FALSE(hasStepped(session));
  const std::uint64_t before = stateHash(session.scene.simulation.world);
  while (session.look != Session::Look::No) advance(session, 0.01);
  EXPECT_TRUE(hasStepped(session));
  EXPECT_NEAR(weightShown(session), 4 * 9.81, 1e-6);
  EXPECT_EQ(stateHash(session.scene.simulation.world), before);
  EXPECT_EQ(session.scene.simulation.world.step, 3);
  const double residual = session.scene.simulation.report.residual.value;
  stepOnce(session);
  EXPECT_EQ(session.scene.simulation.report.residual.value, residual);  // the same step
}

TEST(Properties, ABodyThatIsSetWakes) {
  Session session = twoBoxes();
  session.scene.simulation.params.sleeping = true;
  for (int i = 0; i < 60; ++i) stepOnce(session);
  ASSERT_EQ(session.scene.simulation.report.sleeping, 2);
  set(session, "velocity", {1}, 1, 2.0);
  stepOnce(session);
  EXPECT_EQ(session.scene.simulation.report.sleeping, 1);
  EXPECT_GT(left(session).pose.position.y(), 0.5);
}

TEST(Properties, WhatIsSetOfTheSceneIsUndone) {
  Session session = twoBoxes();
  set(session, "gravity", {0}, 1, -1.0);
  set(session, "step_rate", {0}, 0, 200.0);
  set(session, "restitution_threshold", {0}, 0, 0.0);
  const Simulation& simulation = session.scene.simulation;
  EXPECT_EQ(simulation.world.gravity, Vec3(0, -1, 0));
  EXPECT_EQ(simulation.world.h, 1.0 / 200.0);
  EXPECT_EQ(simulation.params.restitution_threshold, 0.0);
  for (int i = 0; i < 3; ++i) undo(session);
  EXPECT_EQ(simulation.world.gravity, Vec3(0, -9.81, 0));
  EXPECT_EQ(simulation.world.h, 1.0 / 100.0);
  EXPECT_EQ(simulation.params.restitution_threshold, 0.5);
}

// Every property of every kind of shape, and of what is fixed, reloads from the file that is saved.
TEST(Properties, WhatIsSetIsWhatIsSaved) {
  Session session = twoBoxes();
  for (const ShapeKind* kind : shapeKinds())
    if (!kind->sizes.empty()) {
      Vec3 sizes = Vec3::Zero();
      int count = 0;
      for (const ShapeSize& size : kind->sizes) count += size.numbers;
      sizes.head(count).setConstant(0.4);
      const Shape shape = makeShape(kind->id, sizes);
      addBody(session.scene.simulation.world, bodyOf(shape, 1000.0, Pose()), Collider{shape, Material()});
    }
  std::vector<int> all(session.scene.simulation.world.bodies.size());
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<int>(i);
  for (const Property& property : bodyProperties())
    if (property.type != Property::Type::Flag) set(session, property.id, all, -1, 0.75);
  set(session, "fixed", {2}, 0, 1.0);
  set(session, "step_rate", {0}, 0, 77.0);
  const Simulation reloaded = parseScene(sceneText(session.scene), "saved.json", "").simulation;
  const Simulation& shown = session.scene.simulation;
  for (const int body : all)
    for (const Property& property : bodyProperties()) {
      ASSERT_EQ(property.count(reloaded, body), property.count(shown, body)) << property.id << body;
      if (property.count(shown, body) == 0) continue;
      EXPECT_EQ(property.get(reloaded, body), property.get(shown, body)) << property.id << " of body " << body;
    }
  EXPECT_EQ(reloaded.world.h, shown.world.h);
  EXPECT_EQ(stateHash(reloaded.world), stateHash(shown.world));
}

}  // namespace
}  // namespace keystone
