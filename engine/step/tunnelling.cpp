#include "step/tunnelling.h"

#include <algorithm>
#include <span>

#include "collide/collide.h"
#include "math/scratch_pool.h"
#include "shape/compound.h"
#include "step/passing.h"
#include "step/step_parts.h"
#include "step/turned_contacts.h"
#include "world/joined.h"

namespace keystone {
namespace {

// Parts tried in a step: a spinning splinter that hits a thin wall takes tens; an ellipsoid that turns by a quarter
// while it is pressed against one takes hundreds, which a world of few bodies has time for.
constexpr int kMostParts = 64, kMostPieces = 4000;  // in any world; or pieces of shapes swept, if that allows for more
// Rows times factorizations of the solves of all parts, each of which counts as one more: it finds its contacts anew.
// More takes longer than a frame. A hard solve of a hundred contacts takes half of it.
constexpr double kMostWork = 4e4;
// The same for hits in passing, which a heap has in each step: without this limit `hourglass` takes 21 ms at its worst.
constexpr double kMostTurningWork = 1e4;
constexpr double kLeastPart = 1e-6;  // of the step: what is shorter is no part. At 1e-4 four of 60,000 shots pass
constexpr double kRounding = 1e-9;   // of the step: no time is left
// Of the thinnest inner radius: how far bodies may move after a cut that is none. Else its last digits take ten tries.
constexpr double kSamePlace = 0.1;

constexpr const char* kOverlap = "fast bodies overlap: the step has used up its substeps";
constexpr const char* kGlance = "some glancing impacts are coarse: the step has used up its substeps";

struct TunnellingWorkspace {
  World start;                // of the part
  std::vector<double> inner;  // [bodies], m
  std::vector<Body> moving;   // [bodies], at the part's start with the velocities of its motion
  std::vector<std::pair<int, int>> pairs;
  TurnedContacts turned;
};

// [m] How far a body's surface moves in h [s] at most, of the one that moves farthest.
double farthest(const World& world, double h) {
  const double falls = h * world.gravity.norm();
  double most = 0.0;
  for (std::size_t i = 0; i < world.bodies.size(); ++i) {
    const Body& body = world.bodies[i];
    if (body.isFixed() || (body.velocity.isZero(0.0) && body.omega.isZero(0.0))) continue;
    most = std::max(most, travel(world.colliders[i].shape, body.velocity, body.omega, h) + h * falls);
  }
  return most;
}

// When [s] the motion of a stretch must be cut, or its length: where bodies meet that pass through each other by it.
double timeToPassing(const StepContext& step, const Stretch& stretch, TunnellingWorkspace& workspace) {
  const World& start = workspace.start;
  const CollideParams& params = step.input.params.collide;
  findMotion(stretch, workspace.moving);
  broadPhase(workspace.moving, start.colliders, params, stretch.h, workspace.pairs);
  dropJoinedPairs(start, workspace.pairs);
  double first = stretch.h;
  for (const auto& pair : workspace.pairs)
    first = std::min(first, timeToPassing(start, stretch, workspace.moving, pair, params));
  return first;
}

// The same of a part of h [s], phase by phase where it has any.
double timeToPassing(const StepContext& step, double h, TunnellingWorkspace& workspace) {
  const double least = kLeastPart * step.input.world.h;
  const std::span<const PhaseMotion> phases(step.workspace.phases.data(), step.workspace.phase_count);
  if (phases.empty()) {
    const double cut =
        timeToPassing(step, {h, h, workspace.start.bodies, step.world.bodies, step.workspace.v}, workspace);
    return cut < h ? std::max(cut, least) : h;
  }
  double done = 0.0;
  for (std::size_t i = 0; i < phases.size(); ++i) {
    const auto& [dt, before, v] = phases[i];
    const std::span<const Body> after = i + 1 < phases.size() ? phases[i + 1].start : step.world.bodies;
    const double cut = timeToPassing(step, {dt, h, before, after, v}, workspace);
    if (cut < dt) return std::max(done + cut, least);
    done += dt;
  }
  return h;
}

// When [s] bodies meet whose contacts a part of h [s] did without, or h.
double timeToLater(const StepContext& step, double h, TunnellingWorkspace& workspace) {
  if (workspace.turned.guessed.empty()) return h;
  findMotion({h, h, workspace.start.bodies, step.world.bodies, step.workspace.v}, workspace.moving);
  const double least = kLeastPart * step.input.world.h;
  return std::min(h, std::max(least, timeToLater(step, workspace.moving, workspace.turned)));
}

// All but those that meet later.
void forget(TurnedContacts& turned) {
  turned.first = HUGE_VAL;
  turned.pairs.clear();
}

// Tried in a step.
int mostParts(const World& world) {
  int pieces = 0;
  for (const Collider& collider : world.colliders) pieces += partCount(collider.shape);
  return std::max(kMostParts, kMostPieces / pieces);
}

}  // namespace

void stepInParts(StepContext& step, void (*run)(StepContext& step)) {
  step.workspace.phase_count = 0;
  step.notes_phases = false;
  step.turned = nullptr;
  const double way = farthest(step.world, step.dt);
  if (way == 0.0) return run(step);
  const Scratch<TunnellingWorkspace> workspace(static_cast<std::ptrdiff_t>(step.world.bodies.size()));
  std::vector<double>& inner = workspace->inner;
  inner.clear();
  for (const Collider& collider : step.world.colliders)  // what touches nothing passes through nothing
    inner.push_back(collider.mask != 0 ? innerRadius(collider.shape, step.world.planar) : HUGE_VAL);
  const double thinnest = *std::ranges::min_element(inner);
  if (!(way > kTurning * thinnest)) return run(step);

  TurnedContacts& turned = workspace->turned;
  turned.later.clear();
  turned.guessed.clear();
  step.turned = &turned;
  StepReport& report = step.result.report;
  World& start = workspace->start;
  const auto begin_part = [&] {
    start = step.world;
    start.cache = step.remembered->cache;
    start.joint_cache = step.remembered->joint_cache;
    step.remembered = &start;
  };
  begin_part();
  const bool is_fast = way > thinnest;
  step.notes_phases = is_fast;
  const double speed = way / step.dt;
  StepReport done;  // of the parts so far
  const int most_parts = mostParts(start);
  bool failed = false;  // one try at least
  double work = 0.0, left = step.dt, part = left;
  for (int tried = 1;; ++tried) {
    report = {};
    step.dt = part;
    step.workspace.phase_count = 0;
    forget(turned);
    run(step);
    if (report.rejected) return;
    // A motion that is no solution is not made one by parts, each of which may take all the work allowed. But it may
    // have phases before the one that failed, for bodies that pass through each other in them; so one try is free.
    const bool solved = report.solve.status == SolveStatus::Converged;
    const bool has_phases = step.workspace.phase_count > 0;
    const double meeting = has_phases ? part : timeToLater(step, part, *workspace);
    if (solved && step.turned != nullptr) noteTurned(step, start.bodies, turned);
    const double passing = is_fast && (solved || has_phases) ? timeToPassing(step, part, *workspace) : part;
    const double turning = std::min({part, turned.first, meeting});
    const double cut = std::min(passing, turning);
    const bool passes = (part - passing) * speed > kSamePlace * thinnest;
    const bool overlaps = passes || meeting < (1.0 - kAtOnce) * part;  // a wrong guess must be mended
    const bool turns = !turned.pairs.empty() || turning < (1.0 - kAtOnce) * part;
    report.ms.sweep += step.watch.lap();
    if (solved || failed) work += (1.0 + report.solve.factorizations) * report.rows;
    failed |= !solved;
    if ((passes || turns) && tried < most_parts && work < (overlaps ? kMostWork : kMostTurningWork)) {
      addTimes(report.ms, done.ms);
      step.world = start;
      step.remembered = &start;
      turned.later.insert(turned.later.end(), turned.pairs.begin(), turned.pairs.end());
      std::ranges::sort(turned.later);
      part = cut;
      continue;
    }
    if (passes || turns) addNote(passes ? kOverlap : kGlance, report);
    addPart(done, report);
    left -= part;
    if (!(left > kRounding * step.input.world.h)) break;
    done = report;
    turned.later.clear();
    turned.guessed.clear();
    step.world.step = start.step;
    step.world.time = start.time;
    begin_part();
    part = left;
  }
  report.ms.total = step.watch.total();
}

}  // namespace keystone
