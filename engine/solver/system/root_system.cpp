#include "solver/system/root_system.h"

#include <algorithm>
#include <iterator>
#include <vector>

#include "solver/system/rooted_system.h"
#include "solver/system/sparse_root.h"

namespace keystone {
namespace {

constexpr double kMissing = 1e-11;  // of W's unit diagonal: as exact as Newton's rounds are

// `d` columns a node, `m` rows a contact; a joint row is the first of a unit of its own.
template <int d, int m>
class RootSystem final : public RootedSystem<d, m> {
 public:
  RootSystem(SparseRoot<d, m> root, const ConeRows& rows) : Base(&rows), root_(std::move(root)) {}

  // I + L^T S L.
  bool factor(const GeneralizedJacobian& S) override {
    takeSlope(S);
    if (pattern_ == nullptr) makePattern();
    factor_.begin(*pattern_, S.symmetric, 1.0);
    for (int c = 0; c < rows_->contacts; ++c)
      if (const auto slope = slopeOf(c); !slope.isZero(0.0)) add(c, slope);
    for (int k = 0; k < rows_->joint_rows; ++k) {
      Slope slope = Slope::Zero();
      slope(0, 0) = slope_.joint_rows[k];
      if (slope(0, 0) != 0.0) add(rows_->contacts + k, slope);
    }
    return factor_.factor();
  }

  double operations() override {
    if (pattern_ == nullptr) makePattern();
    return 2.0 * d * d * d * (static_cast<double>(pattern_->target.size()) + pattern_->blocks());
  }

 private:
  using Base = RootedSystem<d, m>;
  using Base::factor_, Base::pattern_, Base::rows_, Base::slope_, Base::slopeOf, Base::takeSlope;
  using Slope = Eigen::Matrix<double, m, m>;
  using Part = typename SparseRoot<d, m>::Part;

  static std::size_t at(int i) { return static_cast<std::size_t>(i); }
  int first(int unit) const { return root_.start[at(unit)]; }
  int last(int unit) const { return root_.start[at(unit) + 1]; }
  int node(int at) const { return root_.node[at]; }
  const Part& part(int at) const { return root_.part[at]; }

  // On demand: a start that is the solution needs no factor.
  void makePattern() {
    std::vector<std::pair<int, int>> pairs;
    pairs.reserve(root_.part.size());
    block_start_.reserve(at(units()) + 1);
    block_start_.push_back(0);
    for (int unit = 0; unit < units(); ++unit) {
      for (int i = first(unit); i < last(unit); ++i)
        for (int j = i + 1; j < last(unit); ++j) pairs.emplace_back(node(i), node(j));
      block_start_.push_back(static_cast<int>(pairs.size()));
    }
    Edges edges;
    edges.reserve(pairs.size());
    // Contacts of the same bodies mostly follow each other.
    std::unique_copy(pairs.begin(), pairs.end(), std::back_inserter(edges));
    pattern_ = blockPattern(root_.nodes, edges);
    blocks_.reserve(pairs.size());
    for (std::size_t i = 0; i < pairs.size(); ++i)
      blocks_.push_back(i > 0 && pairs[i] == pairs[i - 1] ? blocks_.back()
                                                          : pattern_->find(pairs[i].first, pairs[i].second));
  }

  int units() const { return rows_->contacts + rows_->joint_rows; }

  // L^T x and L v.
  int columns() const override { return d * root_.nodes; }
  void scatter(const VecX& x, VecX& v) const override {
    v.resize(columns());
    for (int k = 0; k < root_.nodes; ++k) {
      Eigen::Matrix<double, d, 1> sum = Eigen::Matrix<double, d, 1>::Zero();
      for (int i = root_.node_start[at(k)]; i < root_.node_start[at(k) + 1]; ++i) {
        const auto [place, unit] = root_.by_node[at(i)];
        if (unit < rows_->contacts)
          for (int r = 0; r < m; ++r) sum += part(place).col(r) * x[m * unit + r];
        else
          sum += part(place).col(0) * x[rows_->firstJointRow() + unit - rows_->contacts];
      }
      v.template segment<d>(d * k) = sum;
    }
  }
  void gather(const VecX& v, VecX& x) const override {
    x.resize(rows_->rows());
    for (int c = 0; c < rows_->contacts; ++c) x.template segment<m>(m * c) = along(c, v);
    for (int k = 0; k < rows_->joint_rows; ++k) x[rows_->firstJointRow() + k] = along(rows_->contacts + k, v)[0];
  }

  // The rows of L of one unit, times v.
  Eigen::Matrix<double, m, 1> along(int unit, const VecX& v) const {
    Eigen::Matrix<double, m, 1> sum = Eigen::Matrix<double, m, 1>::Zero();
    for (int i = first(unit); i < last(unit); ++i) sum += part(i).transpose() * v.template segment<d>(d * node(i));
    return sum;
  }

  // L^T S L of one unit.
  template <class SlopeType>
  void add(int unit, const SlopeType& S) {
    int block = block_start_[at(unit)];
    for (int i = first(unit); i < last(unit); ++i) {
      const Part sloped = combined<d, m>(part(i), S);
      addProduct<1, d, m>(sloped, part(i), factor_.diagonal(node(i)));
      for (int j = i + 1; j < last(unit); ++j, ++block) {
        const auto [to, i_below] = blocks_[at(block)];
        const Part other = combined<d, m>(part(j), S);
        addProduct<1, d, m>(i_below ? sloped : other, i_below ? part(j) : part(i), factor_.lower(to));
        if (slope_.symmetric) continue;
        addProduct<1, d, m>(i_below ? part(i) : part(j), i_below ? other : sloped, factor_.upperTransposed(to));
      }
    }
  }

  SparseRoot<d, m> root_;
  std::vector<std::pair<int, bool>> blocks_;  // of the pairs of a unit's nodes, unit by unit
  std::vector<int> block_start_;              // [units + 1]
};

// Without columns that are empty in every node.
template <int to, int d, int m>
SparseRoot<to, m> narrowed(const SparseRoot<d, m>& wide) {
  SparseRoot<to, m> root{wide.nodes, wide.widest, wide.start, wide.node, {}, wide.node_start, wide.by_node};
  root.part.reserve(wide.part.size());
  for (const auto& part : wide.part) root.part.push_back(part.template topRows<to>());
  return root;
}

template <int d, int m>
std::unique_ptr<ConeSystem> systemOf(const SparseRows& W, const ConeRows& rows) {
  SparseRoot<d, m> root = sparseRoot<d, m>(W, rows.scale, rows.contacts);
  if constexpr (m == 1)
    if (root.widest <= 2) return std::make_unique<RootSystem<2, m>>(narrowed<2>(root), rows);
  return std::make_unique<RootSystem<d, m>>(std::move(root), rows);
}

std::unique_ptr<ConeSystem> systemOf(const SparseRows& W, const ConeRows& rows) {
  switch (rows.dim) {
    case 1:
      return systemOf<3, 1>(W, rows);
    case 2:
      return systemOf<3, 2>(W, rows);
    default:
      return systemOf<6, 3>(W, rows);
  }
}

// Asked of one vector in which nothing cancels: not so where W is not positive semidefinite.
bool multiplies(const ConeSystem& system, const SparseRows& W, const VecX& scale) {
  VecX x(W.rows());
  for (int i = 0; i < x.size(); ++i) {
    const int place = i % 1024;
    x[i] = 1.0 + (place * (place + 13) % 1024) / 1024.0;
  }
  const VecX scaled = scale.cwiseProduct(x);
  VecX product;
  system.product(x, product);
  const VecX difference = product - scale.cwiseProduct(W * scaled);
  return difference.lpNorm<Eigen::Infinity>() <= kMissing * x.lpNorm<Eigen::Infinity>();
}

}  // namespace

std::unique_ptr<ConeSystem> rootSystem(const SparseRows& W, const ConeRows& rows) {
  auto system = systemOf(W, rows);
  return multiplies(*system, W, rows.scale) ? std::move(system) : nullptr;
}

}  // namespace keystone
