// A run as a row of the table.
#pragma once

#include <string>

#include "engines/cases.h"
#include "engines/run.h"

namespace keystone::bench {

std::string tableHeader();

// Empty fields: what was not measured, or says nothing. A residual is left out where the engine's impulses do not lead
// to the velocities it has.
std::string tableRow(const EngineCase& item, const EngineScene& scene, const EngineInfo& engine, const EngineRun& run);

}  // namespace keystone::bench
