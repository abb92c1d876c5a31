// Lemke's complementary pivoting on a dense linear complementarity problem.
#pragma once

#include <functional>

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
  VecX z;              // [n], zero unless solved
  int pivots = 0;      // of all attempts
  int zero_steps = 0;  // pivots of length zero
  int attempts = 0;
  int factorizations = 0;
};

// One exchange of the path, for whoever watches it. Variables are numbered w_0 .. w_n-1, z_0 .. z_n-1, z0.
struct LemkeMove {
  enum class Kind { Begin, Pivot, End };  // of an attempt
  Kind kind;
  int attempt;            // from 0
  int leaving, entering;  // variables; -1 but for a pivot
  double z0;              // of the covering vector, after the move
  double first_z0;        // with which the attempt began
  bool zero;              // a pivot of length zero
  LemkeEnd end;           // of an attempt
  VecX z;                 // [n], after the move
  int factorizations;     // of all attempts so far
};
using LemkeWatch = std::function<void(const LemkeMove&)>;  // empty: nobody watches

// 0 <= z, w = M z + p >= 0, z.w = 0, M [n x n]; entries of size one. The covering vector is all ones (Lemke 1965;
// Cottle, Pang and Stone 1992, algorithm 4.4.5), ties are broken lexicographically (their section 4.9). A path that
// rounding leads astray is tried again, `attempts` in all, with covering vectors that differ from row to row.
LemkeResult lemke(const MatX& M, const VecX& p, int max_pivots, int attempts, const LemkeWatch& watch = {});

}  // namespace keystone
