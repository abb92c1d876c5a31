#include "solver/parametric/basis.h"

#include <algorithm>
#include <cmath>

#include "math/product_count.h"

namespace keystone {
namespace {

constexpr double kFrameNoise = 1e-11;  // of the normal impulse
constexpr double kSingular = 1e2 * kDependent;

bool wantsFactor(RowSet set) {
  return set == RowSet::Clamped || set == RowSet::Stick || set == RowSet::Bilateral;
}

void addRow(const SparseRows& W, int row, double weight, VecX& dense) {
  for (SparseRows::InnerIterator it(W, row); it; ++it) dense[it.col()] += weight * it.value();
}

}  // namespace

void Basis::begin(const ScaledProblem& problem, ClampedFactor& factor) {
  const int n = problem.rows();
  problem_ = &problem;
  factor_ = &factor;
  factorizations_ = 0;
  lambda.setZero(n);
  u = problem.q;
  for (VecX* scratch : {&column_, &row_, &dense_row_, &dense_column_, &change_}) scratch->resize(n);
  slot_.resize(n);
  sets_.resize(n);
  for (int i = 0; i < n; ++i)
    sets_[i] = problem.isNormal(i)    ? RowSet::Unclamped
               : problem.isTangent(i) ? RowSet::Ignored
               : problem.isBounded(i) ? RowSet::Stick
                                      : RowSet::Bilateral;
  empty();  // which asks for the sets
}

bool Basis::isJoint(int row) const {
  return problem_->isBilateral(row) || problem_->isBounded(row);
}

bool Basis::isCold() const {
  return std::all_of(basic_.begin(), basic_.end(), [this](int row) { return isJoint(row); });
}

bool Basis::isDependent(int row) const {
  return wantsFactor(set(row)) && !isBasic(row) && !problem_->isInert(row);
}

// Column of the driven system: a normal carries its sliding tangents along.
void Basis::columnOf(int row, VecX& dense) const {
  addRow(problem_->columns(), row, 1.0, dense);
  forTied(row,
          [&](int tangent, double sign) { addRow(problem_->columns(), tangent, sign * problem_->mu[tangent], dense); });
}

double Basis::schurOf(int row) {
  dense_row_.setZero();
  dense_column_.setZero();
  addRow(problem_->W, row, 1.0, dense_row_);
  columnOf(row, dense_column_);
  const auto n = static_cast<Eigen::Index>(basic_.size());
  for (Eigen::Index s = 0; s < n; ++s) {
    const int other = basic_[s];
    column_[s] = dense_column_[other];
    row_[s] = dense_row_[other];
    forTied(other, [&](int tangent, double sign) { row_[s] += sign * problem_->mu[tangent] * dense_row_[tangent]; });
  }
  return factor_->schurComplement(column_.head(n), row_.head(n), dense_column_[row]);
}

void Basis::join(int row) {
  factor_->append();
  slot_[row] = static_cast<int>(basic_.size());
  basic_.push_back(row);
}

bool Basis::joinIfIndependent(int row) {
  // Written so that a Schur complement that is not a number counts as none.
  if (!(std::abs(schurOf(row)) > kDependent)) return false;
  join(row);
  return true;
}

bool Basis::drop(int row) {
  const int at = slot_[row];
  if (at < 0) return true;
  const bool sound = factor_->remove(at);
  basic_.erase(basic_.begin() + at);
  slot_[row] = -1;
  for (std::size_t s = static_cast<std::size_t>(at); s < basic_.size(); ++s) slot_[basic_[s]] = static_cast<int>(s);
  return sound;
}

// The normal's column changes with the tangents tied to it: out with the old one, in with the new.
bool Basis::retie(int tangent, RowSet set) {
  const int normal = problem_->parent[tangent];
  const bool rejoin = isBasic(normal);
  const bool sound = drop(normal);
  sets_[tangent] = set;
  if (!rejoin) return sound;
  return sound && joinIfIndependent(normal);
}

bool Basis::enter(int row, RowSet set) {
  if (problem_->isTangent(row) && slideSign(this->set(row)) != 0.0) {
    // Without its tied friction the normal alone may be dependent; both rows are then rebuilt from their sets.
    if (!retie(row, set)) refactor();
  }
  sets_[row] = set;
  if (isBasic(row)) return true;
  rebuildIfWorn();
  return joinIfIndependent(row);
}

void Basis::leave(int row, RowSet set) {
  bool sound = drop(row);
  if (problem_->isTangent(row) && slideSign(set) != slideSign(this->set(row))) sound = retie(row, set) && sound;
  sets_[row] = set;
  if (!sound) refactor();
  rebuildIfWorn();
}

void Basis::rebuild(double smallest) {
  rebuilt_ = basic_;
  factorBlock(rebuilt_, smallest);
}

void Basis::rebuildIfWorn() {
  if (factor_->worn()) rebuild(0.0);
}

bool Basis::isTied() const {
  for (int i = 0; i < problem_->rows(); ++i)
    if (problem_->isTangent(i) && slideSign(set(i)) != 0.0 && problem_->mu[i] > 0.0) return true;
  return false;
}

// Bordering enters dependent rows one by one at every start far faster than a factor with row exchanges does.
void Basis::empty() {
  factor_->clear(problem_->mirrored);
  basic_.clear();
  std::fill(slot_.begin(), slot_.end(), -1);
}

// The rows given become the basic ones, factored as one block; false, and none is basic, when a pivot is no larger than
// `smallest`.
bool Basis::factorBlock(const std::vector<int>& rows, double smallest) {
  ++factorizations_;
  empty();
  if (factor_->bordered() && isTied()) return false;  // bordering has no block form for unsymmetric blocks
  const auto n = static_cast<Eigen::Index>(rows.size());
  for (std::size_t s = 0; s < rows.size(); ++s) slot_[rows[s]] = static_cast<int>(s);
  Eigen::Block<MatX> block = factor_->emptyBlock(n);
  const auto addTo = [&](Eigen::Index column, int row, double weight) {
    for (SparseRows::InnerIterator it(problem_->columns(), row); it; ++it)
      if (const int s = slot_[it.col()]; s >= 0) block(s, column) += weight * it.value();
  };
  for (Eigen::Index s = 0; s < n; ++s) {
    const int row = rows[s];
    addTo(s, row, 1.0);
    forTied(row, [&](int tangent, double sign) { addTo(s, tangent, sign * problem_->mu[tangent]); });
  }
  if (factor_->factor(block, smallest)) {
    basic_ = rows;
    return true;
  }
  empty();
  return false;
}

void Basis::refactor() {
  rebuild(kDependent);
  // Normals first: friction can be dependent without harm, a clamped normal would rather not.
  for (const bool tangents : {false, true})
    for (int i = 0; i < problem_->rows(); ++i) {
      if (problem_->isTangent(i) != tangents || !isDependent(i)) continue;
      rebuildIfWorn();
      if (!isBasic(i)) joinIfIndependent(i);
    }
}

// The sets rule where impulses from another step disagree with them.
void Basis::imposeSets() {
  for (int i = 0; i < problem_->rows(); ++i) {
    const RowSet set = sets_[i];
    if (set == RowSet::Unclamped || set == RowSet::Ignored || problem_->isInert(i)) lambda[i] = 0.0;
    // Friction below the rounding of the frame it was remembered in is none: rows without impulse need no place in the
    // factor.
    if (set == RowSet::Stick && problem_->isTangent(i) &&
        std::abs(lambda[i]) <= kFrameNoise * lambda[problem_->parent[i]])
      lambda[i] = 0.0;
    if (const double sign = slideSign(set); sign != 0.0) lambda[i] = sign * problem_->bound(i, lambda);
  }
}

void Basis::start(const IndexSets& sets, const VecX& impulses) {
  lambda = impulses;
  sets_ = sets;
  imposeSets();
  // Rows with an impulse first: they were basic when the sets were made, and usually factor as one block.
  first_.clear();
  for (int i = 0; i < problem_->rows(); ++i)
    if (wantsFactor(set(i)) && !problem_->isInert(i) && (lambda[i] != 0.0 || isJoint(i))) first_.push_back(i);
  factorBlock(first_, kSingular);
  const auto tryToJoin = [&](int row) {
    rebuildIfWorn();
    if (!isBasic(row)) joinIfIndependent(row);
  };
  for (const int i : first_)
    if (!isBasic(i)) tryToJoin(i);
  for (int i = 0; i < problem_->rows(); ++i)
    if ((set(i) == RowSet::Clamped || isJoint(i)) && isDependent(i)) tryToJoin(i);
  apply(lambda, u);
  u += problem_->q;
}

void Basis::impulsesFor(const VecX& du, VecX& change) {
  countProduct();
  const auto n = static_cast<Eigen::Index>(basic_.size());
  auto x = column_.head(n);
  for (Eigen::Index s = 0; s < n; ++s) x[s] = du[basic_[s]];
  factor_->solve(x);
  change.setZero(problem_->rows());
  for (Eigen::Index s = 0; s < n; ++s) {
    const int row = basic_[s];
    change[row] = x[s];
    forTied(row, [&](int tangent, double sign) { change[tangent] = sign * problem_->mu[tangent] * x[s]; });
  }
}

void Basis::apply(const VecX& x, VecX& result) const {
  countProduct();
  result.setZero(problem_->rows());
  for (int i = 0; i < problem_->rows(); ++i)
    if (x[i] != 0.0) addRow(problem_->columns(), i, x[i], result);
}

void Basis::settle(double share, const VecX& offset) {
  constexpr int kRounds = 3;
  for (int round = 0;; ++round) {
    apply(lambda, u);
    u += problem_->q;
    if (share != 0.0) u += share * offset;
    double worst = 0.0;
    for (const int row : basic_) worst = std::max(worst, std::abs(u[row]));
    if (worst <= 1e-15 || round == kRounds) return;
    impulsesFor(u, change_);
    lambda -= change_;
  }
}

void Basis::alongDependency(int row, double sense, Direction& direction) {
  dense_column_.setZero();
  columnOf(row, dense_column_);
  impulsesFor(dense_column_, direction.lambda);
  direction.lambda *= -sense;
  direction.lambda[row] += sense;
  forTied(row, [&](int tangent, double sign) { direction.lambda[tangent] += sign * problem_->mu[tangent] * sense; });
  apply(direction.lambda, direction.u);
}

}  // namespace keystone
