// Histories of solves as CSV: one row per solver and iteration.
#pragma once

#include <string>
#include <string_view>

#include "math/output_file.h"
#include "solver/history.h"

namespace keystone {

// Columns: solver, iteration, factorizations, time_ms, residual (HistoryPoint; `nan` where impulses are no numbers).
// Throws OutputError.
class HistoryCsv {
 public:
  explicit HistoryCsv(const std::string& path);
  void add(std::string_view solver, const HistoryPoint& point);
  void close() { file_.close(); }

 private:
  OutputFile file_;
};

}  // namespace keystone
