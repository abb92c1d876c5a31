// Contacts between two bodies as one block: what their rows share is stored, gathered and scattered once. Blocks of a
// colour have no body in common that moves, so that they can be relaxed side by side.
#pragma once

#include <array>
#include <vector>

#include "problem/contact_problem.h"

namespace keystone {

// Consecutive contacts of one pair of bodies with the same directions and the same friction coefficient.
struct PairBlock {
  std::array<int, 2> bodies{-1, -1};  // a and b, in the order of J's columns; -1: none that impulses move
  int first = 0;                      // contact
  int count = 0;
  Mat3 frame = Mat3::Zero();  // rows n, t1, t2, orthonormal: linear part of J of b; that of a is its negative
};

// The blocks of all contacts, in their order, for problems in space, with tangents or without (dim 3 or 1). False when
// the rows are not of that kind: bodies with all six columns, pushed oppositely along orthonormal directions, and no
// body heavier in one direction than in another.
bool listPairBlocks(const ContactProblem& problem, std::vector<PairBlock>& blocks);

// Each block's colour: no two blocks of a colour move the same body. Going through the colours is going through the
// blocks from the last to the first: each gets the lowest colour above those of later blocks that move one of its
// bodies. From the last to the first because scenes list bodies from the ground up, and loads travel down: after as
// many sweeps walls have about 0.6 times the residual of the opposite order.
void colour(const std::vector<PairBlock>& blocks, int bodies, std::vector<int>& colours);

// Blocks by colour; within a colour those with more contacts first, so that few lanes run empty.
void orderByColour(const std::vector<PairBlock>& blocks, const std::vector<int>& colours, std::vector<int>& order);

}  // namespace keystone
