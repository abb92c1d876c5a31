// Lemke's complementary pivoting on a dense linear complementarity problem.
#pragma once

#include "math/types.h"

namespace keystone {

enum class LemkeEnd {
  Solved,
  Ray,    // the path leaves along a ray: the method has no answer
  Limit,  // too many pivots
  Lost,   // rounding has led off the path: it ended, but not in a solution
};

struct LemkeResult {
  LemkeEnd end = LemkeEnd::Solved;
  VecX z;          // [n], zero unless solved
  int pivots = 0;  // of all attempts
  int attempts = 0;
  int factorizations = 0;
};

// 0 <= z, w = M z + p >= 0, z.w = 0, M [n x n]; entries of size one. The covering vector is all ones (Lemke 1965;
// Cottle, Pang and Stone 1992, algorithm 4.4.5), ties are broken lexicographically (their section 4.9). A path that
// rounding leads astray is tried again, `attempts` in all, with covering vectors that differ from row to row.
LemkeResult lemke(const MatX& M, const VecX& p, int max_pivots, int attempts);

}  // namespace keystone
