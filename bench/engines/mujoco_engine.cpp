// MuJoCo: its Newton solver with elliptic cones or with the pyramids that are its default, everything else as its
// models have it: contacts are soft, which at 1/60 s a step means a time constant of twice the step.
#include <mujoco/mujoco.h>

#include <algorithm>
#include <cstring>
#include <sstream>
#include <stdexcept>

#include "engines/engine.h"

namespace keystone::bench {
namespace {

// MuJoCo 2.2 counts its buffer's bytes in an int, and has a dense matrix of all contact rows in it. With more than
// these it does not load; 820 boxes never do.
constexpr std::size_t kMostRows = 11400;

struct Cone {
  const char* name;
  std::size_t rows;  // a contact
};
constexpr Cone kElliptic{"elliptic", 3}, kPyramidal{"pyramidal", 4};

std::string numbers(const Vec3& v) {
  std::ostringstream text;
  text.precision(17);
  text << v.x() << ' ' << v.y() << ' ' << v.z();
  return text.str();
}

std::string numbers(const Quat& q) {
  std::ostringstream text;
  text.precision(17);
  text << q.w() << ' ' << q.x() << ' ' << q.y() << ' ' << q.z();
  return text.str();
}

std::string placed(const Pose& pose) {
  return " pos='" + numbers(pose.position) + "' quat='" + numbers(pose.orientation) + "'";
}

std::string shaped(const SceneBody& body) {
  const std::string friction = " friction='" + std::to_string(body.mu) + "'";
  if (body.plane) return " type='plane' size='0 0 1'" + friction;
  return " type='box' size='" + numbers(body.half) + "'" + friction;
}

// The scene as an MJCF model; body i is named b<i>, its geometry g<i>.
std::string model(const EngineScene& scene, const Cone& cone) {
  const std::size_t boxes = static_cast<std::size_t>(countBoxes(scene));
  const std::size_t contacts = std::min(24 * boxes + 100, kMostRows / cone.rows);
  const std::size_t stack = 3 * (6 * boxes) * (6 * boxes) + 5000 * boxes + 2000000;  // numbers
  std::ostringstream text;
  text.precision(17);
  text << "<mujoco><option timestep='" << scene.h << "' gravity='" << numbers(scene.gravity)
       << "' solver='Newton' cone='" << cone.name << "'/><size nconmax='" << contacts << "' njmax='"
       << cone.rows * contacts << "' nstack='" << stack << "'/><worldbody>";
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
    const SceneBody& body = scene.bodies[i];
    const std::string geom = "<geom name='g" + std::to_string(i) + "'" + shaped(body);
    if (body.fixed) {
      Pose pose = body.start.pose;
      if (body.plane) pose = {body.offset * body.normal, Quat::FromTwoVectors(Vec3::UnitZ(), body.normal)};
      text << geom << placed(pose) << "/>";
    } else {
      text << "<body name='b" << i << "'" << placed(body.start.pose) << "><freejoint/>" << geom
           << "/><inertial pos='0 0 0' mass='" << body.mass << "' diaginertia='" << numbers(body.inertia)
           << "'/></body>";
    }
  }
  text << "</worldbody></mujoco>";
  return text.str();
}

mjModel* compile(const std::string& text) {
  const auto files = std::make_unique<mjVFS>();  // megabytes
  mj_defaultVFS(files.get());
  mj_makeEmptyFileVFS(files.get(), "scene.xml", static_cast<int>(text.size()));
  std::memcpy(files->filedata[mj_findFileVFS(files.get(), "scene.xml")], text.data(), text.size());
  char error[500] = "";
  mjModel* made = mj_loadXML("scene.xml", files.get(), error, sizeof error);
  mj_deleteVFS(files.get());
  if (made == nullptr) throw std::runtime_error(std::string("MuJoCo: ") + error);
  return made;
}

class MujocoEngine : public Engine {
 public:
  MujocoEngine(const EngineScene& scene, const Cone& cone)
      : scene_(scene),
        model_(compile(model(scene, cone)), mj_deleteModel),
        data_(mj_makeData(model_.get()), mj_deleteData) {
    if (data_ == nullptr) throw std::runtime_error("MuJoCo: no memory");
    body_of_geom_.resize(model_->ngeom);
    for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
      const std::string number = std::to_string(i);
      body_of_geom_[mj_name2id(model_.get(), mjOBJ_GEOM, ("g" + number).c_str())] = static_cast<int>(i);
      joints_.push_back(-1);
      if (scene.bodies[i].fixed) continue;
      joints_.back() = model_->body_jntadr[mj_name2id(model_.get(), mjOBJ_BODY, ("b" + number).c_str())];
      mjtNum* speed = data_->qvel + model_->jnt_dofadr[joints_.back()];
      const BodyState& start = scene.bodies[i].start;
      const Vec3 omega = start.pose.orientation.conjugate() * start.omega;
      Eigen::Map<Eigen::Matrix<double, 6, 1>>(speed) << start.velocity, omega;
    }
  }

  void step() override {
    mj_step(model_.get(), data_.get());
    long warnings = 0;
    for (const mjWarningStat& warning : data_->warning) warnings += warning.number;
    if (warnings > warnings_) ++complaints_;
    warnings_ = warnings;
  }

  // MuJoCo's free joint: position and turn; velocity in the world, omega in the body.
  std::vector<BodyState> bodies() const override {
    std::vector<BodyState> states;
    for (std::size_t i = 0; i < joints_.size(); ++i) {
      states.push_back(scene_.bodies[i].start);
      if (joints_[i] < 0) continue;
      const mjtNum* q = data_->qpos + model_->jnt_qposadr[joints_[i]];
      const mjtNum* v = data_->qvel + model_->jnt_dofadr[joints_[i]];
      const Quat turn(q[3], q[4], q[5], q[6]);
      states.back() = {{Vec3(q), turn}, Vec3(v), turn * Vec3(v + 3)};
    }
    return states;
  }

  // A contact's frame has its normal, from geometry 1 to 2, and two tangents as rows; the force is that on 2.
  std::vector<EngineContact> contacts(const std::vector<BodyState>&) const override {
    std::vector<EngineContact> found;
    for (int c = 0; c < data_->ncon; ++c) {
      const mjContact& contact = data_->contact[c];
      mjtNum force[6];
      mj_contactForce(model_.get(), data_.get(), c, force);
      const Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>> frame(contact.frame);
      found.push_back({body_of_geom_[contact.geom1], body_of_geom_[contact.geom2], Vec3(contact.pos), Vec3(contact.pos),
                       frame.row(0).transpose(), contact.dist, contact.friction[0],
                       scene_.h * (frame.transpose() * Vec3(force))});
    }
    return found;
  }

  long complaints() const override { return complaints_; }

 private:
  EngineScene scene_;
  std::unique_ptr<mjModel, decltype(&mj_deleteModel)> model_;
  std::unique_ptr<mjData, decltype(&mj_deleteData)> data_;
  std::vector<int> body_of_geom_;
  std::vector<int> joints_;  // [bodies], -1: fixed
  long warnings_ = 0, complaints_ = 0;
};

}  // namespace

std::unique_ptr<Engine> loadMujoco(const EngineScene& scene) {
  return std::make_unique<MujocoEngine>(scene, kElliptic);
}
std::unique_ptr<Engine> loadMujocoPyramidal(const EngineScene& scene) {
  return std::make_unique<MujocoEngine>(scene, kPyramidal);
}

}  // namespace keystone::bench
