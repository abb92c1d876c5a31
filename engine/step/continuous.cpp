#include "step/continuous.h"

#include <algorithm>
#include <span>

#include "collide/collide.h"
#include "math/scratch_pool.h"
#include "shape/compound.h"
#include "step/internal_edges.h"
#include "step/isolated_impacts.h"
#include "step/speculative.h"
#include "step/swept_pairs.h"
#include "world/joined.h"
#include "world/motion.h"

namespace keystone {
namespace {

// Solves tried in a step: a spinning splinter that hits a thin wall takes tens; an ellipsoid that turns by a quarter
// while it is pressed against one takes hundreds, which a world of few bodies has time for.
constexpr int kMostTries = 64, kMostPieces = 4000;  // in any world; or pieces of shapes swept, if that allows for more
// Rows times factorizations of all solves, each of which counts as one more: it finds its contacts anew. More takes
// longer than a frame. A hard solve of a hundred contacts takes half of it.
constexpr double kMostWork = 4e4;
// The same for glancing hits, which a heap has in each step: without this limit `hourglass` takes 21 ms at its worst.
constexpr double kMostGlancingWork = 1e4;
constexpr double kLeastInterval = 1e-6;  // of the step, of a cut. At 1e-4 four of 60,000 shots pass
constexpr double kRounding = 1e-9;       // of the step: no time is left
// Of the thinnest inner radius: how far bodies may move after a cut that is none. Else its last digits take ten tries.
constexpr double kSamePlace = 0.1;

constexpr const char* kOverlap = "fast bodies overlap: the step has used up its substeps";
constexpr const char* kGlance = "some glancing impacts are coarse: the step has used up its substeps";

struct ContinuousWorkspace {
  std::vector<Body> start;  // [bodies], of the interval
  std::vector<Manifold> found;
  std::vector<Body> moving;  // [bodies], at its start with the velocities of its motion
  std::vector<std::pair<int, int>> pairs;
  Speculation speculation;
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

// [m] The least inner radius; what touches nothing passes through nothing.
double thinnestOf(const World& world) {
  double least = HUGE_VAL;
  for (const Collider& collider : world.colliders)
    if (collider.mask != 0) least = std::min(least, innerRadius(collider.shape, world.planar));
  return least;
}

int mostTries(const World& world) {
  int pieces = 0;
  for (const Collider& collider : world.colliders) pieces += partCount(collider.shape);
  return std::max(kMostTries, kMostPieces / std::max(pieces, 1));
}

// Whether intervals may be made as they are solved.
class Sweep {
 public:
  Sweep(StepContext& step, const IntervalMethod& method, ContinuousWorkspace& workspace)
      : workspace_(workspace), h_(step.input.world.h) {
    step.speculation = nullptr;
    const double way = farthest(step.world, step.dt);
    if (way == 0.0) return;
    thinnest_ = thinnestOf(step.world);
    is_needed_ = way > kTurning * thinnest_;
    if (!is_needed_) return;
    finds_passing_ = way > thinnest_;
    speed_ = way / step.dt;
    most_tries_ = mostTries(step.world);
    workspace_.speculation.postponed.clear();
    workspace_.speculation.guessed.clear();
    if (!method.stopsAtImpacts()) step.speculation = &workspace_.speculation;
  }

  // Before an interval is solved, for the first time or again.
  void begin(const StepContext& step) {
    if (!is_needed_) return;
    if (!again_) workspace_.start = step.world.bodies;
    workspace_.speculation.first = HUGE_VAL;
    workspace_.speculation.wrong.clear();
  }

  // result.manifolds of the interval, by the velocities that bodies have; a shorter one has those of the longer.
  void search(StepContext& step) {
    if (again_) {
      step.result.manifolds = workspace_.found;
    } else {
      searchContacts(step);
      if (is_needed_) workspace_.found = step.result.manifolds;
    }
    again_ = false;
  }

  // When [s] the interval must end, whose motion is workspace.motions: where bodies meet that it has passed through
  // each other, or whose contacts ahead were wrong; else step.dt. A motion that is no solution is not made one by
  // shorter intervals, each of which may take all the work allowed. `asked` [s]: its length before the method cut it.
  double cut(StepContext& step, double asked, const IntervalTally& tally) {
    if (!is_needed_) return step.dt;
    const double meeting = timeToPostponed(step);
    const bool solved = tally.effort.report.status == SolveStatus::Converged;
    Speculation& speculation = workspace_.speculation;
    if (solved && step.speculation != nullptr) noteWrong(step, workspace_.start, speculation);
    const double passing = finds_passing_ && solved ? timeToTunnelling(step, asked) : step.dt;
    const double turning = std::min({step.dt, speculation.first, meeting});
    const bool passes = (step.dt - passing) * speed_ > kSamePlace * thinnest_;
    const bool is_soon = meeting < (1.0 - kAtOnce) * step.dt;  // a wrong guess must be mended
    const bool glances = !speculation.wrong.empty() || turning < (1.0 - kAtOnce) * step.dt;
    work_ += (1.0 + tally.effort.report.factorizations) * step.result.problem.rows();
    ++tries_;
    step.result.report.ms.sweep += step.watch.lap();
    if (!passes && !glances) return step.dt;
    if (tries_ < most_tries_ && work_ < (passes || is_soon ? kMostWork : kMostGlancingWork)) {
      again_ = true;
      return std::min(passing, turning);
    }
    note_ = passes ? kOverlap : kGlance;
    return step.dt;
  }

  // Whether the interval that cut() was asked about must be solved again; then its bodies are where it began.
  bool undo(StepContext& step) {
    if (!again_) return false;
    step.world.bodies = workspace_.start;
    Speculation& speculation = workspace_.speculation;
    std::vector<std::pair<int, int>>& postponed = speculation.postponed;
    postponed.insert(postponed.end(), speculation.wrong.begin(), speculation.wrong.end());
    std::ranges::sort(postponed);
    return true;
  }

  void end() {
    workspace_.speculation.postponed.clear();
    workspace_.speculation.guessed.clear();
  }

  const char* note() const { return note_; }

 private:
  Stretch stretch(const StepContext& step, double whole) const {
    return {step.dt, whole, workspace_.start, step.workspace.motions, step.workspace.v};
  }

  double timeToTunnelling(const StepContext& step, double whole) {
    const CollideParams& params = step.input.params.collide;
    const Stretch motion = stretch(step, whole);
    findMotion(motion, workspace_.moving);
    broadPhase(workspace_.moving, step.world.colliders, params, step.dt, workspace_.pairs);
    dropJoinedPairs(step.world, workspace_.pairs);
    double first = step.dt;
    for (const auto& pair : workspace_.pairs)
      first = std::min(first, keystone::timeToTunnelling(step.world, motion, workspace_.moving, pair, params));
    return first < step.dt ? std::max(first, kLeastInterval * h_) : step.dt;
  }

  double timeToPostponed(const StepContext& step) {
    if (workspace_.speculation.guessed.empty()) return step.dt;
    findMotion(stretch(step, step.dt), workspace_.moving);
    const double meeting = keystone::timeToPostponed(step, workspace_.moving, workspace_.speculation);
    return std::min(step.dt, std::max(kLeastInterval * h_, meeting));
  }

  ContinuousWorkspace& workspace_;
  double h_;  // [s], of the whole step
  bool is_needed_ = false, finds_passing_ = false, again_ = false;
  double thinnest_ = 0.0, speed_ = 0.0;  // [m], [m/s]
  int most_tries_ = 0, tries_ = 0;
  double work_ = 0.0;
  const char* note_ = nullptr;
};

// result.manifolds of the interval. False, and `why`, if there is nothing to begin with.
bool findContacts(StepContext& step, IntervalMethod& method, Sweep& sweep, std::string& why) {
  method.prepare(step);
  if (!step.workspace.v_free.allFinite() || !allFinite(step.world.bodies)) {
    why = "forces or state not finite";
    return false;
  }
  sweep.search(step);
  method.filterContacts(step);
  dropInternalEdges(step, step.workspace.v_free);
  step.result.sliding.clear();
  if (step.speculation != nullptr) noteTouching(step, *step.speculation);
  step.result.report.ms.narrow += step.watch.lap();
  return true;
}

// The interval's solution, found again where its velocities need contacts that were left out, and the motion that it
// leads to. False, and `why`, where it comes to nothing.
bool solveInterval(StepContext& step, IntervalMethod& method, IntervalTally& tally, std::string& why) {
  StepReport& report = step.result.report;
  const double dt = step.dt;
  do {
    step.dt = dt;
    if (!method.solve(step, tally, why)) return false;
    if (step.dt == 0.0) return true;
    addEffort(step.workspace.solve, tally.effort);
    findVelocities(step);
    report.ms.solve += step.watch.lap();
  } while (restoreNeeded(step));
  if (!adopt(step, why)) return false;
  method.moveApart(step);
  return findMotions(step, why);
}

// What pairs came to that moved by themselves.
void addIsolated(const StepReport& pairs, IntervalTally& tally, StepReport& report) {
  if (pairs.isolated == 0) return;
  report.isolated += pairs.isolated;
  CheckedSolve effort;
  effort.report = pairs.solve;
  effort.report.stage = {};  // not of the step's problem
  effort.report.stage_rank = 0;
  effort.residual = pairs.residual;
  addEffort(effort, tally.effort);
  tally.impacts.contacts += pairs.impacts;
  tally.impacts.largest = std::max(tally.impacts.largest, pairs.largest_impact);
  if (!pairs.note.empty()) tally.note = pairs.note;
}

void add(const IntervalTally& part, IntervalTally& sum) {
  addEffort(part.effort, sum.effort);
  addEffort(part.impacts.solve, sum.effort);
  sum.impacts.contacts += part.impacts.contacts;
  sum.impacts.largest = std::max(sum.impacts.largest, part.impacts.largest);
  sum.jammed += part.jammed;
  if (!part.note.empty()) sum.note = part.note;
  if (!part.impacts.note.empty()) sum.impacts.note = part.impacts.note;
}

void fillReport(const StepContext& step, const IntervalTally& tally, StepReport& report) {
  report.solve = tally.effort.report;
  report.residual = tally.effort.residual;
  report.fallback = tally.effort.fallback;
  describe(methodTitle(step.input), tally.effort, report.trouble);
  report.impacts = tally.impacts.contacts + tally.jammed;
  report.largest_impact = tally.impacts.largest;
  const std::string& note = tally.jammed > 0 || tally.impacts.note.empty() ? tally.note : tally.impacts.note;
  if (!note.empty()) addNote(note, report);
}

}  // namespace

void IntervalMethod::prepare(StepContext& step) {
  freeVelocity(step.world, step.dt, step.workspace.v_free);
}

void IntervalMethod::filterContacts(StepContext& step) {
  filterSpeculative(step, step.workspace.v_free);
  noteFlying(step);
}

void IntervalMethod::moveApart(StepContext&) {}
void IntervalMethod::moved(StepContext&) {}

void stepContinuous(StepContext& step, IntervalMethod& method) {
  const Scratch<ContinuousWorkspace> workspace(std::ssize(step.world.bodies));
  World& world = step.world;
  const double whole = step.dt, start_time = world.time;
  Sweep sweep(step, method, *workspace);
  IntervalTally tally;
  std::string why;
  for (double left = whole; left > kRounding * whole;) {
    IntervalTally part;
    step.workspace.smooth.clear();
    sweep.begin(step);
    const double asked = step.dt;
    if (!findContacts(step, method, sweep, why)) return reject(step, why);
    if (!solveInterval(step, method, part, why)) return reject(step, why);
    if (step.dt > 0.0) {
      step.dt = sweep.cut(step, asked, part);
      if (sweep.undo(step)) continue;
      if (!moveBodies(step, method.stopsAtImpacts() ? whole / step.dt : 1.0, why)) return reject(step, why);
      method.moved(step);
      addIsolated(step.isolated_report, part, step.result.report);
      sweep.end();
    }
    add(part, tally);
    left -= step.dt;
    step.dt = left;
    world.time = start_time + (whole - left);
  }
  world.time = start_time;
  step.dt = whole;
  fillReport(step, tally, step.result.report);
  if (sweep.note() != nullptr) addNote(sweep.note(), step.result.report);
  finishStep(step);
}

}  // namespace keystone
