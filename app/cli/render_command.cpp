// keystone-cli render: pictures or a video of a recording or a scene, without a display.
#include "render/render.h"

#include <cstdio>
#include <nlohmann/json.hpp>
#include <optional>

#include "cli/commands.h"
#include "cli/progress.h"
#include "paths.h"

namespace keystone {

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

}  // namespace keystone
