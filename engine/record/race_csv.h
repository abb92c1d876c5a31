// A race as CSV: one row per step and method.
#pragma once

#include <string>

#include "math/output_file.h"
#include "observe/race.h"

namespace keystone {

// Columns: step, time_s, method, difference_m, mirror_error_m (empty without a mirror), kinetic_J, residual,
// penetration_m, status, state_hash. Throws OutputError.
class RaceRecorder {
 public:
  explicit RaceRecorder(const std::string& path);
  void add(const Race& race);  // after every step
  void close() { file_.close(); }

 private:
  OutputFile file_;
};

}  // namespace keystone
