// keystone-cli replay: a recording run again, and whether every step comes to the same bits.
#include "record/replay.h"

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "cli/arguments.h"
#include "cli/interrupt.h"
#include "cli/progress.h"
#include "math/decimal.h"
#include "math/output_file.h"
#include "math/stop.h"
#include "paths.h"

namespace keystone {
namespace {

using Json = nlohmann::ordered_json;

struct ReplayOptions {
  std::string recording;  // file
  long to = -1;           // steps; below 0: all
  std::string state;      // FILE.json to write, empty = none
  Format format = Format::Table;
};

Json toJson(const Divergence& divergence) {
  return {{"position", divergence.position},
          {"step", divergence.step},
          {"found", hexDigits(divergence.found)},
          {"expected", hexDigits(divergence.expected)}};
}

Json toJson(const Replay& replay) {
  const Recording& recording = replay.recording();
  float worst = 0.0F;
  for (const RecordedStep& step : recording.steps) worst = std::max(worst, step.residual);
  const auto count = [](const auto& list, const auto& is) { return std::ranges::count_if(list, is); };
  return {{"program", recording.program},
          {"scene", replay.scene().name},
          {"solver", replay.scene().simulation.solver->id},
          {"stepper", toString(replay.scene().simulation.stepper)},
          {"steps", replay.length()},
          {"replayed", replay.position()},
          {"states", recording.states.size()},
          {"changes", count(recording.states, [](const RecordedState& state) { return state.is_change; })},
          {"impact_steps", count(recording.steps, [](const RecordedStep& step) { return step.impacts > 0; })},
          {"failures", count(recording.steps, [](const RecordedStep& step) { return step.failed; })},
          {"residual_max", worst},
          {"bytes_lost", recording.lost},
          {"diverged", replay.divergence() ? toJson(*replay.divergence()) : Json(nullptr)},
          {"state_hash", hexDigits(stateHash(replay.scene().simulation.world))}};
}

// Ends before where it is interrupted: a step that is stopped has not been made.
void replayTo(long end, Replay& replay) {
  Progress progress(end, "step");
  progress.workOn(replay.scene().name);
  try {
    while (replay.position() < end && replay.forward()) progress.pieceDone();
  } catch (const Stopped&) {
  }
}

int replayRecording(const ReplayOptions& options) {
  Replay replay(readRecording(options.recording), options.recording, assetDir());
  const long end = options.to < 0 ? replay.length() : options.to;
  if (end > replay.length())
    throw UsageError("--to: found " + std::to_string(end) + ", expected at most " + std::to_string(replay.length()) +
                     ", the steps of the recording");
  if (!options.state.empty()) checkPlace(options.state);
  replayTo(end, replay);
  if (!options.state.empty()) saveScene(replay.scene(), options.state);
  print(toJson(replay), options.format);
  sayLost(options.recording, replay.recording().lost);
  if (replay.divergence())
    std::fprintf(stderr, "%s: diverged at step %ld: found state %s, expected %s\n", options.recording.c_str(),
                 replay.divergence()->position, hexDigits(replay.divergence()->found).c_str(),
                 hexDigits(replay.divergence()->expected).c_str());
  if (replay.position() < end) return sayInterrupted(options.recording, replay.position(), end, "steps");
  return replay.divergence() ? 1 : 0;
}

}  // namespace

void addReplay(Commands& commands) {
  auto [command, options] =
      commands.add("replay", "Run a recording again, and check every step to the last bit", replayRecording);
  command.add_option("recording", options.recording, "FILE.replay, of run --record or of the window")->required();
  command.add_option("--to", options.to, "number of steps, at most those there are (all)")
      ->transform(wholeFrom(0, 100'000'000));
  command.add_option("--state", options.state, "FILE.json: the last state, as a scene file");
  addFormat(command, options.format);
}

}  // namespace keystone
