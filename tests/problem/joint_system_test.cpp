#include "problem/joint_system.h"

#include <gtest/gtest.h>

#include <random>

#include "solver/lcp_problems.h"

namespace keystone {
namespace {

// Joints of up to `most` rows between bodies of which the first stands still; the last joint asks for what the first
// does.
struct Mechanism {
  Mechanism(std::uint64_t seed, int bodies, int joints, int most) : inv_mass(static_cast<std::size_t>(bodies)) {
    std::mt19937_64 random(seed);
    for (std::size_t b = 1; b < inv_mass.size(); ++b) {
      const MatX root = testing::gaussianMatrix(random, 3, 3);
      inv_mass[b] = {Vec3::Constant(1.0 + static_cast<double>(random() % 5)), root * root.transpose()};
    }
    std::vector<VecX> rows;
    for (int j = 0; j < joints; ++j) {
      const auto a = static_cast<Eigen::Index>(random() % static_cast<std::size_t>(bodies));
      const auto b = (a + 1 + static_cast<Eigen::Index>(random() % static_cast<std::size_t>(bodies - 1))) % bodies;
      const int count = 1 + static_cast<int>(random() % static_cast<std::size_t>(most));
      for (int k = 0; k < count; ++k) {
        VecX row = VecX::Zero(6 * bodies);
        row.segment<6>(6 * a) = testing::gaussian(random, 6);
        row.segment<6>(6 * b) = testing::gaussian(random, 6);
        rows.push_back(row);
        joint.push_back(j);
      }
    }
    const std::size_t first = joint.size();
    for (std::size_t i = 0; i < first && joint[i] == 0; ++i) {
      rows.push_back(-2.0 * rows[i]);
      joint.push_back(joints);
    }
    MatX dense(static_cast<Eigen::Index>(rows.size()), 6 * bodies);
    for (std::size_t i = 0; i < rows.size(); ++i) dense.row(static_cast<Eigen::Index>(i)) = rows[i];
    J = dense.sparseView();
    J.makeCompressed();
  }
  MatX motions() const {  // M^-1 J^T
    MatX weighted = MatX(J).transpose();
    for (std::size_t b = 0; b < inv_mass.size(); ++b) {
      const auto at = static_cast<Eigen::Index>(6 * b);
      weighted.middleRows<3>(at) = (inv_mass[b].linear.asDiagonal() * weighted.middleRows<3>(at)).eval();
      weighted.middleRows<3>(at + 3) = (inv_mass[b].angular * weighted.middleRows<3>(at + 3)).eval();
    }
    return weighted;
  }

  SparseRows J;
  std::vector<int> joint;
  std::vector<InverseMass> inv_mass;
};

// Up to nine rows a joint: more than a block holds.
class JointSystems : public ::testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(RowsOfAJoint, JointSystems, ::testing::Values(1, 3, 6, 9));

TEST_P(JointSystems, AgreeWithADenseFactorization) {
  JointSystem system;  // one after the other in the same memory
  for (const std::uint64_t seed : {1, 2, 3}) {
    const Mechanism mechanism(seed, 12, 10, GetParam());
    const MatX motions = mechanism.motions();
    MatX A = mechanism.J * motions;
    A.diagonal() *= 1.0 + 1e-9;
    system.begin(mechanism.J, mechanism.joint, mechanism.inv_mass);
    std::mt19937_64 random(seed);
    const VecX b = A * testing::gaussian(random, static_cast<int>(A.rows()));
    VecX y = b, v;
    system.solveInPlace(y);
    EXPECT_LE((A * y - b).norm(), 1e-6 * b.norm());
    system.move(y, v);
    EXPECT_LE((v - motions * y).norm(), 1e-12 * v.norm());
  }
}

TEST_P(JointSystems, FindWhatRedundantRowsCanReach) {
  const Mechanism mechanism(7, 10, 6, GetParam());
  JointSystem system;
  system.begin(mechanism.J, mechanism.joint, mechanism.inv_mass);
  const MatX A = mechanism.J * mechanism.motions();
  std::mt19937_64 random(4);
  const VecX asked = testing::gaussian(random, static_cast<int>(A.rows()));
  VecX reached = asked;
  system.makeReachable(reached);
  EXPECT_GT((reached - asked).norm(), 1e-2) << "rows contradict each other";
  VecX again = reached;
  system.makeReachable(again);
  EXPECT_LE((again - reached).norm(), 1e-4 * reached.norm());
  const VecX y = Eigen::CompleteOrthogonalDecomposition<MatX>(A).solve(reached);
  EXPECT_LE((A * y - reached).norm(), 1e-4 * reached.norm());
}

TEST(JointSystem, GivesNoNumbersWhereTheRowsHaveNone) {
  Mechanism mechanism(3, 4, 3, 3);
  mechanism.J.coeffs()[0] = std::numeric_limits<double>::quiet_NaN();
  JointSystem system;
  system.begin(mechanism.J, mechanism.joint, mechanism.inv_mass);
  VecX b = VecX::Ones(mechanism.J.rows());
  system.solveInPlace(b);
  EXPECT_FALSE(b.allFinite());
}

}  // namespace
}  // namespace keystone
