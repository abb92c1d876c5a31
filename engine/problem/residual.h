// The residual of every method: how far impulses are from solving the contact problem, by the problem's definition
// alone.
#pragma once

#include "problem/delassus.h"

namespace keystone {

// Which friction law the impulses are held to.
enum class FrictionLaw {
  Cone,  // Coulomb: |lambda_t| <= mu lambda_n, friction opposes sliding
  Box    // each tangent row by itself: |lambda_t,i| <= mu lambda_n
};

struct Residual {
  double value = 0.0;               // dimensionless: max |F| / scale; 1e-9 counts as exact
  double imbalance = 0.0;           // [N s], max |F|: the largest change that the law asks of an impulse,
  double velocity = 0.0;            // [m/s], max |F| / rho: and of its row's velocity by it
  double approach_speed = 0.0;      // [m/s], worst -u_n over the contacts
  double cone_violation = 0.0;      // [N s], worst |lambda_t| - mu lambda_n
  double friction_angle_deg = 0.0;  // [deg], worst angle between friction and the direction that opposes sliding
};

// Per contact F = lambda - P_K(lambda - rho uhat), uhat = (u_n + mu |u_t|, u_t), rho = 1 / largest eigenvalue of the
// contact's own block of W; joint rows F = lambda - clamp(lambda - rho u, lower, upper), which is rho u without bounds
// (de Saxce and Feng 1998). The rows of a FrictionDisc: F = lambda - P(lambda - rho u), P the projection on a ball of
// the disc's radius, rho of their block of W. The scale is max(max_i f_i, min(|lambda|_inf, sum_i f_i)) with f_i = |q_i
// / W_ii|, the impulse that stops row i by itself (on a disc 1 / rho in place of W_ii): bounded by the problem, so that
// impulses that grow without bound hide nothing. Where all f_i are zero it is |lambda|_inf. It is at least 2.2e-5 (|J|
// |v_free|)_i / W_ii of each joint row: q_i is a difference of velocities, and that of a joint in free fall is their
// rounding alone. Contacts whose block is zero, which no impulse moves, must not approach: value is at least their
// approach speed over the largest |q|, and at least the last digit of impulses that are vast beside the scale, which
// round velocities away. NaN in, NaN out.
Residual measure(const ContactProblem& problem, const VecX& lambda, FrictionLaw law = FrictionLaw::Cone);
// Where deltaV(problem, lambda) is known.
Residual measure(const ContactProblem& problem, const VecX& lambda, const DeltaV& delta_v, FrictionLaw law);

}  // namespace keystone
