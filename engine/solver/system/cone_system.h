// The linear systems of Newton's method on a contact problem, in the space of bodies or of rows.
#pragma once

#include "solver/law/cone_rows.h"

namespace keystone {

class ConeSystem {
 public:
  virtual ~ConeSystem() = default;
  // W x, scaled, [rows].
  virtual void product(const VecX& x, VecX& result) const = 0;
  // Factors I + S W; false when that is singular.
  virtual bool factor(const GeneralizedJacobian& S) = 0;
  // Floating-point operations of one factor(), roughly.
  virtual double operations() = 0;
  // g <- (I + S W)^-1 g for the last factor(), [rows].
  virtual void solveInPlace(VecX& g) const = 0;
  // The same; `delta_v` receives W times the solution.
  virtual void solveWithProduct(VecX& g, VecX& delta_v) const {
    solveInPlace(g);
    product(g, delta_v);
  }
};

// One that knows a root of W = L L^T (soft joint rows beside it: L L^T + their compliance), in the space of L's
// columns.
class RootSpace : public ConeSystem {
 public:
  virtual int columns() const = 0;                         // of L
  virtual void scatter(const VecX& x, VecX& v) const = 0;  // v = L^T x
  virtual void gather(const VecX& v, VecX& u) const = 0;   // u = L v
  // v <- (I + L^T S L)^-1 v for the last factor(), whose S, on soft rows, is softened: S / (1 + S compliance).
  virtual void solveColumns(VecX& v) const = 0;
};

}  // namespace keystone
