// A run as Chrome trace-event JSON, which Perfetto and chrome://tracing open.
#pragma once

#include <fstream>
#include <string>

#include "math/no_copy.h"
#include "world/step_report.h"

namespace keystone {

// Writes one complete event per step and one per stage inside it, and counters for pivots, contacts and residual.
// Steps follow one another without pauses, since a report has durations but no clock. Throws std::runtime_error when
// the file cannot be opened.
class TraceEventWriter : NoCopy {
 public:
  explicit TraceEventWriter(const std::string& path);
  ~TraceEventWriter();
  void add(const StepReport& report);

 private:
  void complete(const char* name, double start_us, double duration_us, const std::string& args);
  void counter(const char* name, double at_us, double value);
  std::ostream& event();

  std::ofstream out_;
  double now_us_ = 0.0;  // [us], end of the last step
  bool first_ = true;
};

}  // namespace keystone
