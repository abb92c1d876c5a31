#include "engines/impulse_check.h"

#include <algorithm>

#include "collide/collide.h"
#include "problem/assemble.h"
#include "problem/delassus.h"
#include "problem/residual.h"
#include "world/motion.h"

namespace keystone::bench {
namespace {

World placed(const EngineScene& scene, const std::vector<BodyState>& states) {
  World world = worldOf(scene);
  for (std::size_t i = 0; i < states.size(); ++i) {
    Body& body = world.bodies[i];
    if (!body.isDynamic()) continue;
    body.pose = states[i].pose;
    body.velocity = states[i].velocity;
    body.omega = states[i].omega;
  }
  return world;
}

// As a manifold of one point, a before b.
Manifold manifoldOf(const EngineContact& contact) {
  Manifold manifold;
  const bool ordered = contact.a < contact.b;
  manifold.a = ordered ? contact.a : contact.b;
  manifold.b = ordered ? contact.b : contact.a;
  manifold.normal = ordered ? contact.normal : Vec3(-contact.normal);
  manifold.material.friction_static = manifold.material.friction_dynamic = contact.mu;
  manifold.count = 1;
  manifold.points[0].point = contact.on_a;
  manifold.points[0].gap = contact.gap;
  return manifold;
}

// Impulses act where the engine has them act: rows of J with a point on either body. assemble() has put a's into both.
void moveEnds(const World& world, const std::vector<EngineContact>& contacts, ContactProblem& problem) {
  for (int row = 0; row < problem.rows(); ++row) {
    const EngineContact& contact = contacts[problem.contactOf(row)];
    const ContactPoint& place = problem.contact_points[problem.contactOf(row)];
    const Vec3 directions[] = {place.normal, place.t1, place.t2};
    const Vec3& direction = directions[row % problem.dim];
    for (SparseRows::InnerIterator entry(problem.J, row); entry; ++entry) {
      const auto body = static_cast<int>(entry.col() / 6), axis = static_cast<int>(entry.col() % 6);
      if (axis < 3) continue;
      const Vec3& end = body == contact.a ? contact.on_a : contact.on_b;
      const Vec3 arm = (end - world.bodies[body].pose.position).cross(direction);
      entry.valueRef() = body == place.a ? -arm[axis - 3] : arm[axis - 3];
    }
  }
  problem.q = problem.J * problem.v_free + problem.bias;
}

VecX impulsesOf(const ContactProblem& problem, const std::vector<EngineContact>& contacts) {
  VecX lambda(problem.rows());
  for (int c = 0; c < problem.contacts; ++c) {
    const ContactPoint& place = problem.contact_points[c];
    const EngineContact& contact = contacts[c];
    const Vec3 on_b = place.b == contact.b ? contact.impulse : Vec3(-contact.impulse);
    const Vec3 rows(place.normal.dot(on_b), place.t1.dot(on_b), place.t2.dot(on_b));
    lambda.segment(problem.normalRow(c), problem.dim) = rows.head(problem.dim);
  }
  return lambda;
}

}  // namespace

double penetration(const EngineScene& scene, const std::vector<BodyState>& states) {
  const World world = placed(scene, states);
  std::vector<std::pair<int, int>> pairs;
  broadPhase(world.bodies, world.colliders, {}, 0.0, pairs);
  double deepest = 0.0;
  std::vector<Manifold> all;
  narrowPhase(world.bodies, world.colliders, pairs, {}, 0.0, all);
  for (const Manifold& manifold : all)
    for (int k = 0; k < manifold.count; ++k) deepest = std::max(deepest, -manifold.points[k].gap);
  return deepest;
}

ImpulseVerdict checkImpulses(const EngineScene& scene, const std::vector<BodyState>& before,
                             const std::vector<BodyState>& after, const std::vector<EngineContact>& contacts) {
  const World world = placed(scene, before);
  std::vector<EngineContact> between;
  std::vector<Manifold> manifolds;
  for (const EngineContact& contact : contacts) {
    const bool is_pushed = world.bodies[contact.a].isDynamic() || world.bodies[contact.b].isDynamic();
    if (!is_pushed) continue;
    between.push_back(contact);
    manifolds.push_back(manifoldOf(contact));
  }
  VecX v_free;
  freeVelocity(world, world.h, v_free);
  ContactProblem problem;
  assemble(world.bodies, manifolds, v_free, {.planar = scene.planar, .h = scene.h}, problem);
  moveEnds(world, between, problem);
  const VecX lambda = impulsesOf(problem, between);
  const VecX v = velocityAfter(problem, lambda);
  ImpulseVerdict verdict{measure(problem, lambda).value, 0.0};
  for (std::size_t i = 0; i < after.size(); ++i) {
    if (!world.bodies[i].isDynamic()) continue;
    const auto row = static_cast<Eigen::Index>(6 * i);
    verdict.mismatch = std::max({verdict.mismatch, (v.segment<3>(row) - after[i].velocity).lpNorm<Eigen::Infinity>(),
                                 (v.segment<3>(row + 3) - after[i].omega).lpNorm<Eigen::Infinity>()});
  }
  return verdict;
}

Way wayFromStart(const EngineScene& scene, const std::vector<BodyState>& states) {
  Way way;
  for (std::size_t i = 0; i < states.size(); ++i) {
    const SceneBody& body = scene.bodies[i];
    if (body.fixed) continue;
    const double drift = (states[i].pose.position - body.start.pose.position).norm();
    // A planar box's depth is no edge of its own.
    const double edge = 2.0 * (scene.planar ? body.half.head<2>().minCoeff() : body.half.minCoeff());
    way.drift = std::max(way.drift, drift);
    way.sizes = std::max(way.sizes, drift / edge);
    way.turn = std::max(way.turn, states[i].pose.orientation.angularDistance(body.start.pose.orientation));
  }
  return way;
}

}  // namespace keystone::bench
