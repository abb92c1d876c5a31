#include "verdict.h"

#include "sim/stopwatch.h"

namespace keystone {
namespace {

// A copy, so that worlds differ where bricks do: what was found for other numbers is found again.
std::uint64_t hashOf(const World& world) {
  World still = world;
  still.time = static_cast<double>(world.bodies.size());
  return stateHash(still);
}

Lane withBrick(const Lane& lane, const BrickSpec& brick, const Pose& pose) {
  Lane offered = lane;
  addBody(offered.world, bodyOf(Box{brick.half}, brick.density, pose), Collider{Box{brick.half}, brick.material});
  return offered;
}

}  // namespace

Verdict judge(const Lane& lane) {
  Stopwatch watch;
  Lane copy = lane;
  copy.solver = findSolver("exact");
  copy.knobs.clear();
  Verdict verdict;
  verdict.analysis = analyze(copy);
  verdict.overhang = overhang(lane.world, verdict.analysis);
  verdict.ms = watch.total();
  return verdict;
}

Verdict judgeWith(const Lane& lane, const BrickSpec& brick, const Pose& pose) {
  return judge(withBrick(lane, brick, pose));
}

void refresh(VerdictView& view, const Lane& lane, const BrickSpec* brick, const Pose* pose) {
  if (!view.on) return;
  const std::uint64_t hash = hashOf(lane.world);
  if (!view.now || hash != view.now_hash) {
    view.now = judge(lane);
    view.now_hash = hash;
  }
  if (brick == nullptr || pose == nullptr) {
    view.with_brick.reset();
    return;
  }
  const std::uint64_t offered = hashOf(withBrick(lane, *brick, *pose).world);
  if (view.with_brick && offered == view.brick_hash) return;
  view.with_brick = judgeWith(lane, *brick, *pose);
  view.brick_hash = offered;
}

}  // namespace keystone
