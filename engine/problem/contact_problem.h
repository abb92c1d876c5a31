// One step's contact problem:  u = W lambda + q,  W = J M^-1 J^T + diag(compliance),  q = J v_free + bias.
#pragma once

#include <algorithm>
#include <limits>
#include <vector>

#include "body/body.h"
#include "collide/manifold.h"
#include "math/types.h"

namespace keystone {

// What a row's contact is in the world, for drawing and for matching contacts between steps. Empty for problems from
// files.
struct ContactPoint {
  int a = -1, b = -1;  // body indices
  std::uint32_t feature = 0;
  Vec3 point = Vec3::Zero();    // [m], world
  Vec3 normal = Vec3::UnitY();  // unit, from a to b
  Vec3 t1 = Vec3::UnitX();      // tangents at right angles; planar problems use t1 alone. Unit, but for elliptic
  Vec3 t2 = Vec3::UnitZ();      // friction: t2 is `across` long, so that the ellipse is a disc in the impulses
  double across = 1.0;          // friction along t2 over that along t1
};

// Joint rows next to each other that are dry friction with one bound for all of them: u = 0 while |lambda| < radius,
// else |lambda| = radius and lambda opposes u. The radius is limit * lambda_n of a contact (torsional and rolling
// friction: moments about the contact), or the limit itself (the moment of a ball joint). Coulomb's disc, for other
// rows.
struct FrictionDisc {
  int first = 0, count = 1;  // joint rows, counted from the first; 1 to 3
  int contact = -1;
  double limit = 0.0;  // [m] of a contact; [N m s] without one; mu of coupled friction
};
inline constexpr int kCoupledRows = 3;  // of a contact's disc: sliding along t1 and t2, and turning about n

// Rows: contact i has rows dim*i .. dim*i+dim-1, in the order n, t1, t2; joint rows follow. A joint row without bounds
// is bilateral; one bounded by [0, inf) is a limit, u >= 0; one bounded on both sides is a motor or dry friction, which
// holds u = 0 as far as its bounds let it (u > 0 at the lower bound, u < 0 at the upper). A row with a compliance is
// soft: J v + q + compliance lambda = 0.
// lambda > 0 on a normal row pushes the bodies apart; u_n > 0 means they separate. u is the velocity of b relative to
// a.
struct ContactProblem {
  static constexpr double kUnbounded = std::numeric_limits<double>::infinity();
  int dim = 1;  // rows per contact: 1 frictionless, 2 planar (n, t), 3 spatial (n, t1, t2)
  int contacts = 0;
  int joint_rows = 0;                 // u = 0 while lambda is inside its bounds, see below
  double h = 0.0;                     // [s], length of the step; 0 when unknown
  VecX mu;                            // [contacts], friction coefficient; the static one where there are two
  VecX mu_dynamic;                    // [contacts], friction coefficient while sliding, or empty: as mu
  VecX gap;                           // [contacts], [m], negative = overlap
  VecX restitution;                   // [contacts]
  VecX bias;                          // [rows], [m/s]
  VecX surface;                       // [rows], [m/s], the part of bias by which surfaces move themselves, or empty
  VecX v_free;                        // [6 bodies], (linear, angular) velocity before contact impulses
  VecX v_before;                      // [6 bodies], velocity before the step, or empty: unknown
  std::vector<InverseMass> inv_mass;  // [bodies]
  VecX joint_lower, joint_upper;      // [joint_rows], [N s], bounds of lambda; empty = -inf, inf for every row
  std::vector<FrictionDisc> discs;    // dry friction that several joint rows, or a contact and joint rows, share; those
                                      // of contacts after all others, in their contacts' order
  std::vector<int> disc_of_row;       // [joint_rows], index of each row's disc or -1; empty = none
  VecX compliance;                    // [joint_rows], [1/kg], of springs; empty = none. A W that is given holds it
  SparseRows J;                       // [rows x 6 bodies]
  VecX q;                             // [rows], [m/s]
  SparseRows W;                       // [rows x rows], [1/kg]; filled on request (formDelassus) or read from a file
  bool symmetric = true;              // false: W is given and not symmetric (sliding friction substituted into it)
  std::vector<ContactPoint> contact_points;  // [contacts], or empty
  std::vector<int> joint_of_row;             // [joint_rows], index of each row's joint in the world, or empty

  int rows() const { return dim * contacts + joint_rows; }
  int normalRow(int contact) const { return dim * contact; }
  int firstJointRow() const { return dim * contacts; }
  bool isJoint(int row) const { return row >= firstJointRow(); }
  bool isNormal(int row) const { return !isJoint(row) && row % dim == 0; }
  bool isTangent(int row) const { return !isJoint(row) && row % dim != 0; }
  bool isOnDisc(int row) const {
    return !disc_of_row.empty() && isJoint(row) && disc_of_row[row - firstJointRow()] >= 0;
  }
  double radiusOf(const FrictionDisc& disc, const VecX& lambda) const {
    return disc.contact < 0 ? disc.limit : disc.limit * std::max(0.0, lambda[normalRow(disc.contact)]);
  }
  // Bounds of a joint row by itself: none of a row on a disc.
  double lower(int row) const { return joint_lower.size() > 0 ? joint_lower[row - firstJointRow()] : -kUnbounded; }
  double upper(int row) const { return joint_upper.size() > 0 ? joint_upper[row - firstJointRow()] : kUnbounded; }
  bool isBilateral(int row) const {
    return isJoint(row) && lower(row) == -kUnbounded && upper(row) == kUnbounded && !isOnDisc(row);
  }
  bool isLimit(int row) const { return isJoint(row) && lower(row) == 0.0 && upper(row) == kUnbounded; }
  double complianceOf(int row) const {
    return compliance.size() > 0 && isJoint(row) ? compliance[row - firstJointRow()] : 0.0;
  }
  bool isSoft(int row) const { return complianceOf(row) > 0.0; }
  // Whether a joint row holds its bodies in place, as those of motors, dry friction and springs do not.
  bool holds(int row) const { return isLimit(row) || (isBilateral(row) && !isSoft(row)); }
  double surfaceOf(int row) const { return surface.size() > 0 ? surface[row] : 0.0; }
  // Velocity [m/s] of a row before impulses, without what is asked of it.
  double velocityBefore(int row) const { return q[row] - bias[row] + surfaceOf(row); }
  int contactOf(int row) const { return row / dim; }  // contact rows only
  bool hasBodies() const { return J.rows() > 0; }
};

}  // namespace keystone
