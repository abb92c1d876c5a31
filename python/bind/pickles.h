// Reports and solutions as bytes, for pickle. Other versions of the package need not read them.
#pragma once

#include <string>

#include "bind/solution.h"
#include "world/step_report.h"

namespace keystone::bind {

std::string bytesOf(const StepReport& report);
std::string bytesOf(const Solved& solved);  // all but the problem
// The inverse. Throw BytesError (record/bytes.h), of a solution ChoiceError for a solver that is not there.
StepReport reportFrom(const std::string& bytes);
void readSolved(const std::string& bytes, Solved& solved);

}  // namespace keystone::bind
