// Where the commands' contact problems come from: a scene's step, or a file of any format.
#pragma once

#include "cli/setup.h"
#include "problem/problem_formats.h"

namespace keystone {

// A file's problem, or that of a scene's step as its own solver met it (step counts from 1).
StoredProblem openSubject(const std::string& subject, const MethodOptions& method, long step);

}  // namespace keystone
