// Rows under Coulomb's law, as values.
#pragma once

#include "solver/law/cone_rows.h"

namespace keystone::testing {

// `diagonal` [rows] of W.
inline ConeRows coneRowsOf(const ContactProblem& problem, const VecX& diagonal) {
  ConeRows rows;
  coneRows(problem, diagonal, FrictionLaw::Cone, rows);
  return rows;
}

}  // namespace keystone::testing
