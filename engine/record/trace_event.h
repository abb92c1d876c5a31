// A run as Chrome trace-event JSON, which Perfetto and chrome://tracing open.
#pragma once

#include <string>

#include "math/output_file.h"
#include "world/step_report.h"

namespace keystone {

// Writes one complete event per step and one per stage inside it, and counters for pivots, contacts and residual.
// Steps follow one another without pauses, since a report has durations but no clock. Throws
// OutputError.
class TraceEventWriter {
 public:
  explicit TraceEventWriter(const std::string& path);
  void add(const StepReport& report);
  void close();  // nothing is added after it

 private:
  void complete(const char* name, double start_us, double duration_us, const std::string& args);
  void counter(const char* name, double at_us, double value);
  std::ostream& event();

  OutputFile file_;
  double now_us_ = 0.0;  // [us], end of the last step
  bool first_ = true;
};

}  // namespace keystone
