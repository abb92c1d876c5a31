// The problem that impulses solve exactly, where it differs from the one given by micrometres of where contacts are.
#pragma once

#include "problem/contact_problem.h"
#include "problem/residual.h"

namespace keystone {

// One contact's velocity u [dim], made the nearest one that the law allows beside its impulse lambda [dim], which is
// inside the law: a loaded contact neither opens nor closes, slides nowhere while friction is less than mu lambda_n,
// and else against it; one without load does not close.
void makeLawful(int dim, FrictionLaw law, double mu, const double* lambda, double* u);

// By as little as the velocities of contacts have to be others [rows, m/s] for the law to hold exactly beside lambda,
// whose response() (delassus.h) is known. Returns how far that moves the farthest in the step [m], as a gap or as slip;
// problem.h > 0.
double findShift(const ContactProblem& problem, const VecX& lambda, const VecX& response, FrictionLaw law, VecX& shift);

// Moves every contact so: bias and q of its rows change. Returns the same.
double shiftContacts(ContactProblem& problem, const VecX& lambda, const VecX& response, FrictionLaw law);

}  // namespace keystone
