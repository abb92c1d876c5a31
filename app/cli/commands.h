// The commands of keystone-cli: what each is asked, and the function that does it. Each returns the exit status,
// 0 (fine) or 1 (done, but the result is not good), and throws std::runtime_error for bad arguments or files.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/output.h"
#include "step/method_choices.h"

namespace keystone {

// Empty: the scene's own, or the default.
struct MethodOptions : MethodChoices {
  std::vector<std::string> parameters;          // "id=value", of the solver
  std::vector<std::string> stepper_parameters;  // likewise, of the stepper
};

struct RunOptions {
  std::string scene = "wall_10x10";
  MethodOptions method;
  long steps = 600;
  bool sleeping = false;                      // bodies at rest may sleep; else as the scene says
  std::string timings, trace, state, record;  // files to write, empty = none
  Format format = Format::Table;
};
int runScene(const RunOptions& options);

}  // namespace keystone
