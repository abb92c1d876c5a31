#include "record/history_csv.h"

#include <stdexcept>

#include "math/decimal.h"

namespace keystone {

HistoryCsv::HistoryCsv(const std::string& path) : path_(path), out_(path, std::ios::binary) {
  out_ << "solver,iteration,factorizations,products,time_ms,residual\n" << std::flush;
  check();
}

void HistoryCsv::add(std::string_view solver, const HistoryPoint& point) {
  out_ << solver << ',' << point.iteration << ',' << point.factorizations << ',' << point.products << ','
       << exactDecimal(point.time_ms) << ',' << exactDecimal(point.residual) << '\n';
}

void HistoryCsv::close() {
  out_.close();
  check();
}

void HistoryCsv::check() const {
  if (!out_) throw std::runtime_error(path_ + ": found a file that cannot be written, expected one that can");
}

}  // namespace keystone
