// An impact at one contact with friction, followed through its impulse.
#pragma once

#include "math/types.h"
#include "world/choices.h"

namespace keystone {

// What an impact at one contact depends on. In the plane the second tangent has no part.
struct ImpactPoint {
  Mat3 W;                        // [1/kg], the contact's own block: rows n, t1, t2
  Vec3 u;                        // [m/s], relative velocity before: u_n < 0
  bool planar = false;           // n and t1 alone
  double mu_static, mu_dynamic;  // friction coefficients of sticking and of sliding
  double e;                      // coefficient of restitution
  double e_t = 0.0;              // ... along the tangents (algebraic_laws.h)
};

// The same with nothing along the second tangent, where it is planar.
ImpactPoint withoutIdleTangent(ImpactPoint point);

struct PathEnd {
  Vec3 lambda;           // [N s], rows n, t1, t2
  bool reduced = false;  // restitution ended early, where more would have gained energy
};

// The impulses of an impact by Poisson's or Stronge's law, with friction against the sliding at each moment.
PathEnd followImpact(RestitutionLaw law, const ImpactPoint& point);

}  // namespace keystone
