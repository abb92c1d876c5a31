// A root of W that is as sparse as the bodies behind it: W = L L^T, for problems that are given by W alone.
#pragma once

#include <Eigen/Dense>
#include <optional>
#include <vector>

#include "math/types.h"

namespace keystone {

// L by units (a contact, or a joint row) and nodes (`d` columns each, the last ones perhaps empty): unit i's part of
// node k is the transpose of its `m` rows in those columns; a joint row is the first of a unit's rows, the others are
// empty.
template <int d, int m>
struct SparseRoot {
  using Part = Eigen::Matrix<double, d, m>;
  int nodes = 0;
  std::vector<int> start;  // [units + 1], where a unit's parts begin
  std::vector<int> node;   // [parts], ascending within a unit
  std::vector<Part> part;  // [parts]
};

// The root of S W S, S = diag(scale), whose diagonal must be about one; rows with scale 0 are empty. `W` [rows x rows],
// symmetric, `contacts` times `m` rows and then joint rows.
// Cholesky, those contacts first whose rows have the fewest entries: W = J M^-1 J^T, and once the contacts that tie a
// body to the ground are eliminated, the entries of W which that body brought cancel. So L has J's pattern, no more
// columns than W has rank, and a node is a body. None where W, to 1e-11, is not positive semidefinite.
template <int d, int m>
std::optional<SparseRoot<d, m>> sparseRoot(const SparseRows& W, const VecX& scale, int contacts);

}  // namespace keystone
