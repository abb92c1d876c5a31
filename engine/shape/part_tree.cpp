#include "shape/part_tree.h"

#include <algorithm>
#include <numeric>

namespace keystone {
namespace {

constexpr int kLeaf = 2;  // parts that are not told apart further

}  // namespace

PartTree::PartTree(std::span<const Aabb> boxes) : boxes_(boxes.begin(), boxes.end()), order_(boxes.size()) {
  std::iota(order_.begin(), order_.end(), 0);
  nodes_.reserve(boxes.size());
  build(boxes, 0, static_cast<int>(boxes.size()));
}

void PartTree::build(std::span<const Aabb> boxes, int first, int count) {
  const auto own = std::span(order_).subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(count));
  const auto boxOf = [&](int part) -> const Aabb& { return boxes[part]; };
  Aabb all = boxOf(own[0]);
  for (const int part : own) {
    all.lower = all.lower.cwiseMin(boxOf(part).lower);
    all.upper = all.upper.cwiseMax(boxOf(part).upper);
  }
  const std::size_t at = nodes_.size();
  nodes_.push_back({all, first, count, -1});
  if (count <= kLeaf) return;
  Eigen::Index axis = 0;
  (all.upper - all.lower).maxCoeff(&axis);
  const int half = count / 2;
  std::nth_element(own.begin(), own.begin() + half, own.end(), [&](int a, int b) {
    const double x = boxOf(a).lower[axis] + boxOf(a).upper[axis], y = boxOf(b).lower[axis] + boxOf(b).upper[axis];
    return x < y || (x == y && a < b);
  });
  build(boxes, first, half);
  nodes_[at].right = static_cast<int>(nodes_.size());
  build(boxes, first + half, count - half);
}

// `test` tells of a box whether parts within it may be wanted.
template <class Test>
void PartTree::findWhere(const Test& test, std::vector<int>& found) const {
  const auto begin = static_cast<std::ptrdiff_t>(found.size());
  const auto visit = [&](const auto& self, std::size_t at) -> void {
    const Node& node = nodes_[at];
    if (!test(node.box)) return;
    if (node.right >= 0) {
      self(self, at + 1);
      self(self, static_cast<std::size_t>(node.right));
      return;
    }
    for (int k = node.first; k < node.first + node.count; ++k) {
      const int part = order_[k];
      if (test(boxes_[part])) found.push_back(part);
    }
  };
  visit(visit, 0);
  std::sort(found.begin() + begin, found.end());
}

void PartTree::find(const Aabb& box, std::vector<int>& found) const {
  findWhere([&](const Aabb& own) { return own.overlaps(box); }, found);
}

void PartTree::findBelow(const Vec3& normal, double offset, std::vector<int>& found) const {
  const Vec3 across = normal.cwiseAbs();
  findWhere(
      [&](const Aabb& own) {
        return 0.5 * (normal.dot(own.lower + own.upper) - across.dot(own.upper - own.lower)) <= offset;
      },
      found);
}

}  // namespace keystone
