// Coulomb's cone as optimisation sees it: the Euclidean projection on it, and the shift that makes friction slide
// without lifting off.
#pragma once

#include "solver/law/cone_rows.h"

namespace keystone {

// The point of the rows' law nearest to y: |lambda_t| <= mu lambda_n on contacts and likewise on their discs (normal
// and friction move together, unlike ConeRows::project), bounds on joint rows. Scaled, [rows]; `lambda` may be `y`.
void projectOnCones(const ConeRows& rows, const VecX& y, VecX& lambda);

// s with s_n = mu |u_t| on normals, and as much more for each disc of the contact, else zero: lambda in K, u + s in the
// dual of K and lambda . (u + s) = 0 is Coulomb's law (de Saxce and Feng 1998). Scaled, [rows].
void deSaxceShift(const ConeRows& rows, const VecX& u, VecX& shift);

// max |lambda - P_K(lambda - u - shift)|: zero where lambda and u obey the law shifted by `shift`. Scaled. `workspace`
// is overwritten.
double coneDefect(const ConeRows& rows, const VecX& lambda, const VecX& u, const VecX& shift, VecX& workspace);

}  // namespace keystone
