// keystone-cli sweep: many runs of one scene, by the Python package (python/keystone/_sweep.py).
#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "cli/arguments.h"
#include "cli/output.h"
#include "cli/python.h"

namespace keystone {
namespace {

struct SweepOptions {
  std::string study, out;     // files
  int workers = -1;           // processes; below 0: one for each core
  std::string scheduler;      // address, empty = none
  bool fresh = false;         // run again what `out` has
  bool retry_failed = false;  // run again what has an error in it
  Format format = Format::Table;
};

bool isModule(const std::filesystem::directory_entry& file) {
  return file.path().filename().string().starts_with("_engine.") && file.path().extension() == ".so";
}

// The package of the same build or of the same installed tree; where there is none, Python looks for another. Throws
// UsageError for one that is there without its module, as ./run alone leaves it.
void addToPythonPath(const std::filesystem::path& folder) {
  const std::filesystem::path package = folder / "keystone";
  std::error_code error;
  if (!std::filesystem::is_directory(package, error)) return;
  if (std::ranges::none_of(std::filesystem::directory_iterator(package), isModule))
    throw UsageError(package.string() + ": found no compiled module, expected the one that ./run --python builds");
  const char* others = std::getenv("PYTHONPATH");
  const std::string path = folder.string() + (others != nullptr ? std::string(":") + others : "");
  setenv("PYTHONPATH", path.c_str(), 1);
}

// Nothing but one line where Python finds no package, or is interrupted while it reads it.
constexpr const char* kProgram =
    "import sys\n"
    "try:\n"
    "  from keystone._sweep import main\n"
    "except ImportError as error:\n"
    "  print(f'keystone-cli: sweep: found no Python package keystone ({error}), expected the one that ./run --python "
    "'\n"
    "        'builds, or an installed one (docs/python.md)', file=sys.stderr)\n"
    "  sys.exit(2)\n"
    "except KeyboardInterrupt:\n"
    "  print('keystone-cli: interrupted', file=sys.stderr)\n"
    "  sys.exit(130)\n"
    "sys.exit(main(sys.argv[1:]))";

// Becomes the Python program that does it.
int sweepStudy(const SweepOptions& options) {
  std::error_code error;
  const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", error);
  for (const char* folder : {"python", "lib/python3/dist-packages"}) {
    addToPythonPath(self.parent_path().parent_path() / folder);
  }
  std::vector<std::string> words = {"-c", kProgram, options.study, "--out", options.out};
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

}  // namespace

void addSweep(Commands& commands) {
  auto [command, options] =
      commands.add("sweep", "Run a study: many runs of one scene, on all cores or machines", sweepStudy);
  command.add_option("study", options.study, "FILE.json (docs/sweeps.md)")->required();
  command
      .add_option("--out", options.out,
                  "FILE.csv or FILE.parquet: a row per run, as it is done; what it has already is not run again")
      ->required()
      ->check(endingIn({".csv", ".parquet"}));
  command.add_option("--workers", options.workers, "processes (one for each core); 0: none but this one")
      ->transform(wholeFrom(0, 1024));
  command.add_option("--scheduler", options.scheduler, "address of a Dask scheduler, as tcp://HOST:8786");
  command.add_flag("--fresh", options.fresh, "run all again, whatever the file has");
  command.add_flag("--retry-failed", options.retry_failed, "run those again that have an error in the file");
  addFormat(command, options.format);
}

}  // namespace keystone
