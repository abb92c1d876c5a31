// Performance profiles drawn from their table, by Python and matplotlib (assets/plots/profile.py).
#pragma once

#include <string>
#include <vector>

#include "cli/profile.h"

namespace keystone {

// Before the work. Throws UsageError where there is no matplotlib, and std::runtime_error where a picture cannot be
// written.
void requirePictures(const std::vector<std::string>& pictures);

// `table` is that of a ProfileCsv, closed. Throws std::runtime_error where drawing fails.
void drawProfile(const std::string& table, ProfileMeasure measure, const std::string& picture);

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
