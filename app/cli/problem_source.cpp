#include "cli/problem_source.h"

#include "cli/progress.h"
#include "cli/setup.h"
#include "problem/problem_file.h"

namespace keystone {

ProblemSource openProblem(const std::string& path) {
  ProblemSource source;
  if (!isFclibPath(path)) {
    source.problem = readProblemFile(path).problem;
    return source;
  }
  FclibFile file = readFclibFile(path);
  source.problem = std::move(file.problem);
  source.fclib = true;
  source.solution = std::move(file.solution);
  source.guesses = std::move(file.guesses);
  return source;
}

ProblemSource openSubject(const std::string& subject, const MethodOptions& method, long steps) {
  if (isProblemPath(subject)) {
    return openProblem(subject);
  }
  Scene scene = openScene(subject, method);
  Progress progress(steps, "step");
  progress.workOn(scene.id);
  for (long i = 0; i < steps; ++i) {
    step(scene.simulation);
    progress.pieceDone();
  }
  ProblemSource source;
  source.problem = scene.simulation.problem;
  return source;
}

void saveProblem(const std::string& path, const ContactProblem& problem, FclibForm form, const VecX& solution) {
  if (isFclibPath(path)) {
    writeFclibFile(path, problem, form, solution);
  } else {
    writeProblemFile(path, problem);
  }
}

bool isFclibPath(const std::string& path) {
  return path.ends_with(".hdf5") || path.ends_with(".h5");
}

bool isProblemPath(const std::string& path) {
  return path.ends_with(".mtx") || isFclibPath(path);
}

}  // namespace keystone
