// Box2D 2.4 for planar scenes, with the iterations that its manual suggests. Half-spaces become long edges.
// Box2D keeps shapes a skin (b2_polygonRadius, 1 cm) apart on either side; shapes are smaller by theirs, so that its
// surfaces are the scene's.
#include <box2d/box2d.h>

#include <cmath>

#include "engines/engine.h"

namespace keystone::bench {
namespace {

constexpr int kVelocityIterations = 8, kPositionIterations = 3;
constexpr float kGroundHalf = 200.0F;  // [m], of an edge

b2Vec2 toBox2d(const Vec3& v) {
  return {static_cast<float>(v.x()), static_cast<float>(v.y())};
}

float angleOf(const Quat& q) {
  return static_cast<float>(2.0 * std::atan2(q.z(), q.w()));
}

int indexOf(b2Fixture* fixture) {
  return static_cast<int>(fixture->GetBody()->GetUserData().pointer);
}

class Box2dEngine : public Engine {
 public:
  explicit Box2dEngine(const EngineScene& scene) : scene_(scene), world_(toBox2d(scene.gravity)) {
    world_.SetAllowSleeping(false);
    for (std::size_t i = 0; i < scene.bodies.size(); ++i) add(i);
  }

  void step() override { world_.Step(static_cast<float>(scene_.h), kVelocityIterations, kPositionIterations); }

  std::vector<BodyState> bodies() const override {
    std::vector<BodyState> states;
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
      states.push_back(scene_.bodies[i].start);
      if (scene_.bodies[i].fixed) continue;
      const b2Body& body = *bodies_[i];
      states.back() = {{Vec3(body.GetPosition().x, body.GetPosition().y, 0.0),
                        Quat(Eigen::AngleAxisd(body.GetAngle(), Vec3::UnitZ()))},
                       Vec3(body.GetLinearVelocity().x, body.GetLinearVelocity().y, 0.0),
                       Vec3(0.0, 0.0, body.GetAngularVelocity())};
    }
    return states;
  }

  // The manifolds lie in the bodies' frames, so they are placed where the bodies were.
  std::vector<EngineContact> contacts(const std::vector<BodyState>& before) const override {
    std::vector<EngineContact> found;
    for (b2Contact* c = const_cast<b2World&>(world_).GetContactList(); c != nullptr; c = c->GetNext()) {
      if (!c->IsTouching()) continue;
      const int a = indexOf(c->GetFixtureA()), b = indexOf(c->GetFixtureB());
      b2WorldManifold placed;
      placed.Initialize(c->GetManifold(), transformOf(a, before), c->GetFixtureA()->GetShape()->m_radius,
                        transformOf(b, before), c->GetFixtureB()->GetShape()->m_radius);
      const Vec3 normal = Vec3(placed.normal.x, placed.normal.y, 0.0).normalized();
      const Vec3 tangent(normal.y(), -normal.x(), 0.0);
      for (int p = 0; p < c->GetManifold()->pointCount; ++p) {
        const b2ManifoldPoint& point = c->GetManifold()->points[p];
        const Vec3 at(placed.points[p].x, placed.points[p].y, 0.0);
        found.push_back({a, b, at, at, normal, placed.separations[p], c->GetFriction(),
                         point.normalImpulse * normal + point.tangentImpulse * tangent});
      }
    }
    return found;
  }

 private:
  b2Transform transformOf(int i, const std::vector<BodyState>& states) const {
    const auto at = static_cast<std::size_t>(i);
    if (scene_.bodies[at].fixed) return bodies_[at]->GetTransform();
    return {toBox2d(states[at].pose.position), b2Rot(angleOf(states[at].pose.orientation))};
  }

  void add(std::size_t i) {
    const SceneBody& from = scene_.bodies[i];
    b2BodyDef definition;
    definition.type = from.fixed ? b2_staticBody : b2_dynamicBody;
    definition.userData.pointer = i;
    if (!from.plane) {
      definition.position = toBox2d(from.start.pose.position);
      definition.angle = angleOf(from.start.pose.orientation);
      definition.linearVelocity = toBox2d(from.start.velocity);
      definition.angularVelocity = static_cast<float>(from.start.omega.z());
    }
    b2Body* body = world_.CreateBody(&definition);
    bodies_.push_back(body);
    b2PolygonShape box;
    b2EdgeShape edge;
    b2FixtureDef fixture;
    fixture.friction = static_cast<float>(from.mu);
    if (from.plane) {
      const b2Vec2 normal = toBox2d(from.normal), along(normal.y, -normal.x);
      const b2Vec2 middle = (static_cast<float>(from.offset) - b2_polygonRadius) * normal;
      edge.SetTwoSided(middle - kGroundHalf * along, middle + kGroundHalf * along);
      fixture.shape = &edge;
    } else {
      box.SetAsBox(static_cast<float>(from.half.x()) - b2_polygonRadius,
                   static_cast<float>(from.half.y()) - b2_polygonRadius);
      fixture.shape = &box;
    }
    body->CreateFixture(&fixture);
    if (from.fixed) return;
    const b2MassData mass{static_cast<float>(from.mass), {0.0F, 0.0F}, static_cast<float>(from.inertia.z())};
    body->SetMassData(&mass);
  }

  EngineScene scene_;
  b2World world_;
  std::vector<b2Body*> bodies_;
};

}  // namespace

std::unique_ptr<Engine> loadBox2d(const EngineScene& scene) {
  return std::make_unique<Box2dEngine>(scene);
}

}  // namespace keystone::bench
