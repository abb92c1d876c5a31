// What systems have in common that know a root L of W = L L^T, in the space of its columns.
#pragma once

#include "math/block_factor.h"
#include "math/product_count.h"
#include "math/scratch_pool.h"
#include "solver/system/cone_system.h"

namespace keystone {

// `d` columns a node, `m` rows a contact. A descendant knows L and fills I + L^T S L. Soft joint rows add a diagonal C
// to W = L L^T + C: with D = I + S C, I + S W = D (I + D^-1 S L L^T), the same with D^-1 S in place of S.
template <int d, int m>
class RootedSystem : public RootSpace {
 public:
  using ConeSystem::product;
  void product(const VecX& x, VecX& result) const final {
    countProduct();
    const Scratch<VecX> v(columns());
    scatter(x, *v);
    gather(*v, result);
    addCompliance(x, result);
  }
  void solveInPlace(VecX& g) const final {
    const Scratch<VecX> delta_v(rows_->rows());
    solveWithProduct(g, *delta_v);
  }
  // By Woodbury's identity: x = (I + S L L^T)^-1 g = g - S L z with z = (I + L^T S L)^-1 L^T g, and L L^T x = L z.
  void solveWithProduct(VecX& g, VecX& delta_v) const final {
    countProduct();
    const Scratch<VecX> v(columns()), push(rows_->rows());
    if (isSoft()) g.tail(rows_->joint_rows) = g.tail(rows_->joint_rows).cwiseProduct(softening_);
    scatter(g, *v);
    factor_.solve(*v);
    gather(*v, delta_v);
    rows_->apply(slope_, delta_v, *push);
    g -= *push;
    addCompliance(g, delta_v);
  }
  void solveColumns(VecX& v) const final { factor_.solve(v); }

 protected:
  explicit RootedSystem(const ConeRows* rows = nullptr) : rows_(rows) {}

  // slope_ becomes D^-1 S.
  void takeSlope(const GeneralizedJacobian& S) {
    slope_ = S;
    if (!isSoft()) return;
    softening_ = (1.0 + S.joint_rows.cwiseProduct(rows_->compliance).array()).inverse();
    slope_.joint_rows = slope_.joint_rows.cwiseProduct(softening_);
  }

  Eigen::Map<const Eigen::Matrix<double, m, m>> slopeOf(int contact) const {
    return Eigen::Map<const Eigen::Matrix<double, m, m>>(slope_.contacts.data() + m * m * contact);
  }

  const ConeRows* rows_;
  std::shared_ptr<const BlockPattern> pattern_;
  BlockFactor<d> factor_;
  GeneralizedJacobian slope_;

 private:
  bool isSoft() const { return rows_->compliance.size() > 0; }
  void addCompliance(const VecX& x, VecX& u) const {
    if (isSoft()) u.tail(rows_->joint_rows) += rows_->compliance.cwiseProduct(x.tail(rows_->joint_rows));
  }

  VecX softening_;  // [joint_rows], D^-1
};

}  // namespace keystone
