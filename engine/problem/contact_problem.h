// One step's contact problem:  u = W lambda + q,  W = J M^-1 J^T,  q = J v_free + bias.
#pragma once

#include <vector>

#include "body/body.h"
#include "collide/manifold.h"
#include "math/types.h"

namespace keystone {

// What a row's contact is in the world, for drawing and for matching contacts between steps. Empty for problems from
// files.
struct ContactPlace {
  int a = -1, b = -1;  // body indices
  std::uint32_t feature = 0;
  Vec3 point = Vec3::Zero();    // [m], world
  Vec3 normal = Vec3::UnitY();  // unit, from a to b
  Vec3 t1 = Vec3::UnitX();      // unit tangents; planar problems use t1 alone
  Vec3 t2 = Vec3::UnitZ();
};

// Rows: contact i has rows dim*i .. dim*i+dim-1, in the order n, t1, t2; joint rows follow.
// lambda > 0 on a normal row pushes the bodies apart; u_n > 0 means they separate. u is the velocity of b relative to
// a.
struct ContactProblem {
  int dim = 1;  // rows per contact: 1 frictionless, 2 planar (n, t), 3 spatial (n, t1, t2)
  int contacts = 0;
  int joint_rows = 0;                 // bilateral rows: u = 0, lambda free
  double h = 0.0;                     // [s], length of the step; 0 when unknown
  VecX mu;                            // [contacts], friction coefficient
  VecX gap;                           // [contacts], [m], negative = overlap
  VecX restitution;                   // [contacts]
  VecX bias;                          // [rows], [m/s]
  VecX v_free;                        // [6 bodies], (linear, angular) velocity before contact impulses
  std::vector<InverseMass> inv_mass;  // [bodies]
  SparseRows J;                       // [rows x 6 bodies]
  VecX q;                             // [rows], [m/s]
  SparseRows W;                       // [rows x rows], [1/kg]; filled on request (formDelassus) or read from a file
  std::vector<ContactPlace> places;   // [contacts], or empty

  int rows() const { return dim * contacts + joint_rows; }
  int normalRow(int contact) const { return dim * contact; }
  bool isBilateral(int row) const { return row >= dim * contacts; }
  bool isNormal(int row) const { return !isBilateral(row) && row % dim == 0; }
  bool isTangent(int row) const { return !isBilateral(row) && row % dim != 0; }
  int contactOf(int row) const { return row / dim; }  // contact rows only
  bool hasBodies() const { return J.rows() > 0; }
};

}  // namespace keystone
