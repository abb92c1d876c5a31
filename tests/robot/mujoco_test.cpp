// Imported robots against MuJoCo, which reads the same files: mass matrix, bias forces, free motion.
//
// Coordinates differ for free bodies alone: MuJoCo has the velocity of the body frame's origin and the angular velocity
// in the body's axes, we the velocity of the centre of mass and the angular velocity in the world's axes; and +z is up
// there. T takes our generalized velocities to MuJoCo's.
#include "robot/mujoco_pair.h"
#include "support/settled.h"

namespace keystone {
namespace {

class Mujoco : public ::testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Robots, Mujoco,
                         ::testing::Values("pendulum.xml", "arm.xml", "gripper.xml", "biped.xml", "quadruped.xml",
                                           "four_bar.xml", "many_joints.xml", "global.xml", "fitted.xml", "ant.xml",
                                           "humanoid.xml", "geared.xml", "arm.urdf"),
                         [](const auto& instance) {
                           std::string name = instance.param;
                           std::replace(name.begin(), name.end(), '.', '_');
                           return name;
                         });

TEST_P(Mujoco, HasTheSameMassMatrixAndBiasForces) {
  Pair pair(robotPath(GetParam()));
  ASSERT_EQ(pair.placed.forest.dofs, pair.dofs());
  const World start = pair.world;
  RandomTrees random(3);
  for (int trial = 0; trial < 20; ++trial) {
    pair.world = displaced(start, pair.placed.forest, random.vector(pair.dofs()));
    replaceForest(pair.world.bodies, pair.world.joints, pair.placed);
    const VecX qdot = 3.0 * random.vector(pair.dofs());
    pair.copyState(qdot);
    VecX bend, v = VecX::Zero(6 * static_cast<Eigen::Index>(pair.world.bodies.size()));
    const MatX T = pair.transfer(qdot, bend), M = massMatrix(pair.placed);
    const MatX expected = T.transpose() * pair.mass() * T;
    EXPECT_LE((M - expected).norm(), pair.accuracy() * expected.norm());
    spreadVelocities(pair.placed, qdot, v);
    const VecX bias =
        inverseDynamics(pair.placed, pair.world.joints, v, VecX::Zero(pair.dofs()), weightsIn(pair.world));
    const VecX expected_bias = T.transpose() * (pair.bias() + pair.mass() * bend);
    EXPECT_LE((bias - expected_bias).norm(), pair.accuracy() * (1.0 + expected_bias.norm()));
  }
}

TEST_P(Mujoco, HasTheSameFreeMotion) {
  Pair pair(robotPath(GetParam()));
  RandomTrees random(5);
  expectSameFreeMotion(pair, random, 2.0);
}

// Accelerations under weights, springs and velocities, relative to the largest.
void expectSameAccelerations(Pair& pair, const VecX& qdot) {
  VecX bend, v = VecX::Zero(6 * static_cast<Eigen::Index>(pair.world.bodies.size()));
  spreadVelocities(pair.placed, qdot, v);
  pair.copyState(qdot);
  const VecX springs = springForces(pair.placed.forest, pair.world, qdot);
  const VecX qddot = forwardDynamics(pair.placed, pair.world.joints, v, weightsIn(pair.world), springs);
  const VecX ours = pair.transfer(qdot, bend) * qddot + bend;
  const VecX theirs = pair.accelerations();
  EXPECT_LE((ours - theirs).lpNorm<Eigen::Infinity>(), 1e-7 * theirs.lpNorm<Eigen::Infinity>());
}

// Rods of 0.2 m on hinges across each other, as many as tinyxml2, which MuJoCo reads by, lets stand in each other.
TEST(MujocoChain, NinetyLinksFallAlike) {
  World world;
  for (int i = 0; i < 90; ++i) {
    Body rod;
    rod.name = "rod" + std::to_string(i);
    rod.mass = 0.5;
    rod.inertia = Vec3(1e-3, 0.02, 0.02).asDiagonal();
    rod.pose.position = {0.2 * i + 0.1, 0.0, 0.0};
    addBody(world, rod, {Box{{0.09, 0.01, 0.01}}, {}});
    Joint joint;
    joint.name = "hinge" + std::to_string(i);
    joint.kind = JointKind::Hinge;
    joint.a = i - 1;
    joint.b = i;
    const Vec3 at(0.2 * i, 0.0, 0.0);
    attach(joint, world.bodies, at, at, i % 2 == 0 ? Vec3::UnitZ() : Vec3::UnitY());
    world.joints.push_back(joint);
  }
  const auto pair = convertedPair(world);
  ASSERT_EQ(pair->dofs(), 90);
  RandomTrees random(11);
  expectSameAccelerations(*pair, random.vector(90));
}

// The scene's ragdoll, whose cones (distances) are left out in both.
TEST(MujocoRagdoll, FallsAlike) {
  const Scene scene = loadById("ragdoll");
  const auto pair = convertedPair(scene.simulation.world);
  EXPECT_GT(pair->dofs(), 20);
  ASSERT_EQ(pair->placed.forest.dofs, pair->dofs());
  RandomTrees random(12);
  expectSameAccelerations(*pair, random.vector(pair->dofs()));
}

struct Model {
  explicit Model(const std::string& scene_id) {
    const Scene scene = loadById(scene_id);
    const std::string path = ::testing::TempDir() + "keystone_converted_" + std::to_string(getpid()) + ".xml";
    std::ofstream(path) << mjcfText(scene.simulation.world, "converted", notes);
    char error[1000] = "";
    model = mj_loadXML(path.c_str(), nullptr, error, sizeof error);
    std::filesystem::remove(path);
    trouble = error;
  }
  ~Model() { mj_deleteModel(model); }
  Model(const Model&) = delete;
  Model& operator=(const Model&) = delete;
  bool says(const std::string& words) const {
    return std::ranges::any_of(notes, [&](const std::string& note) { return note.find(words) != note.npos; });
  }
  mjModel* model = nullptr;
  std::string trouble;
  std::vector<std::string> notes;
};

TEST(MujocoConvert, ScenesAreTakenByMujocoAndNotesSayWhatIsNot) {
  const std::pair<const char*, const char*> scenes[] = {
      {"shapes_fields", "its triangles are not taken"},
      {"shapes_hills", ""},
      {"tautochrone", ""},
      {"restitution_sweep", "its restitution is not taken"},
      {"belt", "its belt's speed is not taken"},
      {"gear_hoist", ": a gear is not taken"},
      {"springs", ": a spring is not taken"},
      {"elliptic_friction", "its friction across its grain"},
  };
  for (const auto& [id, note] : scenes) {
    const Model converted(id);
    EXPECT_NE(converted.model, nullptr) << id << ": " << converted.trouble;
    EXPECT_TRUE(*note == '\0' || converted.says(note)) << id;
  }
}

TEST(MujocoConvert, TorsionalAndRollingFrictionAreWritten) {
  const Scene scene = loadById("rolling_resistance");
  const Model converted("rolling_resistance");
  ASSERT_NE(converted.model, nullptr) << converted.trouble;
  int rolling = 0;
  for (std::size_t b = 0; b < scene.simulation.world.bodies.size(); ++b) {
    const Material& material = scene.simulation.world.colliders[b].material;
    const int body = mj_name2id(converted.model, mjOBJ_BODY, scene.simulation.world.bodies[b].name.c_str());
    if (material.rolling == 0.0 || body < 0) continue;
    const int geom = converted.model->body_geomadr[body];
    EXPECT_EQ(converted.model->geom_condim[geom], 6);
    EXPECT_EQ(converted.model->geom_friction[3 * geom + 1], material.torsional);
    EXPECT_EQ(converted.model->geom_friction[3 * geom + 2], material.rolling);
    ++rolling;
  }
  EXPECT_GT(rolling, 0);
}

// What convert writes means to MuJoCo what it means here.
TEST_P(Mujoco, ConvertedFilesMeanTheSame) {
  const Robot robot = loadRobot(robotPath(GetParam()), {.motors = false});
  const auto converted = convertedPair(robot.world);
  Pair& pair = *converted;
  PlacedForest original;
  placeForest(robot.world.bodies, robot.world.joints, false, original);
  ASSERT_EQ(pair.dofs(), original.forest.dofs);
  pair.copyState(VecX::Zero(pair.dofs()));
  VecX bend;
  const MatX T = pair.transfer(VecX::Zero(pair.dofs()), bend);
  const MatX M = massMatrix(pair.placed);
  EXPECT_LE((T.transpose() * pair.mass() * T - M).norm(), kMujocoRounding * M.norm());
  // Bodies keep their names and places.
  for (const Body& body : robot.world.bodies) {
    const auto same = std::ranges::find(pair.world.bodies, body.name, &Body::name);
    ASSERT_NE(same, pair.world.bodies.end()) << body.name;
    EXPECT_LE((same->pose.position - body.pose.position).norm(), 1e-12) << body.name;
    if (body.isDynamic()) {
      EXPECT_NEAR(same->mass, body.mass, 1e-12 * body.mass);
    }
  }
}

}  // namespace
}  // namespace keystone
