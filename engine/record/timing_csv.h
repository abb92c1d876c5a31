// Frame timings, one row per step.
#pragma once

#include <fstream>
#include <string>

#include "math/no_copy.h"
#include "step/step.h"

namespace keystone {

// The header row, without line end.
std::string timingHeader();
// One row, '.' decimals whatever the locale, without line end. frame_ms: 0 when headless.
std::string timingRow(const Simulation& simulation, double frame_ms);

// Writes NAME.csv, or NAME.json as an array of objects with the same fields. Throws std::runtime_error when the file
// cannot be opened.
class TimingRecorder : NoCopy {
 public:
  explicit TimingRecorder(const std::string& path);
  ~TimingRecorder();
  void add(const Simulation& simulation, double frame_ms);
  long rows() const { return rows_; }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
  std::ofstream out_;
  bool json_ = false;
  long rows_ = 0;
};

}  // namespace keystone
