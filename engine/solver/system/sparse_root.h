// A root of W that is as sparse as the bodies behind it: W = L L^T, for problems that are given by W alone.
#pragma once

#include <Eigen/Dense>
#include <vector>

#include "math/types.h"

namespace keystone {

// A node's part: its place among the parts, and its unit.
struct PartOfNode {
  int part, unit;
};

// L by units (a contact, or a joint row) and nodes (`d` columns each, the last ones perhaps empty): unit i's part of
// node k is the transpose of its `m` rows in those columns; a joint row is the first of a unit's rows, the others are
// empty.
template <int d, int m>
struct SparseRoot {
  using Part = Eigen::Matrix<double, d, m>;
  int nodes = 0;
  int widest = 0;                   // columns of a node that are not empty, at most
  std::vector<int> start;           // [units + 1], where a unit's parts begin
  std::vector<int> node;            // [parts], ascending within a unit
  std::vector<Part> part;           // [parts]
  std::vector<int> node_start;      // [nodes + 1], where a node's parts begin
  std::vector<PartOfNode> by_node;  // [parts], the same parts by node
};

// The root of S W S, S = diag(scale), whose diagonal must be about one; rows with scale 0 are empty. `W` [rows x rows],
// symmetric, `contacts` times `m` rows and then joint rows.
// Cholesky, those contacts first whose rows have the fewest entries: W = J M^-1 J^T, and once the contacts that tie a
// body to the ground are eliminated, the entries of W which that body brought cancel. So L has J's pattern, no more
// columns than W has rank, and a node is a body. Where W is not positive semidefinite, W is not L L^T.
template <int d, int m>
SparseRoot<d, m> sparseRoot(const SparseRows& W, const VecX& scale, int contacts);

}  // namespace keystone
