#include "impact/keep_energy.h"

#include <algorithm>

#include "problem/delassus.h"

namespace keystone {
namespace {

constexpr int kMostSolves = 30;     // each brings a share to three more digits or so, in the end
constexpr double kGain = 1e-13;     // of the work done both ways: less is rounding
constexpr double kMostLoss = 1e-9;  // likewise: so near to no gain is near enough
constexpr double kAnother = 1e-3;   // likewise, and of the work on the velocities before: so much is another solution

// Work [J] of impulses on the velocities that they change, and the size of its terms.
struct Work {
  double sum = 0.0, size = 0.0;
  double taken = 0.0;  // [J], the size of the work on the velocities before: of a bounce without loss `size` is zero
  double first = 0.0;  // [J], of an impulse so short that it changes no velocity: the part that is linear in impulses
  bool gains() const { return sum > kGain * scale(); }
  bool loses() const { return sum < -kGain * taken; }  // and does so when it is solved again
  double scale() const { return std::max(size, taken); }
};

// The rows of an island's contacts, joints and limits; motors, springs and dry friction of joints may do work.
template <class Visit>
void forRows(const ContactProblem& problem, const Island& island, const Visit& visit) {
  for (const int contact : island.contacts)
    for (int row = problem.normalRow(contact); row < problem.normalRow(contact) + problem.dim; ++row) visit(row);
  for (const int joint_row : island.joint_rows)
    if (const int row = problem.firstJointRow() + joint_row; problem.holds(row)) visit(row);
}

Work workOf(const ContactProblem& problem, const Island& island, const VecX& lambda, const DeltaV& delta_v) {
  Work work;
  forRows(problem, island, [&](int row) {
    const double first = lambda[row] * problem.velocityBefore(row);
    const double part = first + 0.5 * lambda[row] * rowVelocity(problem, delta_v, row);
    work.sum += part;
    work.size += std::abs(part);
    work.first += first;
    work.taken += std::abs(first);
  });
  return work;
}

Work workOf(const ContactProblem& problem, const Island& island, const CheckedSolve& solve) {
  return workOf(problem, island, solve.solution.lambda, solve.delta_v);
}

struct Bouncing {
  int contact;
  double whole, inelastic;  // [m/s], bias with all of e, and with none
};

std::vector<Bouncing> bouncingOf(const ContactProblem& problem, const Island& island, const Bounces& bounces) {
  std::vector<Bouncing> bouncing;
  for (const int contact : island.contacts)
    if (const auto bounce = std::ranges::lower_bound(bounces, contact, {}, &Bounce::contact);
        bounce != bounces.end() && bounce->contact == contact)
      bouncing.push_back({contact, problem.bias[problem.normalRow(contact)], bounce->inelastic});
  return bouncing;
}

// Of a bounce without loss the share e^2 of the work on the velocities before comes back: a gain is gone with half as
// much of it off. With that first, and ten times as much next, a gain by a solver's tolerance costs no more than it.
constexpr double kFirst = 2.0, kMore = 10.0;

// The share of an island's restitution, between one that loses energy and one that gains it.
class Share {
 public:
  Share(const Island& island, const std::vector<Bouncing>& bouncing, const Work& whole)
      : island_(island),
        bouncing_(bouncing),
        high_work_(whole.sum),
        taken_off_(whole.taken > 0.0 ? kFirst * whole.sum / whole.taken : 1.0) {}

  const Island& island() const { return island_; }
  bool isFound() const { return found_; }

  // The next share to try: less and less until one gains none, then where the work would be zero if it went in a
  // straight line (the Illinois method).
  void next(ContactProblem& problem) {
    if (low_known_) {
      share_ = low_ + (high_ - low_) * low_work_ / (low_work_ - high_work_);
    } else {
      share_ = std::max(0.0, 1.0 - taken_off_);
      taken_off_ *= kMore;
    }
    impose(problem);
  }

  void settle(ContactProblem& problem) {
    share_ = low_;
    impose(problem);
  }

  // No restitution, and no more than not to approach.
  void leaveOut(ContactProblem& problem) {
    hold();
    share_ = 0.0;
    impose(problem);
  }

  // What the share tried came to.
  void take(const Work& work) {
    if (!work.loses() && share_ == 0.0 && !holds_) return hold();
    found_ = work.loses() && work.sum >= -kMostLoss * work.scale();
    if (!work.loses()) {
      if (above_) low_work_ *= 0.5;
      high_ = share_;
      high_work_ = std::max(work.sum, 0.0);
    } else {
      if (low_known_ && !above_) high_work_ *= 0.5;
      low_ = share_;
      low_work_ = work.sum - 0.5 * kMostLoss * work.scale();
      low_known_ = true;
      found_ = found_ || high_ - low_ < kMostLoss;
    }
    above_ = !work.loses();
  }

 private:
  // Even without restitution: where a row asks for more than not to approach, as the position stepper's may.
  void hold() {
    for (Bouncing& bouncing : bouncing_) bouncing.inelastic = std::max(bouncing.inelastic, 0.0);
    holds_ = true;
  }

  void impose(ContactProblem& problem) const {
    for (const Bouncing& bouncing : bouncing_) {
      const int row = problem.normalRow(bouncing.contact);
      problem.q[row] -= problem.bias[row];
      problem.bias[row] = (1.0 - share_) * bouncing.inelastic + share_ * bouncing.whole;
      problem.q[row] += problem.bias[row];
    }
  }

  const Island& island_;
  std::vector<Bouncing> bouncing_;
  double share_ = 1.0, low_ = 0.0, high_ = 1.0;
  double low_work_ = 0.0, high_work_;  // [J]
  double taken_off_;                   // of the share, at the next try
  bool low_known_ = false, above_ = false, found_ = false, holds_ = false;
};

// Whether an e was reduced.
bool reduceRestitution(const SolveMethod& method, const std::vector<Island>& islands, const Bounces& bounces,
                       ContactProblem& problem, Solution& start, CheckedSolve& solve) {
  if (solve.report.status == SolveStatus::Unsupported || !solve.solution.lambda.allFinite()) return false;
  std::vector<Share> shares;
  for (const Island& island : islands) {
    const std::vector<Bouncing> bouncing = bouncingOf(problem, island, bounces);
    if (bouncing.empty()) continue;
    const Work work = workOf(problem, island, solve);
    if (work.gains()) shares.emplace_back(island, bouncing, work);
  }
  if (shares.empty()) return false;
  CheckedSolve effort;
  const auto solveAgain = [&] {
    addEffort(solve, effort);
    start = solve.solution;
    solveChecked(method, problem, islands, start, solve);
  };
  for (int n = 0; n < kMostSolves && !std::ranges::all_of(shares, &Share::isFound); ++n) {
    for (Share& share : shares)
      if (!share.isFound()) share.next(problem);
    solveAgain();
    for (Share& share : shares)
      if (!share.isFound()) share.take(workOf(problem, share.island(), solve));
  }
  for (Share& share : shares) share.settle(problem);
  solveAgain();
  // Of several solutions this may be another one than that which gained none. Without restitution none gains.
  std::vector<Share*> gaining;
  for (Share& share : shares)
    if (const Work work = workOf(problem, share.island(), solve); work.sum > kAnother * work.scale())
      gaining.push_back(&share);
  if (!gaining.empty() && solve.report.status == SolveStatus::Converged) {
    for (Share* share : gaining) share->leaveOut(problem);
    solveAgain();
  }
  addEffort(effort, solve);
  return true;
}

}  // namespace

bool scaleGains(const std::vector<Island>& islands, const ContactProblem& problem, VecX& lambda, DeltaV& delta_v) {
  bool scaled = false;
  for (const Island& island : islands) {
    const Work work = workOf(problem, island, lambda, delta_v);
    if (!work.gains()) continue;
    // The work of a share s of them is s first + s^2 (sum - first).
    const double share = std::clamp(-work.first / (work.sum - work.first), 0.0, 1.0);
    forRows(problem, island, [&](int row) { lambda[row] *= share; });
    scaled = true;
  }
  if (scaled) deltaV(problem, lambda, delta_v);
  return scaled;
}

bool keepEnergy(const SolveMethod& method, const std::vector<Island>& islands, const Bounces& bounces,
                ContactProblem& problem, Solution& start, CheckedSolve& solve) {
  if (bounces.empty()) return false;
  const bool reduced = reduceRestitution(method, islands, bounces, problem, start, solve);
  const bool unsolved = solve.report.status != SolveStatus::Converged && solve.solution.lambda.allFinite();
  // The last solve may gain by as much as its tolerance allows.
  if (!unsolved && !reduced) return false;
  std::vector<Island> bouncing = islands;
  std::erase_if(bouncing, [&](const Island& island) { return bouncingOf(problem, island, bounces).empty(); });
  if (!scaleGains(bouncing, problem, solve.solution.lambda, solve.delta_v)) return reduced;
  const FrictionLaw law = frictionLaw(method.solver, method.parameters);
  const Residual scaled = measure(problem, solve.solution.lambda, solve.delta_v, law);
  if (!(scaled.value <= solve.residual.value)) solve.residual = scaled;
  return true;
}

Bounces bouncesOf(const ContactProblem& problem) {
  Bounces bounces;
  for (int contact = 0; contact < problem.contacts; ++contact)
    if (problem.bias[problem.normalRow(contact)] < 0.0)
      bounces.push_back({contact, std::max(problem.gap[contact], 0.0) / problem.h});
  return bounces;
}

}  // namespace keystone
