// Trees where their bodies are: what each generalized velocity moves, and what that does to the bodies.
//
// Velocities, accelerations and forces of a link are six numbers, (linear, angular), of its centre of mass, in world
// axes, as in contact problems; accelerations are those of the centre of mass, not Featherstone's spatial ones. Between
// two links only the centre moves: v_child = X v_parent + S qdot,  X = [1 -[r]; 0 1],  r from one centre to the other.
#pragma once

#include "articulated/forest.h"

namespace keystone {

struct PlacedLink {
  Vec3 shift = Vec3::Zero();    // r [m], from the centre of what carries it (the origin for the world)
  Vec3 lever = Vec3::Zero();    // [m], from the joint's anchor on the link to its centre
  LinkColumns motion;           // S
  double mass = 0.0;            // [kg]
  Mat3 inertia = Mat3::Zero();  // [kg m^2], world axes
  double armature = 0.0;        // [kg] or [kg m^2], of the rotor that its joint's coordinate turns
};

struct PlacedForest {
  Forest forest;
  std::vector<PlacedLink> links;  // [forest.links]
};

// X v and X^T f of a shift r [m].
Vec6 carried(const Vec3& r, const Vec6& v);
Vec6 carriedBack(const Vec3& r, const Vec6& f);

// Builds the trees and places them. `placed` is overwritten. O(bodies + joints).
void placeForest(std::span<const Body> bodies, std::span<const Joint> joints, bool planar, PlacedForest& placed);
// The same trees with the bodies elsewhere.
void replaceForest(std::span<const Body> bodies, std::span<const Joint> joints, PlacedForest& placed);

// [6 bodies]: velocities of links by their generalized velocities qdot [dofs], and of the other bodies those of `v`.
// Roots move with their bases. O(links).
void spreadVelocities(const PlacedForest& placed, const VecX& qdot, VecX& v);

// [6 links]: the accelerations, carried from what carries each link, that velocities v [6 bodies] alone give it:
// d/dt (X, S) of v. O(links).
void velocityProducts(const PlacedForest& placed, std::span<const Joint> joints, const VecX& v, VecX& c);

// What joints pass on to their links, where the links need `wrenches` [6 links], forces or impulses, and `given`
// [6 bodies] act beside the joints: each one's own need and that of all it carries. Of a link that moves freely it is
// what is missing. `wrenches` is overwritten. O(links).
void passWrenches(const PlacedForest& placed, const VecX& given, VecX& wrenches);

// [dofs], what rotors add to the diagonal of the mass matrix.
VecX armatures(const PlacedForest& placed);

// The mass matrix M(q) [dofs x dofs], by composite bodies (featherstone2008, table 6.2), with rotors. O(links depth).
MatX massMatrix(const PlacedForest& placed);

// Generalized forces tau [dofs] that give the accelerations qddot [dofs] under the forces f [6 bodies] on the bodies
// at velocities v [6 bodies]: M qddot + bias = tau (recursive Newton-Euler, featherstone2008, table 5.1). With
// qddot = 0 and f the weights, tau is the bias force. O(links).
VecX inverseDynamics(const PlacedForest& placed, std::span<const Joint> joints, const VecX& v, const VecX& qddot,
                     const VecX& f);

}  // namespace keystone
