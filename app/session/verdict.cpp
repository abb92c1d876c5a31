#include "session/verdict.h"

#include "world/stopwatch.h"

namespace keystone {
namespace {

// A copy, so that worlds differ where bricks do: what was found for other numbers is found again.
std::uint64_t hashOf(const World& world) {
  World still = world;
  still.time = static_cast<double>(world.bodies.size());
  return stateHash(still);
}

Simulation withBrick(const Simulation& simulation, const BrickSpec& brick, const Pose& pose) {
  Simulation offered = simulation;
  addBody(offered.world, bodyOf(Box{brick.half}, brick.density, pose), Collider{Box{brick.half}, brick.material});
  return offered;
}

}  // namespace

Verdict verdictOf(const Simulation& simulation) {
  Stopwatch watch;
  Simulation copy = simulation;
  copy.solver = findSolver("exact");
  copy.parameters.clear();
  Verdict verdict;
  verdict.analysis = analyze(copy);
  verdict.overhang = overhang(simulation.world, verdict.analysis);
  verdict.ms = watch.total();
  return verdict;
}

Verdict verdictWith(const Simulation& simulation, const BrickSpec& brick, const Pose& pose) {
  return verdictOf(withBrick(simulation, brick, pose));
}

void refresh(VerdictView& view, const Simulation& simulation, const BrickSpec* brick, const Pose* pose) {
  if (!view.on) return;
  const std::uint64_t hash = hashOf(simulation.world);
  if (!view.now || hash != view.now_hash) {
    view.now = verdictOf(simulation);
    view.now_hash = hash;
  }
  if (brick == nullptr || pose == nullptr) {
    view.with_brick.reset();
    return;
  }
  const std::uint64_t offered = hashOf(withBrick(simulation, *brick, *pose).world);
  if (view.with_brick && offered == view.brick_hash) return;
  view.with_brick = verdictWith(simulation, *brick, *pose);
  view.brick_hash = offered;
}

}  // namespace keystone
