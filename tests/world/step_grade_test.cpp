#include "world/step_grade.h"

#include <gtest/gtest.h>

#include <cmath>

#include "solver/registry.h"

namespace keystone {
namespace {

StepReport reportOf(SolveStatus status, double residual) {
  StepReport report;
  report.solve.status = status;
  report.residual.value = residual;
  return report;
}

TEST(StepGrade, IsThatOfTheResidualWithItsBoundsIncluded) {
  EXPECT_EQ(gradeOf(0.0), Grade::Exact);
  EXPECT_EQ(gradeOf(1e-9), Grade::Exact);
  EXPECT_EQ(gradeOf(1.1e-9), Grade::Close);
  EXPECT_EQ(gradeOf(1e-6), Grade::Close);
  EXPECT_EQ(gradeOf(1.1e-6), Grade::WithinFrame);
  EXPECT_EQ(gradeOf(1e-3), Grade::WithinFrame);
  EXPECT_EQ(gradeOf(1.1e-3), Grade::Failed);
  EXPECT_EQ(gradeOf(std::nan("")), Grade::Failed);
}

TEST(StepGrade, ASolveThatStopsAtItsLimitOfWorkHasNotFailed) {
  EXPECT_EQ(gradeOf(reportOf(SolveStatus::IterationLimit, 1e-5)), Grade::WithinFrame);
  EXPECT_EQ(gradeOf(reportOf(SolveStatus::IterationLimit, 1e-7)), Grade::Close);
  EXPECT_EQ(gradeOf(reportOf(SolveStatus::IterationLimit, 1e-2)), Grade::Failed);
}

TEST(StepGrade, AStepWithoutASolutionHasFailedWhateverItsResidual) {
  for (const SolveStatus status : {SolveStatus::Breakdown, SolveStatus::Ray, SolveStatus::Unsupported})
    EXPECT_EQ(gradeOf(reportOf(status, 0.0)), Grade::Failed) << toString(status);
  StepReport rejected;
  rejected.rejected = true;
  EXPECT_EQ(gradeOf(rejected), Grade::Failed);
  StepReport overlapping;
  overlapping.recovery.status = SolveStatus::Breakdown;
  EXPECT_EQ(gradeOf(overlapping), Grade::Failed);
  overlapping.recovery.status = SolveStatus::IterationLimit;
  EXPECT_EQ(gradeOf(overlapping), Grade::Exact) << "the removal of overlap may stay coarse";
}

TEST(StepGrade, ExactIsWhatSolversAreAskedFor) {
  for (const SolverInfo* solver : solvers()) EXPECT_EQ(gradeOf(toleranceOf(*solver, {})), Grade::Exact) << solver->id;
}

TEST(StepGrade, EveryGradeHasItsRowInOrder) {
  ASSERT_EQ(grades().size(), 4U);
  for (std::size_t i = 0; i < grades().size(); ++i) EXPECT_EQ(grades()[i].value, static_cast<Grade>(i));
}

}  // namespace
}  // namespace keystone
