// The contact problems of ../shared/data/lcp, when they are there: brick walls, pyramids and towers, most of them rank
// deficient.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "problem/problem_file.h"
#include "problem/residual.h"
#include "solver/registry.h"

namespace keystone {
namespace {

std::vector<std::string> problems() {
  std::vector<std::string> paths;
  const std::filesystem::path folder = std::filesystem::path(KEYSTONE_SHARED_DATA) / "lcp";
  if (std::filesystem::is_directory(folder))
    for (const auto& entry : std::filesystem::directory_iterator(folder))
      if (entry.path().extension() == ".mtx") paths.push_back(entry.path().string());
  std::sort(paths.begin(), paths.end());
  return paths;
}

class PublishedProblem : public ::testing::TestWithParam<std::string> {};

TEST_P(PublishedProblem, IsSolvedExactlyByPivotingFromCold) {
  const ContactProblem problem = readProblemFile(GetParam()).problem;
  for (const double friction : {0.0, 1.0}) {
    if (problem.dim < 3 && friction == 1.0) continue;
    Solution solution;
    solution.lambda.setZero(problem.rows());
    const SolveReport report = findSolver("pivoting")->solve(problem, {{"friction", friction}}, solution, nullptr);
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

std::string nameOf(const ::testing::TestParamInfo<std::string>& info) {
  std::string name = std::filesystem::path(info.param).stem().string();
  std::replace_if(
      name.begin(), name.end(), [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; }, '_');
  return name;
}

GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(PublishedProblem);
INSTANTIATE_TEST_SUITE_P(Lcp, PublishedProblem, ::testing::ValuesIn(problems()), nameOf);

}  // namespace
}  // namespace keystone
