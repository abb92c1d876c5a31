// Frame timings, one row per step.
#pragma once

#include <string>

#include "math/no_copy.h"
#include "math/output_file.h"
#include "step/step.h"

namespace keystone {

// The header row, without line end.
std::string timingHeader();
// One row, '.' decimals whatever the locale, without line end. frame_ms: 0 when headless.
std::string timingRow(const Simulation& simulation, double frame_ms);

// Writes NAME.csv, or NAME.json as an array of objects with the same fields. Throws OutputError.
class TimingRecorder : NoCopy {
 public:
  explicit TimingRecorder(const std::string& path);
  ~TimingRecorder();  // as close(), where rows are there and the disk takes them
  void add(const Simulation& simulation, double frame_ms);
  void close();  // nothing is added after it
  long rows() const { return rows_; }
  const std::string& path() const { return file_.path(); }

 private:
  OutputFile file_;
  bool json_ = false, closed_ = false;
  long rows_ = 0;
};

}  // namespace keystone
