// Everything that moves, and what it remembers from step to step.
#pragma once

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "body/body.h"
#include "collide/collide.h"
#include "joint/joint.h"
#include "problem/contact_problem.h"
#include "problem/index_sets.h"
#include "world/applied_force.h"
#include "world/path.h"

namespace keystone {

// A hand that pulls at a point of a body: F = m_eff (k (target - p) - c v), capped.
struct Drag {
  int body = -1;
  Vec3 local_point = Vec3::Zero();  // [m], body frame
  Vec3 target = Vec3::Zero();       // [m], world
  double stiffness = 100.0;         // k [1/s^2]
  double damping = 20.0;            // c [1/s]
  double cap = 50.0;                // largest |F| as a multiple of the body's weight (of m * 9.81 N without gravity)

  bool operator==(const Drag&) const = default;
};

// Impulse and sets of one contact, remembered for the next step by what touches.
struct ContactKey {
  int a, b;  // body indices
  std::uint32_t feature;
  auto operator<=>(const ContactKey&) const = default;  // NOLINT(modernize-use-nullptr): misread by clang-tidy
};
struct CachedContact {
  ContactKey key;
  Vec3 impulse = Vec3::Zero();  // [N s], world frame, on body b
  Vec3 moment = Vec3::Zero();   // [N m s], of torsional and rolling friction, world frame, on body b
  Vec3 point = Vec3::Zero();    // [m], world
  RowSet normal_set = RowSet::Ignored, tangent_set = RowSet::Ignored, tangent2_set = RowSet::Ignored;
  RowSet torsion_set = RowSet::Stick, rolling_set = RowSet::Stick;
  Vec3 penalty = Vec3::Zero();  // [N/m] of n, t1, t2, where a method remembers it (Solution::penalty)

  bool operator==(const CachedContact&) const = default;
};
using ContactCache = std::vector<CachedContact>;  // sorted by key

// Impulse and set of one joint row, remembered for the next step.
struct CachedJointRow {
  int joint;
  double impulse;  // [N s], or [N m s] of a row of pure rotation
  RowSet set;
  double penalty = 0.0;  // [N/m] or [N m/rad], as CachedContact's

  bool operator==(const CachedJointRow&) const = default;
};
using JointCache = std::vector<CachedJointRow>;  // sorted by joint, each one's rows in their order

// What sleep goes by (sleep/sleep.h): Body::sleep_group says who sleeps. The lists are empty until a step looked.
struct SleepState {
  std::vector<int> still;           // [bodies], steps in a row at rest
  std::vector<std::uint64_t> seen;  // [bodies], fingerprints
  std::uint64_t law = 0;            // fingerprint of gravity, joints and method
  ContactCache cache;               // contacts and joint rows of sleepers, for when they wake
  JointCache joint_cache;

  bool operator==(const SleepState&) const = default;
};

// A plain value: copying it is a snapshot, assigning it back restores the state exactly.
// bodies, colliders, colours, start are parallel arrays. Use addBody / removeBody to keep them so.
struct World {
  bool planar = false;
  Vec3 gravity{0.0, -9.81, 0.0};  // [m/s^2]
  double h = 1.0 / 60.0;          // [s]
  std::vector<Body> bodies;
  std::vector<Collider> colliders;
  std::vector<Vec3> colours;  // sRGB 0..1, carried for the viewer; negative = choose by kind
  std::vector<Vec3> start;    // [m], positions when added
  std::vector<Drag> drags;    // external forces of the hand
  std::vector<Joint> joints;
  std::vector<AppliedForce> forces;
  std::vector<Path> paths;                      // of kinematic bodies
  std::vector<std::pair<int, int>> no_contact;  // a < b, bodies that pass through each other, whatever their layers
  ContactCache cache;
  JointCache joint_cache;  // of no use once the number of rows has changed
  SleepState sleep_state;
  long step = 0;
  double time = 0.0;  // [s]

  bool operator==(const World&) const = default;
};

// Copies all but what the world remembers: both caches and the sleep state.
void copyWithoutImpulses(const World& from, World& to);

// Index of the new body. World::planar is imposed on it.
int addBody(World& world, Body body, Collider collider, const Vec3& colour = Vec3::Constant(-1.0));
// Later bodies move down by one; drags, joints, forces, paths, pairs and cached contacts follow, the body's own go with
// it. Wakes all.
void removeBody(World& world, int index);

// Later joints move down by one; cached impulses follow, the joint's own go with it. Wakes all.
void removeJoint(World& world, int index);

// The nearest body hit by a ray (world frame, unit direction), or -1. Half-spaces can be hit too.
int pick(const World& world, const Vec3& origin, const Vec3& direction, double max_distance, RayHit& hit);

// 64-bit FNV-1a over the bits of time, poses and velocities.
std::uint64_t stateHash(const World& world);

// Force [N] of a drag now, at the grabbed point, world frame; the grabbed point [m]; and the torque [N m] that damps
// the body's turning under the hand. dt [s] is the step that they act in: it bounds how stiff they can be.
Vec3 dragForce(const World& world, const Drag& drag, double dt);
Vec3 dragTorque(const World& world, const Drag& drag, double dt);
Vec3 dragPoint(const World& world, const Drag& drag);

}  // namespace keystone
