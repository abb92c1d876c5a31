// The block diagonal matrices of Jacobi's method: W's own blocks, or blocks above W, with which it cannot diverge.
#pragma once

#include <vector>

#include "problem/contact_problem.h"

namespace keystone {

// D, block diagonal: `contacts` in the upper left dim x dim corners, zero elsewhere, and `joint_rows`. Unless it is
// plain, D - W is positive semidefinite.
struct Splitting {
  std::vector<Mat3> contacts;  // [contacts], [1/kg]
  VecX joint_rows;             // [joint_rows]
};

// With bodies: every body's mass is split among the n_b constraints that push it, D_c = sum_b n_b J_cb M_b^-1 J_cb^T
// (Tonge, Benevolenski, Voroshilov 2012): x W x = sum_b |M_b^-1/2 sum_c J_cb^T x_c|^2 is at most x D x by
// Cauchy and Schwarz. Without: W's own blocks, and on their diagonal the sizes of all that couples a row to other
// blocks (Gershgorin). `is_plain`: W's own blocks alone. `by_rows`: every row is a block of its own, and a contact's
// tangents share the larger entry, so that discs stay discs. So do the joint rows of a disc.
void findSplitting(const ContactProblem& problem, bool by_rows, bool is_plain, Splitting& D);

}  // namespace keystone
