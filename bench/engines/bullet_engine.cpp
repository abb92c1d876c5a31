// Bullet 3: its sequential impulses, or its MLCP solver by Dantzig's algorithm, which hands the step to sequential
// impulses when it fails. Half-spaces become large fixed boxes, as the ground is in Bullet's own examples. Bullet
// multiplies frictions, so each body gets the root of its own.
#include <BulletDynamics/MLCPSolvers/btDantzigSolver.h>
#include <BulletDynamics/MLCPSolvers/btMLCPSolver.h>
#include <btBulletDynamicsCommon.h>

#include <algorithm>
#include <cmath>

#include "engines/engine.h"

namespace keystone::bench {
namespace {

constexpr double kGroundHalf = 200.0, kGroundDepth = 5.0;  // [m], half edges of a half-space's box

btVector3 toBullet(const Vec3& v) {
  return {v.x(), v.y(), v.z()};
}
Vec3 fromBullet(const btVector3& v) {
  return {v.x(), v.y(), v.z()};
}
btTransform toBullet(const Pose& pose) {
  const Quat& q = pose.orientation;
  return btTransform(btQuaternion(q.x(), q.y(), q.z(), q.w()), toBullet(pose.position));
}

enum class BulletSolver { SequentialImpulse, Dantzig };

class BulletEngine : public Engine {
 public:
  BulletEngine(const EngineScene& scene, BulletSolver solver, double cfm)
      : scene_(scene), dispatcher_(&configuration_), dantzig_(&dantzig_solver_), made_(scene.bodies.size()) {
    const bool is_dantzig = solver == BulletSolver::Dantzig;
    btConstraintSolver* used = &impulses_;
    if (is_dantzig) used = &dantzig_;
    world_ = std::make_unique<btDiscreteDynamicsWorld>(&dispatcher_, &broad_phase_, used, &configuration_);
    world_->setGravity(toBullet(scene.gravity));
    world_->getSolverInfo().m_globalCfm = cfm;
    if (is_dantzig)
      world_->getSolverInfo().m_minimumSolverBatchSize = 1;  // an island a time, as Bullet's manual has it
    for (std::size_t i = 0; i < scene.bodies.size(); ++i) add(i);
  }

  ~BulletEngine() override {
    for (const Made& made : made_) world_->removeRigidBody(made.body.get());
  }

  void step() override {
    world_->stepSimulation(scene_.h, 0);
    if (dantzig_.getNumFallbacks() > 0) ++complaints_;
    dantzig_.setNumFallbacks(0);
  }

  std::vector<BodyState> bodies() const override {
    std::vector<BodyState> states;
    for (std::size_t i = 0; i < made_.size(); ++i) {
      states.push_back(scene_.bodies[i].start);
      if (scene_.bodies[i].fixed) continue;
      const btRigidBody& body = *made_[i].body;
      const btQuaternion turn = body.getWorldTransform().getRotation();
      states.back().pose.position = fromBullet(body.getWorldTransform().getOrigin());
      states.back().pose.orientation = Quat(turn.w(), turn.x(), turn.y(), turn.z());
      states.back().velocity = fromBullet(body.getLinearVelocity());
      states.back().omega = fromBullet(body.getAngularVelocity());
    }
    return states;
  }

  // Bullet's normal points to its body 0; impulses along it and the lateral directions push body 0.
  std::vector<EngineContact> contacts(const std::vector<BodyState>&) const override {
    std::vector<EngineContact> found;
    for (int m = 0; m < dispatcher_.getNumManifolds(); ++m) {
      const btPersistentManifold& manifold =
          *const_cast<btCollisionDispatcher&>(dispatcher_).getManifoldByIndexInternal(m);
      for (int p = 0; p < manifold.getNumContacts(); ++p) {
        const btManifoldPoint& point = manifold.getContactPoint(p);
        const btVector3 on_a = point.m_normalWorldOnB * point.m_appliedImpulse +
                               point.m_lateralFrictionDir1 * point.m_appliedImpulseLateral1 +
                               point.m_lateralFrictionDir2 * point.m_appliedImpulseLateral2;
        found.push_back({manifold.getBody0()->getUserIndex(), manifold.getBody1()->getUserIndex(),
                         fromBullet(point.getPositionWorldOnA()), fromBullet(point.getPositionWorldOnB()),
                         -fromBullet(point.m_normalWorldOnB), point.getDistance(), point.m_combinedFriction,
                         -fromBullet(on_a)});
      }
    }
    return found;
  }

  long complaints() const override { return complaints_; }

 private:
  struct Made {
    std::unique_ptr<btBoxShape> shape;
    std::unique_ptr<btRigidBody> body;
  };

  void add(std::size_t i) {
    const SceneBody& from = scene_.bodies[i];
    Pose pose = from.start.pose;
    Vec3 half = from.half;
    if (from.plane) {
      half = {kGroundHalf, kGroundDepth, kGroundHalf};
      pose = {(from.offset - kGroundDepth) * from.normal, Quat::FromTwoVectors(Vec3::UnitY(), from.normal)};
    }
    Made& made = made_[i];
    made.shape = std::make_unique<btBoxShape>(toBullet(half));
    btRigidBody::btRigidBodyConstructionInfo info(from.fixed ? 0.0 : from.mass, nullptr, made.shape.get(),
                                                  from.fixed ? btVector3(0, 0, 0) : toBullet(from.inertia));
    info.m_startWorldTransform = toBullet(pose);
    info.m_friction = std::sqrt(from.mu);
    made.body = std::make_unique<btRigidBody>(info);
    made.body->setUserIndex(static_cast<int>(i));
    made.body->setActivationState(DISABLE_DEACTIVATION);
    if (!from.fixed) {
      made.body->setLinearVelocity(toBullet(from.start.velocity));
      made.body->setAngularVelocity(toBullet(from.start.omega));
    }
    world_->addRigidBody(made.body.get());
  }

  EngineScene scene_;
  btDefaultCollisionConfiguration configuration_;
  btCollisionDispatcher dispatcher_;
  btDbvtBroadphase broad_phase_;
  btSequentialImpulseConstraintSolver impulses_;
  btDantzigSolver dantzig_solver_;
  btMLCPSolver dantzig_;
  std::unique_ptr<btDiscreteDynamicsWorld> world_;
  std::vector<Made> made_;
  long complaints_ = 0;
};

}  // namespace

std::unique_ptr<Engine> loadBullet(const EngineScene& scene) {
  return std::make_unique<BulletEngine>(scene, BulletSolver::SequentialImpulse, 0.0);
}
std::unique_ptr<Engine> loadBulletDantzig(const EngineScene& scene) {
  return std::make_unique<BulletEngine>(scene, BulletSolver::Dantzig, 0.0);
}
// The least regularisation with which bricks hold: on the diagonal Bullet then has 1.5e-3 of the lightest box's own 1 /
// m.
std::unique_ptr<Engine> loadBulletDantzigLifted(const EngineScene& scene) {
  double lightest = HUGE_VAL;
  for (const SceneBody& body : scene.bodies)
    if (!body.fixed) lightest = std::min(lightest, body.mass);
  return std::make_unique<BulletEngine>(scene, BulletSolver::Dantzig, 1.5e-3 * scene.h / lightest);
}

}  // namespace keystone::bench
