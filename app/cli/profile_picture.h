// Performance profiles drawn from their table, by Python and matplotlib (assets/plots/profile.py).
#pragma once

#include <string>

#include "cli/profile.h"
#include "math/output_file.h"

namespace keystone {

// Before the work, for `picture`. Throws UsageError where there is no matplotlib.
void requireMatplotlib(const std::string& picture);

// `table` is the place of a ProfileCsv, flushed or closed. Throws OutputError, and std::runtime_error where drawing
// fails.
void drawProfile(const std::string& table, ProfileMeasure measure, OutputFile& picture);

}  // namespace keystone
