// Pictures and videos of recordings and scenes, without a window.
#pragma once

#include <functional>
#include <string>

#include "render/frame_sink.h"

namespace keystone {

struct RenderOptions {
  std::string subject;  // a recording, or the name or path of a scene
  std::string out;      // as openFrameSink()
  FrameFormat format;
  long from = 0, to = -1;               // steps; below 0: all of a recording, 600 of a scene
  double speed = 1.0;                   // seconds of the run to one of the video
  bool contacts = true, forces = true;  // drawn
};

struct RenderReport {
  long frames = 0;
  std::size_t lost = 0;  // bytes at the end of a recording that was cut off
  std::string trouble;   // the first of a step, or that a recording diverged; one line, empty: none
};

// `tell` is called before the first and after each with how many are done and there will be.
// Throws std::runtime_error, one line.
RenderReport renderFrames(const RenderOptions& options, const std::string& asset_dir, const std::string& shader_dir,
                          const std::function<void(long done, long all)>& tell);

}  // namespace keystone
