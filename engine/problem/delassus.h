// The Delassus operator W = J M^-1 J^T, applied through the bodies or formed as a sparse matrix.
#pragma once

#include <vector>

#include "problem/contact_problem.h"

namespace keystone {

// M^-1 x for x [6 bodies].
VecX applyInverseMass(const ContactProblem& problem, const VecX& x);
// J M^-1 [rows x 6 bodies], with J's pattern closed per body (a linear entry stays, angular ones mix). In
// place.
void weightedJacobian(const ContactProblem& problem, SparseRows& weighted);
// What impulses do, from which all that follows is quickly had: the change of the bodies' velocities M^-1 J^T lambda
// [6 bodies]; for problems without bodies W lambda [rows].
VecX deltaV(const ContactProblem& problem, const VecX& lambda);
void deltaV(const ContactProblem& problem, const VecX& lambda, VecX& result);  // in place
// One row of W lambda, by the delta_v of lambda.
double rowVelocity(const ContactProblem& problem, const VecX& delta_v, int row);
// W x, [rows].
VecX applyDelassus(const ContactProblem& problem, const VecX& x);
// u = W lambda + q, [rows].
VecX relativeVelocity(const ContactProblem& problem, const VecX& lambda);
// v = v_free + M^-1 J^T lambda, [6 bodies].
VecX velocityAfter(const ContactProblem& problem, const VecX& lambda);
// The sparse symmetric W [rows x rows] of a problem with bodies; a copy of problem.W when it is there already.
SparseRows formDelassus(const ContactProblem& problem);
void formDelassus(const ContactProblem& problem, SparseRows& W);  // in place
// A contact's own block of W, in the upper left dim x dim corner, zero elsewhere.
Mat3 contactBlock(const ContactProblem& problem, int contact);
// W's diagonal, [rows], and one entry of it.
VecX delassusDiagonal(const ContactProblem& problem);
void delassusDiagonal(const ContactProblem& problem, VecX& diagonal);  // in place
double delassusDiagonal(const ContactProblem& problem, int row);

}  // namespace keystone
