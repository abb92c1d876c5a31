// ODE: its exact step or its iterative one, with the world as dWorldCreate makes it. Up to eight contacts a pair.
#include <ode/ode.h>

#include <array>
#include <cmath>
#include <cstdarg>
#include <deque>
#include <stdexcept>

#include "engines/engine.h"

namespace keystone::bench {
namespace {

constexpr int kMostContacts = 8;  // a pair

long messages = 0;

void countMessage(int, const char*, va_list) {
  ++messages;
}

// ODE's contact: body 1 is pushed along the geometry's normal.
struct OdeContact {
  int one, other;
  dContactGeom geom;
  double mu;
  dJointFeedback feedback;
};

class OdeEngine : public Engine {
 public:
  OdeEngine(const EngineScene& scene, int (*advance)(dWorldID, dReal)) : scene_(scene), advance_(advance) {
    static const int kInitialised = dInitODE2(0);
    static_cast<void>(kInitialised);
    dSetMessageHandler(countMessage);
    dSetDebugHandler(countMessage);
    world_ = dWorldCreate();
    space_ = dHashSpaceCreate(nullptr);
    group_ = dJointGroupCreate(0);
    dWorldSetGravity(world_, scene.gravity.x(), scene.gravity.y(), scene.gravity.z());
    for (std::size_t i = 0; i < scene.bodies.size(); ++i) add(i);
  }

  ~OdeEngine() override {
    dJointGroupDestroy(group_);
    dSpaceDestroy(space_);
    dWorldDestroy(world_);
  }

  void step() override {
    const long before = messages;
    dJointGroupEmpty(group_);
    contacts_.clear();
    dSpaceCollide(space_, this,
                  [](void* engine, dGeomID a, dGeomID b) { static_cast<OdeEngine*>(engine)->collide(a, b); });
    const int done = advance_(world_, scene_.h);
    if (done == 0) throw std::runtime_error("ODE: no memory for the step");  // it leaves the bodies where they are
    if (messages > before) ++complaints_;
  }

  std::vector<BodyState> bodies() const override {
    std::vector<BodyState> states;
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
      states.push_back(scene_.bodies[i].start);
      if (bodies_[i] == nullptr) continue;
      const dReal* turn = dBodyGetQuaternion(bodies_[i]);
      states.back() = {{Vec3(dBodyGetPosition(bodies_[i])), Quat(turn[0], turn[1], turn[2], turn[3])},
                       Vec3(dBodyGetLinearVel(bodies_[i])),
                       Vec3(dBodyGetAngularVel(bodies_[i]))};
    }
    return states;
  }

  std::vector<EngineContact> contacts(const std::vector<BodyState>&) const override {
    std::vector<EngineContact> found;
    for (const OdeContact& c : contacts_)
      found.push_back({c.other, c.one, Vec3(c.geom.pos), Vec3(c.geom.pos), Vec3(c.geom.normal), -c.geom.depth, c.mu,
                       scene_.h * Vec3(c.feedback.f1)});
    return found;
  }

  long complaints() const override { return complaints_; }

 private:
  void add(std::size_t i) {
    const SceneBody& from = scene_.bodies[i];
    const Quat& q = from.start.pose.orientation;
    const dQuaternion turn{q.w(), q.x(), q.y(), q.z()};
    const Vec3& at = from.start.pose.position;
    const Vec3 size = 2.0 * from.half;
    dGeomID geom = from.plane ? dCreatePlane(space_, from.normal.x(), from.normal.y(), from.normal.z(), from.offset)
                              : dCreateBox(space_, size.x(), size.y(), size.z());
    dGeomSetData(geom, &scene_.bodies[i]);
    bodies_.push_back(nullptr);
    if (!from.fixed) {
      const dBodyID body = bodies_.back() = dBodyCreate(world_);
      dMass mass;
      dMassSetParameters(&mass, from.mass, 0, 0, 0, from.inertia.x(), from.inertia.y(), from.inertia.z(), 0, 0, 0);
      dBodySetMass(body, &mass);
      dBodySetLinearVel(body, from.start.velocity.x(), from.start.velocity.y(), from.start.velocity.z());
      dBodySetAngularVel(body, from.start.omega.x(), from.start.omega.y(), from.start.omega.z());
      dGeomSetBody(geom, body);
    }
    if (from.plane) return;
    dGeomSetPosition(geom, at.x(), at.y(), at.z());
    dGeomSetQuaternion(geom, turn);
  }

  int indexOf(dGeomID geom) const {
    return static_cast<int>(static_cast<const SceneBody*>(dGeomGetData(geom)) - scene_.bodies.data());
  }

  void collide(dGeomID a, dGeomID b) {
    if (dGeomGetBody(a) == nullptr && dGeomGetBody(b) == nullptr) return;
    if (dGeomGetBody(a) == nullptr) std::swap(a, b);  // ODE wants a body first
    std::array<dContactGeom, kMostContacts> geoms;
    const int count = dCollide(a, b, kMostContacts, geoms.data(), sizeof(dContactGeom));
    const double mu = std::sqrt(scene_.bodies[indexOf(a)].mu * scene_.bodies[indexOf(b)].mu);
    for (int k = 0; k < count; ++k) {
      contacts_.push_back({indexOf(a), indexOf(b), geoms[k], mu, {}});
      dContact contact{};
      contact.surface.mode = dContactApprox1;
      contact.surface.mu = mu;
      contact.geom = contacts_.back().geom;
      const dJointID joint = dJointCreateContact(world_, group_, &contact);
      dJointAttach(joint, dGeomGetBody(a), dGeomGetBody(b));
      dJointSetFeedback(joint, &contacts_.back().feedback);
    }
  }

  EngineScene scene_;
  int (*advance_)(dWorldID, dReal);
  dWorldID world_ = nullptr;
  dSpaceID space_ = nullptr;
  dJointGroupID group_ = nullptr;
  std::vector<dBodyID> bodies_;      // null: fixed
  std::deque<OdeContact> contacts_;  // ODE keeps pointers to the feedback
  long complaints_ = 0;
};

}  // namespace

std::unique_ptr<Engine> loadOdeStep(const EngineScene& scene) {
  return std::make_unique<OdeEngine>(scene, dWorldStep);
}
std::unique_ptr<Engine> loadOdeQuick(const EngineScene& scene) {
  return std::make_unique<OdeEngine>(scene, dWorldQuickStep);
}

}  // namespace keystone::bench
