// Lemke, Keller, enumeration and pivoting: four methods without common code must agree.
#include <gtest/gtest.h>

#include <filesystem>

#include "lcp_problems.h"
#include "problem/delassus.h"
#include "problem/problem_file.h"
#include "solver/lemke/complementary_pivot.h"
#include "solver/lemke/pyramid_lcp.h"
#include "support/effort.h"

namespace keystone {
namespace {

using testing::gaussian;
using testing::gaussianMatrix;
using testing::randomLcp;
using testing::solveBy;

constexpr double kResidualBound = 1e-9;  // the project's definition of exact

// Impulses need not be unique where rows depend on each other; velocities are. Both are relative to the size.
void expectSameMotion(const ContactProblem& problem, const VecX& lambda, const VecX& reference, int trial) {
  const VecX difference = relativeVelocity(problem, lambda) - relativeVelocity(problem, reference);
  EXPECT_LE(difference.lpNorm<Eigen::Infinity>(), 1e-8 * (1.0 + reference.lpNorm<Eigen::Infinity>()))
      << "trial " << trial;
}

struct Enumerated {
  ContactProblem problem;
  Solution reference;
  bool solved;
};

// Frictionless problems, rank deficient or not, solvable or not. Made once for all methods.
const std::vector<Enumerated>& enumerated() {
  static const std::vector<Enumerated> made = [] {
    std::mt19937_64 random(7);
    std::vector<Enumerated> result(trials(4000));
    for (std::size_t trial = 0; trial < result.size(); ++trial) {
      Enumerated& one = result[trial];
      const int n = 2 + static_cast<int>(trial % 9);
      one.problem = randomLcp(random, n, trial % 2 == 0 ? n : std::max(1, n / 2), trial % 4 < 2);
      one.solved = solveBy("enumeration", one.problem, one.reference).status == SolveStatus::Converged;
    }
    return result;
  }();
  return made;
}

struct Candidate {
  const char *name, *solver;
  ParameterValues parameters;
};

class AgainstEnumeration : public ::testing::TestWithParam<Candidate> {};

TEST_P(AgainstEnumeration, AgreesOnRandomProblems) {
  int trial = -1, solvable = 0, unsolvable = 0;
  for (const auto& [problem, reference, solved] : enumerated()) {
    ++trial;
    Solution solution;
    const SolveReport report = solveBy(GetParam().solver, problem, solution, GetParam().parameters);
    const bool converged = report.status == SolveStatus::Converged;
    // Enumeration passes over nearly singular choices, so a solution may still exist; then it must be one.
    if (converged) {
      EXPECT_LE(measure(problem, solution.lambda).value, kResidualBound) << "trial " << trial;
    }
    (solved ? solvable : unsolvable) += solved || !converged ? 1 : 0;
    if (!solved) continue;
    ASSERT_TRUE(converged) << "trial " << trial << ": " << report.message;
    expectSameMotion(problem, solution.lambda, reference.lambda, trial);
  }
  EXPECT_GT(solvable, trials(2000));
  EXPECT_GT(unsolvable, trials(100));
}

INSTANTIATE_TEST_SUITE_P(Methods, AgainstEnumeration,
                         ::testing::Values(Candidate{"pivoting_lowest", "pivoting", {{"order", 0}}},
                                           Candidate{"pivoting_worst", "pivoting", {{"order", 1}}},
                                           Candidate{"parametric", "parametric", {}},
                                           Candidate{"parametric_in_blocks", "parametric", {{"block_pivots", 1}}},
                                           Candidate{"lemke", "lemke", {}}, Candidate{"keller", "keller", {}}),
                         [](const auto& instance) { return std::string(instance.param.name); });

// W = J J^T, the rest of the velocities such that the bodies can move apart: at velocity level there is a solution.
ContactProblem randomFriction(std::mt19937_64& random, int dim, int contacts, int rank, int joints = 0) {
  ContactProblem problem;
  problem.dim = dim;
  problem.contacts = contacts;
  problem.joint_rows = joints;
  const MatX J = gaussianMatrix(random, problem.rows(), rank);
  problem.W = MatX(J * J.transpose()).sparseView();
  problem.mu = 0.5 * gaussian(random, contacts).cwiseAbs();
  problem.q = J * gaussian(random, rank);
  for (int c = 0; c < contacts; ++c) problem.q[dim * c] += std::abs(gaussian(random, 1)[0]);
  return problem;
}

TEST(ReferenceSolvers, SolveEveryRandomPlanarFrictionProblem) {
  std::mt19937_64 random(29);
  for (int trial = 0; trial < trials(400); ++trial) {
    const int contacts = 1 + trial % 4;
    const ContactProblem problem = randomFriction(random, 2, contacts, trial % 2 == 0 ? 2 * contacts : contacts + 1);
    for (const char* id : {"pivoting", "lemke", "enumeration"}) {
      Solution solution;
      const SolveReport report = solveBy(id, problem, solution);
      EXPECT_EQ(report.status, SolveStatus::Converged) << id << ", trial " << trial << ": " << report.message;
      EXPECT_LE(measure(problem, solution.lambda).value, kResidualBound) << id << ", trial " << trial;
    }
  }
}

TEST(ReferenceSolvers, SolveRandomBoxFrictionInSpace) {
  std::mt19937_64 random(31);
  for (int trial = 0; trial < 100; ++trial) {
    const ContactProblem problem = randomFriction(random, 3, 1 + trial % 2, trial % 3 == 0 ? 4 : 6);
    for (const char* id : {"pivoting", "enumeration"}) {
      Solution solution;
      const ParameterValues box =
          std::string_view(id) == "pivoting" ? ParameterValues{{"friction", 1.0}} : ParameterValues{};
      const SolveReport report = solveBy(id, problem, solution, box);
      EXPECT_EQ(report.status, SolveStatus::Converged) << id << ", trial " << trial << ": " << report.message;
      EXPECT_LE(measure(problem, solution.lambda, FrictionLaw::Box).value, kResidualBound) << id << ", trial " << trial;
    }
  }
}

TEST(ReferenceSolvers, KeepJointsClosedAlsoRedundantOnes) {
  std::mt19937_64 random(37);
  for (int trial = 0; trial < 100; ++trial) {
    ContactProblem problem = randomFriction(random, 2, 3, trial % 2 == 0 ? 10 : 5, 2);
    for (const char* id : {"lemke", "enumeration", "keller"}) {
      if (std::string_view(id) == "keller") problem.mu.setZero();
      Solution solution;
      const SolveReport report = solveBy(id, problem, solution);
      EXPECT_EQ(report.status, SolveStatus::Converged) << id << ", trial " << trial << ": " << report.message;
      EXPECT_LE(measure(problem, solution.lambda).value, kResidualBound) << id << ", trial " << trial;
    }
  }
  // The same joint row twice: its impulse is shared, its velocity zero.
  ContactProblem twice;
  twice.dim = 1;
  twice.contacts = 1;
  twice.joint_rows = 2;
  MatX J(3, 2);
  J << 1, 0, 1, 1, 1, 1;
  twice.W = MatX(J * J.transpose()).sparseView();
  twice.q = Vec3(-1.0, 0.5, 0.5);
  twice.mu = VecX::Zero(1);
  for (const char* id : {"lemke", "enumeration", "keller"}) {
    Solution solution;
    EXPECT_EQ(solveBy(id, twice, solution).status, SolveStatus::Converged) << id;
    EXPECT_LE(measure(twice, solution.lambda).value, kResidualBound) << id;
  }
}

TEST(ReferenceSolvers, HoldJointRowsWithinTheirBounds) {
  std::mt19937_64 random(47);
  for (int trial = 0; trial < 100; ++trial) {
    ContactProblem problem = randomFriction(random, 2, 2, trial % 2 == 0 ? 9 : 4, 4);
    const double most = std::abs(gaussian(random, 1)[0]);
    problem.joint_lower = VecX::Constant(4, -ContactProblem::kUnbounded);
    problem.joint_upper = VecX::Constant(4, ContactProblem::kUnbounded);
    problem.joint_lower[1] = 0.0;  // a limit; then a motor and dry friction
    problem.joint_lower.tail<2>() = Vec2(-most, -0.1);
    problem.joint_upper.tail<2>() = Vec2(most, 0.1);
    problem.q[problem.firstJointRow() + 1] += 1.0;
    Solution solution;
    for (const char* id : {"pivoting", "lemke", "enumeration"}) {
      const SolveReport report = solveBy(id, problem, solution);
      EXPECT_EQ(report.status, SolveStatus::Converged) << id << ", trial " << trial << ": " << report.message;
      EXPECT_LE(measure(problem, solution.lambda).value, kResidualBound) << id << ", trial " << trial;
    }
    problem.mu.setZero();
    EXPECT_EQ(solveBy("keller", problem, solution).status, SolveStatus::Unsupported);
  }
}

TEST(Lemke, SolvesThePyramidsComplementarityProblem) {
  std::mt19937_64 random(41);
  for (int trial = 0; trial < 60; ++trial) {
    const ContactProblem problem = randomFriction(random, 3, 1 + trial % 5, 7);
    const DenseProblem dense = denseProblem(problem);
    for (const int directions : {4, 8, 16}) {
      const PyramidLcp lcp = pyramidLcp(dense, directions);
      const LemkeResult result = lemke(lcp.M, lcp.p, 1000, 4);
      ASSERT_EQ(result.end, LemkeEnd::Solved) << "trial " << trial << ", " << directions << " directions";
      const VecX w = lcp.M * result.z + lcp.p;
      const double noise = kResidualBound * std::max(1.0, result.z.lpNorm<Eigen::Infinity>());
      EXPECT_GE(result.z.minCoeff(), 0.0);
      EXPECT_GE(w.minCoeff(), -noise);
      EXPECT_LE(result.z.cwiseMin(w).maxCoeff(), noise) << "one of each pair is zero";
    }
  }
}

TEST(Lemke, ResidualTellsHowWrongThePyramidIs) {
  ContactProblem problem;
  problem.dim = 3;
  problem.contacts = 1;
  problem.mu = VecX::Constant(1, 0.5);
  problem.q = Vec3(-1.0, -3.0, -4.0);
  problem.W = MatX(Vec3(1.0, 1.0, 2.0).asDiagonal()).sparseView();  // it does not slide as it would by itself
  const auto residual = [&](int directions) {
    Solution solution;
    EXPECT_NE(solveBy("lemke", problem, solution, {{"directions", directions}}).status, SolveStatus::Converged)
        << "the pyramid's answer is not the cone's";
    EXPECT_LE(solution.lambda.tail<2>().norm(), 0.5 * solution.lambda[0] * (1.0 + 1e-12)) << "inside the cone";
    return measure(problem, solution.lambda).value;
  };
  EXPECT_GT(residual(4), 1e-3);
  EXPECT_LT(residual(64), 0.1 * residual(4));
}

TEST(Lemke, NamesTheRayOfAProblemWithoutSolution) {
  MatX W(2, 2);
  W << 1, -1, -1, 1;
  for (const char* id : {"lemke", "keller", "enumeration"}) {
    Solution solution;
    const SolveReport report = solveBy(id, testing::lcp(W, Vec2(-1.0, -1.0)), solution);
    EXPECT_EQ(report.status, SolveStatus::Breakdown) << id;
    EXPECT_FALSE(report.message.empty()) << id;
    EXPECT_TRUE(solution.lambda.allFinite()) << id;
  }
}

TEST(ReferenceSolvers, RefuseWhatTheyDoNotTake) {
  std::mt19937_64 random(43);
  Solution solution;
  const ContactProblem many = randomLcp(random, 20, 10, true);
  const ContactProblem rubbing = randomFriction(random, 2, 2, 4);
  MatX skew(2, 2);
  skew << 1, 0.5, 0, 1;
  const auto refused = [&](const char* id, const ContactProblem& problem, const ParameterValues& parameters = {}) {
    const SolveReport report = solveBy(id, problem, solution, parameters);
    EXPECT_FALSE(report.message.empty()) << id;
    return report.status == SolveStatus::Unsupported;
  };
  EXPECT_TRUE(refused("enumeration", many));
  EXPECT_TRUE(refused("lemke", many, {{"max_rows", 10.0}}));
  EXPECT_TRUE(refused("keller", many, {{"max_rows", 10.0}}));
  EXPECT_TRUE(refused("keller", rubbing));
  EXPECT_TRUE(refused("keller", testing::lcp(skew, Vec2(-1.0, -1.0))));
}

TEST(ReferenceSolvers, EmptyProblemIsSolved) {
  for (const char* id : {"lemke", "keller", "enumeration"}) {
    Solution solution;
    EXPECT_EQ(solveBy(id, {}, solution).status, SolveStatus::Converged) << id;
  }
}

TEST(ReferenceSolvers, AgreeOnPublishedWallsAndPyramids) {
  const std::filesystem::path folder = std::filesystem::path(KEYSTONE_SHARED_DATA) / "lcp";
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << "no published problems beside the sources";
  for (const char* name : {"wall2d_rest_n24", "wall2d_pert_n108", "pyrwall3d_rest_n100", "pyr2d_pert_n200",
                           "wall2d_rest_n56_mu0.5", "wall2d_pert_n108_mu0.5"}) {
    const ContactProblem problem = readProblemFile((folder / (std::string(name) + ".mtx")).string()).problem;
    Solution reference;
    ASSERT_EQ(solveBy("pivoting", problem, reference).status, SolveStatus::Converged) << name;
    for (const char* id : {"lemke", "keller"}) {
      Solution solution;
      if (problem.dim > 1 && !findSolver(id)->accepts.cone_friction) continue;
      EXPECT_EQ(solveBy(id, problem, solution).status, SolveStatus::Converged) << id << " on " << name;
      EXPECT_LE(measure(problem, solution.lambda).value, kResidualBound) << id << " on " << name;
      if (problem.dim == 1) expectSameMotion(problem, solution.lambda, reference.lambda, 0);
    }
  }
}

}  // namespace
}  // namespace keystone
