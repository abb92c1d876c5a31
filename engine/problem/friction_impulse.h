// What friction does at a contact, as one vector.
#pragma once

#include "problem/contact_problem.h"

namespace keystone {

// [N s], on body b, world frame; of a problem whose contacts have places. lambda: [rows].
inline Vec3 frictionImpulse(const ContactProblem& problem, const VecX& lambda, int contact) {
  const ContactPoint& place = problem.contact_points[contact];
  const int n = problem.normalRow(contact);
  Vec3 impulse = Vec3::Zero();
  if (problem.dim > 1) impulse += lambda[n + 1] * place.t1;
  if (problem.dim > 2) impulse += lambda[n + 2] * place.t2;
  return impulse;
}

}  // namespace keystone
