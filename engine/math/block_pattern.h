// The pattern of a sparse block factorization: elimination order, fill, and where every update of a block lands.
#pragma once

#include <memory>
#include <utility>
#include <vector>

namespace keystone {

// Blocks (i, j) of the lower triangle in elimination order: node k's column holds its diagonal block first, then the
// nodes below it, ascending. Made once per graph; numbers are factored into it any number of times.
struct BlockPattern {
  std::vector<int> place;   // [nodes], a node's position in the elimination order
  std::vector<int> node;    // [nodes], its inverse
  std::vector<int> start;   // [nodes + 1], where column k's blocks begin
  std::vector<int> below;   // [blocks], position of the block's row; a column's first entry is itself
  std::vector<int> target;  // for each column k, for each pair (j <= i) of its blocks below the diagonal, j outer:
                            // the block (i, j)
  std::vector<int> target_start;  // [nodes + 1]

  int nodes() const { return static_cast<int>(node.size()); }
  int blocks() const { return static_cast<int>(below.size()); }
  // The block of two nodes that are joined (or the same), and whether it holds (a, b) rather than (b, a).
  std::pair<int, bool> find(int a, int b) const;
};

using Edges = std::vector<std::pair<int, int>>;

// `edges`: pairs of different nodes, repeated ones allowed; left in order and each once. Order by the least fill
// (Tinney and Walker 1967, their third scheme), in large graphs by approximate minimum degree (Amestoy, Davis, Duff
// 1996; Eigen's). The last few graphs of each thread are remembered, since a pile keeps its own from step to step.
std::shared_ptr<const BlockPattern> blockPattern(int nodes, Edges& edges);

}  // namespace keystone
