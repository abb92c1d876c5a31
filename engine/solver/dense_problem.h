// A contact problem as a small dense one, for the reference methods: bilateral rows eliminated, scaled to unit size.
#pragma once

#include <vector>

#include "problem/contact_problem.h"

namespace keystone {

// lambda = size * scale * lambda_scaled on the rows that are left: those of the contacts, dim each, then the joint rows
// with bounds. Scaled, W's normal and joint rows have a unit diagonal and max |q| is one. A contact's tangents share
// one scale, so that their directions stay what they are. Rows of what nothing can move are empty.
struct DenseProblem {
  int dim = 1;  // rows per contact; 1 when no contact has friction, whatever the problem has
  int contacts = 0;
  int bounded = 0;    // joint rows with bounds
  MatX W;             // [n x n], n = dim contacts + bounded
  VecX q;             // [n]
  VecX mu;            // [contacts], of scaled impulses: |lambda_t| <= mu lambda_n
  VecX lower;         // [bounded], of scaled impulses; 0 for a limit
  VecX upper;         // [bounded], infinite for a limit
  VecX scale;         // [n]
  double size = 1.0;  // factor on q

  std::vector<int> rows;        // [n], rows of the problem that are left
  std::vector<int> eliminated;  // its bilateral rows: lambda = joint_impulses lambda(rows) + free, unscaled
  MatX joint_impulses;          // [eliminated x n]
  VecX free;                    // [eliminated]

  int count() const { return static_cast<int>(rows.size()); }
};

bool isFrictionless(const ContactProblem& problem);
// Joint rows that hold at most so much, either way: motors and dry friction.
int twoSidedRows(const ContactProblem& problem);
// Joint rows that only push: limits.
int limitRows(const ContactProblem& problem);

// Joints are eliminated by the pseudoinverse of their own block, exact also where they are redundant.
DenseProblem denseProblem(const ContactProblem& problem);

// Impulses of the problem [rows] from scaled ones [n].
VecX liftImpulses(const ContactProblem& problem, const DenseProblem& dense, const VecX& scaled);

}  // namespace keystone
