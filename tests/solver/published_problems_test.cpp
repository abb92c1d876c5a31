// Contact problems in files: a few of the project's own, and those of ../shared/data/lcp when they are there: brick
// walls, pyramids and towers, most of them rank deficient.
#include <gtest/gtest.h>

#include "problem/problem_file.h"
#include "problem/problem_folders.h"
#include "problem/residual.h"
#include "solver/registry.h"

namespace keystone {
namespace {

TEST(PublishedProblems, AreBesideTheSources) {
  if (!arePublishedThere()) GTEST_SKIP() << "no ../shared/data beside the sources: only the project's own are solved";
}

class PublishedProblem : public ::testing::TestWithParam<std::string> {};

TEST_P(PublishedProblem, IsSolvedExactlyByPivotingFromCold) {
  const ContactProblem problem = readProblemFile(GetParam()).problem;
  for (const double friction : {0.0, 1.0}) {
    if (problem.dim < 3 && friction == 1.0) continue;
    Solution solution;
    solution.lambda.setZero(problem.rows());
    const ParameterValues parameters{{"friction", friction}};
    const SolveReport report = findSolver("pivoting")->solve(problem, parameters, solution, nullptr);
    // Its ties make drives go round; whether they end within ten pivots a row is decided by rounding
    // (docs/pivoting.md).
    const bool is_tied = friction == 0.0 && GetParam().find("pyrwall3d_pert_n64_mu0.5") != std::string::npos;
    if (is_tied && report.status == SolveStatus::IterationLimit) {
      EXPECT_EQ(report.message, kWorkDone);
      continue;
    }
    EXPECT_EQ(report.status, SolveStatus::Converged) << report.message;
    EXPECT_LE(measure(problem, solution.lambda, friction == 0.0 ? FrictionLaw::Cone : FrictionLaw::Box).value, 1e-9);
  }
}

TEST_P(PublishedProblem, NeedsNoPivotFromItsOwnSolution) {
  const ContactProblem problem = readProblemFile(GetParam()).problem;
  Solution solution;
  solution.lambda.setZero(problem.rows());
  const SolverInfo& pivoting = *findSolver("pivoting");
  const ParameterValues box{{"friction", 1.0}};
  ASSERT_EQ(pivoting.solve(problem, box, solution, nullptr).status, SolveStatus::Converged);
  const SolveReport again = pivoting.solve(problem, box, solution, nullptr);
  EXPECT_EQ(again.status, SolveStatus::Converged);
  EXPECT_EQ(again.pivots, 0);
}

INSTANTIATE_TEST_SUITE_P(Lcp, PublishedProblem, ::testing::ValuesIn(problemFiles(".mtx", "lcp")),
                         [](const auto& instance) { return testNameOf(instance.param); });

}  // namespace
}  // namespace keystone
