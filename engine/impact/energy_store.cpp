#include "impact/energy_store.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "math/scratch_pool.h"

namespace keystone {
namespace {

// What an island leans on.
struct Surroundings {
  bool fixed = false;   // something that impulses do not move
  bool driven = false;  // something that does work of its own
};

Surroundings surroundingsOf(const World& world, const ContactProblem& problem, const Island& island) {
  Surroundings around;
  const auto lookAt = [&](int body) {
    const bool is_world = body < 0;
    if (!is_world && world.bodies[static_cast<std::size_t>(body)].isActive()) return;
    around.fixed = true;
    around.driven = around.driven || (!is_world && world.bodies[static_cast<std::size_t>(body)].moves());
  };
  for (const int contact : island.contacts) {
    const ContactPoint& place = problem.contact_points[static_cast<std::size_t>(contact)];
    lookAt(place.a);
    lookAt(place.b);
    for (int k = 1; k < problem.dim; ++k)
      around.driven = around.driven || problem.surfaceOf(problem.normalRow(contact) + k) != 0.0;
  }
  for (const int row : island.joint_rows) {
    if (row >= static_cast<int>(problem.joint_of_row.size())) continue;  // rolling friction
    const Joint& joint = world.joints[static_cast<std::size_t>(problem.joint_of_row[static_cast<std::size_t>(row)])];
    lookAt(joint.a);
    lookAt(joint.b);
    around.driven = around.driven || joint.motor_max > 0.0 || joint.hasSpring();
  }
  return around;
}

// Of a body, as if it moved like this.
double kineticEnergy(const Body& body, const Motion& motion) {
  const Vec3 spin = motion.pose.orientation.conjugate() * motion.omega;
  return 0.5 * (body.mass * motion.velocity.squaredNorm() + spin.dot(body.inertia * spin));
}

// Work [J] on a body's way of what gives it these velocities in a step of h [s]: gravity and forces.
double workOn(const Body& body, const Motion& motion, const Vec3& linear, const Vec3& angular, double h) {
  const double work = body.mass * linear.dot(motion.pose.position - body.pose.position) / h;
  if (angular.isZero(0.0)) return work;
  return work + 0.5 * (worldInertia(body) * angular).dot(body.omega + motion.omega);
}

// A motion of all bodies of an island alike.
struct RigidMotion {
  Vec3 centre = Vec3::Zero(), velocity = Vec3::Zero(), omega = Vec3::Zero();
  Vec3 velocityAt(const Vec3& point) const { return velocity + omega.cross(point - centre); }
};

// That which has the island's momentum and angular momentum.
RigidMotion meanMotion(const std::vector<Body>& bodies, const std::vector<Motion>& motions,
                       const std::vector<int>& members, bool planar) {
  RigidMotion mean;
  double mass = 0.0;
  for (const int i : members) {
    const double m = bodies[static_cast<std::size_t>(i)].mass;
    mass += m;
    mean.centre += m * motions[static_cast<std::size_t>(i)].pose.position;
    mean.velocity += m * motions[static_cast<std::size_t>(i)].velocity;
  }
  mean.centre /= mass;
  mean.velocity /= mass;
  Mat3 inertia = Mat3::Zero();
  Vec3 spin = Vec3::Zero();  // [kg m^2/s]
  for (const int i : members) {
    const Body& body = bodies[static_cast<std::size_t>(i)];
    const Motion& motion = motions[static_cast<std::size_t>(i)];
    const Mat3 turn = motion.pose.orientation.toRotationMatrix();
    const Mat3 own = turn * body.inertia * turn.transpose();
    const Vec3 arm = motion.pose.position - mean.centre;
    inertia += own + body.mass * (arm.squaredNorm() * Mat3::Identity() - arm * arm.transpose());
    spin += own * motion.omega + body.mass * arm.cross(motion.velocity - mean.velocity);
  }
  mean.omega = planar ? Vec3(0.0, 0.0, spin.z() / inertia(2, 2)) : Vec3(inertia.ldlt().solve(spin));
  return mean;
}

// Takes so much of the velocities relative to `mean` that the members' kinetic energy is at most `most` [J], as far as
// `mean` itself lets it. Returns the share taken.
double slow(const std::vector<int>& members, const RigidMotion& mean, double most, const LedBodies& led) {
  double least = 0.0, all = 0.0;  // [J], of the mean motion, and of all
  const auto meanOf = [&](const Motion& motion) {
    return Motion{motion.pose, mean.velocityAt(motion.pose.position), mean.omega};
  };
  for (const int i : members) {
    const Body& body = led.world.bodies[static_cast<std::size_t>(i)];
    const Motion& motion = led.motions[static_cast<std::size_t>(i)];
    least += kineticEnergy(body, meanOf(motion));
    all += kineticEnergy(body, motion);
  }
  const double kept = all > least ? std::sqrt(std::clamp((most - least) / (all - least), 0.0, 1.0)) : 1.0;
  for (const int i : members) {
    Motion& motion = led.motions[static_cast<std::size_t>(i)];
    const Motion of_mean = meanOf(motion);
    const Vec3 linear = (1.0 - kept) * (of_mean.velocity - motion.velocity);
    const Vec3 angular = (1.0 - kept) * (of_mean.omega - motion.omega);
    motion.velocity += linear;
    motion.omega += angular;
    led.v.segment<3>(6 * static_cast<Eigen::Index>(i)) += linear;
    led.v.segment<3>(6 * static_cast<Eigen::Index>(i) + 3) += angular;
  }
  return 1.0 - kept;
}

// Active bodies of an island, and what a step makes of their energy [J].
struct Tally {
  std::vector<int> members;
  double stored = 0.0, first = 0.0, last = 0.0, work = 0.0;
  double most() const { return first + work + stored; }
};

void tally(const ContactProblem& problem, const Island& island, const LedBodies& led, const std::vector<double>& store,
           Tally& sums) {
  sums.members.clear();
  sums.stored = sums.first = sums.last = sums.work = 0.0;
  for (const int i : island.bodies) {
    const auto at = static_cast<std::size_t>(i);
    const Body& body = led.world.bodies[at];
    if (!body.isActive()) continue;
    const Motion& motion = led.motions[at];
    sums.members.push_back(i);
    sums.stored += at < store.size() ? store[at] : 0.0;
    sums.first += kineticEnergy(body, {body.pose, body.velocity, body.omega});
    sums.last += kineticEnergy(body, motion);
    const auto six = 6 * static_cast<Eigen::Index>(i);
    const auto gained = [&](Eigen::Index row) -> Vec3 {
      return problem.v_free.segment<3>(row) - problem.v_before.segment<3>(row);
    };
    sums.work += workOn(body, motion, gained(six), gained(six + 3), problem.h);
  }
}

// Splits what an island has left among the members that joints hold, if any: what bounces off them leaves it there.
void split(double left, const std::vector<bool>& jointed, const std::vector<int>& members, std::vector<double>& store) {
  const auto isJointed = [&](int body) { return jointed[static_cast<std::size_t>(body)]; };
  const auto holders = std::ranges::count_if(members, isJointed);
  for (const int i : members)
    if (holders == 0 || isJointed(i))
      store[static_cast<std::size_t>(i)] = left / static_cast<double>(holders > 0 ? holders : std::ssize(members));
}

}  // namespace

double keepStores(const ContactProblem& problem, const std::vector<Island>& islands, LedBodies led,
                  std::vector<double>& store) {
  const std::vector<Body>& bodies = led.world.bodies;
  const Scratch<std::vector<double>> before;
  const Scratch<Tally> sums;
  const Scratch<std::vector<bool>> jointed;
  before->swap(store);
  jointed->assign(bodies.size(), false);
  for (const Joint& joint : led.world.joints)
    for (const int body : {joint.a, joint.b})
      if (body >= 0) (*jointed)[static_cast<std::size_t>(body)] = true;
  store.assign(bodies.size(), 0.0);
  double slowed = 0.0;
  for (const Island& island : islands) {
    const Surroundings around = surroundingsOf(led.world, problem, island);
    if (around.driven) continue;
    tally(problem, island, led, *before, *sums);
    const std::vector<int>& members = sums->members;
    if (!island.contacts.empty() && sums->last > sums->most()) {
      const RigidMotion mean =
          around.fixed ? RigidMotion{} : meanMotion(bodies, led.motions, members, led.world.planar);
      slowed = std::max(slowed, slow(members, mean, sums->most(), led));
    }
    split(std::max(0.0, sums->most() - sums->last), *jointed, members, store);
  }
  return slowed;
}

}  // namespace keystone
