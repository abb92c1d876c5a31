#include "cli/problem_source.h"

#include "cli/progress.h"
#include "cli/setup.h"
#include "record/stored_problem.h"

namespace keystone {

StoredProblem openSubject(const std::string& subject, const MethodOptions& method, long steps) {
  if (isProblemFile(subject)) return readAnyProblem(subject);
  Scene scene = openSceneToStep(subject, method);
  Progress progress(steps, "step");
  progress.workOn(scene.id);
  for (long i = 0; i < steps; ++i) {
    step(scene.simulation);
    progress.pieceDone();
  }
  return storedProblem(scene.simulation, scene.id);
}

}  // namespace keystone
