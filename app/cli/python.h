// Debian's Python, which some commands leave work to.
#pragma once

#include <string>
#include <vector>

namespace keystone {

// This program becomes python3 with these arguments. Throws UsageError where there is no such program.
[[noreturn]] void becomePython(const std::vector<std::string>& arguments);

// Its exit status, once it is done; what it prints to standard output is dropped. Throws likewise.
int runPython(const std::vector<std::string>& arguments);

}  // namespace keystone
