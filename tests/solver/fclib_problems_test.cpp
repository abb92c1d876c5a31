// FCLIB files: a few of the project's own, and the published ones of ../shared/data/fclib when they are there.
#include <gtest/gtest.h>

#include "problem/fclib_file.h"
#include "problem/problem_folders.h"
#include "problem/residual.h"
#include "solver/registry.h"
#include "support/temp_folder.h"

namespace keystone {
namespace {

class FclibProblem : public TempFolder, public ::testing::WithParamInterface<std::string> {
 protected:
  static VecX solved(const ContactProblem& problem) {
    Solution solution;
    solution.lambda.setZero(problem.rows());
    const SolveReport report = findSolver("exact")->solve(problem, {}, solution, nullptr);
    EXPECT_EQ(report.status, SolveStatus::Converged) << report.message;
    return solution.lambda;
  }
};

TEST_P(FclibProblem, IsSolvedWithCoulombsConeAndAgainAfterExport) {
  const ContactProblem problem = readFclibFile(GetParam()).problem;
  const VecX lambda = solved(problem);
  EXPECT_LE(measure(problem, lambda).value, 1e-9);
  EXPECT_LE(fclibError(problem, lambda).value(), 1e-9);

  writeFclibFile(path("again.hdf5"), problem, FclibForm::Local, lambda);
  const FclibFile again = readFclibFile(path("again.hdf5"));
  EXPECT_EQ(again.solution, lambda);
  EXPECT_EQ(solved(again.problem), lambda) << "the same bits in, the same bits out";
}

INSTANTIATE_TEST_SUITE_P(Fclib, FclibProblem, ::testing::ValuesIn(problemFiles(".hdf5", "fclib")),
                         [](const auto& instance) { return testNameOf(instance.param); });

}  // namespace
}  // namespace keystone
