#include "cli/profile_picture.h"

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>

#include "cli/output.h"
#include "cli/python.h"
#include "paths.h"

namespace keystone {
namespace {

namespace fs = std::filesystem;

// Nothing on standard error: the one line says it.
constexpr const char* kImport = "try:\n  import matplotlib\nexcept ImportError:\n  raise SystemExit(1)";

std::string columnOf(ProfileMeasure measure) {
  if (measure == ProfileMeasure::Time) return "time_ms";
  if (measure == ProfileMeasure::Iterations) return "iterations";
  return measure == ProfileMeasure::Products ? "products" : "factorizations";
}

// A picture that is there already stays until the new one is drawn.
void requireWritable(const std::string& path) {
  std::error_code error;
  const bool existed = fs::exists(path, error);
  if (!std::ofstream(path, std::ios::app))
    throw std::runtime_error(path + ": found a file that cannot be written, expected one that can");
  if (!existed) fs::remove(path, error);
}

}  // namespace

void requirePictures(const std::vector<std::string>& pictures) {
  for (const std::string& picture : pictures) requireWritable(picture);
  if (runPython({"-c", kImport}) != 0)
    throw UsageError("--out: found no matplotlib, which draws " + pictures.front() +
                     ", expected Debian's package python3-matplotlib");
}

void drawProfile(const std::string& table, ProfileMeasure measure, const std::string& picture) {
  if (runPython({assetDir() + "/plots/profile.py", picture, table, "--by", columnOf(measure)}) != 0)
    throw std::runtime_error(picture + ": found a program that failed to draw it (see above), expected a picture");
}

TemporaryFile::TemporaryFile() : path_((fs::temp_directory_path() / "keystone-XXXXXX").string()) {
  const int file = mkstemp(path_.data());
  if (file < 0) throw std::runtime_error(path_ + ": found a file that cannot be written, expected one that can");
  close(file);
}

TemporaryFile::~TemporaryFile() {
  std::error_code error;
  fs::remove(path_, error);
}

}  // namespace keystone
