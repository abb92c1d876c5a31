// Which bodies touch, and with what friction: imported files against MuJoCo, which reads the same ones.
#include <gtest/gtest.h>
#include <mujoco/mujoco.h>

#include <random>
#include <set>

#include "collide/collide.h"
#include "robot/robot.h"
#include "support/temp_folder.h"
#include "world/joined.h"

namespace keystone {
namespace {

// Two bodies that overlap, in the order of their names, mu, torsional and rolling friction; the world's geoms are
// "world".
using Touch = std::tuple<std::string, std::string, double, double, double>;

std::set<Touch> touchesInMujoco(const std::string& path) {
  char error[1000] = "";
  mjModel* model = mj_loadXML(path.c_str(), nullptr, error, sizeof error);
  if (model == nullptr) throw std::runtime_error(error);
  mjData* data = mj_makeData(model);
  mj_kinematics(model, data);
  mj_comPos(model, data);
  mj_collision(model, data);
  std::set<Touch> touches;
  for (int i = 0; i < data->ncon; ++i) {
    const mjContact& contact = data->contact[i];
    const auto nameOf = [&](int geom) -> std::string {
      return mj_id2name(model, mjOBJ_BODY, model->geom_bodyid[geom]);
    };
    const auto [a, b] = std::minmax(nameOf(contact.geom1), nameOf(contact.geom2));
    touches.emplace(a, b, contact.dim < 3 ? 0.0 : contact.friction[0], contact.dim < 4 ? 0.0 : contact.friction[2],
                    contact.dim < 6 ? 0.0 : contact.friction[3]);
  }
  mj_deleteData(data);
  mj_deleteModel(model);
  return touches;
}

std::set<Touch> touchesHere(const World& world) {
  std::vector<std::pair<int, int>> pairs;
  std::vector<Manifold> manifolds;
  broadPhase(world.bodies, world.colliders, {}, world.h, pairs);
  dropJoinedPairs(world, pairs);
  narrowPhase(world.bodies, world.colliders, pairs, {}, world.h, manifolds);
  std::set<Touch> touches;
  for (const Manifold& manifold : manifolds) {
    if (std::ranges::none_of(pointsOf(manifold), [](const ManifoldPoint& point) { return point.gap < 0.0; })) continue;
    const auto nameOf = [&](int body) {
      return world.bodies[body].name == "ground" ? "world" : world.bodies[body].name;
    };
    const auto [a, b] = std::minmax(nameOf(manifold.a), nameOf(manifold.b));
    touches.emplace(a, b, manifold.material.friction_static, manifold.material.torsional, manifold.material.rolling);
  }
  return touches;
}

// Trees of overlapping balls, two geoms each, with random masks, friction, excluded and named pairs.
class RandomModel {
 public:
  // With pairs all geoms have one friction: MuJoCo 2.2 gives pairs one of their own, later versions that of the geoms.
  RandomModel(unsigned seed, bool with_pairs) : random_(seed), with_pairs_(with_pairs) {}

  std::string text() {
    std::string bodies = geom("ground");
    for (int tree = 0; tree < 4; ++tree) bodies += body(std::to_string(tree), tree == 0 ? "" : "<freejoint/>", 3);
    std::string pairs;
    for (int i = 0; i < 3; ++i) {
      pairs += "<exclude body1=\"b1" + tail() + "\" body2=\"b2" + tail() + "\"/>";
      if (with_pairs_) pairs += "<pair geom1=\"g1" + tail() + "\" geom2=\"g3" + tail() + "\"/>";
    }
    return "<mujoco><size nconmax=\"600\"/><worldbody>" + bodies + "</worldbody><contact>" + pairs +
           "</contact></mujoco>";
  }

 private:
  int pick(int count) { return static_cast<int>(random_() % static_cast<unsigned>(count)); }
  // Of names of bodies: of a tree itself, or of what it carries.
  std::string tail() { return std::string("000").substr(0, static_cast<std::size_t>(pick(4))); }

  std::string geom(const std::string& name) {
    const auto number = [&](int count) { return std::to_string(pick(count)); };
    const char* const kCondim[] = {"1", "3", "4", "6"};
    const auto above0 = [&](const char* digits) { return digits + std::to_string(1 + pick(9)); };
    const std::string friction = " friction=\"" + above0("0.") + " " + above0("0.0") + " " + above0("0.00") +
                                 "\" priority=\"" + number(2) + "\" condim=\"" + kCondim[pick(4)] + "\"";
    return "<geom name=\"" + name + "\" size=\"0.5\" pos=\"0." + number(3) + " 0." + number(3) + " 0." + number(3) +
           "\" contype=\"" + number(4) + "\" conaffinity=\"" + number(4) + "\"" + (with_pairs_ ? "" : friction) + "/>";
  }

  std::string body(const std::string& name, const std::string& joints, int deeper) {
    std::string text = "<body name=\"b" + name + "\" pos=\"0.0" + std::to_string(pick(10)) + " 0 0\">" + joints +
                       "<inertial pos=\"0 0 0\" mass=\"1\" diaginertia=\"1 1 1\"/>" + geom("g" + name) +
                       geom("h" + name);
    const char* const kJoints[] = {"", "<joint/>", "<joint type=\"slide\"/><joint axis=\"0 1 0\"/>"};
    if (deeper > 0) text += body(name + "0", kJoints[pick(3)], deeper - 1);
    return text + "</body>";
  }

  std::minstd_rand random_;
  bool with_pairs_;
};

class MujocoContacts : public TempFolder {
 protected:
  void expectSame(const std::string& text) const {
    const std::string file = write("model.xml", text);
    const Robot robot = loadRobot(file);
    const std::set<Touch> here = touchesHere(robot.world), there = touchesInMujoco(file);
    std::vector<Touch> missing, extra;
    std::ranges::set_difference(there, here, std::back_inserter(missing));
    std::ranges::set_difference(here, there, std::back_inserter(extra));
    EXPECT_TRUE(missing.empty() && extra.empty())
        << "missing " << ::testing::PrintToString(missing) << ", extra " << ::testing::PrintToString(extra) << "\n"
        << text;
  }
};

TEST_F(MujocoContacts, AreThoseOfMasksExcludedAndNamedPairsAndTrees) {
  for (unsigned seed = 1; seed <= 30; ++seed) {
    expectSame(RandomModel(seed, seed % 2 == 0).text());
    if (HasFailure()) return;
  }
}

TEST_F(MujocoContacts, NoneIsThereWithTheFlagOff) {
  expectSame(
      "<mujoco><option><flag contact=\"disable\"/></option><worldbody><geom type=\"plane\" size=\"5 5 1\"/>"
      "<body name=\"ball\"><freejoint/><geom size=\"0.1\"/></body></worldbody></mujoco>");
}

}  // namespace
}  // namespace keystone
