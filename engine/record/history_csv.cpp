#include "record/history_csv.h"

#include "math/decimal.h"

namespace keystone {

HistoryCsv::HistoryCsv(const std::string& path) : file_(path) {
  file_.out() << "solver,iteration,factorizations,products,time_ms,residual\n";
}

void HistoryCsv::add(std::string_view solver, const HistoryPoint& point) {
  file_.out() << solver << ',' << point.iteration << ',' << point.factorizations << ',' << point.products << ','
              << exactDecimal(point.time_ms) << ',' << exactDecimal(point.residual) << '\n';
}

}  // namespace keystone
