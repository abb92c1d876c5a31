#include "cli/profile_picture.h"

#include <sysexits.h>

#include <stdexcept>

#include "cli/output.h"
#include "cli/python.h"
#include "paths.h"

namespace keystone {
namespace {

// Nothing on standard error: the one line says it.
constexpr const char* kImport = "try:\n  import matplotlib\nexcept ImportError:\n  raise SystemExit(1)";

std::string columnOf(ProfileMeasure measure) {
  if (measure == ProfileMeasure::Time) return "time_ms";
  if (measure == ProfileMeasure::Iterations) return "iterations";
  return measure == ProfileMeasure::Products ? "products" : "factorizations";
}

}  // namespace

void requireMatplotlib(const std::string& picture) {
  if (runPython({"-c", kImport}) != 0)
    throw UsageError("--out: found no matplotlib, which draws " + picture +
                     ", expected Debian's package python3-matplotlib");
}

void drawProfile(const std::string& table, ProfileMeasure measure, OutputFile& picture) {
  const int status = runPython({assetDir() + "/plots/profile.py", picture.partial(), table, "--by", columnOf(measure)});
  if (status == EX_IOERR)
    throw OutputError(picture.path() + ": found a disk that does not take the picture, expected one that does");
  if (status != 0)
    throw std::runtime_error(picture.path() +
                             ": found a program that failed to draw it (see above), expected a picture");
  picture.close();
}

}  // namespace keystone
