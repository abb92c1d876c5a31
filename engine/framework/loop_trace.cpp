#include "framework/loop_trace.h"

namespace keystone {

std::string_view toString(LoopEventKind kind) {
  constexpr std::string_view kNames[] = {"start", "Newton step", "correction", "result"};
  return kNames[static_cast<int>(kind)];
}

KktResidual LoopTrace::residualAt(const LoopEvent& event) const {
  return measure(programs[event.program], event.x, event.loads);
}

void LoopTrace::begin(const QuadraticProgram& program, const QpSolution& start) {
  LoopEvent event{.program = static_cast<int>(programs.size())};
  const auto rows = static_cast<std::size_t>(program.A.rows());
  event.sides = start.sides;
  if (event.sides.size() != rows) event.sides.assign(rows, Side::Lower);
  for (std::size_t row = 0; row < rows; ++row) {
    const auto i = static_cast<Eigen::Index>(row);
    const bool equality = program.lower[i] == -QuadraticProgram::kUnbounded && program.upper[i] == -program.lower[i];
    if (equality) event.sides[row] = Side::Free;
  }
  event.loads = start.lambda.size() == program.A.rows() ? start.lambda : VecX::Zero(program.A.rows()).eval();
  event.x = VecX::Zero(program.f.size());
  programs.push_back(program);
  events.push_back(std::move(event));
}

void LoopTrace::add(const QpEvent& from) {
  LoopEvent event{.kind = from.correction ? LoopEventKind::Correction : LoopEventKind::Newton,
                  .program = static_cast<int>(programs.size()) - 1,
                  .step = from.step};
  event.sides.assign(from.sides.begin(), from.sides.end());
  for (std::size_t row = 0; row < event.sides.size(); ++row)
    event.changed += event.sides[row] != events.back().sides[row] ? 1 : 0;
  event.x = from.x;
  event.loads = from.correction ? from.lambda : from.loads;  // the springs' own are coarser than what they add to
  events.push_back(std::move(event));
}

void LoopTrace::end(const QpSolution& result) {
  events.push_back({.kind = LoopEventKind::Result,
                    .program = static_cast<int>(programs.size()) - 1,
                    .sides = result.sides,
                    .x = result.x,
                    .loads = result.lambda});
}

}  // namespace keystone
