// A tree of bounds over the parts of a compound: the middle phase.
#pragma once

#include <span>
#include <vector>

#include "shape/shape.h"

namespace keystone {

class PartTree {
 public:
  PartTree() = default;
  // One box for each part, one part at least. Halved at the middle of the longest axis until two are left.
  explicit PartTree(std::span<const Aabb> boxes);
  // Numbers of the parts whose boxes overlap `box`, ascending, appended to `found`. Cost: a few times their number, and
  // the depth.
  void find(const Aabb& box, std::vector<int>& found) const;
  // Of all parts.
  const Aabb& bounds() const { return nodes_.front().box; }

 private:
  struct Node {
    Aabb box;
    int first = 0, count = 0;  // of order_, in a leaf
    int right = -1;            // the other child; the left one follows its parent. -1: a leaf
  };
  void build(std::span<const Aabb> boxes, int first, int count);

  std::vector<Node> nodes_;
  std::vector<Aabb> boxes_;  // [parts]
  std::vector<int> order_;   // [parts], so that each node's are together
};

}  // namespace keystone
