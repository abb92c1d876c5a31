#include "program/active_set.h"

#include <gtest/gtest.h>

#include <random>

namespace keystone {
namespace {

constexpr double kInf = QuadraticProgram::kUnbounded;
constexpr double kExact = 1e-11;  // of numbers of order 1: rounding times the conditioning of random rows

QuadraticProgram dense(const MatX& H, const VecX& f, const MatX& A, const VecX& b, const VecX& lower,
                       const VecX& upper) {
  QuadraticProgram program;
  program.H = H.sparseView();
  program.f = f;
  program.A = A.sparseView();
  program.b = b;
  program.lower = lower;
  program.upper = upper;
  return program;
}

struct Solved {
  QpReport report;
  QpSolution solution;
  KktResidual residual;
};

Solved solveCold(const QuadraticProgram& program) {
  Solved solved;
  ActiveSetSolver solver;
  solved.report = solver.solve(program, {}, solved.solution);
  solved.residual = measure(program, solved.solution.x, solved.solution.lambda);
  return solved;
}

class Random {
 public:
  explicit Random(unsigned seed) : engine_(seed) {}
  double operator()() { return normal_(engine_); }
  MatX matrix(int rows, int cols) {
    return MatX::NullaryExpr(rows, cols, [&] { return (*this)(); });
  }

 private:
  std::mt19937 engine_;
  std::normal_distribution<double> normal_;
};

// x and phi of the best choice among all subsets of the rows held as equalities: the definition, for up to a dozen
// inequality rows.
VecX byEnumeration(const QuadraticProgram& program) {
  const MatX H = program.H, A = program.A;
  const int rows = static_cast<int>(A.rows()), n = static_cast<int>(H.rows());
  VecX best;
  double least = kInf;
  for (unsigned held = 0; held < 1u << rows; ++held) {
    std::vector<int> active;
    for (int i = 0; i < rows; ++i)
      if (held >> i & 1u) active.push_back(i);
    const int m = static_cast<int>(active.size());
    MatX kkt = MatX::Zero(n + m, n + m);
    VecX right(n + m);
    kkt.topLeftCorner(n, n) = H;
    kkt.topRightCorner(n, m) = A(active, Eigen::all).transpose();
    kkt.bottomLeftCorner(m, n) = A(active, Eigen::all);
    right << program.f, program.b(active);
    const VecX x = kkt.completeOrthogonalDecomposition().solve(right).head(n);
    if (((A * x - program.b).array() < -1e-9).any() || (kkt.topRows(n) * VecX::Zero(n + m)).norm() > 0.0) continue;
    const double phi = 0.5 * x.dot(H * x) - program.f.dot(x);
    if (phi < least) {
      least = phi;
      best = x;
    }
  }
  return best;
}

// Of one row, x_0 >= 3, solved by x = (3, 2) and lambda = 4.
TEST(KktResidual, IsTheLargestErrorOfItsDefinition) {
  const QuadraticProgram program =
      dense(Eigen::Vector2d(2.0, 4.0).asDiagonal(), Eigen::Vector2d(2.0, 8.0), MatX(Eigen::RowVector2d(1.0, 0.0)),
            VecX::Constant(1, 3.0), VecX::Zero(1), VecX::Constant(1, kInf));
  const auto at = [&](double x, double lambda) {
    return measure(program, Eigen::Vector2d(x, 2.0), VecX::Constant(1, lambda));
  };
  EXPECT_EQ(at(3.0, 4.0).value(), 0.0);
  EXPECT_DOUBLE_EQ(at(3.0, 3.0).stationarity, 1.0 / 8.0);
  EXPECT_EQ(at(3.0, 3.0).complementarity, 0.0);
  EXPECT_DOUBLE_EQ(at(2.0, 4.0).stationarity, 2.0 / 8.0);
  EXPECT_DOUBLE_EQ(at(2.0, 4.0).complementarity, 2.0 / 4.0);
  EXPECT_DOUBLE_EQ(at(4.0, 6.0).complementarity, 2.0 / 6.0);
}

TEST(ActiveSet, AFreeProgramIsItsLinearSystem) {
  Random random(1);
  const MatX root = random.matrix(5, 5), H = root * root.transpose() + MatX::Identity(5, 5);
  const VecX f = random.matrix(5, 1);
  const Solved solved = solveCold(dense(H, f, MatX(0, 5), VecX(0), VecX(0), VecX(0)));
  EXPECT_EQ(solved.report.status, QpStatus::Solved);
  EXPECT_LT((H * solved.solution.x - f).norm(), kExact);
}

TEST(ActiveSet, AMassOnTheFloorIsCarriedByItsWeight) {
  // 2 kg pulled down by 9.81: x stays at the floor, the multiplier is the weight.
  const Solved solved = solveCold(dense(MatX::Constant(1, 1, 2.0), VecX::Constant(1, -19.62), MatX::Ones(1, 1),
                                        VecX::Zero(1), VecX::Zero(1), VecX::Constant(1, kInf)));
  EXPECT_NEAR(solved.solution.x[0], 0.0, 1e-15);
  EXPECT_NEAR(solved.solution.lambda[0], 19.62, 1e-12);
  EXPECT_EQ(solved.solution.sides[0], Side::Free);
  EXPECT_EQ(solved.report.pivots, 1);
}

TEST(ActiveSet, RandomProgramsAgreeWithEnumeration) {
  for (unsigned seed = 0; seed < 60; ++seed) {
    Random random(seed);
    const int n = 2 + static_cast<int>(seed % 5), rows = 1 + static_cast<int>(seed % 8);
    const MatX root = random.matrix(n, n), H = root * root.transpose() + 0.1 * MatX::Identity(n, n);
    // The origin obeys every row, so that all programs have a solution.
    const VecX b = -random.matrix(rows, 1).cwiseAbs();
    const QuadraticProgram program =
        dense(H, 3.0 * random.matrix(n, 1), random.matrix(rows, n), b, VecX::Zero(rows), VecX::Constant(rows, kInf));
    const Solved solved = solveCold(program);
    ASSERT_EQ(solved.report.status, QpStatus::Solved) << seed;
    EXPECT_LT(solved.residual.value(), 1e-11) << seed;
    EXPECT_LT((solved.solution.x - byEnumeration(program)).norm(), 1e-9) << seed;
  }
}

TEST(ActiveSet, DependentRowsShareTheirLoadEvenly) {
  // The same row four times, and once more scaled: any split of the load solves the program, x does not care.
  MatX A(5, 2);
  A << 1, 1, 1, 1, 1, 1, 1, 1, 3, 3;
  VecX b(5);
  b << 1, 1, 1, 1, 3;
  const Solved solved =
      solveCold(dense(MatX::Identity(2, 2), VecX::Constant(2, -1.0), A, b, VecX::Zero(5), VecX::Constant(5, kInf)));
  EXPECT_EQ(solved.report.status, QpStatus::Solved);
  EXPECT_LT(solved.residual.value(), 1e-12);
  EXPECT_LT((solved.solution.x - Vec2(0.5, 0.5)).norm(), 1e-14);
  for (int i = 1; i < 4; ++i) EXPECT_NEAR(solved.solution.lambda[i], solved.solution.lambda[0], 1e-6);
}

TEST(ActiveSet, DependentEqualitiesThatAgreeAreSolved) {
  Random random(3);
  const MatX A = random.matrix(8, 3) * random.matrix(3, 6);  // rank 3
  const VecX x = random.matrix(6, 1);
  const QuadraticProgram program =
      dense(MatX::Identity(6, 6), random.matrix(6, 1), A, A * x, VecX::Constant(8, -kInf), VecX::Constant(8, kInf));
  const Solved solved = solveCold(program);
  EXPECT_EQ(solved.report.status, QpStatus::Solved);
  EXPECT_LT((A * solved.solution.x - program.b).norm(), kExact);
}

TEST(ActiveSet, RowsThatContradictEachOtherAreNamed) {
  MatX A(2, 1);
  A << 1, 1;
  const Solved solved = solveCold(
      dense(MatX::Identity(1, 1), VecX::Zero(1), A, Vec2(1.0, 2.0), VecX::Constant(2, -kInf), VecX::Constant(2, kInf)));
  EXPECT_EQ(solved.report.status, QpStatus::Inconsistent);
  EXPECT_NEAR(solved.solution.x[0], 1.5, 1e-6);  // as little error as there can be
}

TEST(ActiveSet, NumbersThatAreNotFiniteAreNamed) {
  const Solved solved = solveCold(dense(MatX::Identity(1, 1), VecX::Constant(1, std::nan("")), MatX::Ones(1, 1),
                                        VecX::Zero(1), VecX::Zero(1), VecX::Constant(1, kInf)));
  EXPECT_EQ(solved.report.status, QpStatus::NotFinite);
}

TEST(ActiveSet, ABoundedRowHoldsAsFarAsItsBoundLetsIt) {
  // A block pushed by 3 N against friction of 2 N, and by 1 N: it moves by 1 / m, and not at all.
  for (const double push : {3.0, 1.0, -3.0}) {
    const Solved solved = solveCold(dense(MatX::Constant(1, 1, 2.0), VecX::Constant(1, push), MatX::Ones(1, 1),
                                          VecX::Zero(1), VecX::Constant(1, -2.0), VecX::Constant(1, 2.0)));
    EXPECT_NEAR(solved.solution.x[0], push == 1.0 ? 0.0 : std::copysign(0.5, push), 1e-14);
    EXPECT_LT(solved.residual.value(), 1e-12);
  }
}

// Bricks in a row on the floor, pushed together: rows of neighbours depend on each other through the chain.
QuadraticProgram chain(int bodies, double push) {
  MatX A = MatX::Zero(bodies + 1, bodies);
  for (int i = 0; i < bodies; ++i) A(i, i) = 1.0, A(i + 1, i) = -1.0;
  VecX f = VecX::Zero(bodies);
  f[0] = -push;
  f[bodies - 1] = push;
  VecX b = VecX::Zero(bodies + 1);
  b[0] = b[bodies] = -0.5;
  return dense(MatX::Identity(bodies, bodies), f, A, b, VecX::Zero(bodies + 1), VecX::Constant(bodies + 1, kInf));
}

TEST(ActiveSet, AMirroredProgramHasTheMirroredSolution) {
  for (const int bodies : {5, 12, 41}) {
    const Solved solved = solveCold(chain(bodies, 1.0));
    EXPECT_LT((solved.solution.x + solved.solution.x.reverse()).norm(), 1e-14);
    EXPECT_LT((solved.solution.lambda - solved.solution.lambda.reverse()).norm(), 1e-13);
  }
}

TEST(ActiveSet, AWarmStartOfTheSameProgramCostsNoPivotAndOneFactorization) {
  const QuadraticProgram program = chain(40, 3.0);
  Solved solved = solveCold(program);
  EXPECT_GT(solved.report.pivots, 0);
  ActiveSetSolver solver;
  const VecX x = solved.solution.x;
  const QpReport again = solver.solve(program, {}, solved.solution);
  EXPECT_EQ(again.pivots, 0);
  EXPECT_EQ(again.factorizations, 1);
  EXPECT_LT((solved.solution.x - x).norm(), 1e-14);
}

TEST(ActiveSet, WhatWasSolvedBeforeAndWhoWatchesChangeNoBit) {
  ActiveSetSolver fresh, used;
  QpSolution first, second, other;
  used.solve(chain(7, 1.0), {}, other);
  fresh.solve(chain(20, 2.0), {}, first);
  int events = 0;
  used.solve(chain(20, 2.0), {}, second, [&](const QpEvent&) { ++events; });
  EXPECT_GT(events, 0);
  EXPECT_EQ(first.x, second.x);
  EXPECT_EQ(first.lambda, second.lambda);
}

}  // namespace
}  // namespace keystone
