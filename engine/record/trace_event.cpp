// Format: "Trace Event Format" (Google, 2016), complete events "X" and counters "C"; times in microseconds.
#include "record/trace_event.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "math/decimal.h"

namespace keystone {
namespace {

std::string jsonNumber(double value) {
  return std::isfinite(value) ? exactDecimal(value) : "null";
}

std::string stepArgs(const StepReport& report) {
  return "\"step\": " + std::to_string(report.step) + ", \"contacts\": " + std::to_string(report.contacts) +
         ", \"rows\": " + std::to_string(report.rows) + ", \"pivots\": " + std::to_string(report.solve.pivots) +
         ", \"iterations\": " + std::to_string(report.solve.iterations) +
         ", \"residual\": " + jsonNumber(report.residual.value) + ", \"status\": \"" +
         std::string(toString(report.solve.status)) + "\", \"state_hash\": \"" + hexDigits(report.state_hash) + "\"";
}

}  // namespace

TraceEventWriter::TraceEventWriter(const std::string& path) : file_(path) {
  file_.out() << R"({"displayTimeUnit": "ms", "traceEvents": [)" << '\n';
}

void TraceEventWriter::close() {
  file_.out() << "\n]}\n";
  file_.close();
}

void TraceEventWriter::add(const StepReport& report) {
  const StageTimes& ms = report.ms;
  const std::pair<const char*, double> stages[] = {{"broad phase", ms.broad},   {"narrow phase", ms.narrow},
                                                   {"assemble", ms.assemble},   {"solve", ms.solve},
                                                   {"integrate", ms.integrate}, {"sweep", ms.sweep}};
  double sum_ms = 0.0;
  for (const auto& [name, duration] : stages) {
    sum_ms += duration;
  }
  // The total also holds what no stage measures; never let it be shorter than its parts, or viewers nest them wrongly.
  const double step_us = 1e3 * std::max(ms.total, sum_ms);
  complete("step", now_us_, step_us, stepArgs(report));
  double at_us = now_us_;
  for (const auto& [name, duration] : stages) {
    complete(name, at_us, 1e3 * duration, "");
    at_us += 1e3 * duration;
  }
  counter("pivots", now_us_, report.solve.pivots);
  counter("contacts", now_us_, report.contacts);
  counter("residual", now_us_, report.residual.value);
  now_us_ += step_us;
}

std::ostream& TraceEventWriter::event() {
  file_.out() << (first_ ? "" : ",\n");
  first_ = false;
  return file_.out();
}

void TraceEventWriter::complete(const char* name, double start_us, double duration_us, const std::string& args) {
  event() << R"({"name": ")" << name << R"(", "cat": "step", "ph": "X", "pid": 1, "tid": 1, "ts": )"
          << exactDecimal(start_us) << R"(, "dur": )" << exactDecimal(duration_us) << R"(, "args": {)" << args << "}}";
}

void TraceEventWriter::counter(const char* name, double at_us, double value) {
  event() << R"({"name": ")" << name << R"(", "ph": "C", "pid": 1, "ts": )" << exactDecimal(at_us) << R"(, "args": {")"
          << name << R"(": )" << jsonNumber(value) << "}}";
}

}  // namespace keystone
