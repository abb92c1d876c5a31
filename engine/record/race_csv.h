// A race as CSV: one row per step and method.
#pragma once

#include <fstream>
#include <string>

#include "observe/race.h"

namespace keystone {

// Columns: step, time_s, method, difference_m, mirror_error_m (empty without a mirror), kinetic_J, residual,
// penetration_m, status, state_hash. Throws std::runtime_error when the file cannot be opened.
class RaceRecorder {
 public:
  explicit RaceRecorder(const std::string& path);
  void add(const Race& race);  // after every step

 private:
  std::ofstream out_;
};

}  // namespace keystone
