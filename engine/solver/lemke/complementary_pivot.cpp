#include "solver/lemke/complementary_pivot.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "math/product_count.h"
#include "math/stop.h"

namespace keystone {
namespace {

constexpr int kUpdates = 30;       // pivots between two factorizations
constexpr double kPivot = 1e-10;   // of the column's largest entry: what may not be divided by
constexpr double kAccept = 1e-10;  // breach, of the largest unknown, that counts as none
constexpr double kTie = 1e-11;     // steps closer than this, of unit-size data, are one

// The basis of  w - M z - cover z0 = p, columns numbered w_0 .. w_n-1, z_0 .. z_n-1, z0: an LU of the columns it had
// some pivots ago, and one elementary matrix for each pivot since.
class LemkeBasis {
 public:
  LemkeBasis(const MatX& M, const VecX& p, const VecX& cover)
      : M_(M), p_(p), cover_(cover), n_(static_cast<int>(p.size())) {
    for (int i = 0; i < n_; ++i) inside_.push_back(i);
    refactor();
  }

  int z0() const { return 2 * n_; }
  int inside(int row) const { return inside_[row]; }
  int factorizations() const { return factorizations_; }
  VecX x;  // [n], values of the basic variables

  // B^-1 of a variable's column.
  VecX columnOf(int variable) const {
    countProduct();
    VecX y = lu_.solve(rawColumn(variable));
    for (const Update& update : updates_) apply(update, y);
    return y;
  }

  // Row `row` of B^-1.
  VecX rowOfInverse(int row) const {
    countProduct();
    VecX v = VecX::Unit(n_, row);
    for (auto update = updates_.rbegin(); update != updates_.rend(); ++update) {
      const double rest = update->column.dot(v) - update->column[update->row] * v[update->row];
      v[update->row] = (v[update->row] - rest) / update->column[update->row];
    }
    return lu_.transpose().solve(v);
  }

  // `variable` takes the place of the one in `row`; `y` is its column.
  void exchange(int row, int variable, const VecX& y, double step) {
    x -= step * y;
    x[row] = step;
    inside_[row] = variable;
    updates_.push_back({row, y});
    if (updates_.size() >= kUpdates) refactor();
  }

  void refactor() {
    MatX B(n_, n_);
    for (int i = 0; i < n_; ++i) B.col(i) = rawColumn(inside(i));
    lu_.compute(B);
    updates_.clear();
    countProduct(3.0);  // two solves, and what is left after the first
    x = lu_.solve(p_);
    x += lu_.solve(p_ - B * x);
    ++factorizations_;
  }
  bool isFresh() const { return updates_.empty(); }

 private:
  struct Update {
    int row;
    VecX column;
  };

  static void apply(const Update& update, VecX& y) {
    const double pivot = y[update.row] / update.column[update.row];
    y -= pivot * update.column;
    y[update.row] = pivot;
  }

  VecX rawColumn(int variable) const {
    if (variable < n_) return VecX::Unit(n_, variable);
    return variable == z0() ? VecX(-cover_) : VecX(-M_.col(variable - n_));
  }

  const MatX& M_;
  const VecX& p_;
  const VecX& cover_;
  int n_;
  std::vector<int> inside_;  // [n], the variable basic in each row
  std::vector<Update> updates_;
  Eigen::PartialPivLU<MatX> lu_;
  int factorizations_ = 0;
};

// Of tied rows the one whose row of B^-1, over its pivot, is lexicographically least: the path then never cycles.
int leastOfTied(const LemkeBasis& basis, const VecX& y, const std::vector<int>& tied) {
  int least = tied.front();
  VecX least_row = basis.rowOfInverse(least) / y[least];
  for (std::size_t k = 1; k < tied.size(); ++k) {
    const VecX row = basis.rowOfInverse(tied[k]) / y[tied[k]];
    const double noise = 1e-9 * std::max(row.lpNorm<Eigen::Infinity>(), least_row.lpNorm<Eigen::Infinity>());
    for (Eigen::Index j = 0; j < row.size(); ++j) {
      if (std::abs(row[j] - least_row[j]) <= noise) continue;
      if (row[j] < least_row[j]) {
        least = tied[k];
        least_row = row;
      }
      break;
    }
  }
  return least;
}

// The row that leaves when the variable of column y grows, and the step to there; -1 when none does.
int leavingRow(const LemkeBasis& basis, const VecX& y, double& step) {
  const double smallest = kPivot * std::max(1.0, y.lpNorm<Eigen::Infinity>());
  step = std::numeric_limits<double>::infinity();
  for (Eigen::Index i = 0; i < y.size(); ++i)
    if (y[i] > smallest) step = std::min(step, std::max(basis.x[i], 0.0) / y[i]);
  if (!std::isfinite(step)) return -1;
  std::vector<int> tied;
  for (int i = 0; i < static_cast<int>(y.size()); ++i) {
    if (y[i] <= smallest || std::max(basis.x[i], 0.0) / y[i] > step + kTie * (1.0 + step)) continue;
    if (basis.inside(i) == basis.z0()) return i;  // the end of the path
    tied.push_back(i);
  }
  return tied.size() == 1 ? tied.front() : leastOfTied(basis, y, tied);
}

// Values of z [n] in the basis, negative ones as they are.
VecX zOf(const LemkeBasis& basis, int n) {
  VecX z = VecX::Zero(n);
  for (int i = 0; i < n; ++i)
    if (basis.inside(i) >= n && basis.inside(i) < 2 * n) z[basis.inside(i) - n] = basis.x[i];
  return z;
}

double z0Of(const LemkeBasis& basis, int n) {
  for (int i = 0; i < n; ++i)
    if (basis.inside(i) == basis.z0()) return basis.x[i];
  return 0.0;
}

// True when the basis holds, not just by its bookkeeping: all basic variables, and all of w = M z + p, are >= 0.
bool takeSolution(const LemkeBasis& basis, const MatX& M, const VecX& p, VecX& z) {
  const int n = static_cast<int>(p.size());
  const double noise = kAccept * std::max(1.0, basis.x.lpNorm<Eigen::Infinity>());
  z = zOf(basis, n).cwiseMax(0.0);
  const VecX w = M * z + p;
  return basis.x.minCoeff() >= -noise && w.minCoeff() >= -noise && z.cwiseMin(w).maxCoeff() <= noise;
}

// z0 rises until all of w >= 0: of the rows that need it most the last leaves, lexicographically like all others.
int firstRow(const VecX& p, const VecX& cover) {
  int row = 0;
  for (int i = 1; i < static_cast<int>(p.size()); ++i)
    if (p[i] / cover[i] <= p[row] / cover[row]) row = i;
  return row;
}

LemkeEnd follow(LemkeBasis& basis, const VecX& p, const VecX& cover, int max_pivots, LemkeResult& result,
                const LemkeWatch& watch) {
  const int n = static_cast<int>(p.size());
  int row = firstRow(p, cover);
  int entering = basis.z0();
  VecX y = basis.columnOf(entering);
  double step = -p[row] / cover[row];
  const double first_z0 = step;
  for (;;) {
    stopIfAsked();
    const int leaving = basis.inside(row);
    basis.exchange(row, entering, y, step);
    ++result.pivots;
    result.zero_steps += step == 0.0 ? 1 : 0;
    if (watch)
      watch({LemkeMove::Kind::Pivot, result.attempts - 1, leaving, entering, z0Of(basis, n), first_z0, step == 0.0,
             LemkeEnd::Solved, zOf(basis, n), result.factorizations + basis.factorizations()});
    if (leaving == basis.z0()) return LemkeEnd::Solved;
    if (result.pivots >= max_pivots) return LemkeEnd::Limit;
    entering = leaving < n ? leaving + n : leaving - n;
    y = basis.columnOf(entering);
    row = leavingRow(basis, y, step);
    if (row < 0 && !basis.isFresh()) {
      basis.refactor();
      y = basis.columnOf(entering);
      row = leavingRow(basis, y, step);
    }
    if (row < 0) return LemkeEnd::Ray;
  }
}

// All ones, then entries from 0.5 to 1.5 in golden-ratio order, generic and the same on every machine.
VecX coveringVector(int n, int attempt) {
  if (attempt == 0) return VecX::Ones(n);
  return VecX::NullaryExpr(n, [attempt](Eigen::Index i) {
    return 0.5 + std::fmod(0.6180339887498949 * static_cast<double>(i + 1) * (attempt + 1), 1.0);
  });
}

}  // namespace

LemkeResult lemke(const MatX& M, const VecX& p, int max_pivots, int attempts, const LemkeWatch& watch) {
  LemkeResult result;
  const int n = static_cast<int>(p.size());
  result.z = VecX::Zero(n);
  if (n == 0 || p.minCoeff() >= 0.0) return result;
  do {
    const VecX cover = coveringVector(n, result.attempts++);
    LemkeBasis basis(M, p, cover);
    const int attempt = result.attempts - 1;
    if (watch)
      watch({LemkeMove::Kind::Begin, attempt, -1, -1, 0.0, 0.0, false, LemkeEnd::Solved, VecX::Zero(n),
             result.factorizations});
    result.end = follow(basis, p, cover, max_pivots, result, watch);
    const VecX reached = watch ? zOf(basis, n) : VecX();
    const double z0 = watch ? z0Of(basis, n) : 0.0;
    if (result.end == LemkeEnd::Solved) {
      basis.refactor();
      if (!takeSolution(basis, M, p, result.z)) result.end = LemkeEnd::Lost;
    }
    result.factorizations += basis.factorizations();
    if (watch)
      watch({LemkeMove::Kind::End, attempt, -1, -1, z0, 0.0, false, result.end,
             result.end == LemkeEnd::Solved ? result.z : reached, result.factorizations});
  } while (result.end != LemkeEnd::Solved && result.attempts < attempts);
  return result;
}

}  // namespace keystone
