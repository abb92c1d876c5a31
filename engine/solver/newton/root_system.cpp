#include "solver/newton/root_system.h"

#include <vector>

#include "solver/newton/block_factor.h"
#include "solver/newton/sparse_root.h"

namespace keystone {
namespace {

// `d` columns a node, `m` rows a contact; a joint row is the first of a unit of its own.
template <int d, int m>
class RootSystem final : public ConeSystem {
 public:
  RootSystem(SparseRoot<d, m> root, const ConeRows& rows) : rows_(rows), root_(std::move(root)) {}

  VecX product(const VecX& x) const override { return gather(scatter(x)); }

  // I + L^T S L.
  bool factor(const LawSlope& S) override {
    slope_ = S;
    if (pattern_ == nullptr) makePattern();
    factor_.begin(*pattern_, S.symmetric, 1.0);
    for (int c = 0; c < rows_.contacts; ++c)
      if (const auto slope = slopeOf(c); slope(0, 0) != 0.0) add(c, slope);
    for (int k = 0; k < rows_.joint_rows; ++k) {
      Slope slope = Slope::Zero();
      slope(0, 0) = S.joint_rows[k];
      if (slope(0, 0) != 0.0) add(rows_.contacts + k, slope);
    }
    return factor_.factor();
  }

  VecX solve(const VecX& g) const override {
    VecX v = scatter(g);
    factor_.solve(v);
    return g - sloped(gather(v));
  }

 private:
  using Slope = Eigen::Matrix<double, m, m>;
  using Part = typename SparseRoot<d, m>::Part;

  static std::size_t at(int i) { return static_cast<std::size_t>(i); }
  int first(int unit) const { return root_.start[at(unit)]; }
  int last(int unit) const { return root_.start[at(unit) + 1]; }
  int node(int at) const { return root_.node[static_cast<std::size_t>(at)]; }
  const Part& part(int at) const { return root_.part[static_cast<std::size_t>(at)]; }

  // On demand: a start that is the solution needs no factor.
  void makePattern() {
    std::vector<std::pair<int, int>> edges;
    for (int unit = 0; unit < units(); ++unit)
      for (int i = first(unit); i < last(unit); ++i)
        for (int j = i + 1; j < last(unit); ++j) edges.emplace_back(node(i), node(j));
    pattern_ = blockPattern(root_.nodes, std::move(edges));
    for (int unit = 0; unit < units(); ++unit)
      for (int i = first(unit); i < last(unit); ++i)
        for (int j = i + 1; j < last(unit); ++j) blocks_.push_back(pattern_->find(node(i), node(j)));
    block_start_.push_back(0);
    for (int unit = 0; unit < units(); ++unit) {
      const int parts = last(unit) - first(unit);
      block_start_.push_back(block_start_.back() + parts * (parts - 1) / 2);
    }
  }

  int units() const { return rows_.contacts + rows_.joint_rows; }

  // L^T x and L v.
  VecX scatter(const VecX& x) const {
    VecX v = VecX::Zero(d * root_.nodes);
    for (int c = 0; c < rows_.contacts; ++c)
      for (int i = first(c); i < last(c); ++i)
        v.template segment<d>(d * node(i)).noalias() += part(i) * x.template segment<m>(m * c);
    for (int k = 0; k < rows_.joint_rows; ++k)
      for (int i = first(rows_.contacts + k); i < last(rows_.contacts + k); ++i)
        v.template segment<d>(d * node(i)) += part(i).col(0) * x[rows_.firstJointRow() + k];
    return v;
  }
  VecX gather(const VecX& v) const {
    VecX x = VecX::Zero(rows_.rows());
    for (int c = 0; c < rows_.contacts; ++c)
      for (int i = first(c); i < last(c); ++i)
        x.template segment<m>(m * c).noalias() += part(i).transpose() * v.template segment<d>(d * node(i));
    for (int k = 0; k < rows_.joint_rows; ++k)
      for (int i = first(rows_.contacts + k); i < last(rows_.contacts + k); ++i)
        x[rows_.firstJointRow() + k] += part(i).col(0).dot(v.template segment<d>(d * node(i)));
    return x;
  }
  Eigen::Map<const Slope> slopeOf(int contact) const {
    return Eigen::Map<const Slope>(slope_.contacts.data() + m * m * contact);
  }
  VecX sloped(const VecX& x) const {
    VecX y(x.size());
    for (int c = 0; c < rows_.contacts; ++c)
      y.template segment<m>(m * c).noalias() = slopeOf(c) * x.template segment<m>(m * c);
    for (int k = 0; k < rows_.joint_rows; ++k)
      y[rows_.firstJointRow() + k] = slope_.joint_rows[k] * x[rows_.firstJointRow() + k];
    return y;
  }

  // L^T S L of one unit.
  template <class SlopeType>
  void add(int unit, const SlopeType& S) {
    int block = block_start_[at(unit)];
    for (int i = first(unit); i < last(unit); ++i) {
      const Part sloped = part(i) * S;
      addProduct<d, m>(1.0, sloped, part(i), factor_.diagonal(node(i)));
      for (int j = i + 1; j < last(unit); ++j, ++block) {
        const auto [to, i_below] = blocks_[at(block)];
        const Part other = part(j) * S;
        addProduct<d, m>(1.0, i_below ? sloped : other, i_below ? part(j) : part(i), factor_.lower(to));
        if (slope_.symmetric) continue;
        addProduct<d, m>(1.0, i_below ? part(i) : part(j), i_below ? other : sloped, factor_.upperTransposed(to));
      }
    }
  }

  const ConeRows& rows_;
  SparseRoot<d, m> root_;
  std::shared_ptr<const BlockPattern> pattern_;
  std::vector<std::pair<int, bool>> blocks_;  // of the pairs of a unit's nodes, unit by unit
  std::vector<int> block_start_;              // [units + 1]
  BlockFactor<d> factor_;
  LawSlope slope_;
};

template <int d, int m>
std::unique_ptr<ConeSystem> systemOf(const SparseRows& W, const ConeRows& rows) {
  std::optional<SparseRoot<d, m>> root = sparseRoot<d, m>(W, rows.scale, rows.contacts);
  if (!root.has_value()) return nullptr;
  return std::make_unique<RootSystem<d, m>>(std::move(*root), rows);
}

}  // namespace

std::unique_ptr<ConeSystem> rootSystem(const SparseRows& W, const ConeRows& rows) {
  switch (rows.dim) {
    case 1:
      return systemOf<3, 1>(W, rows);
    case 2:
      return systemOf<3, 2>(W, rows);
    default:
      return systemOf<6, 3>(W, rows);
  }
}

}  // namespace keystone
