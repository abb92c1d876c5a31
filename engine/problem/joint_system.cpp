#include "problem/joint_system.h"

#include <algorithm>
#include <limits>

#include "math/scratch_pool.h"

namespace keystone {
namespace {

constexpr double kEpsilon = 1e-9;

}  // namespace

void JointSystem::begin(const SparseRows& J, const std::vector<int>& joint, const std::vector<InverseMass>& inv_mass,
                        const VecX& compliance) {
  J_ = &J;
  inv_mass_ = &inv_mass;
  listNodes(joint);
  for (Node& node : nodes_) readNode(node);
  listEnds();
  const Scratch<Edges> edges;
  edges->clear();
  forNeighbours([&](const End& a, const End& b) {
    if (a.node != b.node) edges->emplace_back(a.node, b.node);
  });
  pattern_ = blockPattern(static_cast<int>(nodes_.size()), *edges);
  fill(compliance);
  is_regular_ = factor_.factor();
}

void JointSystem::listNodes(const std::vector<int>& joint) {
  nodes_.clear();
  for (std::size_t row = 0; row < joint.size(); ++row) {
    const bool is_new = nodes_.empty() || joint[row] != joint[row - 1] || nodes_.back().count == kRows;
    if (is_new) nodes_.push_back({.first = static_cast<int>(row)});
    ++nodes_.back().count;
  }
}

void JointSystem::readNode(Node& node) const {
  for (Part& part : node.part) part.setZero();
  for (int k = 0; k < node.count; ++k)
    for (SparseRows::InnerIterator it(*J_, node.first + k); it; ++it) {
      const int body = static_cast<int>(it.col()) / 6;
      const std::size_t side = node.body[0] < 0 || node.body[0] == body ? 0 : 1;
      node.body[side] = body;
      node.part[side](it.col() % 6, k) = it.value();
    }
  for (std::size_t side = 0; side < 2; ++side) {
    if (node.body[side] < 0) continue;
    const InverseMass& inverse = (*inv_mass_)[node.body[side]];
    node.weighted[side].topRows<3>() = inverse.linear.asDiagonal() * node.part[side].topRows<3>();
    node.weighted[side].bottomRows<3>().noalias() = inverse.angular * node.part[side].bottomRows<3>();
  }
}

void JointSystem::listEnds() {
  ends_.clear();
  for (int i = 0; i < static_cast<int>(nodes_.size()); ++i)
    for (int side = 0; side < 2; ++side)
      if (const int body = nodes_[i].body[side]; body >= 0 && isMovable((*inv_mass_)[body]))
        ends_.push_back({body, i, side});
  std::sort(ends_.begin(), ends_.end());
}

// visit(a, b) for all pairs of ends that meet at a body, each end with itself as well.
template <class Visit>
void JointSystem::forNeighbours(const Visit& visit) const {
  for (std::size_t i = 0; i < ends_.size(); ++i)
    for (std::size_t k = i; k < ends_.size() && ends_[k].body == ends_[i].body; ++k) visit(ends_[i], ends_[k]);
}

void JointSystem::fill(const VecX& compliance) {
  factor_.begin(*pattern_, true, 0.0);
  forNeighbours([&](const End& a, const End& b) {
    const Part& on_a = nodes_[a.node].part[a.side];
    const Part& on_b = nodes_[b.node].weighted[b.side];
    if (a.node == b.node) {
      factor_.diagonal(a.node).noalias() += on_a.transpose() * on_b;
      return;
    }
    const auto [block, a_below] = pattern_->find(a.node, b.node);
    if (a_below)
      factor_.lower(block).noalias() += on_a.transpose() * on_b;
    else
      factor_.lower(block).noalias() += on_b.transpose() * on_a;
  });
  for (int i = 0; i < static_cast<int>(nodes_.size()); ++i) {
    auto own = factor_.diagonal(i).diagonal();
    // A row that nothing can move, and one that is none, stays alone.
    for (int k = 0; k < kRows; ++k) own[k] += own[k] > 0.0 ? kEpsilon * own[k] : 1.0;
    if (compliance.size() > 0) own.head(nodes_[i].count) += compliance.segment(nodes_[i].first, nodes_[i].count);
  }
}

void JointSystem::solveInPlace(VecX& b) const {
  if (!is_regular_) {
    b.setConstant(std::numeric_limits<double>::quiet_NaN());
    return;
  }
  const Scratch<VecX> x(kRows * static_cast<Eigen::Index>(nodes_.size()));
  x->setZero(kRows * static_cast<Eigen::Index>(nodes_.size()));
  Eigen::Index at = 0;
  for (const Node& node : nodes_) {
    x->segment(at, node.count) = b.segment(node.first, node.count);
    at += kRows;
  }
  factor_.solve(*x);
  at = 0;
  for (const Node& node : nodes_) {
    b.segment(node.first, node.count) = x->segment(at, node.count);
    at += kRows;
  }
}

void JointSystem::move(const VecX& y, VecX& v) const {
  v.setZero(J_->cols());
  for (const Node& node : nodes_)
    for (std::size_t side = 0; side < 2; ++side)
      if (node.body[side] >= 0)
        v.segment<6>(6 * static_cast<Eigen::Index>(node.body[side])).noalias() +=
            node.weighted[side].leftCols(node.count) * y.segment(node.first, node.count);
}

void JointSystem::makeReachable(VecX& b) const {
  solveInPlace(b);
  const Scratch<VecX> v(J_->cols());
  move(b, *v);
  b.noalias() = *J_ * *v;
}

}  // namespace keystone
