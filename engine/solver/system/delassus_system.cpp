#include "solver/system/delassus_system.h"

#include <algorithm>
#include <vector>

#include "math/block_factor.h"
#include "math/product_count.h"

namespace keystone {
namespace {

// `d` rows a node: those of a contact, and joint rows as they come.
template <int d>
class DelassusSystem final : public ConeSystem {
 public:
  DelassusSystem(const SparseRows& W, const ConeRows& rows, bool symmetric)
      : rows_(rows), W_(rows.scale.asDiagonal() * W * rows.scale.asDiagonal()), symmetric_(symmetric) {}

  using ConeSystem::product, ConeSystem::solveInPlace;
  void product(const VecX& x, VecX& result) const override {
    countProduct();
    result.noalias() = W_ * x;
  }

  // Symmetric, S diagonal: S^-1 + W on the rows where S is not zero. Else I + S W as it stands.
  bool factor(const GeneralizedJacobian& S) override {
    slope_ = S;
    slope_.symmetric = S.diagonal && symmetric_ && rows_.discs.empty();
    listTies();
    if (pattern_ == nullptr) makePattern();
    factor_.begin(*pattern_, slope_.symmetric, 1.0);
    for (int i = 0; i < W_.rows(); ++i) {
      const double s = slope_.symmetric ? own(i) : 0.0;
      if (slope_.symmetric && s == 0.0) continue;
      if (slope_.symmetric) factor_.diagonal(i / d)(i % d, i % d) = 1.0 / s;
      for (SparseRows::InnerIterator it(W_, i); it; ++it) {
        const int j = static_cast<int>(it.col());
        if (!slope_.symmetric)
          addSloped(i, j, it.value());
        else if (own(j) != 0.0)
          addEntry(i, j, it.value());
      }
    }
    return factor_.factor();
  }

  double operations() override {
    if (pattern_ == nullptr) makePattern();
    return 2.0 * d * d * d * (static_cast<double>(pattern_->target.size()) + pattern_->blocks());
  }

  void solveInPlace(VecX& g) const override {
    countProduct();
    VecX x = VecX::Zero(d * nodes());
    if (!slope_.symmetric) {
      x.head(g.size()) = g;
      factor_.solve(x);
      g = x.head(g.size());
      return;
    }
    // Rows without a slope are known; the others feel them.
    VecX known = g;
    for (int i = 0; i < rows_.rows(); ++i)
      if (own(i) != 0.0) known[i] = 0.0;
    const VecX felt = W_ * known;
    for (int i = 0; i < rows_.rows(); ++i)
      if (own(i) != 0.0) x[i] = g[i] / own(i) - felt[i];
    factor_.solve(x);
    g = x.head(g.size()) + known;
  }

 private:
  int nodes() const { return (rows_.rows() + d - 1) / d; }
  // On demand: a start that is the solution needs no factor.
  void makePattern() {
    Edges edges;
    for (int i = 0; i < W_.rows(); ++i)
      for (SparseRows::InnerIterator it(W_, i); it; ++it)
        if (const int a = i / d, b = static_cast<int>(it.col()) / d; a > b) edges.emplace_back(a, b);
    // What a disc's rows and its contact's couple with, each of them does through S.
    for (const FrictionDisc& one : rows_.discs)
      for (const FrictionDisc& other : rows_.discs) {
        if (&one != &other && (one.contact < 0 || one.contact != other.contact)) continue;
        addEdges(rows_.firstJointRow() + one.first, one.count, rows_.firstJointRow() + other.first, other.count, edges);
        if (one.contact < 0 || &one != &other) continue;
        addEdges(rows_.firstJointRow() + one.first, one.count, d * one.contact, d, edges);
        addEdges(d * one.contact, d, rows_.firstJointRow() + one.first, one.count, edges);
      }
    pattern_ = blockPattern(nodes(), edges);
  }
  // From rows of W to the nodes of rows that S ties to them.
  void addEdges(int from, int count, int to, int to_count, Edges& edges) const {
    for (int i = from; i < from + count; ++i)
      for (SparseRows::InnerIterator it(W_, i); it; ++it)
        for (int k = to; k < to + to_count; ++k) {
          const int a = k / d, b = static_cast<int>(it.col()) / d;
          if (a != b) edges.emplace_back(std::max(a, b), std::min(a, b));
        }
  }
  // S's entries beside those of contacts and joint rows by themselves, by column.
  void listTies() {
    ties_.clear();
    const auto add = [this](int row, int column, double value) {
      if (value != 0.0) ties_.push_back({column, row, value});
    };
    for (std::size_t i = 0; i < slope_.discs.size(); ++i) {
      const FrictionDisc& disc = rows_.discs[i];
      const int first = rows_.firstJointRow() + disc.first;
      for (int k = 0; k < disc.count; ++k) {
        for (int l = 0; l < disc.count; ++l) add(first + k, first + l, slope_.discs[i].own(k, l));
        if (disc.contact >= 0) add(first + k, d * disc.contact, slope_.discs[i].by_normal[k]);
      }
    }
    for (const GeneralizedJacobian::Coupling& coupling : slope_.couplings)
      for (int k = 0; k < coupling.count; ++k)
        for (int l = 0; l < coupling.count; ++l) add(coupling.rows[k], coupling.rows[l], coupling.own(k, l));
    std::ranges::sort(ties_, {}, &Tie::column);
  }
  double entry(int c, int k, int l) const {
    const int at = d * (d * c + l) + k;
    return slope_.contacts[at];
  }
  double own(int row) const {
    return row < rows_.firstJointRow() ? entry(row / d, row % d, row % d)
                                       : slope_.joint_rows[row - rows_.firstJointRow()];
  }

  // A(i, j) += value; a symmetric matrix gets both halves of its diagonal blocks, and one of the others.
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
    for (auto tie = std::ranges::lower_bound(ties_, i, {}, &Tie::column); tie != ties_.end() && tie->column == i; ++tie)
      addEntry(tie->row, j, tie->value * value);
    if (i >= rows_.firstJointRow()) {
      if (own(i) != 0.0) addEntry(i, j, own(i) * value);
      return;
    }
    for (int k = 0; k < d; ++k)
      if (const double s = entry(i / d, k, i % d); s != 0.0) addEntry(d * (i / d) + k, j, s * value);
  }

  struct Tie {
    int column, row;
    double value;
  };

  const ConeRows& rows_;
  SparseRows W_;  // scaled
  bool symmetric_;
  std::vector<Tie> ties_;
  std::shared_ptr<const BlockPattern> pattern_;
  BlockFactor<d> factor_;
  GeneralizedJacobian slope_;
};

}  // namespace

std::unique_ptr<ConeSystem> rowSystem(const SparseRows& W, const ConeRows& rows, bool symmetric) {
  switch (rows.dim) {
    case 1:
      return std::make_unique<DelassusSystem<1>>(W, rows, symmetric);
    case 2:
      return std::make_unique<DelassusSystem<2>>(W, rows, symmetric);
    default:
      return std::make_unique<DelassusSystem<3>>(W, rows, symmetric);
  }
}

}  // namespace keystone
