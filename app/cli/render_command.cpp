// keystone-cli render: pictures or a video of a recording or a scene, without a display; where the window is built.
#include "render/render.h"

#include <cstdio>
#include <nlohmann/json.hpp>
#include <optional>

#include "cli/arguments.h"
#include "cli/progress.h"
#include "paths.h"

namespace keystone {
#ifdef KEYSTONE_RENDER
namespace {

struct RenderCommand {
  std::string subject;             // a recording, or the name or path of a scene
  std::string out;                 // NAME.mp4, NAME.mkv, NAME.webm, or a folder for pictures
  int width = 1280, height = 720;  // [pixels]
  double fps = 60.0;
  long from = 0, to = -1;  // steps; below 0: all of a recording, 600 of a scene
  double speed = 1.0;      // seconds of the run to one of the video
  bool plain = false;      // without contacts and forces
  Format format = Format::Table;
};

int renderPictures(const RenderCommand& command) {
  RenderOptions options;
  options.subject = command.subject;
  options.out = command.out;
  options.format = {command.width, command.height, command.fps};
  options.from = command.from;
  options.to = command.to;
  options.speed = command.speed;
  options.contacts = options.forces = !command.plain;
  std::optional<Progress> progress;
  const RenderReport report = renderFrames(options, assetDir(), shaderDir(), [&](long done, long all) {
    if (done > 0) return progress->pieceDone();
    progress.emplace(all, "frame");
    progress->workOn(command.out);
  });
  progress.reset();
  print(nlohmann::ordered_json{{"out", command.out},
                               {"frames", report.frames},
                               {"seconds", static_cast<double>(report.frames) / command.fps},
                               {"width", command.width},
                               {"height", command.height},
                               {"trouble", report.trouble}},
        command.format);
  sayLost(command.subject, report.lost);
  if (report.trouble.empty()) return 0;
  std::fprintf(stderr, "%s: %s\n", command.subject.c_str(), report.trouble.c_str());
  return 1;
}

}  // namespace

void addRender(Commands& commands) {
  auto [command, options] =
      commands.add("render", "Pictures or a video of a recording or a scene, without a display", renderPictures);
  command
      .add_option("subject", options.subject,
                  "FILE.replay, or a scene by name or path, or a robot's file (MJCF, URDF, SDF)")
      ->required();
  addSet(command, options.subject);
  command
      .add_option("--out", options.out,
                  "NAME.mp4, NAME.mkv or NAME.webm (by ffmpeg), or a folder for 000001.png and so on")
      ->required();
  command.add_option("--width", options.width, "in pixels (1280)")->transform(wholeFrom(16, 8192));
  command.add_option("--height", options.height, "in pixels (720)")->transform(wholeFrom(16, 8192));
  command.add_option("--fps", options.fps, "frames a second of the video (60)")->check(numberFrom(1.0, 1000.0));
  command.add_option("--from", options.from, "step to begin after (0)")->transform(wholeFrom(0, 100'000'000));
  command.add_option("--to", options.to, "step to end at (all of a recording, 600 of a scene)")
      ->transform(wholeFrom(0, 100'000'000));
  command.add_option("--speed", options.speed, "seconds of the run to one of the video (1); below 1: slow motion")
      ->check(numberFrom(1e-3, 1e3));
  command.add_flag("--plain", options.plain, "without contacts and forces");
  addFormat(command, options.format);
}

#else
void addRender(Commands&) {}
#endif
}  // namespace keystone
