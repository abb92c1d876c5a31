// Whether bodies at rest stay at rest, and how they begin to move if they do not.
#pragma once

#include <optional>
#include <vector>

#include "step/step.h"

namespace keystone {

struct FirstMotion {
  int body;                     // index
  Vec3 linear = Vec3::Zero();   // [m/s^2], of the centre of mass
  Vec3 angular = Vec3::Zero();  // [rad/s^2]
};

struct ContactAnswer {
  int a, b;                      // body indices
  Vec3 point = Vec3::Zero();     // [m]
  Vec3 normal = Vec3::UnitY();   // unit, from a to b
  double normal_force = 0.0;     // [N]
  Vec3 friction = Vec3::Zero();  // [N], on b
  bool opens = false;            // its gap begins to grow
};

struct SunkBrick {
  int body;            // index
  double sink = 0.0;   // [m], of its centre, downwards
  double slope = 0.0;  // rise along x of its bed, 0 now
};

struct LowestState {
  double energy = 0.0;      // [J], of what is given up
  bool bottomless = false;  // a brick has nothing below: no state is the lowest, and the rest is empty
  bool solved = false;
  std::vector<SunkBrick> bricks;  // dynamic bodies
};

struct Analysis {
  bool balanced = false;    // impulses exist that hold everything, to a billionth of the weight
  bool has_second = false;  // and a solution was met beside them in which something moves (AnalysisParams::others)
  double largest = 0.0;     // [m/s^2], fastest first acceleration of any point of a body; 0 when balanced
  double threshold = 0.0;   // [m/s^2], below which it counts as none: 1e-9 of gravity
  std::vector<FirstMotion> motions;      // of dynamic bodies
  std::vector<FirstMotion> certificate;  // a virtual motion that proves the fall; empty when balanced or not found
  std::vector<ContactAnswer> contacts;
  std::optional<LowestState> lowest;  // of bricks that fall
  SolveReport solve;
  Residual residual;
};

struct AnalysisParams {
  double touching = 0.0;      // [m], gaps up to this count as contacts; 0: those that touch in a step (touchingGap())
  bool frictionless = false;  // leave friction out
  bool others = false;        // look for a second solution where one is balanced
};

// Whether the simulation's bodies stay as they lie, all taken to be at rest and nothing pulling but gravity, and how
// they begin to move if they do not. The simulation is not changed.
//
// `balanced` if and only if forces in the friction cones exist that hold everything: the convex relaxation decides
// (solver/relaxation.h). Then the contacts' forces are those near the centre of all that do. If none exist, the
// relaxation's motion is the certificate: no contact hinders it and gravity does work along it (Farkas); the
// accelerations are those that the simulation's solver finds under its friction law. Coulomb friction is not
// associated: with it a structure that is balanced may have a second solution in which it falls. Torsional and rolling
// friction are part of the cones; where joints have dry friction, gravity does more work along the certificate than
// that friction can take.
Analysis analyze(const Simulation& simulation, const AnalysisParams& params = {});

// Of the states in which bricks have sunk and tilted, but kept their places along x, that of least potential energy: a
// linear program (Rote and Zwick, the right of figure 2 and section 9). Tilts count as small: a brick is a bed and a
// top that stay their thickness apart. The lowest state is the present one if and only if the bricks are balanced
// without friction. None where the world is not of level bricks: planar, gravity along -y, upright boxes on boxes and a
// level floor, no joints.
std::optional<LowestState> lowestState(const World& world);

// How far [m] the bodies reach along +x or -x, whichever is more, beyond those that stand on what does not move; 0 when
// nothing stands.
double overhang(const World& world, const Analysis& analysis);

}  // namespace keystone
