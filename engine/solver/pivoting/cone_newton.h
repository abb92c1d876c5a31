// Newton's method on Coulomb's cone, started where pivoting with box friction ended.
#pragma once

#include "problem/contact_problem.h"
#include "solver/trace.h"

namespace keystone {

struct ConeNewtonResult {
  bool solved = false;
  int factorizations = 0;
};

// Semismooth Newton on the equations of Alart and Curnier (1991): per contact y = lambda - rho u,
// lambda_n = max(0, y_n), lambda_t = y_t projected on the disc of radius mu max(0, y_n). W may be singular: proximal
// rounds add epsilon (lambda - lambda_round) to u and repeat until that term is gone, so that nothing is left on the
// diagonal. Spatial problems only (dim 3). `W` [rows x rows]. Solved means that the equations hold to `tolerance` of
// the largest impulse; lambda keeps the best point met. Cost per round: one dense LU of the rows of contacts that
// touch. `trace`: null = off.
ConeNewtonResult solveCone(const ContactProblem& problem, const SparseRows& W, double tolerance, VecX& lambda,
                           SolverTrace* trace = nullptr);

}  // namespace keystone
