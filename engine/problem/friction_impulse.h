// What friction does at a contact, as one vector.
#pragma once

#include <algorithm>

#include "problem/contact_problem.h"

namespace keystone {

// The disc of a contact whose friction is coupled with its turning (Material::coupled), else null.
inline const FrictionDisc* coupledDisc(const ContactProblem& problem, int contact) {
  if (problem.dim < 3 || problem.discs.empty()) return nullptr;
  const auto disc = std::ranges::lower_bound(problem.discs, contact, {}, &FrictionDisc::contact);
  const bool is_coupled = disc != problem.discs.end() && disc->contact == contact && disc->count == kCoupledRows;
  return is_coupled ? &*disc : nullptr;
}

// The first row of a contact's friction, which the other tangent's follows.
inline int frictionRow(const ContactProblem& problem, int contact) {
  const FrictionDisc* const disc = coupledDisc(problem, contact);
  return disc == nullptr ? problem.normalRow(contact) + 1 : problem.firstJointRow() + disc->first;
}
inline double frictionOf(const ContactProblem& problem, int contact) {  // mu
  const FrictionDisc* const disc = coupledDisc(problem, contact);
  return disc == nullptr ? problem.mu[contact] : disc->limit;
}

// [N s], on body b, world frame; of a problem whose contacts have places. lambda: [rows].
inline Vec3 frictionImpulse(const ContactProblem& problem, const VecX& lambda, int contact) {
  const ContactPoint& place = problem.contact_points[contact];
  const int row = frictionRow(problem, contact);
  Vec3 impulse = Vec3::Zero();
  if (problem.dim > 1) impulse += lambda[row] * place.t1;
  if (problem.dim > 2) impulse += lambda[row + 1] * place.t2;
  return impulse;
}

}  // namespace keystone
