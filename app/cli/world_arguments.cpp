#include "cli/arguments.h"

namespace keystone {

void addRun(Commands& commands) {
  auto [run, options] = commands.add("run", "Simulate a scene and print what it came to", runScene);
  run.add_option("scene", options.scene, "name in assets/scenes, or path of a scene file or a robot's (MJCF, URDF)")
      ->required();
  addSet(run, options.scene);
  addMethod(run, options.method);
  addStepper(run, options.method);
  run.add_option("--steps", options.steps, "number of steps (600)")->check(CLI::Range(0L, 100'000'000L));
  run.add_flag("--sleeping", options.sleeping, "let immobilised bodies at rest sleep (velocity, position steppers)");
  run.add_option("--timings", options.timings, "FILE.csv or FILE.json: one row per step")
      ->check(endingIn({".csv", ".json"}));
  run.add_option("--trace", options.trace, "FILE.json: Chrome trace events, for Perfetto");
  run.add_option("--state", options.state, "FILE.json: the last state, as a scene file");
  run.add_option("--record", options.record, "FILE.replay: a recording, for the command replay")
      ->check(endingIn({".replay"}));
  addFormat(run, options.format);
}

}  // namespace keystone
