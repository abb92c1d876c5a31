// Where frames go: pictures in a folder, or a video.
#pragma once

#include <memory>
#include <string>
#include <vector>

namespace keystone {

struct FrameFormat {
  int width = 1280, height = 720;  // [pixels]
  double fps = 60.0;
};

class FrameSink {
 public:
  virtual ~FrameSink() = default;
  // [height][width][3] bytes, red, green, blue, from the top row down. Throws RenderError, and OutputError.
  virtual void add(const std::vector<unsigned char>& pixels) = 0;
  // After the last one; throws RenderError where the file has not become what it should.
  virtual void close() = 0;
};

// NAME.mp4, NAME.mkv or NAME.webm: a video by ffmpeg. A folder, or a name without ending, which becomes one: pictures
// 000001.png and so on, where there are none yet. Throws RenderError.
std::unique_ptr<FrameSink> openFrameSink(const std::string& out, const FrameFormat& format);

}  // namespace keystone
