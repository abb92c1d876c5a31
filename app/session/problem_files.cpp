#include "session/problem_files.h"

#include "problem/fclib_file.h"
#include "problem/problem_file.h"

namespace keystone {

namespace {

bool isFclib(const std::string& path) {
  return path.ends_with(".hdf5") || path.ends_with(".h5");
}

}  // namespace

bool isProblemFile(const std::string& path) {
  return path.ends_with(".mtx") || isFclib(path);
}

ContactProblem readProblem(const std::string& path) {
  return isFclib(path) ? readFclibFile(path).problem : readProblemFile(path).problem;
}

void writeProblem(const std::string& path, const ContactProblem& problem) {
  if (isFclib(path)) return writeFclibFile(path, problem, FclibForm::Local);
  writeProblemFile(path, problem);
}

std::string problemExtension(const ContactProblem& problem) {
  // Matrix Market with .b has no place for joint rows, nor for a W that is not symmetric, as FCLIB's files may have.
  const bool symmetric = problem.hasBodies() || problem.W.isApprox(SparseRows(problem.W.transpose()), 0.0);
  return problem.joint_rows > 0 || !symmetric ? ".hdf5" : ".mtx";
}

}  // namespace keystone
