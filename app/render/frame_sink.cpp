#include "render/frame_sink.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <string_view>

#include "math/output_file.h"
#include "render/offscreen.h"
#include "view/png_file.h"

extern char** environ;  // NOLINT(readability-redundant-declaration): not every unistd.h has it

namespace keystone {
namespace {

[[noreturn]] void fail(const std::string& out, const std::string& found, const std::string& expected) {
  throw RenderError(out + ": found " + found + ", expected " + expected);
}

constexpr int kDigits = 6;  // of a picture's name, at least

// Whether Pictures gives names like this.
bool isPictureName(std::string_view name) {
  if (!name.ends_with(".png")) return false;
  name.remove_suffix(4);
  return name.size() >= kDigits && name.find_first_not_of("0123456789") == std::string_view::npos;
}

class Pictures : public FrameSink {
 public:
  Pictures(std::string folder, const FrameFormat& format) : folder_(std::move(folder)), format_(format) {
    std::error_code error;
    std::filesystem::create_directories(folder_, error);
    if (!std::filesystem::is_directory(folder_, error)) fail(folder_, "a place for no folder", "one for it");
    // Those of a longer rendering would go on where this one ends.
    for (const auto& entry : std::filesystem::directory_iterator(folder_, error))
      if (const std::string name = entry.path().filename().string(); isPictureName(name))
        fail(folder_, "pictures of an earlier rendering (" + name + ")", "a folder without");
  }
  void add(const std::vector<unsigned char>& pixels) override {
    char name[32];
    std::snprintf(name, sizeof name, "/%0*ld.png", kDigits, ++count_);
    const std::string path = folder_ + name;
    writePng(path, format_.width, format_.height, pixels.data(), 3 * format_.width);
  }
  void close() override {}

 private:
  std::string folder_;
  FrameFormat format_;
  long count_ = 0;
};

// In small letters.
std::string endingOf(const std::string& path) {
  std::string ending = std::filesystem::path(path).extension().string();
  std::ranges::transform(ending, ending.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return ending;
}

// Through a pipe: nothing but the video is ever on the disk, and under its name only when it is whole.
class Video : public FrameSink {
 public:
  Video(const std::string& path, const FrameFormat& format)
      : path_(path), file_(path), said_(std::tmpfile(), &std::fclose) {
    if (!said_) fail(path_, std::strerror(errno), "a place for a temporary file");
    if (format.width % 2 != 0 || format.height % 2 != 0)
      fail(path_, "an odd width or height", "even ones, as colours of videos are for two by two pixels");
    std::array<int, 2> ends{};
    if (pipe2(ends.data(), O_CLOEXEC) != 0) fail(path_, std::strerror(errno), "a pipe");
    pipe_ = ends[1];
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_adddup2(&files, ends[0], STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&files, fileno(said_.get()), STDERR_FILENO);
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
      if (written <= 0) fail(path_, "an encoder that ended early" + why(finish()), "one that takes every frame");
      done += static_cast<std::size_t>(written);
    }
  }
  void close() override {
    if (const int status = finish(); status != 0) fail(path_, "an encoder that failed" + why(status), "a video");
    file_.close();
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
    words.emplace_back("-xerror");  // a full disk is a failure, too
    if (endingOf(path_) == ".mp4") words.insert(words.end(), {"-movflags", "+faststart"});
    words.push_back(file_.partial());
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

  // What the encoder said last, or that it was killed, in brackets.
  std::string why(int status) {
    std::string said(4096, '\0');
    std::fseek(said_.get(), 0, SEEK_END);
    std::fseek(said_.get(), std::max(0L, std::ftell(said_.get()) - static_cast<long>(said.size())), SEEK_SET);
    said.resize(std::fread(said.data(), 1, said.size(), said_.get()));
    while (!said.empty() && std::isspace(static_cast<unsigned char>(said.back())) != 0) said.pop_back();
    said.erase(0, said.rfind('\n') + 1);
    if (WIFSIGNALED(status)) said = "killed by signal " + std::to_string(WTERMSIG(status));
    return said.empty() ? "" : " (" + said + ")";
  }

  std::string path_;
  OutputFile file_;
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> said_;  // the encoder's standard error
  int pipe_ = -1;
  pid_t child_ = 0;
};

}  // namespace

std::unique_ptr<FrameSink> openFrameSink(const std::string& out, const FrameFormat& format) {
  std::error_code error;
  const std::string ending = endingOf(out);
  if (ending.empty() || std::filesystem::is_directory(out, error)) return std::make_unique<Pictures>(out, format);
  for (const char* known : {".mp4", ".mkv", ".webm"})
    if (ending == known) return std::make_unique<Video>(out, format);
  fail(out, "the ending " + ending, ".mp4, .mkv or .webm, or a folder's name without ending");
}

}  // namespace keystone
