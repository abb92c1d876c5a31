// The Delassus operator W = J M^-1 J^T + diag(compliance), applied through the bodies or formed as a sparse matrix.
#pragma once

#include <vector>

#include "problem/contact_problem.h"

namespace keystone {

// M^-1 x for x [6 bodies].
VecX applyInverseMass(const ContactProblem& problem, const VecX& x);
// J M^-1 [rows x 6 bodies], with J's pattern closed per body (a linear entry stays, angular ones mix).
void weightedJacobian(const ContactProblem& problem, SparseRows& weighted);
// What impulses do, from which all that follows is quickly had.
struct DeltaV {
  VecX bodies;  // [6 bodies], the change of the bodies' velocities M^-1 J^T lambda; empty for problems without bodies
  VecX rows;    // [rows], W lambda, for problems without bodies; else empty
};
// That of `lambda` [rows]. `result` is overwritten.
void deltaV(const ContactProblem& problem, const VecX& lambda, DeltaV& result);
// One row of W lambda, by the delta_v of lambda [m/s]; of a soft row of a problem with bodies, without its compliance.
double rowVelocity(const ContactProblem& problem, const DeltaV& delta_v, int row);
// One row of J v for v [6 bodies], of a problem with bodies.
double rowVelocity(const ContactProblem& problem, const VecX& v, int row);
// W x, [rows].
VecX applyDelassus(const ContactProblem& problem, const VecX& x);
// u = W lambda + q, [rows].
VecX relativeVelocity(const ContactProblem& problem, const VecX& lambda);
// One row of it, by the delta_v of lambda.
double relativeVelocity(const ContactProblem& problem, const VecX& lambda, const DeltaV& delta_v, int row);
// v = v_free + M^-1 J^T lambda, [6 bodies].
VecX velocityAfter(const ContactProblem& problem, const VecX& lambda);
// The sparse symmetric W [rows x rows] of a problem with bodies; a copy of problem.W when it is there already.
void formDelassus(const ContactProblem& problem, SparseRows& W);
// The block of W of at most three rows next to each other that name the same two bodies, in the upper left corner, zero
// elsewhere; that of a contact.
Mat3 diagonalBlock(const ContactProblem& problem, int first, int count);
Mat3 contactBlock(const ContactProblem& problem, int contact);
// The largest eigenvalue of the block of a disc's rows.
double largestEigenvalue(const ContactProblem& problem, const FrictionDisc& disc);
// W's diagonal, [rows], and one entry of it.
void delassusDiagonal(const ContactProblem& problem, VecX& diagonal);
double delassusDiagonalEntry(const ContactProblem& problem, int row);

}  // namespace keystone
