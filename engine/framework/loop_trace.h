// What a step's programs went through, for the microscope.
#pragma once

#include <vector>

#include "program/active_set.h"

namespace keystone {

enum class LoopEventKind {
  Start,       // of a program: the sides and loads that the solve begins with
  Newton,      // a Newton step, whole or in part; rows changed their sides after it
  Correction,  // the same, and the multipliers were corrected
  Result       // of the last program
};
std::string_view toString(LoopEventKind kind);

struct LoopEvent {
  LoopEventKind kind = LoopEventKind::Start;
  int program = 0;    // of the step's, counted from 0: with bends a step has several
  double step = 1.0;  // share of the Newton step taken
  int changed = 0;    // rows that are on another side than at the event before, of the same program
  std::vector<Side> sides = {};
  VecX x = {}, loads = {};  // [n], [rows]
};

struct LoopTrace {
  double unit = 1.0;  // of a multiplier, in N: h^2 where unknowns are displacements, 1 where they are accelerations
  std::vector<QuadraticProgram> programs;
  std::vector<LoopEvent> events;

  // Residual of an event's x and loads, by the definition alone.
  KktResidual residualAt(const LoopEvent& event) const;
  void begin(const QuadraticProgram& program, const QpSolution& start);
  void add(const QpEvent& event);
  void end(const QpSolution& result);
};

}  // namespace keystone
