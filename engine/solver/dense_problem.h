// A contact problem as a small dense one, for the reference methods: joint rows eliminated, scaled to unit size.
#pragma once

#include <string>

#include "problem/contact_problem.h"

namespace keystone {

// lambda = size * scale * lambda_scaled on the contact rows, so that W's normal rows have a unit diagonal and max |q|
// is one. A contact's tangents share one scale, so that their directions stay what they are. Contacts that nothing can
// move have empty rows.
struct DenseProblem {
  int dim = 1;  // rows per contact; 1 when no contact has friction, whatever the problem has
  int contacts = 0;
  MatX W;             // [n x n], n = dim contacts
  VecX q;             // [n]
  VecX mu;            // [contacts], of scaled impulses: |lambda_t| <= mu lambda_n
  VecX scale;         // [n]
  double size = 1.0;  // factor on q
  // Joint impulses are  joint_response lambda + joint_free  of the unscaled contact impulses.
  MatX joint_response;  // [joint rows x contact rows of the problem]
  VecX joint_free;      // [joint rows]

  int rows() const { return dim * contacts; }
};

bool isFrictionless(const ContactProblem& problem);

// Joints are eliminated by the pseudoinverse of their own block, exact also where they are redundant.
DenseProblem denseProblem(const ContactProblem& problem);

// Impulses of the problem [rows] from scaled ones [n].
VecX liftImpulses(const ContactProblem& problem, const DenseProblem& dense, const VecX& scaled);

}  // namespace keystone
