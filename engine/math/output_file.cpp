#include "math/output_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <streambuf>
#include <system_error>
#include <utility>

namespace keystone {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kBufferBytes = 1 << 16;  // bytes handed to the system
constexpr mode_t kAnyone = 0666;               // less what the user's mask takes away
constexpr mode_t kPermissions = 0777;          // of an older file, which the new one keeps

// runs.csv -> runs.partial.csv, runs.partial2.csv and so on: the ending tells other programs what to write.
std::string partialName(const std::string& target, int number) {
  const fs::path path(target);
  const std::string mark = ".partial" + (number > 1 ? std::to_string(number) : "");
  return (path.parent_path() / path.stem()).string() + mark + path.extension().string();
}

}  // namespace

void failToWrite(const std::string& path, int error) {
  throw OutputError(path + ": found a file that cannot be written (" + std::generic_category().message(error) +
                    "), expected one that can");
}

// Hands bytes to a file descriptor. A failure is an exception, which the stream passes on.
class OutputFile::Buffer : public std::streambuf {
 public:
  explicit Buffer(const std::string& path) : path_(path) { setp(bytes_.data(), bytes_.data() + bytes_.size()); }
  ~Buffer() override {
    if (file_ >= 0) ::close(file_);
  }
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;

  void take(int file) { file_ = file; }
  void check() const {
    if (error_ != 0) failToWrite(path_, error_);
  }
  void close() {
    if (::close(std::exchange(file_, -1)) != 0) failToWrite(path_, errno);
  }

 protected:
  int_type overflow(int_type c) override {
    sync();
    if (traits_type::eq_int_type(c, traits_type::eof())) return traits_type::not_eof(c);
    return sputc(traits_type::to_char_type(c));
  }

  int sync() override {
    const char* at = pbase();
    const char* const end = pptr();
    setp(bytes_.data(), bytes_.data() + bytes_.size());
    while (at < end) {
      const ssize_t written = ::write(file_, at, static_cast<std::size_t>(end - at));
      if (written < 0 && errno == EINTR) continue;
      if (written < 0) failToWrite(path_, error_ = errno);
      at += written;
    }
    return 0;
  }

 private:
  const std::string& path_;
  int file_ = -1, error_ = 0;
  std::array<char, kBufferBytes> bytes_;
};

OutputFile::OutputFile(std::string path)
    : path_(std::move(path)), buffer_(std::make_unique<Buffer>(path_)), out_(buffer_.get()) {
  out_.exceptions(std::ios::badbit);
  open();
}

void OutputFile::open() {
  std::error_code ignored;
  target_ = fs::is_symlink(path_, ignored) ? fs::weakly_canonical(path_, ignored).string() : path_;
  struct stat older {};
  const bool is_there = ::stat(target_.c_str(), &older) == 0;
  if (is_there && (S_ISDIR(older.st_mode) || ::access(target_.c_str(), W_OK) != 0))
    failToWrite(path_, S_ISDIR(older.st_mode) ? EISDIR : errno);
  if (!is_there && !fs::path(target_).has_filename()) failToWrite(path_, ENOENT);
  int file = -1;
  if (is_there && !S_ISREG(older.st_mode)) {
    file = ::open(target_.c_str(), O_WRONLY | O_CLOEXEC);
  } else {
    for (int number = 1; file < 0 && (number == 1 || errno == EEXIST); ++number) {
      partial_ = partialName(target_, number);  // one that is there belongs to another program, or to one that died
      file = ::open(partial_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, kAnyone);
    }
    if (file < 0) partial_.clear();
  }
  if (file < 0) failToWrite(path_, errno);
  buffer_->take(file);
  if (is_there && !partial_.empty()) ::fchmod(file, older.st_mode & kPermissions);
}

OutputFile::~OutputFile() {
  if (!partial_.empty()) ::unlink(partial_.c_str());
}

std::ostream& OutputFile::out() {
  buffer_->check();  // the stream itself would throw an exception without words
  return out_;
}

void OutputFile::flush() {
  out().flush();
}

void OutputFile::close() {
  flush();
  buffer_->close();
  if (partial_.empty()) return;
  if (std::rename(partial_.c_str(), target_.c_str()) != 0) failToWrite(path_, errno);
  partial_.clear();
}

void writeFile(const std::string& path, std::string_view content) {
  OutputFile file(path);
  file.out() << content;
  file.close();
}

void checkPlace(const std::string& path) {
  std::error_code ignored;
  const fs::file_status older = fs::status(path, ignored);
  // Who reads a pipe would take this for its end.
  if (!fs::is_other(older)) const OutputFile file(path);
}

}  // namespace keystone
