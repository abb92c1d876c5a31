// One contact by itself under Coulomb's law, solved exactly: the local problem of methods that go contact by contact.
#pragma once

#include "math/types.h"

namespace keystone {

// lambda with u = W lambda + q, 0 <= lambda_n, u_n >= 0, lambda_n u_n = 0, |lambda_t| <= mu lambda_n, and
// lambda_t = -mu lambda_n u_t / |u_t| where u_t is not zero. `W` [1/kg], in the upper left dim x dim corner, zero
// elsewhere, symmetric and positive semidefinite with W_nn > 0; `q` [m/s]; the result [N s], rows n, t1, t2.
// There is a solution for every q, since W_nn > 0; where there are several (large mu), one of them.
// Sources: Jourdan, Alart, Jean 1998 (the local problem); Bonnefon and Daviet 2011 (u_t = -alpha lambda_t makes sliding
// an equation in alpha alone, a quartic). Departure: the equation is not expanded to a quartic, but solved by Newton's
// method between bounds, in the axes of the tangents' Schur complement, to the last digit.
Vec3 solveOneContact(const Mat3& W, const Vec3& q, double mu, int dim);

}  // namespace keystone
