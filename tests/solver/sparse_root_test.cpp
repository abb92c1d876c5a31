#include "solver/system/sparse_root.h"
#include "solver/cone_rows_of.h"

#include <gtest/gtest.h>

#include "lcp_problems.h"
#include "problem/delassus.h"
#include "solver/system/delassus_system.h"
#include "solver/system/root_system.h"
#include "support/by_value.h"
#include "support/settled.h"

namespace keystone {
namespace {

const ContactProblem& firstProblem(const std::string& scene) {
  return settled(scene, 1).problem;
}

template <int d, int m>
MatX dense(const SparseRoot<d, m>& root, int contacts, int rows) {
  MatX L = MatX::Zero(rows, d * root.nodes);
  for (int unit = 0; unit + 1 < static_cast<int>(root.start.size()); ++unit)
    for (int i = root.start[unit]; i < root.start[unit + 1]; ++i) {
      const auto at = static_cast<std::size_t>(i);
      for (int k = 0; k < (unit < contacts ? m : 1); ++k)
        L.row(unit < contacts ? m * unit + k : m * contacts + unit - contacts).segment(d * root.node[at], d) =
            root.part[at].col(k).transpose();
    }
  return L;
}

int columnsIn(const MatX& L) {
  return static_cast<int>((L.colwise().squaredNorm().array() > 0.0).count());
}

// Checks L L^T = W, scaled, and returns L.
template <int d, int m>
MatX checkedRoot(const ContactProblem& problem) {
  const SparseRows W = delassusOf(problem);
  const VecX scale = testing::coneRowsOf(problem, W.diagonal()).scale;
  const auto root = sparseRoot<d, m>(W, scale, problem.contacts);
  const MatX L = dense(root, problem.contacts, problem.rows());
  const MatX scaled = scale.asDiagonal() * MatX(W) * scale.asDiagonal();
  EXPECT_LE((L * L.transpose() - scaled).cwiseAbs().maxCoeff(), 1e-12);
  return L;
}

// Three unknowns of every planar brick, six of a spatial one; a row knows of its own two and seldom of a neighbour.
TEST(SparseRoot, FindsTheBodiesOfAWall) {
  const ContactProblem planar = firstProblem("wall_5x5");
  const MatX flat = checkedRoot<3, 2>(planar);
  EXPECT_EQ(columnsIn(flat), 3 * static_cast<int>(planar.inv_mass.size() - 1));
  EXPECT_LE((flat.array() != 0.0).rowwise().count().maxCoeff(), 9);
  const ContactProblem spatial = firstProblem("pyramid3d_5");
  const MatX deep = checkedRoot<6, 3>(spatial);
  EXPECT_EQ(columnsIn(deep), 6 * static_cast<int>(spatial.inv_mass.size() - 1));
  EXPECT_LE((deep.array() != 0.0).rowwise().count().maxCoeff(), 24);
}

TEST(SparseRoot, TakesJointRowsAmongTheContacts) {
  checkedRoot<3, 2>(firstProblem("bridge"));
  checkedRoot<3, 2>(firstProblem("ratchet_pawl"));
}

TEST(SparseRoot, HasTheRankOfADenseMatrix) {
  std::mt19937_64 random(3);
  for (const int rank : {1, 7, 20, 40}) {
    const ContactProblem problem = testing::randomLcp(random, 40, rank, true);
    EXPECT_EQ(columnsIn(checkedRoot<3, 1>(problem)), rank);
  }
}

// Two unknowns of every planar brick, three of a spatial one.
TEST(RootSystem, SolvesWithoutFrictionAsTheRowsDo) {
  for (const char* scene : {"wall_5x5", "pyramid2d_10", "tower3d_10"}) {
    const ContactProblem whole = firstProblem(scene);
    MatX J(whole.contacts, whole.J.cols());
    for (int c = 0; c < whole.contacts; ++c) J.row(c) = MatX(whole.J.row(whole.normalRow(c)));
    MatX weighted = J;
    for (int c = 0; c < whole.contacts; ++c)
      weighted.row(c) = applyInverseMass(whole, J.row(c).transpose()).transpose();
    std::mt19937_64 random(5);
    const ContactProblem problem = testing::lcp(weighted * J.transpose(), testing::gaussian(random, whole.contacts));
    const ConeRows rows = testing::coneRowsOf(problem, diagonalOf(problem));
    const auto root = rootSystem(problem.W, rows);
    const auto plain = rowSystem(problem.W, rows);
    ASSERT_NE(root, nullptr) << scene;
    VecX g = rows.q;
    GeneralizedJacobian S;
    rows.linearize(testing::gaussian(random, rows.rows()), 1e-3, g, S);
    ASSERT_TRUE(root->factor(S) && plain->factor(S)) << scene;
    VecX expected = g, solved = g;
    plain->solveInPlace(expected);
    root->solveInPlace(solved);
    EXPECT_LE((productOf(*root, g) - productOf(*plain, g)).norm(), 1e-11 * g.norm()) << scene;
    EXPECT_LE((solved - expected).norm(), 1e-8 * expected.norm()) << scene;
  }
}

TEST(RootSystem, IsNoneWhereTheMatrixIsNotPositiveSemidefinite) {
  MatX W = MatX::Identity(4, 4);
  const auto system = [&] {
    const ContactProblem problem = testing::lcp(W, VecX::Ones(4));
    return rootSystem(problem.W, testing::coneRowsOf(problem, W.diagonal()));
  };
  EXPECT_NE(system(), nullptr);
  W(0, 1) = W(1, 0) = 1.5;
  EXPECT_EQ(system(), nullptr);
  W(0, 1) = 0.3;
  W(1, 0) = 0.2;
  EXPECT_EQ(system(), nullptr) << "nor symmetric";
}

}  // namespace
}  // namespace keystone
