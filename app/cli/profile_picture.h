// Performance profiles drawn from their table, by Python and matplotlib (assets/plots/profile.py).
#pragma once

#include <string>

#include "cli/profile.h"
#include "math/output_file.h"

namespace keystone {

// Before the work, for `picture`. Throws UsageError where there is no matplotlib.
void requireMatplotlib(const std::string& picture);

// `table` is that of a ProfileCsv, closed. Throws OutputError, and std::runtime_error where drawing fails.
void drawProfile(const std::string& table, ProfileMeasure measure, OutputFile& picture);

// An empty file that goes with this object.
class TemporaryFile {
 public:
  TemporaryFile();
  ~TemporaryFile();
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace keystone
