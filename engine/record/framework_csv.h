// A framework's run as CSV.
#pragma once

#include <string>

#include "framework/framework_run.h"
#include "math/output_file.h"

namespace keystone {

// Positions over time, one row per step and point, the start included: step, time_s, point, x_m, y_m. Throws
// OutputError.
class PositionRecorder {
 public:
  explicit PositionRecorder(const std::string& path);
  void add(const FrameworkRun& run);
  void close() { file_.close(); }

 private:
  OutputFile file_;
};

// One row per step: step, time_s, loop, objective, rows, active, pivots, rounds, corrections, factorizations, residual,
// stationarity, complementarity, struts_refused, contacts_opened, mirror_error_m (empty without a mirror),
// length_error_m, overlap_m, side_error_m, kinetic_J, potential_J, top_m, step_ms, status. Throws as above.
class FrameworkStepRecorder {
 public:
  explicit FrameworkStepRecorder(const std::string& path);
  void add(const FrameworkRun& run, const FrameworkStep& step);
  void close() { file_.close(); }

 private:
  OutputFile file_;
};

}  // namespace keystone
