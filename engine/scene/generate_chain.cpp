// Boxes joined end to end: chains, bridges, a ball on a chain.
#include <cmath>
#include <numbers>

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

// Angle [rad] of link i against the line of the ends when the links lie on an arc, each turned by `bend` against the
// last.
double linkAngle(int i, int links, double bend) {
  return (i + 0.5 - 0.5 * links) * bend;
}

// The bend [rad] that lets the middle of such an arc hang `sag` [m] below its ends, by halving; at most a half circle.
double bendOfSag(const JsonValue& entry, int links, double length) {
  const auto given = entry.find("sag");
  if (!given) return 0.0;
  const double sag = given->number({0.0, 0.3 * links * length});
  double low = 0.0, high = std::numbers::pi / links;
  for (int halving = 0; halving < 60; ++halving) {
    const double bend = 0.5 * (low + high);
    double depth = 0.0;
    for (int i = 0; i < links / 2; ++i) depth -= length * std::sin(linkAngle(i, links, bend));
    (depth < sag ? low : high) = bend;
  }
  return low;
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
// "friction" [N m]. "hold": the first end only, or both, are joined to the world; "sag" [m]: how far the middle of one
// held at both ends hangs below them; "ball": a sphere at the other end.
void buildChain(const JsonValue& entry, FileScope& file) {
  Builder builder(entry, file, {"links", "size", "direction", "hold", "sag", "ball", "friction"});
  const int links = builder.count("links", 1, 10000);
  const Vec3 size = builder.size();
  const auto hold = entry.find("hold"), ball = entry.find("ball"), sag = entry.find("sag");
  const bool both = hold && hold->choice({"first", "both"}) == 1;
  if (both && ball) ball->fail("a ball on a chain held at both ends", "hold \"first\"");
  if (!both && sag) sag->fail("a sag of a chain held at one end", "hold \"both\"");
  builder.reserve(links + (ball ? 1 : 0));
  Chain chain{builder, file.scene.world(), readDirection(entry, builder.planar()),
              builder.number("friction", {0.0, kForce.high}, 0.0)};
  const double bend = bendOfSag(entry, links, size.x());
  const Quat line = builder.planar()
                        ? Quat(Eigen::AngleAxisd(std::atan2(chain.along.y(), chain.along.x()), Vec3::UnitZ()))
                        : Quat::FromTwoVectors(Vec3::UnitX(), chain.along);
  Vec3 end = Vec3::Zero();
  for (int i = 0; i < links; ++i) {
    const int before = i == 0 ? -1 : chain.last();
    const Quat turn = Quat(Eigen::AngleAxisd(linkAngle(i, links, bend), Vec3::UnitZ())) * line;
    const Vec3 link = turn * (size.x() * Vec3::UnitX());
    builder.placeTurned({Box{size / 2.0}, Vec3::Zero(), "box"}, end + 0.5 * link, turn);
    chain.join(before, chain.last(), builder.foot() + end);
    end += link;
  }
  if (both) chain.join(chain.last(), -1, builder.foot() + end);
  if (ball) hangBall(*ball, chain, end);
}

}  // namespace keystone
