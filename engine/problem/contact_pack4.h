// Four contacts side by side, read through the bodies or from W: their velocities and their own blocks of W.
#pragma once

#include "math/simd_double4.h"
#include "problem/delassus.h"

namespace keystone {

// Symmetric, in the order n, t1, t2; zero where there is no such row and in lanes without a contact.
struct OwnBlocks {
  SimdDouble4 nn{}, n1{}, n2{}, t11{}, t12{}, t22{};  // [1/kg]
};

struct ContactPack4 {
  OwnBlocks W;
  SimdDouble4x3 q{}, lambda{}, u{};  // [m/s], [N s], [m/s]; rows n, t1, t2
  SimdDouble4 mu{};                  // zero without friction
};

// Contacts first .. first + kSimdWidth - 1, as far as there are so many, under q, lambda and its deltaV()
// (delassus.h).
void readContacts(const ContactProblem& problem, const VecX& q, const VecX& lambda, const DeltaV& delta_v, int first,
                  ContactPack4& four);

// The largest eigenvalue of each block, in closed form: three real roots, by the cosine of a third of an angle. To half
// of the digits where the two largest are all but equal, which rho need not be better than.
SimdDouble4 largestEigenvalues(const OwnBlocks& W);

}  // namespace keystone
