// What systems have in common that know a root L of W = L L^T, in the space of its columns.
#pragma once

#include "solver/newton/block_factor.h"
#include "solver/newton/cone_system.h"

namespace keystone {

// `d` columns a node, `m` rows a contact. A descendant knows L and fills I + L^T S L.
template <int d, int m>
class RootedSystem : public ConeSystem {
 public:
  VecX product(const VecX& x) const final { return gather(scatter(x)); }
  bool isTurned() const final { return factor_.isTurned(); }
  // By Woodbury's identity: (I + S L L^T)^-1 g = g - S L (I + L^T S L)^-1 L^T g.
  VecX solve(const VecX& g) const final {
    VecX v = scatter(g);
    factor_.solve(v);
    return g - rows_.sloped(slope_, gather(v));
  }

 protected:
  explicit RootedSystem(const ConeRows& rows) : rows_(rows) {}
  virtual VecX scatter(const VecX& x) const = 0;  // L^T x
  virtual VecX gather(const VecX& v) const = 0;   // L v

  Eigen::Map<const Eigen::Matrix<double, m, m>> slopeOf(int contact) const {
    return Eigen::Map<const Eigen::Matrix<double, m, m>>(slope_.contacts.data() + m * m * contact);
  }

  const ConeRows& rows_;
  std::shared_ptr<const BlockPattern> pattern_;
  BlockFactor<d> factor_;
  LawSlope slope_;
};

}  // namespace keystone
