// FCLIB's rolling contacts have five rows; here two of them are joint rows on a disc.
#pragma once

#include "problem/global_form.h"

namespace keystone {

inline constexpr int kRollingRows = 5;  // of a contact: n, t1, t2, then rolling about t1 and t2

// Whether all discs are of rolling friction in space, one of a contact at most.
bool isRolling(const ContactProblem& problem);

// Entries x [rows] of such a problem as those of H's columns, five a contact, and of G's. Contacts that do not roll
// have zeros.
void splitRolling(const ContactProblem& problem, const VecX& x, VecX& contact, VecX& bilateral);

// Its global form, with five columns of H a contact.
GlobalForm rollingForm(const ContactProblem& problem);

}  // namespace keystone
