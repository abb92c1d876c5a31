// Least squares on bilateral rows: A = J M^-1 J^T is singular wherever joints are redundant.
#pragma once

#include <array>
#include <vector>

#include "body/body.h"
#include "math/block_factor.h"
#include "math/types.h"

namespace keystone {

// C + A + epsilon diag(A), C what rows give way, factored once (sparse, O(rows) for chains). epsilon is 1e-9: the part
// of a right-hand side that A cannot reach comes out divided by epsilon, and A takes it to zero again. One system after
// another takes the same memory.
class JointSystem {
 public:
  // J [rows x 6 bodies], of which every row names two bodies at most; `joint` [rows]: rows of a joint follow each
  // other. `compliance` [rows] is the diagonal of C, or empty. J and `inv_mass` have to stay.
  void begin(const SparseRows& J, const std::vector<int>& joint, const std::vector<InverseMass>& inv_mass,
             const VecX& compliance = {});

  // b <- y with (C + A + epsilon diag(A)) y = b, [rows]; no numbers where J has none.
  void solveInPlace(VecX& b) const;
  // v = M^-1 J^T y, [6 bodies].
  void move(const VecX& y, VecX& v) const;
  // b <- the nearest to b that impulses can reach: A y.
  void makeReachable(VecX& b) const;

 private:
  static constexpr int kRows = 6;
  using Part = Eigen::Matrix<double, 6, kRows>;  // of J^T: what a node's rows have on one body
  // Rows of one joint.
  struct Node {
    int first = 0, count = 0;
    std::array<int, 2> body{-1, -1};
    std::array<Part, 2> part{}, weighted{};  // J^T and M^-1 J^T
  };
  struct End {  // of a node, at a body that moves
    int body, node, side;
    auto operator<=>(const End&) const = default;  // NOLINT(modernize-use-nullptr): misread by clang-tidy
  };

  void listNodes(const std::vector<int>& joint);
  void readNode(Node& node) const;
  void listEnds();
  template <class Visit>
  void forNeighbours(const Visit& visit) const;
  void fill(const VecX& compliance);

  const SparseRows* J_ = nullptr;
  const std::vector<InverseMass>* inv_mass_ = nullptr;
  std::vector<Node> nodes_;
  std::vector<End> ends_;  // ascending
  std::shared_ptr<const BlockPattern> pattern_;
  BlockFactor<kRows> factor_;
  bool is_regular_ = false;
};

}  // namespace keystone
