#include "record/world_state.h"

#include <algorithm>
#include <cmath>

namespace keystone {
namespace {

// Each of these passes the parts of a value, const or not, to a writer or reader.
constexpr auto passDrag = [](auto& io, auto& drag) {
  io(drag.body);
  io(drag.local_point);
  io(drag.target);
  io(drag.stiffness);
  io(drag.damping);
  io(drag.cap);
};

constexpr auto passBody = [](auto& io, auto& body) {
  io(body.kind);
  io(body.planar);
  io(body.mass);
  io(body.inertia);
  io(body.pose.position);
  io(body.pose.orientation);
  io(body.velocity);
  io(body.omega);
  io(body.sleep_group);
};

constexpr auto passContact = [](auto& io, auto& known) {
  io(known.key.a);
  io(known.key.b);
  io(known.key.feature);
  io(known.impulse);
  io(known.moment);
  io(known.point);
  io(known.normal_set);
  io(known.tangent_set);
  io(known.tangent2_set);
  io(known.torsion_set);
  io(known.rolling_set);
  io(known.penalty);
};

constexpr auto passJointRow = [](auto& io, auto& known) {
  io(known.joint);
  io(known.impulse);
  io(known.set);
  io(known.penalty);
};

constexpr auto passOne = [](auto& io, auto& value) { io(value); };

template <class Io, class W>
void passWorld(Io& io, W& world) {
  io(world.planar);
  io(world.gravity);
  io(world.h);
  io(world.step);
  io(world.time);
  io.list(world.bodies, passBody);
  io.list(world.start, passOne);
  io.list(world.drags, passDrag);
  io.list(world.cache, passContact);
  io.list(world.joint_cache, passJointRow);
  auto& sleep = world.sleep_state;
  io.list(sleep.still, passOne);
  io.list(sleep.seen, passOne);
  io(sleep.law);
  io.list(sleep.cache, passContact);
  io.list(sleep.joint_cache, passJointRow);
}

void expect(bool is_right, const char* found, const char* expected) {
  if (!is_right) throw BytesError(std::string("found ") + found + ", expected " + expected);
}

bool isSet(RowSet set) {
  return set <= RowSet::Bilateral;
}

bool isUsable(const Body& body) {
  return body.kind <= BodyKind::Dynamic && std::isfinite(body.mass) && body.mass > 0.0 && body.inertia.allFinite() &&
         body.sleep_group >= -1;
}

void checkCache(const ContactCache& cache, int bodies) {
  const auto isRight = [bodies](const CachedContact& known) {
    const bool sets = isSet(known.normal_set) && isSet(known.tangent_set) && isSet(known.tangent2_set) &&
                      isSet(known.torsion_set) && isSet(known.rolling_set);
    return sets && known.key.a >= 0 && known.key.a < bodies && known.key.b >= 0 && known.key.b < bodies;
  };
  expect(std::ranges::all_of(cache, isRight), "a remembered contact of unknown bodies or sets", "known ones");
  expect(std::ranges::is_sorted(cache, {}, &CachedContact::key), "remembered contacts out of order", "them sorted");
}

void checkJoints(const JointCache& cache, int joints) {
  const auto isRight = [joints](const CachedJointRow& known) {
    return isSet(known.set) && known.joint >= 0 && known.joint < joints;
  };
  expect(std::ranges::all_of(cache, isRight), "a remembered row of an unknown joint or set", "known ones");
}

void check(const World& world, std::size_t bodies_of_scene) {
  const auto bodies = static_cast<int>(world.bodies.size()), joints = static_cast<int>(world.joints.size());
  expect(world.bodies.size() == bodies_of_scene && world.start.size() == bodies_of_scene, "another number of bodies",
         "as many as in the scene");
  expect(std::ranges::all_of(world.bodies, isUsable), "a body of unknown kind or without a mass", "a body");
  expect(std::isfinite(world.h) && world.h > 0.0, "a step that is not above 0 s", "one that is");
  expect(std::ranges::all_of(world.drags, [bodies](const Drag& drag) { return drag.body >= 0 && drag.body < bodies; }),
         "a hand on a body that is not there", "one on a body");
  checkCache(world.cache, bodies);
  checkCache(world.sleep_state.cache, bodies);
  checkJoints(world.joint_cache, joints);
  checkJoints(world.sleep_state.joint_cache, joints);
  for (const std::size_t size : {world.sleep_state.still.size(), world.sleep_state.seen.size()})
    expect(size == 0 || size == world.bodies.size(), "rest of another number of bodies", "of all or none");
}

}  // namespace

void writeState(const World& world, ByteWriter& bytes) {
  passWorld(bytes, world);
}

void readState(ByteReader& bytes, World& world) {
  const std::size_t bodies = world.bodies.size();
  std::vector<std::string> names;
  for (const Body& body : world.bodies) names.push_back(body.name);
  passWorld(bytes, world);
  std::vector<double> energies;  // [bodies], [J], which some recordings end with; of no use
  if (!bytes.atEnd()) bytes.list(energies, passOne);
  expect(bytes.atEnd(), "more bytes", "the end of a state");
  check(world, bodies);
  for (std::size_t i = 0; i < bodies; ++i) world.bodies[i].name = std::move(names[i]);
}

void writeDrag(const Drag& drag, ByteWriter& bytes) {
  passDrag(bytes, drag);
}

void readDrag(ByteReader& bytes, Drag& drag) {
  passDrag(bytes, drag);
}

}  // namespace keystone
