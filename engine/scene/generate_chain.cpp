// Boxes joined end to end: chains, bridges, a ball on a chain.
#include <cmath>

#include "scene/generators.h"
#include "scene/scene_parts.h"

namespace keystone {
namespace {

struct Chain {
  Builder& builder;
  World& world;
  Vec3 along;       // unit, from link to link
  double friction;  // [N m], of every joint

  int last() const { return static_cast<int>(world.bodies.size()) - 1; }

  // Joins two bodies (-1 = the world) at a point [m] of the world; in the plane, and across it, that is a pin.
  void join(int a, int b, const Vec3& point) {
    Joint joint;
    joint.kind = world.planar ? JointKind::Hinge : JointKind::Ball;
    joint.a = a;
    joint.b = b;
    joint.friction = friction;
    attach(joint, world.bodies, point, point, Vec3::UnitZ());
    world.joints.push_back(joint);
  }
};

Vec3 readDirection(const JsonValue& entry, bool planar) {
  const auto given = entry.find("direction");
  if (!given) return Vec3::UnitX();
  const Vec3 direction = readVector(*given, {-1.0, 1.0}, planar);
  if (std::abs(direction.norm() - 1.0) > 1e-6) given->failExpecting("a vector of length 1");
  return direction.normalized();
}

// A sphere whose surface is at `end`, joined to the last link there.
void hangBall(const JsonValue& value, Chain& chain, const Vec3& end) {
  value.expectKeys({"radius", "density"});
  Matter& matter = chain.builder.matter();
  const Matter links = matter;
  const double radius = value.at("radius").number(kLength);
  if (const auto density = value.find("density")) matter.density = density->number(kDensity);
  matter.mass.reset();
  const int link = chain.last();
  chain.builder.place({Sphere{radius}, Vec3::Zero(), "sphere"}, end + radius * chain.along);
  matter = links;
  chain.join(link, chain.last(), chain.builder.foot() + end);
}

}  // namespace

// "links" boxes of "size" (the first edge along "direction", default +x) from the position on, joined end to end with
// "friction" [N m]. "hold": the first end only, or both, are joined to the world; "ball": a sphere at the other end.
void buildChain(const JsonValue& entry, FileScope& file) {
  Builder builder(entry, file, {"links", "size", "direction", "hold", "ball", "friction"});
  const int links = builder.count("links", 1, 10000);
  const Vec3 size = builder.size();
  const auto hold = entry.find("hold"), ball = entry.find("ball");
  const bool both = hold && hold->choice({"first", "both"}) == 1;
  if (both && ball) ball->fail("a ball on a chain held at both ends", "hold \"first\"");
  builder.reserve(links + (ball ? 1 : 0));
  Chain chain{builder, file.scene.world(), readDirection(entry, builder.planar()),
              builder.number("friction", {0.0, 1e12}, 0.0)};
  const Quat turn = builder.planar()
                        ? Quat(Eigen::AngleAxisd(std::atan2(chain.along.y(), chain.along.x()), Vec3::UnitZ()))
                        : Quat::FromTwoVectors(Vec3::UnitX(), chain.along);
  for (int i = 0; i < links; ++i) {
    const int before = i == 0 ? -1 : chain.last();
    builder.placeTurned({Box{size / 2.0}, Vec3::Zero(), "box"}, (i + 0.5) * size.x() * chain.along, turn);
    chain.join(before, chain.last(), builder.foot() + i * size.x() * chain.along);
  }
  const Vec3 end = links * size.x() * chain.along;
  if (both) chain.join(chain.last(), -1, builder.foot() + end);
  if (ball) hangBall(*ball, chain, end);
}

}  // namespace keystone
