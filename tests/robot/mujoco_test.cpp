// Imported robots against MuJoCo, which reads the same files: mass matrix, bias forces, free motion.
//
// Coordinates differ for free bodies alone: MuJoCo has the velocity of the body frame's origin and the angular velocity
// in the body's axes, we the velocity of the centre of mass and the angular velocity in the world's axes; and +z is up
// there. T takes our generalized velocities to MuJoCo's.
#include <gtest/gtest.h>
#include <mujoco/mujoco.h>

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <memory>

#include "articulated/tree_motion.h"
#include "robot/robot.h"
#include "support/settled.h"

namespace keystone {
namespace {

// MuJoCo turns a full inertia into principal moments and axes, to some 1e-10 of it.
constexpr double kRounding = 1e-9;

using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

std::string robotPath(const std::string& name) {
  return std::string(KEYSTONE_TEST_DATA) + "/robots/" + name;
}

Mat3 uprightAxes() {
  Mat3 axes;  // columns: MuJoCo's axes in our world
  axes << 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, -1.0, 0.0;
  return axes;
}

// A file as both read it.
class Pair {
 public:
  explicit Pair(const std::string& path) {
    char error[1000] = "";
    model_ = mj_loadXML(path.c_str(), nullptr, error, sizeof error);
    if (model_ == nullptr) throw std::runtime_error(error);
    model_->opt.disableflags |= mjDSBL_CONTACT | mjDSBL_EQUALITY | mjDSBL_LIMIT;
    data_ = mj_makeData(model_);
    world = loadRobot(path, {.motors = false}).world;
    std::erase_if(world.joints, [](const Joint& joint) {
      return joint.kind == JointKind::Ball && joint.a >= 0 && joint.name.empty();
    });  // loops
    placeForest(world.bodies, world.joints, false, placed);
  }
  ~Pair() {
    mj_deleteData(data_);
    mj_deleteModel(model_);
  }
  Pair(const Pair&) = delete;
  Pair& operator=(const Pair&) = delete;

  int dofs() const { return model_->nv; }
  // Of the mass matrix: each link between the joints of one body adds 1e-8 of the body's.
  double accuracy() const {
    int between = 0;
    for (int body = 0; body < static_cast<int>(world.bodies.size()); ++body) between += has(body) ? 0 : 1;
    return between > 0 ? 1e-8 * between : kRounding;
  }
  int address(const Link& link) const {
    if (link.isFree()) {
      const int body = bodyOf(link.body);
      return model_->jnt_dofadr[model_->body_jntadr[body]];
    }
    const std::string& name = world.joints[link.joint].name;
    return model_->jnt_dofadr[mj_name2id(model_, mjOBJ_JOINT, name.c_str())];
  }
  // Whether MuJoCo has the body, too: it has nothing between the joints of one body.
  bool has(int body) const { return bodyOf(body) >= 0; }
  int bodyOf(int body) const { return mj_name2id(model_, mjOBJ_BODY, world.bodies[body].name.c_str()); }
  // From our centre of mass to the origin of MuJoCo's frame [m], in our world.
  Vec3 originOf(int body) const {
    const Eigen::Map<const Vec3> ipos(model_->body_ipos + 3 * bodyOf(body));
    return -world.bodies[body].pose.rotate(ipos);
  }

  // T [dofs x dofs], and Tdot qdot of the free bodies in `bend`.
  MatX transfer(const VecX& qdot, VecX& bend) const {
    MatX T = MatX::Zero(dofs(), placed.forest.dofs);
    bend.setZero(dofs());
    for (const Link& link : placed.forest.links) {
      if (link.count == 0) continue;
      const int at = address(link);
      if (!link.isFree()) {
        T.block(at, link.first, link.count, link.count).setIdentity();
        continue;
      }
      const Mat3 up = uprightAxes().transpose();
      const Vec3 r = originOf(link.body), omega = qdot.segment<3>(link.first + 3);
      Mat3 cross;
      cross << 0.0, -r.z(), r.y(), r.z(), 0.0, -r.x(), -r.y(), r.x(), 0.0;
      T.block<3, 3>(at, link.first) = up;
      T.block<3, 3>(at, link.first + 3) = -up * cross;
      T.block<3, 3>(at + 3, link.first + 3) = world.bodies[link.body].pose.orientation.toRotationMatrix().transpose();
      bend.segment<3>(at) = up * omega.cross(omega.cross(r));
    }
    return T;
  }

  // Puts MuJoCo where our world is, with velocities qdot.
  void copyState(const VecX& qdot) {
    for (const Link& link : placed.forest.links) {
      if (link.count == 0) continue;
      const Body& body = world.bodies[link.body];
      if (link.isFree()) {
        double* q = data_->qpos + model_->jnt_qposadr[model_->body_jntadr[bodyOf(link.body)]];
        Eigen::Map<Vec3>(q, 3) = uprightAxes().transpose() * (body.pose.position + originOf(link.body));
        write(Quat(uprightAxes().transpose()) * body.pose.orientation, q + 3);
        continue;
      }
      const Joint& joint = world.joints[link.joint];
      double* q = data_->qpos + model_->jnt_qposadr[mj_name2id(model_, mjOBJ_JOINT, joint.name.c_str())];
      if (joint.kind == JointKind::Ball)
        write((poseOf(world.bodies, joint.a).orientation * joint.frame_a).conjugate() * body.pose.orientation, q);
      else
        *q = coordinateOf(joint, world.bodies);
    }
    VecX bend;
    Eigen::Map<VecX>(data_->qvel, dofs()) = transfer(qdot, bend) * qdot;
    mj_forward(model_, data_);
  }

  MatX mass() const {
    RowMajor M(dofs(), dofs());
    mj_fullM(model_, M.data(), data_->qM);
    return M;
  }
  VecX accelerations() const { return Eigen::Map<const VecX>(data_->qacc_smooth, dofs()); }
  VecX bias() const { return Eigen::Map<const VecX>(data_->qfrc_bias, dofs()); }
  void run(double seconds, double h) {
    model_->opt.integrator = mjINT_RK4;
    model_->opt.timestep = h;
    for (int i = 0; i < static_cast<int>(std::lround(seconds / h)); ++i) mj_step(model_, data_);
    mj_kinematics(model_, data_);
    mj_comPos(model_, data_);
  }
  Vec3 centre(int body) const { return uprightAxes() * Eigen::Map<const Vec3>(data_->xipos + 3 * bodyOf(body)); }

  World world;
  PlacedForest placed;

 private:
  static void write(const Quat& q, double* to) {
    to[0] = q.w();
    to[1] = q.x();
    to[2] = q.y();
    to[3] = q.z();
  }
  mjModel* model_ = nullptr;
  mjData* data_ = nullptr;
};

class Mujoco : public ::testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Robots, Mujoco,
                         ::testing::Values("pendulum.xml", "arm.xml", "gripper.xml", "biped.xml", "quadruped.xml",
                                           "four_bar.xml", "many_joints.xml", "arm.urdf"),
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

// Two seconds by Runge-Kutta of 1 ms here and there. The loop of the four-bar is soft there: it stays open in both.
TEST_P(Mujoco, HasTheSameFreeMotion) {
  Pair pair(robotPath(GetParam()));
  RandomTrees random(5);
  const VecX qdot = 0.5 * random.vector(pair.dofs());
  VecX v = VecX::Zero(6 * static_cast<Eigen::Index>(pair.world.bodies.size()));
  spreadVelocities(pair.placed, qdot, v);
  setVelocitiesIn(pair.world, v);
  pair.copyState(qdot);
  const std::vector<Body> before = pair.world.bodies;
  for (int i = 0; i < 2000; ++i) advance(pair.world, pair.placed.forest, 1e-3);
  pair.run(2.0, 1e-3);
  double moved = 0.0;
  for (const Link& link : pair.placed.forest.links) {
    const Vec3 ours = pair.world.bodies[link.body].pose.position;
    if (!pair.has(link.body)) continue;
    EXPECT_LE((ours - pair.centre(link.body)).norm(), 1e-6) << pair.world.bodies[link.body].name;
    moved = std::max(moved, (ours - before[link.body].pose.position).norm());
  }
  EXPECT_GT(moved, 0.01);
}

// The same by the steps of a scene: links between the joints of one body, with next to no mass, cost no digits.
TEST(MujocoSteps, BodiesOfSeveralJointsFallAlike) {
  const std::string path = robotPath("many_joints.xml");
  Pair pair(path);
  Scene scene = loadScene(path, "");
  World& world = scene.simulation.world;
  world.h = 1e-3;
  for (Collider& collider : world.colliders) collider.mask = 0;
  RandomTrees random(6);
  const VecX qdot = 0.5 * random.vector(pair.dofs());
  VecX v = VecX::Zero(6 * static_cast<Eigen::Index>(world.bodies.size()));
  spreadVelocities(pair.placed, qdot, v);
  setVelocitiesIn(world, v);
  pair.copyState(qdot);
  for (int i = 0; i < 1000; ++i) {
    step(scene.simulation);
    ASSERT_LE(scene.simulation.report.residual.value, 1e-9) << i;
  }
  pair.run(1.0, 1e-3);
  for (int b = 0; b < static_cast<int>(world.bodies.size()); ++b) {
    if (!pair.has(b)) continue;
    EXPECT_LE((world.bodies[b].pose.position - pair.centre(b)).norm(), 1e-6) << world.bodies[b].name;
  }
}

// A world as MuJoCo reads what convert writes of it.
std::unique_ptr<Pair> convertedPair(const World& world) {
  std::vector<std::string> notes;
  const std::string path = ::testing::TempDir() + "keystone_converted_" + std::to_string(getpid()) + ".xml";
  std::ofstream(path) << mjcfText(world, "converted", notes);
  auto pair = std::make_unique<Pair>(path);
  std::filesystem::remove(path);
  return pair;
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
  EXPECT_LE((T.transpose() * pair.mass() * T - M).norm(), kRounding * M.norm());
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
