#include "record/solver_trace_csv.h"

#include <algorithm>
#include <array>

#include "math/decimal.h"
#include "math/output_file.h"

namespace keystone {
namespace {

std::string rowText(int row) {
  return row < 0 ? "" : std::to_string(row);
}

std::string_view nameOf(RowSet set) {
  constexpr std::array<std::string_view, 7> kNames{"none",     "clamped",  "unclamped", "stick",
                                                   "sliding+", "sliding-", "bilateral"};
  return kNames[static_cast<std::size_t>(set)];
}

bool inDrive(TraceKind kind) {
  return kind == TraceKind::Drive || kind == TraceKind::Pivot || kind == TraceKind::Exchange ||
         kind == TraceKind::DriveEnd;
}

bool hasStep(TraceKind kind) {
  return kind == TraceKind::Pivot || kind == TraceKind::Exchange || kind == TraceKind::Newton ||
         kind == TraceKind::Guess;
}

}  // namespace

std::string solverTraceHeader() {
  return "event,kind,driven,blocked,entering,stop,from,to,changes,step,removed,factorizations,impulse_max";
}

std::string solverTraceRow(const TraceFrame& frame, std::size_t number) {
  const bool driven = inDrive(frame.kind);
  const auto own = std::find_if(frame.changes.begin(), frame.changes.end(),
                                [&](const SetChange& change) { return change.row == frame.row; });
  const bool moved = own != frame.changes.end();
  std::string row = std::to_string(number);
  const auto add = [&row](std::string_view cell) { row.append(",").append(cell); };
  add(toString(frame.kind));
  add(!driven ? "" : frame.driven == TraceEvent::kTogether ? "all" : rowText(frame.driven));
  add(rowText(frame.row));
  add(rowText(frame.entering));
  add(toString(frame.stop));
  add(moved ? nameOf(own->from) : "");
  add(moved ? nameOf(own->to) : "");
  add(std::to_string(frame.changes.size()));
  add(hasStep(frame.kind) ? exactDecimal(frame.step) : "");
  add(driven ? exactDecimal(frame.removed) : "");
  add(std::to_string(frame.factorizations));
  add(exactDecimal(frame.lambda.size() > 0 ? frame.lambda.lpNorm<Eigen::Infinity>() : 0.0));
  return row;
}

void writeSolverTrace(const std::string& path, const SolverTrace& trace) {
  OutputFile file(path);
  file.out() << solverTraceHeader() << '\n';
  for (std::size_t i = 0; i < trace.frames().size(); ++i) file.out() << solverTraceRow(trace.frames()[i], i) << '\n';
  file.close();
}

}  // namespace keystone
