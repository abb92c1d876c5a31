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

Simulation withPiece(const Simulation& simulation, const World& piece, const Pose& pose) {
  Simulation offered = simulation;
  addPiece(offered.world, piece, pose);
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

Verdict verdictWith(const Simulation& simulation, const World& piece, const Pose& pose) {
  return verdictOf(withPiece(simulation, piece, pose));
}

void refresh(VerdictView& view, const Simulation& simulation, const World* piece, const Pose* pose) {
  if (!view.on) return;
  const std::uint64_t hash = hashOf(simulation.world);
  if (!view.now || hash != view.now_hash) {
    view.now = verdictOf(simulation);
    view.now_hash = hash;
  }
  if (piece == nullptr || pose == nullptr) {
    view.with_brick.reset();
    return;
  }
  const std::uint64_t offered = hashOf(withPiece(simulation, *piece, *pose).world);
  if (view.with_brick && offered == view.brick_hash) return;
  view.with_brick = verdictWith(simulation, *piece, *pose);
  view.brick_hash = offered;
}

}  // namespace keystone
