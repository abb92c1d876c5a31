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

// Of these walls and pyramids, moved a little, pivots alone get lost on two, and say so.
bool isBeyondPivots(const std::string& path) {
  return path.find("pyr2d_pert_n98_mu0.5") != std::string::npos ||
         path.find("pyrwall3d_pert_n64_mu0.5") != std::string::npos;
}

TEST_P(PublishedProblem, IsSolvedExactlyFromCold) {
  const ContactProblem problem = readProblemFile(GetParam()).problem;
  for (const char* solver : {"exact", "pivoting"}) {
    for (const double friction : {0.0, 1.0}) {
      if (problem.dim < 3 && friction == 1.0) continue;
      Solution solution;
      solution.lambda.setZero(problem.rows());
      const SolveReport report = findSolver(solver)->solve(problem, {{"friction", friction}}, solution, nullptr);
      const double residual =
          measure(problem, solution.lambda, friction == 0.0 ? FrictionLaw::Cone : FrictionLaw::Box).value;
      if (report.status != SolveStatus::Converged && findSolver(solver)->id == "pivoting" && isBeyondPivots(GetParam()))
        continue;
      EXPECT_EQ(report.status, SolveStatus::Converged) << solver << ": " << report.message;
      EXPECT_LE(residual, 1e-9) << solver;
    }
  }
}

TEST_P(PublishedProblem, NeedsNoPivotFromItsOwnSolution) {
  const ContactProblem problem = readProblemFile(GetParam()).problem;
  Solution solution;
  solution.lambda.setZero(problem.rows());
  const SolverInfo& pivoting = *findSolver("pivoting");
  const ParameterValues box{{"friction", 1.0}};
  ASSERT_EQ(findSolver("exact")->solve(problem, box, solution, nullptr).status, SolveStatus::Converged);
  ASSERT_EQ(pivoting.solve(problem, box, solution, nullptr).status, SolveStatus::Converged);
  const SolveReport again = pivoting.solve(problem, box, solution, nullptr);
  EXPECT_EQ(again.status, SolveStatus::Converged);
  EXPECT_EQ(again.pivots, 0);
}

INSTANTIATE_TEST_SUITE_P(Lcp, PublishedProblem, ::testing::ValuesIn(problemFiles(".mtx", "lcp")),
                         [](const auto& instance) { return testNameOf(instance.param); });

}  // namespace
}  // namespace keystone
