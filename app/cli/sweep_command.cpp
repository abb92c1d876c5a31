// keystone-cli sweep: many runs of one scene, by the Python package (python/keystone/_sweep.py).
#include <cstdlib>
#include <filesystem>

#include "cli/commands.h"
#include "cli/python.h"

namespace keystone {
namespace {

// The package of the same build or of the same installed tree; where there is none, Python looks for another.
void addToPythonPath(const std::filesystem::path& folder) {
  std::error_code error;
  if (!std::filesystem::is_directory(folder / "keystone", error)) return;
  const char* others = std::getenv("PYTHONPATH");
  const std::string path = folder.string() + (others != nullptr ? std::string(":") + others : "");
  setenv("PYTHONPATH", path.c_str(), 1);
}

}  // namespace

int sweepStudy(const SweepOptions& options) {
  std::error_code error;
  const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", error);
  for (const char* folder : {"python", "lib/python3/dist-packages"}) {
    addToPythonPath(self.parent_path().parent_path() / folder);
  }
  std::vector<std::string> words = {"-m", "keystone", "sweep", options.study, "--out", options.out};
  const auto add = [&words](const char* option, const std::string& value) {
    words.insert(words.end(), {option, value});
  };
  if (options.workers >= 0) add("--workers", std::to_string(options.workers));
  if (!options.scheduler.empty()) add("--scheduler", options.scheduler);
  if (options.fresh) words.emplace_back("--fresh");
  if (options.retry_failed) words.emplace_back("--retry-failed");
  if (options.format == Format::Json) add("--format", "json");
  becomePython(words);
}

}  // namespace keystone
