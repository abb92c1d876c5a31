#include "render/frame_sink.h"

#include <fcntl.h>
#include <spawn.h>
#include <stb_image_write.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <filesystem>

#include "render/offscreen.h"

extern char** environ;  // NOLINT(readability-redundant-declaration): not every unistd.h has it

namespace keystone {
namespace {

[[noreturn]] void fail(const std::string& out, const std::string& found, const std::string& expected) {
  throw RenderError(out + ": found " + found + ", expected " + expected);
}

class Pictures : public FrameSink {
 public:
  Pictures(std::string folder, const FrameFormat& format) : folder_(std::move(folder)), format_(format) {
    std::error_code error;
    std::filesystem::create_directories(folder_, error);
    if (!std::filesystem::is_directory(folder_, error)) fail(folder_, "a place for no folder", "one for it");
  }
  void add(const std::vector<unsigned char>& pixels) override {
    char name[32];
    std::snprintf(name, sizeof name, "/%06ld.png", ++count_);
    const std::string path = folder_ + name;
    if (stbi_write_png(path.c_str(), format_.width, format_.height, 3, pixels.data(), 3 * format_.width) == 0)
      fail(path, "a place that cannot be written", "a writable one");
  }
  void close() override {}

 private:
  std::string folder_;
  FrameFormat format_;
  long count_ = 0;
};

// Through a pipe: nothing but the video is ever on the disk.
class Video : public FrameSink {
 public:
  Video(std::string path, const FrameFormat& format) : path_(std::move(path)) {
    if (format.width % 2 != 0 || format.height % 2 != 0)
      fail(path_, "an odd width or height", "even ones, as colours of videos are for two by two pixels");
    std::array<int, 2> ends{};
    if (pipe2(ends.data(), O_CLOEXEC) != 0) fail(path_, std::strerror(errno), "a pipe");
    pipe_ = ends[1];
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_adddup2(&files, ends[0], STDIN_FILENO);
    const int status = spawn(format, files);
    posix_spawn_file_actions_destroy(&files);
    ::close(ends[0]);
    if (status != 0) fail(path_, "no program ffmpeg", "Debian's package ffmpeg, or a folder for pictures");
    std::signal(SIGPIPE, SIG_IGN);  // an encoder that ends early is told of by write()
  }
  ~Video() override {
    if (child_ > 0) finish();
  }
  Video(const Video&) = delete;
  Video& operator=(const Video&) = delete;

  void add(const std::vector<unsigned char>& pixels) override {
    for (std::size_t done = 0; done < pixels.size();) {
      const ssize_t written = ::write(pipe_, pixels.data() + done, pixels.size() - done);
      if (written <= 0) fail(path_, "an encoder that ended early (see above)", "one that takes every frame");
      done += static_cast<std::size_t>(written);
    }
  }
  void close() override {
    if (finish() != 0) fail(path_, "an encoder that failed (see above)", "a video");
  }

 private:
  int spawn(const FrameFormat& format, const posix_spawn_file_actions_t& files) {
    char fps[32];
    std::snprintf(fps, sizeof fps, "%.6g", format.fps);
    std::vector<std::string> words = {
        "ffmpeg",   "-loglevel", "error", "-y", "-f",
        "rawvideo", "-pix_fmt",  "rgb24", "-s", std::to_string(format.width) + "x" + std::to_string(format.height),
        "-r",       fps,         "-i",    "-",  "-pix_fmt",
        "yuv420p"};
    if (path_.ends_with(".mp4")) words.insert(words.end(), {"-movflags", "+faststart"});
    words.push_back(path_);
    std::vector<char*> arguments;
    arguments.reserve(words.size() + 1);
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    return posix_spawnp(&child_, "ffmpeg", &files, nullptr, arguments.data(), environ);
  }

  // The encoder's exit status.
  int finish() {
    ::close(pipe_);
    int status = -1;
    waitpid(child_, &status, 0);
    child_ = 0;
    return status;
  }

  std::string path_;
  int pipe_ = -1;
  pid_t child_ = 0;
};

}  // namespace

std::unique_ptr<FrameSink> openFrameSink(const std::string& out, const FrameFormat& format) {
  for (const char* ending : {".mp4", ".mkv", ".webm"})
    if (out.ends_with(ending)) return std::make_unique<Video>(out, format);
  return std::make_unique<Pictures>(out, format);
}

}  // namespace keystone
