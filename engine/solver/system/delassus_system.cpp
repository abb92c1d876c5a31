#include "solver/system/delassus_system.h"

#include <vector>

#include "math/block_factor.h"

namespace keystone {
namespace {

// `d` rows a contact; a joint row takes the first row of a node of its own.
template <int d>
class DelassusSystem final : public ConeSystem {
 public:
  DelassusSystem(const SparseRows& W, const ConeRows& rows)
      : rows_(rows), W_(rows.scale.asDiagonal() * W * rows.scale.asDiagonal()) {}

  using ConeSystem::product, ConeSystem::solveInPlace;
  void product(const VecX& x, VecX& result) const override { result.noalias() = W_ * x; }

  // Symmetric: S^-1 + W on the rows where S is not zero. Else I + S W as it stands.
  bool factor(const GeneralizedJacobian& S) override {
    slope_ = S;
    slope_.symmetric = S.diagonal;
    if (pattern_ == nullptr) makePattern();
    factor_.begin(*pattern_, slope_.symmetric, 1.0);
    for (int i = 0; i < W_.rows(); ++i) {
      const double s = slope_.symmetric ? own(i) : 0.0;
      if (slope_.symmetric && s == 0.0) continue;
      if (slope_.symmetric) factor_.diagonal(place(i) / d)(place(i) % d, place(i) % d) = 1.0 / s;
      for (SparseRows::InnerIterator it(W_, i); it; ++it) {
        const int j = static_cast<int>(it.col());
        if (!slope_.symmetric)
          addSloped(i, j, it.value());
        else if (own(j) != 0.0)
          addEntry(place(i), place(j), it.value());
      }
    }
    return factor_.factor();
  }

  double operations() override {
    if (pattern_ == nullptr) makePattern();
    return 2.0 * d * d * d * (static_cast<double>(pattern_->target.size()) + pattern_->blocks());
  }

  void solveInPlace(VecX& g) const override {
    VecX x = VecX::Zero(d * nodes());
    if (!slope_.symmetric) {
      for (int i = 0; i < rows_.rows(); ++i) x[place(i)] = g[i];
      factor_.solve(x);
      g = gather(x);
      return;
    }
    // Rows without a slope are known; the others feel them.
    VecX known = g;
    for (int i = 0; i < rows_.rows(); ++i)
      if (own(i) != 0.0) known[i] = 0.0;
    const VecX felt = W_ * known;
    for (int i = 0; i < rows_.rows(); ++i)
      if (own(i) != 0.0) x[place(i)] = g[i] / own(i) - felt[i];
    factor_.solve(x);
    g = gather(x) + known;
  }

 private:
  int nodes() const { return rows_.contacts + rows_.joint_rows; }
  // On demand: a start that is the solution needs no factor.
  void makePattern() {
    Edges edges;
    for (int i = 0; i < W_.rows(); ++i)
      for (SparseRows::InnerIterator it(W_, i); it; ++it)
        if (const int a = place(i) / d, b = place(static_cast<int>(it.col())) / d; a > b) edges.emplace_back(a, b);
    pattern_ = blockPattern(nodes(), edges);
  }
  int place(int row) const {
    return row < rows_.firstJointRow() ? row : rows_.firstJointRow() + d * (row - rows_.firstJointRow());
  }
  VecX gather(const VecX& x) const {
    VecX y(rows_.rows());
    for (int i = 0; i < rows_.rows(); ++i) y[i] = x[place(i)];
    return y;
  }
  double entry(int c, int k, int l) const {
    const int at = d * (d * c + l) + k;
    return slope_.contacts[static_cast<std::size_t>(at)];
  }
  double own(int row) const {
    return row < rows_.firstJointRow() ? entry(row / d, row % d, row % d)
                                       : slope_.joint_rows[row - rows_.firstJointRow()];
  }

  // A(i, j) += value, by places; a symmetric matrix gets both halves of its diagonal blocks, and one of the others.
  void addEntry(int i, int j, double value) {
    if (i / d == j / d) {
      factor_.diagonal(i / d)(i % d, j % d) += value;
      return;
    }
    const auto [block, below] = pattern_->find(i / d, j / d);
    if (below)
      factor_.lower(block)(i % d, j % d) += value;
    else if (!slope_.symmetric)
      factor_.upperTransposed(block)(j % d, i % d) += value;
  }
  // S's column of row i, times W(i, j).
  void addSloped(int i, int j, double value) {
    if (i >= rows_.firstJointRow()) {
      if (own(i) != 0.0) addEntry(place(i), place(j), own(i) * value);
      return;
    }
    for (int k = 0; k < d; ++k)
      if (const double s = entry(i / d, k, i % d); s != 0.0) addEntry(d * (i / d) + k, place(j), s * value);
  }

  const ConeRows& rows_;
  SparseRows W_;  // scaled
  std::shared_ptr<const BlockPattern> pattern_;
  BlockFactor<d> factor_;
  GeneralizedJacobian slope_;
};

}  // namespace

std::unique_ptr<ConeSystem> rowSystem(const SparseRows& W, const ConeRows& rows) {
  switch (rows.dim) {
    case 1:
      return std::make_unique<DelassusSystem<1>>(W, rows);
    case 2:
      return std::make_unique<DelassusSystem<2>>(W, rows);
    default:
      return std::make_unique<DelassusSystem<3>>(W, rows);
  }
}

}  // namespace keystone
