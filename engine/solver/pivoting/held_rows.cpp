#include "solver/pivoting/held_rows.h"

#include <algorithm>
#include <array>

#include "math/scratch_pool.h"

namespace keystone {
namespace {

// Of W's unit diagonal. Motions that held rows resist less than that count as free: contacts that differ by the
// rounding of their places (1e-16 of it) are dependent, tall stacks (1e-6) are not.
constexpr double kFree = 1e-10;
constexpr double kRests = 1e-13;     // of the largest velocity,
constexpr double kRoundsTo = 1e-14;  // or of what that was without held rows: rounding leaves that much
constexpr std::size_t kRounds = 12;

struct Round {
  VecX x, u, held;  // [rows]: a change of impulses, W x, and that on held rows; of unit length there
};
struct Rounds {
  VecX left;  // [rows]
  std::array<Round, kRounds> before;
};

}  // namespace

bool HeldRows::factor(const RowStates& states) {
  ++factorizations_;
  states.slope(kFree, slope_);
  return contacts_->system().factor(slope_);
}

// v <- (eps I + L^T S L)^-1 v. A soft row is one of L's with an unknown of its own, sqrt(compliance) of which is in it;
// `soft` [joint_rows] are the parts of these, of use on held rows alone.
void HeldRows::solve(const RowStates& states, VecX& v, VecX& soft) const {
  const ConeRows& rows = contacts_->rows();
  const bool is_soft = rows.compliance.size() > 0;
  const Scratch<VecX> along(rows.rows()), pull(root_->columns());
  const VecX root = is_soft ? VecX(rows.compliance.cwiseSqrt()) : VecX();
  if (is_soft) {
    along->setZero(rows.rows());
    along->tail(rows.joint_rows) = root.cwiseProduct(soft).cwiseQuotient((rows.compliance.array() + kFree).matrix());
    states.keepHeld(*along);
    root_->scatter(*along, *pull);
    v -= *pull;
  }
  root_->solveColumns(v);
  v /= kFree;
  if (!is_soft) return;
  root_->gather(v, *along);
  soft = (soft - root.cwiseProduct(along->tail(rows.joint_rows)))
             .cwiseQuotient((rows.compliance.array() + kFree).matrix());
}

// x <- the change of the held impulses for velocities x, and of what is tied to them.
void HeldRows::change(const RowStates& states, VecX& x) const {
  const ConeRows& rows = contacts_->rows();
  if (root_ == nullptr) {
    rows.apply(slope_, x, x);
    contacts_->system().solveInPlace(x);
    return;
  }
  const bool is_soft = rows.compliance.size() > 0;
  const Scratch<VecX> workspace(root_->columns());
  VecX& v = *workspace;
  states.keepHeld(x);
  VecX soft;
  if (is_soft) soft = rows.compliance.cwiseSqrt().cwiseProduct(x.tail(rows.joint_rows));
  states.tie(x);
  root_->scatter(x, v);
  solve(states, v, soft);
  solve(states, v, soft);
  root_->gather(v, x);
  if (is_soft) x.tail(rows.joint_rows) += rows.compliance.cwiseSqrt().cwiseProduct(soft);
  states.keepHeld(x);
  states.tie(x);
}

// By generalized conjugate residuals (Eisenstat, Elman and Schultz 1983): where the solves are exact one round is
// enough, and where held rows are nearly dependent each such dependency takes one more.
double HeldRows::bringToRest(const RowStates& states, VecX& df, VecX& da) {
  const Scratch<Rounds> workspace(df.size());
  auto& [left, before] = *workspace;
  for (Round& round : before)  // all at once, so that later solves need no memory
    for (VecX* x : {&round.x, &round.u, &round.held}) x->resize(df.size());
  const double pushed = da.lpNorm<Eigen::Infinity>();
  for (std::size_t round = 0;; ++round) {
    left = da;
    states.keepHeld(left);
    const double size = left.lpNorm<Eigen::Infinity>();
    const double rests = std::max(kRests * da.lpNorm<Eigen::Infinity>(), kRoundsTo * pushed);
    if (size <= rests || round == before.size()) return size;
    ++rounds_;
    auto& [x, u, held] = before[round];
    x = left;
    change(states, x);
    contacts_->system().product(x, u);
    held = u;
    states.keepHeld(held);
    for (std::size_t i = 0; i < round; ++i) {
      const double share = held.dot(before[i].held);
      x -= share * before[i].x;
      u -= share * before[i].u;
      held -= share * before[i].held;
    }
    const double length = held.norm();
    if (!(length > kRests * size)) return size;
    x /= length;
    u /= length;
    held /= length;
    const double share = left.dot(held);
    df -= share * x;
    da -= share * u;
  }
}

}  // namespace keystone
