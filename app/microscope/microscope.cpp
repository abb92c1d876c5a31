#include "microscope/microscope.h"

#include <algorithm>
#include <cassert>
#include <chrono>
#include <cmath>
#include <limits>
#include <utility>

#include "problem/delassus.h"
#include "solver/by_islands.h"

namespace keystone {
namespace {

constexpr int kMeasuredAtOnce = 120;  // rows of a block whose singular values take a few milliseconds

// Methods that record nothing still have a first and a last frame.
void completeTrace(SolverTrace& trace, const Solution& start, const Solution& result) {
  if (!trace.frames().empty() && trace.frames().back().kind == TraceKind::Result) return;
  if (trace.frames().empty()) trace.add({.kind = TraceKind::Start}, start.lambda);
  trace.add({.kind = TraceKind::Result}, result.lambda, result.sets);
}

bool beginsDrive(const TraceFrame& frame) {
  return frame.kind == TraceKind::Start || frame.kind == TraceKind::Drive || frame.kind == TraceKind::Restart ||
         frame.kind == TraceKind::Result;
}

// By how much a row breaks its condition, in velocities [m/s]; friction and motors are left out: their bounds decide.
double violation(const ContactProblem& problem, int row, double u) {
  if (problem.isBilateral(row)) return std::abs(u);
  return problem.isNormal(row) || problem.isLimit(row) ? std::max(0.0, -u) : 0.0;
}

}  // namespace

Microscope::Microscope(Specimen specimen, bool warm)
    : specimen_(std::move(specimen)), warm_(warm), problem_(solvedProblem(specimen_.simulation)) {
  formDelassus(problem_, W_);
  Simulation& simulation = specimen_.simulation;
  assert(simulation.solver != nullptr && problem().rows() > 0);
  Solution start;
  start.lambda = VecX::Zero(problem().rows());
  if (warm && simulation.start.lambda.size() == problem().rows()) start = simulation.start;
  result_ = start;
  report_ = solveAndCheck(*simulation.solver, problem(), simulation.parameters, result_, &trace_);
  completeTrace(trace_, start, result_);
  law_ = frictionLaw(*simulation.solver, simulation.parameters);
  residuals_.assign(trace_.frames().size(), std::numeric_limits<double>::quiet_NaN());
  replay_ = std::make_unique<TraceReplay>(problem(), trace_);
  seek(0);
}

bool Microscope::replayEndsInResult() const {
  TraceReplay last(problem(), trace_);
  last.seek(last.size() - 1);
  const bool same =
      last.lambda().size() == result_.lambda.size() && (last.lambda().array() == result_.lambda.array()).all();
  return same && (result_.sets.empty() || last.sets() == result_.sets);
}

void Microscope::seek(int frame) {
  replay_->seek(frame);
  Simulation& simulation = specimen_.simulation;
  simulation.solution.lambda = replay_->lambda();
  simulation.solution.sets = replay_->sets();
  simulation.solution.sets_inferred = !replay_->frame().sets_kept;
  fillSliding(simulation.problem, simulation.sliding, simulation.solution.lambda, simulation.solution.sets);
  measureFrame(replay_->at());
  block_ = {};
  for (const RowSet set : replay_->sets())
    block_.rows += set == RowSet::Clamped || set == RowSet::Stick || set == RowSet::Bilateral ? 1 : 0;
  if (block_.rows <= kMeasuredAtOnce) measureBlock();
}

void Microscope::measureBlock() {
  if (block_.rows > BlockSummary::kMost) return;
  const ClampedBlock block = clampedBlock(problem(), W_, replay_->sets(), replay_->lambda());
  block_ = {static_cast<int>(block.rows.size()), true, block.symmetric, conditioning(block)};
}

int Microscope::neighbourDrive(int direction) const {
  const auto& frames = trace_.frames();
  int frame = replay_->at() + direction;
  while (frame > 0 && frame < replay_->size() - 1 && !beginsDrive(frames[frame])) frame += direction;
  return std::clamp(frame, 0, replay_->size() - 1);
}

std::vector<Vec2> Microscope::path(int row) const {
  std::vector<Vec2> points;
  points.reserve(trace_.frames().size());
  for (const TraceFrame& frame : trace_.frames())
    points.emplace_back(frame.lambda[row], W_.row(row).dot(frame.lambda) + problem().q[row]);
  return points;
}

int Microscope::focusRow() const {
  const auto& frames = trace_.frames();
  int begin = replay_->at();
  if (frames[begin].driven >= 0) return frames[begin].driven;
  while (begin > 0 && frames[begin].kind != TraceKind::Drive) --begin;
  const VecX u = relativeVelocity(problem(), frames[begin].lambda);
  int worst = 0;
  for (int row = 1; row < problem().rows(); ++row)
    if (violation(problem(), row, u[row]) > violation(problem(), worst, u[worst])) worst = row;
  return worst;
}

void Microscope::measureFrame(int frame) {
  double& residual = residuals_[frame];
  if (std::isnan(residual)) residual = measure(problem(), trace_.frames()[frame].lambda, law_).value;
}

void Microscope::measureResiduals(double seconds) {
  const auto begin = std::chrono::steady_clock::now();
  for (; next_residual_ < replay_->size(); ++next_residual_) {
    if (std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count() > seconds) return;
    measureFrame(next_residual_);
  }
}

}  // namespace keystone
