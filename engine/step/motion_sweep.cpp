#include "step/motion_sweep.h"

#include <algorithm>
#include <span>

#include "collide/collide.h"
#include "shape/compound.h"
#include "step/step_parts.h"
#include "world/joined.h"

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
// Of the thinnest inner radius: how far bodies may move after a cut that is none. Else its last digits take ten tries.
constexpr double kSamePlace = 0.1;

constexpr const char* kOverlap = "fast bodies overlap: the step has used up its substeps";
constexpr const char* kGlance = "some glancing impacts are coarse: the step has used up its substeps";

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

}  // namespace

MotionSweep::MotionSweep(StepContext& step, bool speculates)
    : workspace_(std::ssize(step.world.bodies)), h_(step.input.world.h) {
  step.speculation = nullptr;
  const double way = farthest(step.world, step.dt);
  if (way == 0.0) return;
  thinnest_ = thinnestOf(step.world);
  is_needed_ = way > kTurning * thinnest_;
  if (!is_needed_) return;
  finds_tunnelling_ = way > thinnest_;
  speed_ = way / step.dt;
  most_tries_ = mostTries(step.world);
  workspace_->speculation.postponed.clear();
  workspace_->speculation.guessed.clear();
  if (speculates) step.speculation = &workspace_->speculation;
}

void MotionSweep::begin(const StepContext& step) {
  if (!is_needed_) return;
  if (!again_) workspace_->start = step.world.bodies;
  workspace_->speculation.first = HUGE_VAL;
  workspace_->speculation.wrong.clear();
}

void MotionSweep::search(StepContext& step) {
  if (again_) {
    step.result.manifolds = workspace_->found;
  } else {
    searchContacts(step);
    if (is_needed_) workspace_->found = step.result.manifolds;
  }
  again_ = false;
}

double MotionSweep::cut(StepContext& step, double asked, const SolveReport& solve) {
  if (!is_needed_) return step.dt;
  const double meeting = timeToPostponed(step);
  const bool solved = solve.status == SolveStatus::Converged;
  Speculation& speculation = workspace_->speculation;
  if (solved && step.speculation != nullptr) noteWrong(step, workspace_->start, speculation);
  const double passing = finds_tunnelling_ && solved ? timeToTunnelling(step, asked) : step.dt;
  const double turning = std::min({step.dt, speculation.first, meeting});
  const bool passes = (step.dt - passing) * speed_ > kSamePlace * thinnest_;
  const bool is_soon = meeting < (1.0 - kAtOnce) * step.dt;  // a wrong guess must be mended
  const bool glances = !speculation.wrong.empty() || turning < (1.0 - kAtOnce) * step.dt;
  work_ += (1.0 + solve.factorizations) * step.result.problem.rows();
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

bool MotionSweep::undo(StepContext& step) {
  if (!again_) return false;
  step.world.bodies = workspace_->start;
  Speculation& speculation = workspace_->speculation;
  std::vector<std::pair<int, int>>& postponed = speculation.postponed;
  postponed.insert(postponed.end(), speculation.wrong.begin(), speculation.wrong.end());
  std::ranges::sort(postponed);
  return true;
}

void MotionSweep::end() {
  workspace_->speculation.postponed.clear();
  workspace_->speculation.guessed.clear();
}

Stretch MotionSweep::stretch(const StepContext& step, double whole) const {
  return {step.dt, whole, workspace_->start, step.workspace.motions, step.workspace.v};
}

double MotionSweep::timeToTunnelling(const StepContext& step, double whole) {
  const CollideParams& params = step.input.params.collide;
  const Stretch motion = stretch(step, whole);
  findMotion(motion, workspace_->moving);
  broadPhase(workspace_->moving, step.world.colliders, params, step.dt, workspace_->pairs);
  dropJoinedPairs(step.world, workspace_->pairs);
  double first = step.dt;
  for (const auto& pair : workspace_->pairs)
    first = std::min(first, keystone::timeToTunnelling(step.world, motion, workspace_->moving, pair, params));
  return first < step.dt ? std::max(first, kLeastInterval * h_) : step.dt;
}

double MotionSweep::timeToPostponed(const StepContext& step) {
  if (workspace_->speculation.guessed.empty()) return step.dt;
  findMotion(stretch(step, step.dt), workspace_->moving);
  const double meeting = keystone::timeToPostponed(step, workspace_->moving, workspace_->speculation);
  return std::min(step.dt, std::max(kLeastInterval * h_, meeting));
}

}  // namespace keystone
