// The published problems of ../shared/data/fclib, when they are there.
#include <gtest/gtest.h>

#include "problem/fclib_file.h"
#include "problem/residual.h"
#include "problem/temp_folder.h"
#include "solver/registry.h"

namespace keystone {
namespace {

class FclibProblem : public TempFolder, public ::testing::WithParamInterface<const char*> {
 protected:
  void SetUp() override {
    if (!std::filesystem::exists(published())) GTEST_SKIP() << "no published problems beside the sources";
  }
  static std::string published() {
    return (std::filesystem::path(KEYSTONE_SHARED_DATA) / "fclib" / (std::string(GetParam()) + ".hdf5")).string();
  }
  static VecX solved(const ContactProblem& problem) {
    Solution solution;
    solution.lambda.setZero(problem.rows());
    const SolveReport report = findSolver("exact")->solve(problem, {}, solution, nullptr);
    EXPECT_EQ(report.status, SolveStatus::Converged) << report.message;
    return solution.lambda;
  }
};

TEST_P(FclibProblem, IsSolvedWithCoulombsConeAndAgainAfterExport) {
  const ContactProblem problem = readFclibFile(published()).problem;
  const VecX lambda = solved(problem);
  EXPECT_LE(measure(problem, lambda).value, 1e-9);
  EXPECT_LE(fclibError(problem, lambda).value(), 1e-9);

  writeFclibFile(path("again.hdf5"), problem, FclibForm::Local, lambda);
  const FclibFile again = readFclibFile(path("again.hdf5"));
  EXPECT_EQ(again.solution, lambda);
  EXPECT_EQ(solved(again.problem), lambda) << "the same bits in, the same bits out";
}

INSTANTIATE_TEST_SUITE_P(Fclib, FclibProblem,
                         ::testing::Values("Box_Stacks-i0122-82-5", "Capsules-i125-1213", "CubeH8",
                                           "LMGC_GlobalFrictionContactProblem00046"),
                         [](const auto& instance) {
                           std::string name = instance.param;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

}  // namespace
}  // namespace keystone
