#include "world/step_grade.h"

namespace keystone {
namespace {

constexpr GradeInfo kGrades[]{
    {Grade::Exact, "exact", "exact", "The contact problem is solved: the residual is at most 1e-9."},
    {Grade::Close, "close", "close", "The residual is at most 1e-6, close to a solution."},
    {Grade::WithinFrame, "within_a_frame", "within a frame",
     "The solve stopped at its limit of work, with a residual of at most 1e-3."},
    {Grade::Failed, "failed", "failed", "The step was rejected, no solution was found, or the residual is above 1e-3."},
};

bool hasNoSolution(SolveStatus status) {
  return status != SolveStatus::Converged && status != SolveStatus::IterationLimit;
}

}  // namespace

std::span<const GradeInfo> grades() {
  return kGrades;
}

const GradeInfo& infoOf(Grade grade) {
  return infoOf(grades(), grade);
}

Grade gradeOf(double residual) {
  if (residual <= kExactResidual) return Grade::Exact;
  if (residual <= kCloseResidual) return Grade::Close;
  return residual <= kFrameResidual ? Grade::WithinFrame : Grade::Failed;
}

Grade gradeOf(SolveStatus status, double residual) {
  return hasNoSolution(status) ? Grade::Failed : gradeOf(residual);
}

bool recoveryFailed(const StepReport& report) {
  return report.recovery.status == SolveStatus::Breakdown || report.recovery.status == SolveStatus::Unsupported;
}

Grade gradeOf(const StepReport& report) {
  const bool failed = report.rejected || recoveryFailed(report);
  return failed ? Grade::Failed : gradeOf(report.solve.status, report.residual.value);
}

}  // namespace keystone
