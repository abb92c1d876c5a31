// Histories of solves as CSV: one row per solver and iteration.
#pragma once

#include <fstream>
#include <string>
#include <string_view>

#include "solver/history.h"

namespace keystone {

// Columns: solver, iteration, factorizations, time_ms, residual (HistoryPoint; `nan` where impulses are no numbers).
// Throws std::runtime_error when the file cannot be written.
class HistoryCsv {
 public:
  explicit HistoryCsv(const std::string& path);
  void add(std::string_view solver, const HistoryPoint& point);
  void close();  // throws, too, where something has not been written

 private:
  void check() const;

  std::string path_;
  std::ofstream out_;
};

}  // namespace keystone
