// Which corners must stay on which side of which edges [rotezwick, sections 5 and 8.5].
#pragma once

#include "framework/framework.h"

namespace keystone {

// Point k must stay on the outer side of the edge (i, j): A(p_i, p_j, p_k) >= 0, the paper's order, in which an
// outline's edges run clockwise.
struct Triple {
  int i, j, k;
  double alpha;  // k is nearest to (1 - alpha) p_i + alpha p_j
  double gap;    // [m], distance of k from the edge's line, negative = overlap
};

// Twice the signed area of a triangle [m^2].
double doubledArea(const Vec2& a, const Vec2& b, const Vec2& c);

enum class LineRule {
  // The better separating of the two outlines' best edges; corners that stand over it, and the corners of its own
  // outline that stand over the edges that face it.
  Facing,
  // Section 8.5 to the letter: the worse of the two, with all corners of the other outline. Supports them in mid-air.
  Paper
};

// The sidedness constraints of all pairs of outlines that are nearer to each other than `reach` [m], at positions p
// [2 points], ordered by the outlines' numbers; then those of Framework::sides within that reach.
std::vector<Triple> findTriples(const Framework& framework, const VecX& p, double reach,
                                LineRule rule = LineRule::Facing);

// Deepest overlap of two outlines [m], 0 when none: the depth along the best separating line of the worst pair.
double deepestOverlap(const Framework& framework, const VecX& p);

}  // namespace keystone
