// Problem: bodies have velocities q-; contacts N touch, some approach. Which velocities q+ do they have after it?
//
// Source: smith2012. Generalized reflections, e = 1: while contacts approach, with V the set of those that do now,
//   lambda = argmin over lambda >= 0 of |q + M^-1 N_V^T lambda|_M,   q <- q + 2 M^-1 N_V^T lambda,
// which is Newton's restitution at V alone: energy stays, bodies that nothing approaches any more break away. For e < 1
// a wave that loses energy may go on for ever (inelastic collapse), so restitution is another step:
//   q+ = (1 - e) q_0 + e q_1,
// with q_1 the end of the elastic waves, and q_0 that of one impact without restitution at all contacts in reach. Both
// let no contact approach, and energy is convex, so q+ lets none approach and gains no energy.
//
// Departures:
//   - contacts may have different e. With e_1 < e_2 < ... those in reach and e_0 = 0,
//       q+ = sum_k (e_k - e_k-1) q(k) + (1 - max e) q_0,
//     where in q(k) contacts of e >= e_k are elastic, all others without restitution; a wave is made of the contacts
//     that approach while an elastic one does, else of all that have no restitution. With one e this is the above. All
//     that is said above holds for a sum of this kind.
//   - friction: the paper's own maximal dissipation is not used. A wave is one solve with friction, as by the other
//     laws of impacts, and gains no energy (keep_energy.h); the sum stays in the friction cones, which are convex.
//   - what approaches no faster than restitution_threshold is left to the time step.
// Ends: q_0 takes one solve. Elastic waves end where nothing approaches faster than the threshold; kMostWaves at most,
// what then still approaches is stopped by the time step.
// Cost: a solve a wave, for each e that the contacts have.
#include "impact/reflections.h"

#include <algorithm>

#include "math/scratch_pool.h"
#include "world/motion.h"

namespace keystone {
namespace {

struct Layers {
  ReachedContacts contacts;
  std::vector<double> ends;      // distinct e > 0 of the contacts, from the smallest; 1 comes last
  std::vector<Manifold> struck;  // in one wave, with e = 1 or 0
  VecX before, sum;              // [6 bodies], velocities before, and the weighted sum of those after
};

void listLayers(const std::vector<Manifold>& manifolds, std::vector<double>& ends) {
  ends.assign(1, 1.0);
  for (const Manifold& manifold : manifolds)
    if (const double e = manifold.material.restitution; e > 0.0 && e < 1.0) ends.push_back(e);
  std::ranges::sort(ends);
  ends.erase(std::unique(ends.begin(), ends.end()), ends.end());
}

// What takes part in the next wave where contacts of e >= `elastic_from` are elastic.
void chooseStruck(const ReachedContacts& contacts, double elastic_from, std::vector<Manifold>& struck) {
  const auto isElastic = [elastic_from](const Manifold& m) { return m.material.restitution >= elastic_from; };
  const bool reflects = std::ranges::any_of(contacts.approaching, isElastic);
  struck = reflects ? contacts.approaching : contacts.reached;
  if (!reflects) std::erase_if(struck, isElastic);
  for (Manifold& manifold : struck) manifold.material.restitution = isElastic(manifold) ? 1.0 : 0.0;
}

bool runWaves(StepContext& step, ImpactScope scope, double elastic_from, Layers& layers, Impacts& impacts,
              std::string& why) {
  for (int wave = 0; wave < kMostWaves; ++wave) {
    findReached(step, scope, layers.contacts);
    if (layers.contacts.approaching.empty()) break;
    chooseStruck(layers.contacts, elastic_from, layers.struck);
    if (!strike(step, layers.struck, layers.contacts.v, impacts, why)) return false;
  }
  return true;
}

// The layers' waves happen side by side: one counts for all, and their impulses are shares of one.
void add(const Impacts& layer, double share, Impacts& impacts) {
  impacts.contacts = std::max(impacts.contacts, layer.contacts);
  impacts.largest += share * layer.largest;
  addEffort(layer.solve, impacts.solve);
  if (!layer.note.empty()) impacts.note = layer.note;
}

}  // namespace

bool resolveReflections(StepContext& step, ImpactScope scope, Impacts& impacts, std::string& why) {
  const Scratch<Layers> layers(6 * static_cast<Eigen::Index>(step.world.bodies.size()));
  findReached(step, scope, layers->contacts);
  if (layers->contacts.approaching.empty()) return true;
  listLayers(step.result.manifolds, layers->ends);
  layers->before = layers->contacts.v;
  layers->sum.setZero(layers->before.size());
  Impacts all;
  double begin = 0.0;
  for (const double end : layers->ends) {
    setVelocities(step.world.bodies, layers->before);
    Impacts layer;
    if (!runWaves(step, scope, end, *layers, layer, why)) return false;
    velocitiesOf(step.world.bodies, layers->contacts.v);
    layers->sum += (end - begin) * layers->contacts.v;
    add(layer, end - begin, all);
    begin = end;
  }
  setVelocities(step.world.bodies, layers->sum);
  impacts.contacts += all.contacts;
  impacts.largest = std::max(impacts.largest, all.largest);
  addEffort(all.solve, impacts.solve);
  if (!all.note.empty()) impacts.note = all.note;
  return true;
}

}  // namespace keystone
