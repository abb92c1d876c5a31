#include "session/failures.h"

#include <algorithm>
#include <exception>
#include <filesystem>
#include <limits>
#include <stdexcept>
#include <utility>
#include <vector>

#include "observe/race.h"
#include "record/stored_problem.h"
#include "session/keys.h"
#include "session/quantity.h"
#include "session/settings.h"
#include "world/stopwatch.h"

namespace keystone {
namespace {

namespace fs = std::filesystem;
using Seconds = std::chrono::duration<double>;

constexpr Seconds kPause{1.0};       // from one file to the next
constexpr double kShare = 1 / 20.0;  // of the time that writing may take at most

std::string sizeText(std::uintmax_t bytes) {
  return quantity(static_cast<double>(bytes), "B");
}

struct ProblemFile {
  fs::path path;
  fs::file_time_type written;
  std::uintmax_t bytes;
};

// Those of the folder, newest first. "NAME.b" belongs to "NAME.mtx".
std::vector<ProblemFile> problemFilesIn(const std::string& folder) {
  std::vector<ProblemFile> files;
  std::error_code error;  // a folder that is not there, or a file that goes meanwhile, has nothing to count
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    const bool is_problem = isProblemFile(entry->path().string()) || entry->path().extension() == ".b";
    if (!is_problem) continue;
    std::error_code gone;
    const ProblemFile file{entry->path(), entry->last_write_time(gone), entry->file_size(gone)};
    if (!gone) files.push_back(file);
  }
  std::ranges::sort(files, [](const ProblemFile& a, const ProblemFile& b) {
    return std::pair(a.written, a.path) > std::pair(b.written, b.path);
  });
  return files;
}

void forgetFile(FailureList& failures, const std::string& path) {
  for (Failure& failure : failures.entries)
    if (failure.saved == path) failure.saved.clear();
}

// Deletes all but the newest that are within both limits together, and counts what stays.
void keepNewest(FailureList& failures, int most_files, std::uintmax_t most_bytes) {
  failures.saved = {};
  bool is_full = false;
  for (const ProblemFile& file : problemFilesIn(failures.folder)) {
    is_full |= failures.saved.files == most_files || failures.saved.bytes + file.bytes > most_bytes;
    std::error_code error;
    if (is_full && fs::remove(file.path, error)) {
      forgetFile(failures, file.path.string());
      continue;
    }
    ++failures.saved.files;
    failures.saved.bytes += file.bytes;
  }
}

std::string unusedPath(const std::string& folder, const Specimen& specimen) {
  const std::string stem = folder + "/" + specimen.scene + "_step" + std::to_string(specimen.simulation.report.step) +
                           "_" + std::string(briefName(methodOf(specimen.simulation)));
  std::string path = stem + ".problem.gz";
  for (int i = 2; fs::exists(path); ++i) path = stem + "_" + std::to_string(i) + ".problem.gz";
  return path;
}

// Packed, in one file with the start. Throws std::exception where it cannot be written, or is larger than all may be.
std::string writeProblem(const std::string& folder, const Specimen& specimen) {
  fs::create_directories(folder);
  const std::string path = unusedPath(folder, specimen);
  writeAnyProblem(path, storedProblem(specimen.simulation, specimen.scene));
  if (const std::uintmax_t bytes = fs::file_size(path); bytes > FailureList::kMostBytes) {
    fs::remove(path);
    throw std::runtime_error(path + ": found " + sizeText(bytes) + ", expected at most " +
                             sizeText(FailureList::kMostBytes));
  }
  return path;
}

}  // namespace

void saveFailuresIn(FailureList& failures, std::string folder) {
  failures.folder = std::move(folder);
  keepNewest(failures, std::numeric_limits<int>::max(), std::numeric_limits<std::uintmax_t>::max());
}

std::string keepFailure(FailureList& failures, Specimen specimen, FailureList::Clock::time_point now) {
  Failure& failure = failures.entries.emplace_back(Failure{std::move(specimen), {}});
  if (failures.entries.size() > FailureList::kMost) failures.entries.pop_front();
  if (failures.folder.empty() || now < failures.next_save) return {};
  const Stopwatch watch;
  std::string told;
  try {
    failure.saved = writeProblem(failures.folder, failure.specimen);
    told = "saved, " + shortcut(Action::Failures) + " lists it";  // a line has no room for the file's name
  } catch (const std::exception& error) {
    told = std::string("problem not saved: ") + error.what();
  }
  keepNewest(failures, FailureList::kMostFiles, FailureList::kMostBytes);
  const Seconds taken{1e-3 * watch.total()};
  failures.next_save = now + std::chrono::duration_cast<FailureList::Clock::duration>(std::max(kPause, taken / kShare));
  return told;
}

std::string deleteFailures(FailureList& failures) {
  failures.entries.clear();
  keepNewest(failures, 0, 0);
  if (failures.saved.files == 0) return "Failed problems deleted";
  return std::to_string(failures.saved.files) + " files could not be deleted in " + shownPath(failures.folder);
}

}  // namespace keystone
