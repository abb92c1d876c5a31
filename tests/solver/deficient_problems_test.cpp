// Problems of deficient rank, symmetric to 7e-7 of W's largest entry or less: each has a solution, and it is found.
// Every residual is that of W as it is given.
#include "deficient_problems.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <set>

#include "support/effort.h"

namespace keystone {
namespace {

using testing::deficientProblem;
using testing::DeficientProblem;
using testing::solveBy;

struct Deficient {
  std::uint64_t seed;
  DeficientProblem made;
};

// Always among them: the seeds 49299, 48037 and 91481, on which one drive of all rows together ends on a ray, and 4286,
// whose smallest pivot is all but zero.
const std::vector<Deficient>& cases() {
  static const std::vector<Deficient> made = [] {
    std::vector<Deficient> result;
    const auto seeds = static_cast<std::uint64_t>(trials(100000));
    for (std::uint64_t seed = 0; seed < seeds; ++seed) result.push_back({seed, deficientProblem(seed)});
    for (const std::uint64_t seed : {4286U, 48037U, 49299U, 91481U})
      if (seed >= seeds) result.push_back({seed, deficientProblem(seed)});
    return result;
  }();
  return made;
}

bool isSolved(const char* solver, const ContactProblem& problem, SolveReport& report) {
  Solution solution;
  report = solveBy(solver, problem, solution);
  return report.status == SolveStatus::Converged && measure(problem, solution.lambda).value <= 1e-9;
}

void expectSolved(const char* solver, std::uint64_t seed, const ContactProblem& problem) {
  SolveReport report;
  EXPECT_TRUE(isSolved(solver, problem, report))
      << solver << ", seed " << seed << ": " << report.residual.value << ", " << report.message;
}

// Along the parametric path all are solved but those named, 48037 where products and sums are not rounded at once
// (AVX2). With friction Baraff's drives need not end, and each that does not says why.
TEST(DeficientProblem, IsSolvedInThePlane) {
#ifdef __FMA__
  const std::set<std::uint64_t> unsettled{84357};
#else
  const std::set<std::uint64_t> unsettled{48037, 84357};
#endif
  int problems = 0, not_driven = 0;
  for (const auto& [seed, made] : cases()) {
    if (made.problem.dim != 2) continue;
    expectSolved("exact", seed, made.problem);
    ++problems;
    if (!unsettled.contains(seed)) expectSolved("parametric", seed, made.problem);
    SolveReport report;
    if (isSolved("pivoting", made.problem, report)) continue;
    ++not_driven;
    EXPECT_FALSE(report.message.empty()) << "seed " << seed;
    EXPECT_NE(report.status, SolveStatus::Converged) << "seed " << seed;
  }
  EXPECT_LE(not_driven, problems / 100);
}

// Pivots find the sliding directions of all but one in a thousand.
TEST(DeficientProblem, IsSolvedInSpaceWhereBodiesCanHaveItsVelocities) {
  int problems = 0, unsettled = 0;
  for (const auto& [seed, made] : cases()) {
    if (made.problem.dim != 3 || !made.of_bodies) continue;
    ++problems;
    expectSolved("exact", seed, made.problem);
    SolveReport report;
    unsettled += isSolved("pivoting", made.problem, report) ? 0 : 1;
  }
  EXPECT_GT(problems, trials(10000));
  EXPECT_LE(unsettled, problems / 1000);
}

// Whatever velocities: the relaxation may have no solution where Coulomb's law has one.
TEST(DeficientProblem, IsNeverCalledInfeasibleWhenItHasASolution) {
  for (const auto& [seed, made] : cases()) {
    if (made.problem.dim != 3 || made.of_bodies) continue;
    Solution solution;
    const SolveReport report = solveBy("exact", made.problem, solution);
    EXPECT_NE(report.status, SolveStatus::Ray) << "seed " << seed << ": " << report.message;
  }
}

// W of rank one, q a velocity of its one body; but W's last digit makes u_2 = -1e-7 lambda_1, which nothing stops.
TEST(DeficientProblem, MayHaveNoSolutionForWantOfSymmetry) {
  const MatX W = (MatX(2, 2) << 1.0, -1.0, -1.0 - 1e-7, 1.0).finished();
  const ContactProblem problem = testing::lcp(W, Vec2(-1.0, 1.0));
  for (const char* solver : {"enumeration", "pivoting"}) {
    Solution solution;
    EXPECT_NE(solveBy(solver, problem, solution).status, SolveStatus::Converged) << solver;
  }
}

}  // namespace
}  // namespace keystone
