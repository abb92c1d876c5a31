#include "problem/problem_formats.h"

#include <filesystem>
#include <utility>

#include "problem/fclib_file.h"
#include "problem/problem_archive.h"
#include "problem/problem_file.h"

namespace keystone {
namespace {

StoredProblem fromArchive(ProblemArchive archive) {
  return {.problem = std::move(archive.problem),
          .start = std::move(archive.start),
          .solution = std::move(archive.solution),
          .scene = std::move(archive.scene),
          .step = archive.step};
}

StoredProblem fromFclib(FclibFile file) {
  return {.problem = std::move(file.problem), .solution = std::move(file.solution), .guesses = std::move(file.guesses)};
}

}  // namespace

ProblemFormat problemFormat(std::string_view path) {
  if (path.ends_with(".mtx")) return ProblemFormat::MatrixMarket;
  if (path.ends_with(".hdf5") || path.ends_with(".h5")) return ProblemFormat::Fclib;
  return path.ends_with(".problem.gz") ? ProblemFormat::Archive : ProblemFormat::None;
}

bool isProblemFile(const std::string& path) {
  return problemFormat(path) != ProblemFormat::None;
}

std::string problemName(const std::string& path) {
  std::filesystem::path name = std::filesystem::path(path).stem();
  if (problemFormat(path) == ProblemFormat::Archive) name = name.stem();
  return name.string();
}

StoredProblem readAnyProblem(const std::string& path) {
  std::error_code error;
  if (isProblemFile(path) && !std::filesystem::exists(path, error))
    throw ProblemFileError(path + ": found no such file, expected a contact problem");
  switch (problemFormat(path)) {
    case ProblemFormat::Fclib:
      return fromFclib(readFclibFile(path));
    case ProblemFormat::Archive:
      return fromArchive(readProblemArchive(path));
    case ProblemFormat::MatrixMarket:
      return {.problem = readProblemFile(path).problem};
    case ProblemFormat::None:
      break;
  }
  throw ProblemFileError(path + ": found another file name, expected " + kProblemFileNames);
}

void writeAnyProblem(const std::string& path, const StoredProblem& stored, FclibForm form) {
  switch (problemFormat(path)) {
    case ProblemFormat::Fclib:
      return writeFclibFile(path, stored.problem, form, stored.solution);
    case ProblemFormat::Archive:
      return writeProblemArchive(path, {stored.scene, stored.step, stored.problem, stored.start, stored.solution});
    case ProblemFormat::MatrixMarket:
      return writeProblemFile(path, stored.problem);
    case ProblemFormat::None:
      break;
  }
  throw ProblemFileError(path + ": found another file name, expected " + kProblemFileNames);
}

std::string simplestEnding(const ContactProblem& problem) {
  const bool has_bounds = problem.joint_lower.size() > 0 || !problem.discs.empty();
  // FCLIB's files take no rows without tangents.
  if (has_bounds || (problem.joint_rows > 0 && problem.dim < 2)) return ".problem.gz";
  const bool symmetric = problem.hasBodies() || problem.W.isApprox(SparseRows(problem.W.transpose()), 0.0);
  return problem.joint_rows > 0 || !symmetric ? ".hdf5" : ".mtx";
}

}  // namespace keystone
