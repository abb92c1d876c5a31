// The events of one recorded solve as a table.
#pragma once

#include <string>

#include "solver/trace.h"

namespace keystone {

// The header row, without line end:
// event,kind,driven,blocked,entering,stop,from,to,changes,step,removed,factorizations,impulse_max
std::string solverTraceHeader();
// One row, '.' decimals, without line end; `number` counts the events from 0. Rows of the problem are counted from 0;
// `driven` is `all` where the violations of all rows are driven together; what does not apply to the event is empty.
// `from` and `to` are the sets of the blocking row, `changes` counts the rows whose set changed.
std::string solverTraceRow(const TraceFrame& frame, std::size_t number);

// Writes header and rows. Throws OutputError.
void writeSolverTrace(const std::string& path, const SolverTrace& trace);

}  // namespace keystone
