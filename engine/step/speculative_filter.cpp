#include "step/speculative.h"

#include <algorithm>

#include "collide/sweep.h"
#include "impact/flight.h"
#include "math/scratch_pool.h"
#include "problem/assemble.h"
#include "shape/compound.h"
#include "step/isolated_impacts.h"
#include "world/motion.h"

namespace keystone {
namespace {

bool isAhead(const Manifold& manifold, double h) {
  const auto is_open = [&](const ManifoldPoint& point) { return point.gap > touchingGap(h); };
  return manifold.apart || std::ranges::all_of(pointsOf(manifold), is_open);
}

struct Turned {
  int a, b;     // bodies
  double time;  // [s] when they meet, along another normal than that of their contact
};

struct FilterWorkspace {
  std::vector<char> disturbed;     // [bodies], something may change the body's way
  std::vector<char> kept;          // [manifolds]
  std::vector<std::size_t> newly;  // of these, by what is looked at
  std::vector<double> met;         // [bodies], [s] when they first meet another one
  std::vector<Turned> turned;
  std::vector<char> flies;   // [bodies], nothing but gravity moves it
  std::vector<int> partner;  // [bodies], the other body of its manifolds, or what follows
};

constexpr int kNone = -1, kSeveral = -2;

// Whether bodies that meet do so by themselves: nothing else holds or touches them or is near, and they did not push
// each other in the last step, as what rests on a board does that sinks. One of them may stand still or move as it is
// told, with any others at it.
class Isolation {
 public:
  Isolation(const StepContext& step, FilterWorkspace& workspace) : step_(step), workspace_(workspace) {
    const std::size_t bodies = step.world.bodies.size();
    workspace.flies.assign(bodies, 0);
    workspace.partner.assign(bodies, kNone);
    if (!takesIsolated(step)) return;
    findFlying(step.world, workspace.flies);
    for (const Manifold& manifold : step.result.manifolds) {
      pair(manifold.a, manifold.b);
      pair(manifold.b, manifold.a);
    }
  }

  bool operator()(int a, int b) const { return isAlone(a, b) && isAlone(b, a) && flies(a, b) && !pushed(a, b); }

 private:
  void pair(int body, int other) const {
    int& partner = workspace_.partner[body];
    partner = partner == kNone || partner == other ? other : kSeveral;
  }
  bool isAlone(int body, int other) const {
    const Body& one = step_.world.bodies[body];
    if (!one.isActive()) return one.kind != BodyKind::Dynamic;  // a sleeper is woken first
    return workspace_.flies[body] != 0 && workspace_.partner[body] == other;
  }
  bool pushed(int a, int b) const {
    const ContactCache& cache = step_.remembered->cache;
    auto known = std::ranges::lower_bound(cache, ContactKey{a, b, 0}, {}, &CachedContact::key);
    for (; known != cache.end() && known->key.a == a && known->key.b == b; ++known)
      if (!known->impulse.isZero(0.0)) return true;
    return false;
  }
  bool flies(int a, int b) const { return workspace_.flies[a] != 0 || workspace_.flies[b] != 0; }

  const StepContext& step_;
  FilterWorkspace& workspace_;
};

// Bodies on their way through a step that nothing acts on.
class FreeMotion {
 public:
  FreeMotion(const StepContext& step, const VecX& v, FilterWorkspace& workspace)
      : step_(step), bodies_(step.world.bodies), v_(v), met_(workspace.met), turned_(workspace.turned) {
    met_.assign(bodies_.size(), HUGE_VAL);
    turned_.clear();
  }

  // Whether the manifold's parts meet: notes when, but for those that do so by themselves.
  bool doMeet(const Manifold& manifold, bool isolated) {
    const Moving a = moving(manifold.a, manifold.part_a, isolated), b = moving(manifold.b, manifold.part_b, isolated);
    const double size = std::min(boundingRadius(a.shape), boundingRadius(b.shape));
    Vec3 normal = manifold.normal;
    const std::optional<double> time = timeOfImpact(a, b, step_.dt, kSweepSlop * size, &normal);
    if (!time) return false;
    if (isolated) return true;
    for (const int body : {manifold.a, manifold.b}) met_[body] = std::min(met_[body], *time);
    if (hasTurned(*time, normal, manifold, step_.dt) && mayTurn(step_.world, bodies_, manifold.a, manifold.b, step_.dt))
      turned_.push_back({manifold.a, manifold.b, *time});
    return true;
  }

  // Notes the meetings along another normal, but for those of bodies that have met something before.
  void noteTurned() const {
    if (step_.speculation == nullptr) return;
    for (const auto& [a, b, time] : turned_) {
      if (hasMet(a, time) || hasMet(b, time)) continue;
      step_.speculation->first = std::min(step_.speculation->first, time);
      step_.speculation->wrong.emplace_back(a, b);
    }
  }

 private:
  // By semi-implicit Euler, as what pushes others moves, or as what meets another by itself flies.
  Moving moving(int body, int part, bool flies) const {
    const auto [shape, place] = partOf(step_.world.colliders[body].shape, part);
    const Body& one = bodies_[body];
    const Vec3 v = v_.segment<3>(6 * body), omega = v_.segment<3>(6 * body + 3);
    if (!flies || !one.isActive()) return {one, shape, v, omega, Vec3::Zero(), place};
    const Vec3 fall = fallOf(step_.world, one);
    return {one, shape, v - step_.dt * fall, omega, fall, place};
  }

  bool hasMet(int body, double time) const { return bodies_[body].isActive() && met_[body] < time; }

  const StepContext& step_;
  std::span<const Body> bodies_;
  const VecX& v_;
  std::vector<double>& met_;
  std::vector<Turned>& turned_;
};

// Without those of bodies that are known to meet later.
void dropPostponed(const Speculation& speculation, std::vector<Manifold>& manifolds) {
  if (speculation.postponed.empty()) return;
  std::erase_if(manifolds, [&](const Manifold& manifold) {
    return std::ranges::binary_search(speculation.postponed, std::pair(manifold.a, manifold.b));
  });
}

}  // namespace

void filterSpeculative(StepContext& step, const VecX& v) {
  const World& world = step.world;
  const std::vector<Body>& bodies = world.bodies;
  step.isolated.clear();
  std::vector<Manifold>& manifolds = step.result.manifolds;
  if (step.speculation != nullptr) dropPostponed(*step.speculation, manifolds);
  if (std::ranges::none_of(manifolds, [&](const Manifold& manifold) { return isAhead(manifold, step.dt); })) return;

  const Scratch<FilterWorkspace> workspace(static_cast<std::ptrdiff_t>(bodies.size()));
  auto& disturbed = workspace->disturbed;
  auto& kept = workspace->kept;
  auto& newly = workspace->newly;
  disturbed.assign(bodies.size(), 0);
  kept.assign(manifolds.size(), 0);
  const auto disturb = [&](int body) {
    if (body >= 0 && bodies[body].isActive()) disturbed[body] = 1;
  };
  const auto isFree = [&](const Manifold& manifold) {
    return disturbed[manifold.a] == 0 && disturbed[manifold.b] == 0;
  };
  // All of them are asked before any disturbs its bodies.
  const auto keepIf = [&](const auto& isKept) {
    newly.clear();
    for (std::size_t i = 0; i < manifolds.size(); ++i)
      if (kept[i] == 0 && isKept(manifolds[i])) newly.push_back(i);
    for (const std::size_t i : newly) {
      kept[i] = 1;
      disturb(manifolds[i].a);
      disturb(manifolds[i].b);
    }
    return !newly.empty();
  };
  for (const Joint& joint : world.joints) {
    disturb(joint.a);
    disturb(joint.b);
  }
  const Isolation isolation(step, *workspace);
  FreeMotion motion(step, v, *workspace);
  keepIf([&](const Manifold& manifold) { return !isAhead(manifold, step.dt); });
  keepIf([&](const Manifold& manifold) {
    if (!isFree(manifold)) return false;
    const bool isolated = isolation(manifold.a, manifold.b);
    if (!motion.doMeet(manifold, isolated)) return false;
    if (isolated) step.isolated.emplace_back(manifold.a, manifold.b);
    return !isolated;
  });
  motion.noteTurned();
  // What is pushed may push what it is near to.
  while (keepIf([&](const Manifold& manifold) { return !isFree(manifold); })) {
  }
  std::ranges::sort(step.isolated);
  step.isolated.erase(std::unique(step.isolated.begin(), step.isolated.end()), step.isolated.end());
  std::size_t count = 0;
  for (std::size_t i = 0; i < manifolds.size(); ++i)
    if (kept[i] != 0) manifolds[count++] = manifolds[i];
  manifolds.resize(count);
}

}  // namespace keystone
