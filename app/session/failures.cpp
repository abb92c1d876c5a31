#include "session/failures.h"

#include <exception>
#include <filesystem>
#include <utility>

#include "observe/race.h"
#include "record/stored_problem.h"
#include "session/settings.h"

namespace keystone {
namespace {

std::string unusedPath(const FailureList& failures, const Specimen& specimen) {
  const ContactProblem& problem = specimen.simulation.problem;
  const std::string stem = failures.folder + "/" + specimen.scene + "_step" +
                           std::to_string(specimen.simulation.report.step) + "_" +
                           std::string(briefName(methodOf(specimen.simulation)));
  const std::string extension = simplestEnding(problem);
  std::string path = stem + extension;
  for (int i = 2; std::filesystem::exists(path); ++i) path = stem + "_" + std::to_string(i) + extension;
  return path;
}

}  // namespace

std::string keepFailure(FailureList& failures, Specimen specimen) {
  Failure& failure = failures.entries.emplace_back(Failure{std::move(specimen), {}});
  if (failures.entries.size() > FailureList::kMost) failures.entries.pop_front();
  if (failures.folder.empty() || failures.files >= FailureList::kMostFiles) return {};
  ++failures.files;
  const std::string path = unusedPath(failures, failure.specimen);
  try {
    std::filesystem::create_directories(failures.folder);
    writeAnyProblem(path, storedProblem(failure.specimen.simulation, failure.specimen.scene));
    failure.saved = path;
    return "problem saved to " + shownPath(path);
  } catch (const std::exception& error) {
    return std::string("problem not saved: ") + error.what();
  }
}

}  // namespace keystone
