// How good a solve or a step is, in one of four grades. Window, command line and Python all ask here.
#pragma once

#include <array>

#include "world/choices.h"
#include "world/step_report.h"

namespace keystone {

enum class Grade {
  Exact,        // residual up to kExactResidual
  Close,        // up to kCloseResidual
  WithinFrame,  // up to kFrameResidual: a solve that stopped at its limit of work
  Failed        // above it or not a number; rejected, broken down, or without a solution
};
using GradeInfo = ChoiceInfo<Grade>;
std::span<const GradeInfo> grades();  // from the best to the worst
const GradeInfo& infoOf(Grade grade);

inline constexpr double kCloseResidual = 1e-6;
inline constexpr double kFrameResidual = 1e-3;

Grade gradeOf(double residual);
// Of a solve that ended so. A fallback's impulses may leave a small residual; without a solution it has failed anyway.
Grade gradeOf(SolveStatus status, double residual);
Grade gradeOf(const StepReport& report);

// Whether overlap was not removed because its solve broke down.
bool recoveryFailed(const StepReport& report);

// Steps of each grade.
class GradeCounts {
 public:
  void add(Grade grade) { ++counts_[static_cast<std::size_t>(grade)]; }
  long operator[](Grade grade) const { return counts_[static_cast<std::size_t>(grade)]; }

 private:
  std::array<long, 4> counts_{};
};

}  // namespace keystone
