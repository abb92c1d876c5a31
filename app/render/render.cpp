#include "render/render.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "record/replay.h"
#include "render/offscreen.h"
#include "view/point_at.h"
#include "view/renderer.h"

namespace keystone {
namespace {

constexpr long kSceneSteps = 600;

void checkSteps(const RenderOptions& options, long length) {
  const auto refuse = [](const char* option, long found, long most, const char* what) {
    throw RenderError(std::string(option) + ": found " + std::to_string(found) + ", expected at most " +
                      std::to_string(most) + ", " + what);
  };
  if (options.to >= 0 && options.from > options.to) refuse("--from", options.from, options.to, "the step of --to");
  if (options.from > length) refuse("--from", options.from, length, "the steps there are");
  if (options.to > length) refuse("--to", options.to, length, "the steps there are");
}

// A recording or a scene, step by step.
class Film {
 public:
  Film(const RenderOptions& options, const std::string& asset_dir) {
    if (isRecording(options.subject)) {
      replay_.emplace(readRecording(options.subject), options.subject, asset_dir);
      checkSteps(options, replay_->length());
      end_ = options.to < 0 ? replay_->length() : options.to;
      replay_->seek(options.from);
    } else {
      end_ = options.to < 0 ? kSceneSteps : options.to;
      checkSteps(options, end_);
      scene_ = loadScene(findScene(options.subject, asset_dir), asset_dir);
      while (at_ < options.from) forward();
    }
  }

  const Scene& scene() const { return replay_ ? replay_->scene() : scene_; }
  long stepsLeft() const { return end_ - position(); }
  bool atEnd() const { return position() >= end_; }
  void forward() {
    if (replay_) {
      replay_->forward();
    } else {
      step(scene_.simulation);
      ++at_;
    }
    const StepReport& report = scene().simulation.report;
    if (trouble_.empty() && !report.trouble.empty())
      trouble_ = "step " + std::to_string(report.step) + ": " + report.trouble;
  }
  std::size_t lost() const { return replay_ ? replay_->recording().lost : 0; }
  // The first, in one line.
  std::string trouble() const {
    if (!replay_ || !replay_->divergence()) return trouble_;
    return "step " + std::to_string(replay_->divergence()->step) + ": found another state than the recorded one";
  }

 private:
  long position() const { return replay_ ? replay_->position() : at_; }

  std::optional<Replay> replay_;
  Scene scene_;
  long at_ = 0, end_ = 0;
  std::string trouble_;
};

}  // namespace

RenderReport renderFrames(const RenderOptions& options, const std::string& asset_dir, const std::string& shader_dir,
                          const std::function<void(long done, long all)>& tell) {
  Film film(options, asset_dir);
  const Offscreen place(options.format.width, options.format.height);
  Renderer renderer(shader_dir);
  const std::unique_ptr<FrameSink> sink = openFrameSink(options.out, options.format);
  Camera camera;
  camera.setViewport(place.width(), place.height());
  pointAt(camera, film.scene());
  ViewOptions view;
  view.contacts = options.contacts;
  view.forces = options.forces;

  std::vector<unsigned char> pixels;
  const double begin = film.scene().simulation.world.time;
  const double length = static_cast<double>(film.stepsLeft()) * film.scene().simulation.world.h;  // [s]
  const long all = 1 + std::lround(std::ceil(length / options.speed * options.format.fps - 1e-6));
  tell(0, all);
  long frames = 0;
  for (bool last = false; !last;) {
    // A frame shows the last step that has been made by then; rounding of times makes no step late.
    const double h = film.scene().simulation.world.h;
    const double now = begin + options.speed * static_cast<double>(frames) / options.format.fps + 1e-6 * h;
    while (!film.atEnd() && film.scene().simulation.world.time + h <= now) film.forward();
    last = film.atEnd();
    renderer.draw(film.scene().simulation, camera, view, {});
    place.read(pixels);
    sink->add(pixels);
    ++frames;
    tell(frames, std::max(frames, all));
  }
  sink->close();
  return {frames, film.lost(), film.trouble()};
}

}  // namespace keystone
