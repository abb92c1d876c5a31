// Contacts between two bodies as one block: what their rows share is stored, gathered and scattered once. Blocks of a
// colour have no body in common that moves, so that they can be relaxed side by side.
#pragma once

#include <array>
#include <vector>

#include "math/pair_colours.h"
#include "problem/contact_problem.h"

namespace keystone {

// Consecutive contacts of one pair of bodies with the same directions and the same friction coefficient.
struct PairBlock {
  std::array<int, 2> bodies{-1, -1};  // a and b, in the order of J's columns; -1: none that impulses move
  int first = 0;                      // contact
  int count = 0;
  bool held = false;          // J holds the rows as the twelve numbers of both bodies
  double mu = 0.0;            // 1, zero without tangents
  Mat3 frame = Mat3::Zero();  // rows n, t1, t2, orthonormal: linear part of J of b; that of a is its negative
};

// The blocks of all contacts, in their order. False when the rows are not of that kind: bodies pushed oppositely along
// orthonormal directions, and none of them heavier in one of these than in another.
bool listPairBlocks(const ContactProblem& problem, std::vector<PairBlock>& blocks);

// In which order a sweep takes the blocks. In space from the last to the first: scenes list bodies from the ground up,
// and loads travel down, so that after as many sweeps walls have about 0.6 times the residual of the opposite order. In
// the plane from the first to the last: nncg and pgs_sm, which go on from these sweeps, take fewer of them on walls.
BlockSequence sequenceOf(const ContactProblem& problem);

}  // namespace keystone
