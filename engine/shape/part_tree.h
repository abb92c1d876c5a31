// A tree of bounds over the parts of a compound: the middle phase.
#pragma once

#include <array>
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
  // The same of parts whose boxes come below a plane: normal . x <= offset [m] somewhere.
  void findBelow(const Vec3& normal, double offset, std::vector<int>& found) const;
  // Calls visit(part) for parts whose boxes are less than `limit` [m] away from `point`, near ones first where the tree
  // tells; it returns the limit for those to come.
  template <class Visit>
  void findNear(const Vec3& point, double limit, const Visit& visit) const {
    if (wayTo(nodes_.front().box, point) < limit) findNear(0, point, limit, visit);
  }
  // Of all parts.
  const Aabb& bounds() const { return nodes_.front().box; }

 private:
  struct Node {
    Aabb box;
    int first = 0, count = 0;  // of order_, in a leaf
    int right = -1;            // the other child; the left one follows its parent. -1: a leaf
  };
  void build(std::span<const Aabb> boxes, int first, int count);
  template <class Test>
  void findWhere(const Test& test, std::vector<int>& found) const;

  static double wayTo(const Aabb& box, const Vec3& point) {
    return (point - point.cwiseMax(box.lower).cwiseMin(box.upper)).norm();
  }
  template <class Visit>
  void findNear(std::size_t at, const Vec3& point, double& limit, const Visit& visit) const {
    const Node& node = nodes_[at];
    if (node.right < 0) {
      for (int k = node.first; k < node.first + node.count; ++k) {
        const int part = order_[k];
        if (wayTo(boxes_[part], point) < limit) limit = visit(part);
      }
      return;
    }
    std::array<std::size_t, 2> children{at + 1, static_cast<std::size_t>(node.right)};
    std::array<double, 2> ways{wayTo(nodes_[children[0]].box, point), wayTo(nodes_[children[1]].box, point)};
    const std::size_t nearer = ways[1] < ways[0] ? 1 : 0;
    for (const std::size_t child : {nearer, 1 - nearer})
      if (ways[child] < limit) findNear(children[child], point, limit, visit);
  }

  std::vector<Node> nodes_;
  std::vector<Aabb> boxes_;  // [parts]
  std::vector<int> order_;   // [parts], so that each node's are together
};

}  // namespace keystone
