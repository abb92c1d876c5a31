// The block of W that a choice of index sets has to solve with, and how well that can be done.
#pragma once

#include <vector>

#include "problem/index_sets.h"

namespace keystone {

// W is scaled to a unit diagonal. A clamped normal's column carries the friction of its sliding tangents along, as in
// the pivoting loop (Baraff 1994, section 5.2); such a block is not symmetric.
struct ClampedBlock {
  std::vector<int> rows;  // held at zero velocity: clamped normals, sticking tangents, bilateral rows
  MatX A;                 // [rows x rows], dimensionless
  bool symmetric = true;
};

// `W` [rows x rows] of the problem, `sets` and `lambda` [rows]; the friction of a sliding contact follows its normal
// impulse in the ratio that lambda has. Rows that nothing can move (W_ii = 0) are left out.
ClampedBlock clampedBlock(const ContactProblem& problem, const SparseRows& W, const IndexSets& sets,
                          const VecX& lambda);

struct Conditioning {
  int rank = 0;            // singular values above kRankTolerance of the largest
  double condition = 1.0;  // largest singular value over the smallest one that counts for the rank; 1 when empty
};
inline constexpr double kRankTolerance = 1e-11;

// By singular values, O(rows^3).
Conditioning conditioning(const ClampedBlock& block);

}  // namespace keystone
