// The contact problems of walls and pyramids that grow, for comparing solvers of one problem.
#pragma once

#include <string>
#include <vector>

#include "problem/contact_problem.h"
#include "world/world.h"

namespace keystone::bench {

struct LcpCase {
  std::string family;  // pyramid2d, wall2d, wall3d
  std::string state;   // rest: exactly; perturbed: 0.1 m/s of noise on the velocities
  bool friction;       // mu 0.5
  ContactProblem problem;
  World world;           // whose problem it is, for peers that step a world
  ContactProblem whole;  // with bodies, places and friction, whatever `problem` has left of them
};

// With W formed; `size` is the base of a pyramid, the columns and rows of a wall.
LcpCase lcpCase(const std::string& family, int size, const std::string& state, bool friction);

}  // namespace keystone::bench
