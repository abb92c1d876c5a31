// Featherstone's articulated-body algorithm (featherstone2008, section 7.3), factored once and applied to many forces.
//
// I_A of a link is the inertia that a force on it meets, with all that it carries free to move at its joints. With
// D = S^T I_A S = L L^T and K = S L^-T the mass matrix has M^-1 = Y^T Y for the "whitened" columns y = K^T p that a
// force p leaves on its way down to the root; so J S M^-1 S^T J^T is a product of sparse rows (branch by branch).
#pragma once

#include "articulated/placed_forest.h"

namespace keystone {

struct ArticulatedInertia {
  struct OfLink {
    Mat6 inertia = Mat6::Zero();  // I_A
    LinkColumns K;                // S L^-T
    LinkColumns held;             // I_A K
    LinkSquare from_white;        // L^-T: qdot = L^-T y
  };
  std::vector<OfLink> links;
};

// `added` [dofs], or empty, is what the diagonal of M has beside the links' inertia: that of rotors (armatures), and
// what springs of a step add. `factor` is overwritten. O(links).
void factorInertia(const PlacedForest& placed, ArticulatedInertia& factor, const VecX& added = {});

// What forces f [6 bodies] and generalized forces tau [dofs], or empty, give the links: qddot [dofs], and each link's
// acceleration [6 links], with the velocity products c [6 links] (placed_forest.h), or empty: none. Forces on bodies
// that are no links have no effect. O(links).
struct ForestResponse {
  VecX qddot, a;
};
void respond(const PlacedForest& placed, const ArticulatedInertia& factor, const VecX& f, const VecX& tau,
             const VecX& c, ForestResponse& response);

// Moves the velocities v [6 bodies] of links to the nearest ones in the mass metric that tree joints allow, on moving
// bases: v_link = X v_carrier + S qdot + offset, with the offsets [6 links], or empty: none. `rotors` [dofs] is the
// momentum that rotors have along the coordinates, or empty: none. Returns qdot [dofs]. O(links).
VecX holdTrees(const PlacedForest& placed, const ArticulatedInertia& factor, const VecX& offset, VecX& v,
               const VecX& rotors = {});

// Accelerations qddot [dofs] under the forces f [6 bodies] on the bodies, generalized forces tau [dofs], or empty, and
// velocities v [6 bodies]: forward dynamics. O(links).
VecX forwardDynamics(const PlacedForest& placed, std::span<const Joint> joints, const VecX& v, const VecX& f,
                     const VecX& tau);

// Adds to `row` [dofs] what a unit force p on a link leaves on its way to the root. O(depth).
void whiten(const PlacedForest& placed, const ArticulatedInertia& factor, int link, Vec6 p, VecX& row);

}  // namespace keystone
