// A file, or a world that convert writes, as MuJoCo reads it, too.
#pragma once

#include <gtest/gtest.h>
#include <mujoco/mujoco.h>

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <memory>

#include "articulated/tree_motion.h"
#include "robot/robot.h"

namespace keystone {

// MuJoCo turns a full inertia into principal moments and axes, to some 1e-10 of it.
inline constexpr double kMujocoRounding = 1e-9;

using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

inline std::string robotPath(const std::string& name) {
  return std::string(KEYSTONE_TEST_DATA) + "/robots/" + name;
}

inline Mat3 uprightAxes() {
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
    return between > 0 ? 1e-8 * between : hasMeshes() ? 1e-6 : kMujocoRounding;
  }
  // Vertices have single precision there.
  bool hasMeshes() const { return model_->nmesh > 0; }
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
  // A torque or force that acts along a joint's coordinate all the time [N m] or [N].
  void push(const std::string& joint, double effort) {
    data_->qfrc_applied[model_->jnt_dofadr[mj_name2id(model_, mjOBJ_JOINT, joint.c_str())]] = effort;
  }
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

// Runge-Kutta of 1 ms here and there, from velocities at random. Loops are soft there: they stay open in both.
inline void expectSameFreeMotion(Pair& pair, RandomTrees& random, double seconds) {
  const VecX qdot = 0.5 * random.vector(pair.dofs());
  VecX v = VecX::Zero(6 * static_cast<Eigen::Index>(pair.world.bodies.size()));
  spreadVelocities(pair.placed, qdot, v);
  setVelocitiesIn(pair.world, v);
  pair.copyState(qdot);
  const std::vector<Body> before = pair.world.bodies;
  for (int i = 0; i < std::lround(1000.0 * seconds); ++i) advance(pair.world, pair.placed.forest, 1e-3);
  pair.run(seconds, 1e-3);
  double moved = 0.0;
  for (const Link& link : pair.placed.forest.links) {
    const Vec3 ours = pair.world.bodies[link.body].pose.position;
    if (!pair.has(link.body)) continue;
    EXPECT_LE((ours - pair.centre(link.body)).norm(), pair.hasMeshes() ? 1e-5 : 1e-6)
        << pair.world.bodies[link.body].name;
    moved = std::max(moved, (ours - before[link.body].pose.position).norm());
  }
  EXPECT_GT(moved, 0.01);
}

// A world as MuJoCo reads what convert writes of it.
inline std::unique_ptr<Pair> convertedPair(const World& world) {
  std::vector<std::string> notes;
  const std::string path = ::testing::TempDir() + "keystone_converted_" + std::to_string(getpid()) + ".xml";
  std::ofstream(path) << mjcfText(world, "converted", notes);
  auto pair = std::make_unique<Pair>(path);
  std::filesystem::remove(path);
  return pair;
}

}  // namespace keystone
