// What the keys of a scene file mean.
#include <cmath>

#include "scene/scene_fixture.h"
#include "shape/compound.h"
#include "shape/shape_kind.h"

namespace keystone {
namespace {

TEST_F(SceneFolder, DefaultsAreThoseOfTheFormat) {
  const Scene scene = load(R"({"keystone": 1, "bodies": [{"shape": {"type": "box", "size": [1, 2, 3]}}]})");
  const World& world = scene.simulation.world;
  EXPECT_EQ(scene.id, "scene");
  EXPECT_EQ(world.gravity, Vec3(0.0, -9.81, 0.0));
  EXPECT_EQ(world.h, 1.0 / 60.0);
  EXPECT_EQ(scene.simulation.solver->id, "exact");
  EXPECT_EQ(scene.drag_cap, 50.0);
  ASSERT_EQ(world.bodies.size(), 1u);
  EXPECT_EQ(world.bodies[0].name, "box_1");
  EXPECT_TRUE(world.bodies[0].isDynamic());
  EXPECT_DOUBLE_EQ(world.bodies[0].mass, 6000.0);  // 1000 kg/m^3
  EXPECT_EQ(world.colliders[0].material.friction_static, 0.5);
  EXPECT_EQ(std::get<Box>(world.colliders[0].shape).half, Vec3(0.5, 1.0, 1.5));
  EXPECT_EQ(world.colliders[0].layer, 1u);
}

TEST_F(SceneFolder, MassAndMotionAreAsGiven) {
  const Scene scene = load(R"({"keystone": 1, "bodies": [{"name": "b", "shape": {"type": "box", "size": [2, 2, 2]},
      "mass": 3, "position": [1, 2, 3], "axis": [0, 1, 0], "angle": 1.5, "velocity": [4, 5, 6], "omega": [7, 8, 9],
      "layer": 2, "collides_with": [0, 2], "colour": "#ff8000",
      "material": {"mu_static": 0.6, "mu_dynamic": 0.4, "restitution": 0.25}}]})");
  const Body& body = named(scene, "b");
  EXPECT_EQ(body.mass, 3.0);
  EXPECT_NEAR(body.inertia(0, 0), 2.0, 1e-14);  // m (2^2 + 2^2) / 12, rounding
  EXPECT_EQ(body.pose.position, Vec3(1, 2, 3));
  EXPECT_NEAR(body.pose.orientation.y(), std::sin(0.75), 1e-15);  // rounding
  EXPECT_EQ(body.velocity, Vec3(4, 5, 6));
  EXPECT_EQ(body.omega, Vec3(7, 8, 9));
  const Collider& collider = scene.simulation.world.colliders[0];
  EXPECT_EQ(collider.layer, 4u);
  EXPECT_EQ(collider.mask, 5u);
  EXPECT_EQ(collider.material.friction_static, 0.6);
  EXPECT_EQ(collider.material.friction_dynamic, 0.4);
  EXPECT_EQ(collider.material.restitution, 0.25);
  EXPECT_EQ(scene.simulation.world.colours[0], Vec3(1.0, 128.0 / 255.0, 0.0));
}

TEST_F(SceneFolder, PartsOfACompoundHaveSurfacesOfTheirOwn) {
  const Scene scene = load(R"({"keystone": 1, "bodies": [{"name": "b", "layer": [0, 1], "collides_with": [0, 1],
      "shape": {"type": "compound", "parts": [{"shape": {"type": "sphere", "radius": 1}},
                                              {"shape": {"type": "sphere", "radius": 1}, "position": [2, 0, 0]}]},
      "surfaces": [{"material": {"mu": 0.9, "combine": "larger", "priority": 2, "condim": 3}},
                   {"layer": 1, "collides_with": [1]}]},
      {"name": "c", "shape": {"type": "sphere", "radius": 1}}], "no_contact": [["c", "b"]]})");
  const Collider& collider = scene.simulation.world.colliders[0];
  ASSERT_EQ(collider.parts.size(), 2u);
  EXPECT_EQ(collider.parts[0].material.friction_static, 0.9);
  EXPECT_EQ(collider.parts[0].material.rule, FrictionRule::Larger);
  EXPECT_EQ(collider.parts[0].material.priority, 2);
  EXPECT_EQ(collider.parts[0].material.condim, 3);
  EXPECT_EQ(collider.parts[1].layer, 2u);
  EXPECT_EQ(collider.parts[1].mask, 2u);
  EXPECT_EQ(scene.simulation.world.no_contact.front(), std::pair(0, 1));
}

TEST_F(SceneFolder, APositionPlacesTheShapesOriginAndACentreItsCentreOfMass) {
  const Scene scene = load(R"({"keystone": 1, "planar": true, "bodies": [
      {"name": "p", "shape": {"type": "hull", "points": [[0, 0], [3, 0], [0, 3]]}, "position": [10, 0]},
      {"name": "c", "shape": {"type": "hull", "points": [[0, 0], [3, 0], [0, 3]]}, "centre": [10, 0]}]})");
  EXPECT_TRUE(named(scene, "p").pose.position.isApprox(Vec3(11, 1, 0), 1e-14));  // rounding of the centroid
  EXPECT_EQ(named(scene, "c").pose.position, Vec3(10, 0, 0));
  EXPECT_NEAR(named(scene, "p").mass, 4500.0, 1e-9);  // area 4.5, depth 1
}

TEST_F(SceneFolder, ParametersOfSolverAndStepperArriveUnderOldNamesToo) {
  const Scene scene = load(R"({"keystone": 1, "solver": {"id": "pgs", "knobs": {"iterations": 7, "friction": "box"}},
      "stepper": {"id": "velocity", "impacts": "sequential", "restitution_law": "stronge", "impact_time": "exact", "margin": 0.5, "recovery_speed": 2}, "step_rate": 120, "drag": {"cap": 9},
      "camera": {"target": [1, 2, 3], "distance": 4}})");
  EXPECT_EQ(scene.simulation.solver->id, "pgs");
  EXPECT_EQ(scene.simulation.parameters.at("iterations"), 7.0);
  EXPECT_EQ(scene.simulation.parameters.at("friction"), 1.0);
  EXPECT_EQ(scene.simulation.params.impacts, ImpactLaw::Sequential);
  EXPECT_EQ(scene.simulation.params.restitution_law, RestitutionLaw::Stronge);
  EXPECT_EQ(scene.simulation.params.impact_time, ImpactTime::Exact);
  EXPECT_EQ(scene.simulation.params.collide.margin, 0.5);
  EXPECT_EQ(scene.simulation.params.recovery_speed, 2.0);
  EXPECT_EQ(scene.simulation.world.h, 1.0 / 120.0);
  EXPECT_EQ(scene.drag_cap, 9.0);
  EXPECT_TRUE(scene.camera.given);
  EXPECT_EQ(scene.camera.target, Vec3(1, 2, 3));
}

// Their keys are read, have no effect, and are not saved.
TEST_F(SceneFolder, FilesOfEarlierVersionsStayReadable) {
  const Scene scene = load(R"({"keystone": 1, "stepper": {"id": "velocity", "shift_tolerance": 1e-4},
      "solver": {"id": "pivoting", "knobs": {"blocks": 2, "turns": 40, "restarts": 3}}})");
  EXPECT_EQ(scene.simulation.parameters, (ParameterValues{{"turns", 40.0}}));
  EXPECT_EQ(scene.simulation.params, StepParams());
}

TEST_F(SceneFolder, SleepingIsOffUnlessTheFileSaysSoAndIsSaved) {
  EXPECT_FALSE(load(R"({"keystone": 1, "stepper": "position"})").simulation.params.sleeping);
  const Scene scene = load(R"({"keystone": 1, "stepper": {"id": "position", "sleeping": true}})");
  EXPECT_TRUE(scene.simulation.params.sleeping);
  saveScene(scene, path("saved.json"));
  EXPECT_TRUE(loadScene(path("saved.json"), assetDir()).simulation.params.sleeping);
}

TEST_F(SceneFolder, TheIntegratorArrivesAndSurvivesSaving) {
  EXPECT_EQ(load(R"({"keystone": 1})").simulation.params.integrator, Integrator::Automatic);
  for (const IntegratorInfo& info : integrators()) {
    const std::string stepper =
        R"({"id": "velocity", "integrator_tolerance": 1e-6, "integrator": ")" + std::string(info.id);
    const Scene scene = load(R"({"keystone": 1, "stepper": )" + stepper + "\"}}");
    EXPECT_EQ(scene.simulation.params.integrator, info.value);
    saveScene(scene, path("saved.json"));
    EXPECT_EQ(loadScene(path("saved.json"), assetDir()).simulation.params, scene.simulation.params);
    EXPECT_EQ(scene.simulation.params.integrator_tolerance, 1e-6);
  }
}

TEST_F(SceneFolder, CoordinatesArriveAndSurviveSaving) {
  EXPECT_EQ(load(R"({"keystone": 1})").simulation.params.coordinates, Coordinates::Maximal);
  const Scene scene = load(R"({"keystone": 1, "stepper": {"id": "velocity", "coordinates": "reduced"}})");
  EXPECT_EQ(scene.simulation.params.coordinates, Coordinates::Reduced);
  saveScene(scene, path("saved.json"));
  EXPECT_EQ(loadScene(path("saved.json"), assetDir()).simulation.params, scene.simulation.params);
}

TEST_F(SceneFolder, AChallengeArrivesAndSurvivesSaving) {
  const std::string text = R"({"keystone": 1, "planar": true, "materials": {"ice": {"mu": 0}},
      "bodies": [{"name": "table", "kind": "static", "shape": {"type": "box", "size": [2, 1]}}],
      "challenge": {"table": "table", "bricks": 5, "size": [1, 0.3], "density": 700, "material": "ice"}})";
  Scene scene = load(text);
  for (const bool saved : {false, true}) {
    if (saved) {
      saveScene(scene, path("saved.json"));
      scene = loadScene(path("saved.json"), assetDir());
    }
    ASSERT_TRUE(scene.challenge);
    EXPECT_EQ(scene.challenge->table, "table");
    EXPECT_EQ(scene.challenge->bricks, 5);
    EXPECT_EQ(scene.challenge->half, Vec3(0.5, 0.15, 0.5));
    EXPECT_EQ(scene.challenge->density, 700.0);
    EXPECT_EQ(scene.challenge->material.friction_dynamic, 0.0);
  }
  removeBody(scene.simulation.world, 0);
  saveScene(scene, path("saved.json"));
  EXPECT_FALSE(loadScene(path("saved.json"), assetDir()).challenge);
}

TEST_F(SceneFolder, LabelsArriveAndSurviveSavingAndChangeNoHash) {
  const std::string bodies = R"("bodies": [{"name": "a", "shape": {"type": "sphere", "radius": 1}}])";
  write("part.json", R"({"keystone": 1, "labels": [{"text": "of b", "body": "b"}],
      "bodies": [{"name": "b", "position": [5, 0, 0], "shape": {"type": "sphere", "radius": 1}}]})");
  const std::string rest = R"({"keystone": 1, "include": "part.json", )" + bodies;
  Scene scene = load(rest + R"(, "labels": [{"text": "e = 0.5", "body": "a"}, {"text": "here", "at": [1, 2, 3]}]})");
  EXPECT_EQ(stateHash(scene.simulation.world), stateHash(load(rest + "}").simulation.world));
  for (const bool saved : {false, true}) {
    if (saved) {
      saveScene(scene, path("saved.json"));
      scene = loadScene(path("saved.json"), assetDir());
    }
    ASSERT_EQ(scene.labels.size(), 3U);
    EXPECT_EQ(scene.labels[0].body, "a");
    EXPECT_EQ(scene.labels[0].text, "e = 0.5");
    EXPECT_EQ(scene.labels[1].body, "");
    EXPECT_EQ(scene.labels[1].at, Vec3(1, 2, 3));
    EXPECT_EQ(scene.labels[2].body, "b");
  }
  removeBody(scene.simulation.world, 0);
  saveScene(scene, path("saved.json"));
  EXPECT_EQ(loadScene(path("saved.json"), assetDir()).labels.size(), 2U);
}

TEST_F(SceneFolder, AnIncludedFilesChallengeDoesNotApply) {
  write("task.json", R"({"keystone": 1, "planar": true,
      "bodies": [{"name": "table", "kind": "static", "shape": {"type": "box", "size": [2, 1]}}],
      "challenge": {"table": "table", "bricks": 5, "size": [1, 0.3]}})");
  EXPECT_FALSE(load(R"({"keystone": 1, "planar": true, "include": "task.json"})").challenge);
}

TEST_F(SceneFolder, AnIncludedFileLendsItsBodiesAndKeepsItsMaterials) {
  write("floor.json", R"({"keystone": 1, "gravity": [0, 5, 0], "materials": {"m": {"mu": 0.1}},
      "bodies": [{"name": "floor", "shape": {"type": "halfspace"}, "material": "m"}]})");
  const Scene scene = load(R"({"keystone": 1, "include": "floor.json", "materials": {"m": {"mu": 0.9}},
      "bodies": [{"name": "ball", "shape": {"type": "sphere", "radius": 1}, "material": "m"}]})");
  ASSERT_EQ(scene.simulation.world.bodies.size(), 2u);
  EXPECT_EQ(scene.simulation.world.bodies[0].name, "floor");
  EXPECT_EQ(scene.simulation.world.colliders[0].material.friction_static, 0.1);
  EXPECT_EQ(scene.simulation.world.colliders[1].material.friction_static, 0.9);
  EXPECT_EQ(scene.simulation.world.gravity, Vec3(0.0, -9.81, 0.0));
}

TEST_F(SceneFolder, TheSameFileCanBeIncludedTwiceWhenNamesDoNotClash) {
  write("ball.json", R"({"keystone": 1, "bodies": [{"shape": {"type": "sphere", "radius": 1}}]})");
  const Scene scene = load(R"({"keystone": 1, "include": ["ball.json", "ball.json"]})");
  ASSERT_EQ(scene.simulation.world.bodies.size(), 2u);
  EXPECT_EQ(scene.simulation.world.bodies[1].name, "sphere_2");
}

TEST_F(SceneFolder, JointsHoldWhatTheFileSays) {
  const Scene scene = load(R"({"keystone": 1, "planar": true,
      "generators": [{"type": "chain", "name": "link", "links": 3, "size": [1, 0.2], "position": [0, 5], "friction": 2,
                      "hold": "both"}],
      "bodies": [{"name": "b", "shape": {"type": "box", "size": [1, 1]}, "position": [3, 1], "angle": 0.5}],
      "joints": [{"type": "hinge", "a": "link_3", "b": "b", "anchor": [3, 5], "limits": [-1, 2], "friction": 3,
                  "motor": {"speed": 4, "max": 5}, "collide": true},
                 {"name": "rope", "type": "distance", "b": "b", "anchors": [[3, 9], [3, 1]], "limits": [0, 10]}]})");
  const World& world = scene.simulation.world;
  ASSERT_EQ(world.joints.size(), 6u);  // four of the chain, which comes first
  EXPECT_EQ(world.joints[3].b, -1);
  EXPECT_EQ(world.joints[3].friction, 2.0);
  const Joint& hinge = world.joints[4];
  EXPECT_EQ(world.bodies[hinge.a].name, "link_3");
  EXPECT_TRUE(anchorsOf(hinge, world.bodies)[0].isApprox(Vec3(3, 5, 0), 1e-15));
  EXPECT_TRUE(anchorsOf(hinge, world.bodies)[1].isApprox(Vec3(3, 5, 0), 1e-15));
  EXPECT_NEAR(coordinateOf(hinge, world.bodies), 0.0, 1e-15);
  EXPECT_EQ(hinge.low, -1.0);
  EXPECT_EQ(hinge.high, 2.0);
  EXPECT_EQ(hinge.motor_speed, 4.0);
  EXPECT_EQ(hinge.motor_max, 5.0);
  EXPECT_TRUE(hinge.collide);
  EXPECT_EQ(world.joints[5].name, "rope");
  EXPECT_NEAR(coordinateOf(world.joints[5], world.bodies), 8.0, 1e-14);
}

TEST_F(SceneFolder, JointsAreSavedBitByBit) {
  for (const char* id : {"ratchet_pawl", "cam_follower", "gear_hoist"}) {
    const Scene scene = loadById(id);
    saveScene(scene, path("saved.json"));
    const std::vector<Joint> before = scene.simulation.world.joints;
    const std::vector<Joint> after = loadScene(path("saved.json"), assetDir()).simulation.world.joints;
    ASSERT_EQ(after.size(), before.size());
    for (std::size_t i = 0; i < before.size(); ++i) {
      EXPECT_EQ(after[i].kind, before[i].kind);
      EXPECT_EQ(after[i].a, before[i].a);
      EXPECT_EQ(after[i].b, before[i].b);
      EXPECT_EQ(after[i].anchor_a, before[i].anchor_a);
      EXPECT_EQ(after[i].anchor_b, before[i].anchor_b);
      EXPECT_EQ(after[i].frame_a.coeffs(), before[i].frame_a.coeffs());
      EXPECT_EQ(after[i].frame_b.coeffs(), before[i].frame_b.coeffs());
      EXPECT_EQ(after[i].motor_speed, before[i].motor_speed);
      EXPECT_EQ(after[i].friction, before[i].friction);
      EXPECT_EQ(after[i].pair, before[i].pair);
    }
  }
}

TEST_F(SceneFolder, GearsHoldTheAxisAndTeethThatTheFileSays) {
  const Scene scene = load(R"({"keystone": 1, "bodies": [
      {"name": "a", "shape": {"type": "cylinder", "radius": 1, "length": 0.2}},
      {"name": "b", "shape": {"type": "cylinder", "radius": 2, "length": 0.2}, "position": [3, 0, 0]}],
      "joints": [{"type": "gear", "a": "a", "b": "b", "axis": [0, 1, 0], "teeth": [20, -40]}]})");
  const World& world = scene.simulation.world;
  ASSERT_EQ(world.joints.size(), 1u);
  EXPECT_EQ(world.joints[0].pair, (std::array<int, 2>{20, -40}));
  EXPECT_TRUE(axisOf(world.joints[0], world.bodies).isApprox(Vec3::UnitY(), 1e-15));
  EXPECT_EQ(anchorsOf(world.joints[0], world.bodies)[1], Vec3(3, 0, 0));
}

TEST_F(SceneFolder, ShapesOfAFewLengthsAreSavedBitByBit) {
  const Scene scene = load(R"({"keystone": 1, "bodies": [
      {"shape": {"type": "box", "size": [0.1, 0.2, 0.3]}}, {"shape": {"type": "sphere", "radius": 0.1}},
      {"shape": {"type": "capsule", "radius": 0.1, "length": 0.7}},
      {"shape": {"type": "cylinder", "radius": 0.1, "length": 0.7}},
      {"shape": {"type": "ellipsoid", "radii": [0.1, 0.2, 0.3]}},
      {"shape": {"type": "cone", "radius": 0.1, "height": 0.7}}]})");
  EXPECT_EQ(scene.simulation.world.bodies[3].name, "cylinder_1");
  saveScene(scene, path("saved.json"));
  const World &before = scene.simulation.world, after = loadScene(path("saved.json"), assetDir()).simulation.world;
  ASSERT_EQ(after.bodies.size(), 6u);
  for (std::size_t i = 0; i < 6; ++i) {
    const Shape &mine = before.colliders[i].shape, &its = after.colliders[i].shape;
    EXPECT_EQ(&kindOf(mine), &kindOf(its));
    EXPECT_EQ(kindOf(mine).sizesOf(mine), kindOf(its).sizesOf(its));
  }
  EXPECT_EQ(stateHash(after), stateHash(before));
}

TEST_F(SceneFolder, CompoundsAreSavedBitByBit) {
  const Scene scene = load(R"({"keystone": 1, "bodies": [{"name": "hammer", "position": [1, 2, 3], "density": 700,
      "shape": {"type": "compound", "parts": [
        {"shape": {"type": "cylinder", "radius": 0.02, "length": 0.3}},
        {"shape": {"type": "hull", "points": [[0, 0, 0], [0.1, 0, 0], [0, 0.1, 0], [0, 0, 0.1]]},
         "position": [0, 0.2, 0], "angle": 0.5, "axis": [0.6, 0, 0.8], "relative_density": 10},
        {"shape": {"type": "mesh", "file": "octahedron.obj", "scale": 0.1, "margin": 0.01}}]}}]})");
  saveScene(scene, path("saved.json"));
  const World &before = scene.simulation.world, after = loadScene(path("saved.json"), assetDir()).simulation.world;
  EXPECT_EQ(stateHash(after), stateHash(before));
  const Shape &mine = before.colliders[0].shape, &its = after.colliders[0].shape;
  ASSERT_EQ(partCount(its), 3);
  for (int i = 0; i < 3; ++i) {
    const PartView a = partOf(mine, i), b = partOf(its, i);
    EXPECT_EQ(a.pose.position, b.pose.position) << i;
    EXPECT_EQ(a.pose.orientation.coeffs(), b.pose.orientation.coeffs()) << i;
    EXPECT_EQ(describe(a.shape), describe(b.shape)) << i;
  }
  const MassProperties mass = massProperties(mine, 700.0);
  EXPECT_NEAR(before.bodies[0].mass, mass.mass, 1e-12 * mass.mass);
  EXPECT_LT(mass.center.norm(), 1e-15);
}

TEST_F(SceneFolder, MarginsAreSavedBitByBitAndAddToTheMass) {
  const char* const space = R"({"keystone": 1, "bodies": [
      {"shape": {"type": "box", "size": [0.1, 0.2, 0.3], "margin": 0.05}},
      {"shape": {"type": "hull", "points": [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], "margin": 0.1}},
      {"shape": {"type": "mesh", "file": "octahedron.obj", "margin": 0.2}},
      {"shape": {"type": "mesh", "file": "octahedron.obj"}}]})";
  const char* const plane = R"({"keystone": 1, "planar": true, "bodies": [
      {"shape": {"type": "box", "size": [0.1, 0.2], "margin": 0.05}},
      {"shape": {"type": "hull", "points": [[0, 0], [1, 0], [0, 1]], "margin": 0.1}}]})";
  for (const char* text : {space, plane}) {
    const Scene scene = load(text);
    saveScene(scene, path("saved.json"));
    const World &before = scene.simulation.world, after = loadScene(path("saved.json"), assetDir()).simulation.world;
    EXPECT_EQ(marginOf(before.colliders[0].shape), 0.05);
    EXPECT_EQ(marginOf(before.colliders[1].shape), 0.1);
    for (std::size_t i = 0; i < before.bodies.size(); ++i)
      EXPECT_EQ(marginOf(after.colliders[i].shape), marginOf(before.colliders[i].shape));
    EXPECT_EQ(stateHash(after), stateHash(before));
    if (before.planar) continue;
    EXPECT_GT(before.bodies[2].mass, before.bodies[3].mass);
  }
}

TEST_F(SceneFolder, AWallHasStraightEndsAndExactJoints) {
  const Scene scene = load(R"({"keystone": 1, "planar": true, "generators":
      [{"type": "wall", "columns": 3, "rows": 2, "size": [1, 0.5], "mass": 2}]})");
  const World& world = scene.simulation.world;
  ASSERT_EQ(world.bodies.size(), 7u);
  for (std::size_t i = 1; i < 3; ++i) {
    EXPECT_EQ(world.bodies[i].pose.position.x() - world.bodies[i - 1].pose.position.x(), 1.0);
  }
  EXPECT_EQ(world.bodies[3].pose.position, Vec3(-1.25, 0.75, 0.0));
  EXPECT_EQ(world.bodies[3].mass, 1.0);  // half a brick
  EXPECT_EQ(std::get<Box>(world.colliders[3].shape).half.x(), 0.25);
  EXPECT_EQ(world.bodies[6].pose.position, Vec3(1.25, 0.75, 0.0));
}

TEST_F(SceneFolder, AHarmonicStackOverhangsByTheHarmonicSeries) {
  const Scene scene = load(R"({"keystone": 1, "planar": true, "generators":
      [{"type": "stack", "count": 4, "size": [1, 0.5], "harmonic": 1}]})");
  const auto& bodies = scene.simulation.world.bodies;
  for (int k = 1; k < 4; ++k) {  // from the top
    const std::size_t upper = 4 - static_cast<std::size_t>(k);
    EXPECT_NEAR(bodies[upper].pose.position.x() - bodies[upper - 1].pose.position.x(), 0.5 / k, 1e-15);  // rounding
  }
}

TEST_F(SceneFolder, TheStonesOfAnArchShareTheirJoints) {
  const Scene scene = load(R"({"keystone": 1, "planar": true, "generators":
      [{"type": "arch", "stones": 7, "inner_radius": 3, "thickness": 1}]})");
  ASSERT_EQ(scene.simulation.world.bodies.size(), 7u);
  for (std::size_t i = 0; i + 1 < 7; ++i) {
    const double angle = M_PI * static_cast<double>(i + 1) / 7.0;
    const Vec3 across(-std::sin(angle), std::cos(angle), 0.0);
    EXPECT_NEAR(reach(scene, i, across), 0.0, 4e-15);       // rounding of coordinates of 4 m
    EXPECT_NEAR(reach(scene, i + 1, -across), 0.0, 4e-15);  // the other side of the same joint
  }
  EXPECT_NEAR(reach(scene, 0, -Vec3::UnitY()), 0.0, 1e-15);
  EXPECT_NEAR(reach(scene, 6, -Vec3::UnitY()), 0.0, 1e-15);
}

TEST_F(SceneFolder, TheCardsOfAHouseTouchExactly) {
  const Scene scene = load(R"({"keystone": 1, "planar": true, "generators":
      [{"type": "card_house", "storeys": 2, "length": 1, "thickness": 0.02, "lean": 0.4363323129985824}]})");
  ASSERT_EQ(scene.simulation.world.bodies.size(), 7u);
  const Vec3 x = Vec3::UnitX(), y = Vec3::UnitY();
  EXPECT_NEAR(reach(scene, 0, -y), 0.0, 1e-15);  // feet on the floor
  EXPECT_NEAR(reach(scene, 0, x), -0.5, 1e-15);  // the tops meet half-way
  EXPECT_NEAR(reach(scene, 1, -x), 0.5, 1e-15);
  EXPECT_NEAR(reach(scene, 4, -y), -reach(scene, 0, y), 1e-15);  // the card across lies on the tops
  EXPECT_NEAR(reach(scene, 5, -y), -reach(scene, 4, y), 1e-15);  // the next storey stands on it
}

TEST_F(SceneFolder, BoxesStandAtTheirPlacesAndAreRepeatedShifted) {
  const Scene scene = load(R"({"keystone": 1, "generators": [{"type": "boxes", "position": [1, 0, 0],
      "size": [0.2, 0.4, 0.6], "mass": 10, "at": [[0, 0.2, 0], [3, 0.2, -1]], "repeat": 2, "shift": [0, 0.4, 0]}]})");
  const auto& bodies = scene.simulation.world.bodies;
  ASSERT_EQ(bodies.size(), 4u);
  EXPECT_EQ(bodies[1].pose.position, Vec3(4.0, 0.2, -1.0));
  EXPECT_EQ(bodies[2].pose.position, Vec3(1.0, 0.2 + 0.4, 0.0));
  EXPECT_EQ(bodies[3].mass, 10.0);
  EXPECT_EQ(std::get<Box>(scene.simulation.world.colliders[3].shape).half, Vec3(0.1, 0.2, 0.3));
}

TEST_F(SceneFolder, OnlyTheEndsOfAnArchAreFixedAndOnlyIfAskedFor) {
  for (const bool fixed : {false, true}) {
    const Scene scene = load(std::string(R"({"keystone": 1, "generators": [{"type": "arch", "stones": 7,
        "inner_radius": 3, "thickness": 1, "fixed_ends": )") +
                             (fixed ? "true}]}" : "false}]}"));
    for (std::size_t i = 0; i < 7; ++i)
      EXPECT_EQ(scene.simulation.world.bodies[i].isDynamic(), !fixed || (i > 0 && i < 6)) << i;
  }
}

TEST_F(SceneFolder, MeshesBesideTheFileComeFirstAndAreReadOnce) {
  write("octahedron.obj",
        "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n");  // a tetrahedron, in truth
  const Scene scene = load(R"({"keystone": 1, "bodies": [
      {"shape": {"type": "mesh", "file": "octahedron.obj", "scale": 2}},
      {"shape": {"type": "mesh", "file": "octahedron.obj", "scale": 2}, "position": [9, 0, 0]}]})");
  const auto hull = [&scene](std::size_t i) { return std::get<Hull>(scene.simulation.world.colliders[i].shape).data; };
  EXPECT_EQ(hull(0)->vertices.size(), 4u);
  EXPECT_EQ(hull(0), hull(1));
  EXPECT_TRUE(scene.simulation.world.bodies[0].pose.position.isApprox(Vec3(0.5, 0.5, 0.5), 1e-14));  // rounding
  saveScene(scene, path("saved.json"));
  EXPECT_EQ(stateHash(loadScene(path("saved.json"), assetDir()).simulation.world), stateHash(scene.simulation.world));
}

TEST_F(SceneFolder, CopiesOfABodyAreSavedUnderNamesOfTheirOwn) {
  Scene scene = load(R"({"keystone": 1, "bodies": [{"name": "a", "shape": {"type": "sphere", "radius": 1}}]})");
  World& world = scene.simulation.world;
  addBody(world, world.bodies[0], world.colliders[0]);
  saveScene(scene, path("saved.json"));
  EXPECT_EQ(loadScene(path("saved.json"), assetDir()).simulation.world.bodies[1].name, "a~2");
}

TEST_F(SceneFolder, FindsScenesByNameAndByPath) {
  EXPECT_EQ(findScene("arch", assetDir()), assetDir() + "/scenes/arch.json");
  const std::string file = write("mine.json", R"({"keystone": 1})");
  EXPECT_EQ(findScene(file, assetDir()), file);
}

}  // namespace
}  // namespace keystone
