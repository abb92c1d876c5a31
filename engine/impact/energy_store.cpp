#include "impact/energy_store.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "math/scratch_pool.h"

namespace keystone {
namespace {

constexpr int kMostSlowings = 3;  // of an island: after two rounding is no gain

// What an island leans on.
struct Surroundings {
  bool fixed = false;            // something that impulses do not move
  bool driven = false;           // something that does work of its own, seen from wherever
  Vec3 velocity = Vec3::Zero();  // [m/s], of what is fixed: seen from there it does no work
};

// One more body that impulses do not move; none: the world. Two that move apart do work whoever sees them.
void leanOn(const Body* body, Surroundings& around) {
  const bool moves = body != nullptr && body->moves();
  const Vec3 velocity = moves ? body->velocity : Vec3::Zero();
  around.driven = around.driven || (moves && !body->omega.isZero(0.0)) || (around.fixed && around.velocity != velocity);
  around.fixed = true;
  around.velocity = velocity;
}

Surroundings surroundingsOf(const World& world, const ContactProblem& problem, const Island& island) {
  Surroundings around;
  const auto lookAt = [&](int body) {
    const Body* own = body < 0 ? nullptr : &world.bodies[body];
    if (own == nullptr || !own->isActive()) leanOn(own, around);
  };
  for (const int contact : island.contacts) {
    const ContactPoint& place = problem.contact_points[contact];
    lookAt(place.a);
    lookAt(place.b);
    for (int k = 1; k < problem.dim; ++k)
      around.driven = around.driven || problem.surfaceOf(problem.normalRow(contact) + k) != 0.0;
  }
  for (const int row : island.joint_rows) {
    if (row >= static_cast<int>(problem.joint_of_row.size())) continue;  // rolling friction
    const Joint& joint = world.joints[problem.joint_of_row[row]];
    lookAt(joint.a);
    lookAt(joint.b);
    around.driven = around.driven || joint.motor_max > 0.0 || joint.hasSpring();
  }
  return around;
}

// [J] Seen from what moves with a velocity.
double energyFrom(const Vec3& velocity, Body body) {
  body.velocity -= velocity;
  return kineticEnergy(body);
}

// Work [J] on a body's way, seen from there, of what gives it these velocities in a step of h [s]: gravity and forces.
double workOn(const Body& before, const Body& after, const Vec3& seen_from, const Vec3& linear, const Vec3& angular,
              double h) {
  const Vec3 way = after.pose.position - before.pose.position - h * seen_from;
  const double work = before.mass * linear.dot(way) / h;
  if (angular.isZero(0.0)) return work;
  return work + 0.5 * (worldInertia(before) * angular).dot(before.omega + after.omega);
}

// A motion of all bodies of an island alike.
struct RigidMotion {
  Vec3 centre = Vec3::Zero(), velocity = Vec3::Zero(), omega = Vec3::Zero();
  double energy = 0.0;  // [J]
  Vec3 velocityAt(const Vec3& point) const { return velocity + omega.cross(point - centre); }
};

// That which has the island's momentum and angular momentum: its energy is the least that these leave.
RigidMotion meanMotion(const std::vector<Body>& bodies, const std::vector<int>& members, bool planar) {
  RigidMotion mean;
  double mass = 0.0;
  for (const int i : members) {
    const Body& body = bodies[i];
    mass += body.mass;
    mean.centre += body.mass * body.pose.position;
    mean.velocity += body.mass * body.velocity;
  }
  mean.centre /= mass;
  mean.velocity /= mass;
  Mat3 inertia = Mat3::Zero();
  Vec3 spin = Vec3::Zero();  // [kg m^2/s]
  for (const int i : members) {
    const Body& body = bodies[i];
    const Mat3 own = worldInertia(body);
    const Vec3 arm = body.pose.position - mean.centre;
    inertia += own + body.mass * (arm.squaredNorm() * Mat3::Identity() - arm * arm.transpose());
    spin += own * body.omega + body.mass * arm.cross(body.velocity - mean.velocity);
  }
  mean.omega = planar ? Vec3(0.0, 0.0, spin.z() / inertia(2, 2)) : Vec3(inertia.ldlt().solve(spin));
  mean.energy = 0.5 * (mass * mean.velocity.squaredNorm() + spin.dot(mean.omega));
  return mean;
}

// Velocities relative to `mean` become the share `kept` of theirs.
void slow(const std::vector<int>& members, const RigidMotion& mean, double kept, const LedBodies& led) {
  for (const int i : members) {
    Motion& motion = led.motions[i];
    const Vec3 linear = (1.0 - kept) * (mean.velocityAt(motion.pose.position) - motion.velocity);
    const Vec3 angular = (1.0 - kept) * (mean.omega - motion.omega);
    motion.velocity += linear;
    motion.omega += angular;
    led.v.segment<3>(6 * static_cast<Eigen::Index>(i)) += linear;
    led.v.segment<3>(6 * static_cast<Eigen::Index>(i) + 3) += angular;
  }
}

// Active bodies of an island, and what a step makes of their energy [J].
struct Tally {
  std::vector<int> members;
  double stored = 0.0, first = 0.0, last = 0.0, work = 0.0;
  double most() const { return first + work + stored; }
};

double energyOf(const std::vector<int>& members, const Vec3& seen_from, const std::vector<Body>& bodies) {
  double sum = 0.0;
  for (const int i : members) sum += energyFrom(seen_from, bodies[i]);
  return sum;
}

void tally(const ContactProblem& problem, const Island& island, const Vec3& seen_from, const std::vector<Body>& before,
           const std::vector<Body>& after, const std::vector<double>& store, Tally& sums) {
  sums.members.clear();
  sums.stored = sums.first = sums.work = 0.0;
  for (const int i : island.bodies) {
    const auto at = static_cast<std::size_t>(i);
    if (!before[at].isActive()) continue;
    sums.members.push_back(i);
    sums.stored += at < store.size() ? store[at] : 0.0;
    sums.first += energyFrom(seen_from, before[at]);
    const auto six = 6 * static_cast<Eigen::Index>(i);
    const auto gained = [&](Eigen::Index row) -> Vec3 {
      return problem.v_free.segment<3>(row) - problem.v_before.segment<3>(row);
    };
    sums.work += workOn(before[at], after[at], seen_from, gained(six), gained(six + 3), problem.h);
  }
  sums.last = energyOf(sums.members, seen_from, after);
}

// Splits what an island has left among the members that joints hold, if any: what bounces off them leaves it there.
void split(double left, const std::vector<bool>& jointed, const std::vector<int>& members, std::vector<double>& store) {
  const auto isJointed = [&](int body) { return jointed[body]; };
  const auto holders = std::ranges::count_if(members, isJointed);
  for (const int i : members)
    if (holders == 0 || isJointed(i))
      store[i] = left / static_cast<double>(holders > 0 ? holders : std::ssize(members));
}

}  // namespace

double keepStores(const ContactProblem& problem, const std::vector<Island>& islands, LedBodies led,
                  std::vector<double>& store) {
  const std::vector<Body>& bodies = led.world.bodies;
  const Scratch<std::vector<Body>> after;
  *after = bodies;
  place(*after, led.motions);
  const Scratch<std::vector<double>> before;
  const Scratch<Tally> sums;
  const Scratch<std::vector<bool>> jointed;
  before->swap(store);
  jointed->assign(bodies.size(), false);
  for (const Joint& joint : led.world.joints)
    for (const int body : {joint.a, joint.b})
      if (body >= 0) (*jointed)[body] = true;
  store.assign(bodies.size(), 0.0);
  double slowed = 0.0;
  for (const Island& island : islands) {
    const Surroundings around = surroundingsOf(led.world, problem, island);
    if (around.driven) continue;
    tally(problem, island, around.velocity, bodies, *after, *before, *sums);
    const std::vector<int>& members = sums->members;
    const double left = std::max(0.0, sums->most() - sums->last);  // [J]
    // Once more where so much was gained that rounding of it is a gain.
    for (int n = 0; n < kMostSlowings && !island.contacts.empty() && sums->last > sums->most(); ++n) {
      RigidMotion mean;
      mean.velocity = around.velocity;
      if (!around.fixed) {
        mean = meanMotion(*after, members, led.world.planar);
        if (mean.energy > sums->most()) mean = {};
      }
      const double own = sums->last - mean.energy;  // [J]
      const double kept = own > 0.0 ? std::sqrt(std::clamp((sums->most() - mean.energy) / own, 0.0, 1.0)) : 1.0;
      slow(members, mean, kept, led);
      slowed = std::max(slowed, 1.0 - kept);
      for (const int i : members) {
        const auto at = static_cast<std::size_t>(i);
        (*after)[at].velocity = led.motions[at].velocity;
        (*after)[at].omega = led.motions[at].omega;
      }
      sums->last = energyOf(members, around.velocity, *after);
    }
    split(left, *jointed, members, store);
  }
  return slowed;
}

}  // namespace keystone
