// The one way in which the programs write files: a file is whole under its name, or it is not there.
#pragma once

#include <memory>
#include <ostream>
#include <stdexcept>
#include <string>
#include <string_view>

#include "math/no_copy.h"

namespace keystone {

// what() is one line, "FILE: found a file that cannot be written (WHAT THE SYSTEM SAID), expected one that can".
struct OutputError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// `error` is an errno.
[[noreturn]] void failToWrite(const std::string& path, int error);

// Written beside its place as NAME.partial.ENDING, and renamed by close(). Without close() nothing is left of it, and
// an older file of that name stays. A program that is killed leaves the partial file. Where the name is a link, the
// file that it leads to is replaced. A device or a pipe is written directly: nothing else may take its place.
class OutputFile : NoCopy {
 public:
  // Opens the partial file, so that a bad place is told of before any work. Throws OutputError.
  explicit OutputFile(std::string path);
  ~OutputFile();

  const std::string& path() const { return path_; }
  // For other programs, which write to that name by themselves.
  const std::string& partial() const { return partial_; }

  // It and its operators throw OutputError once the system takes no more.
  std::ostream& out();
  // Hands what was written to the system: a program that is killed loses nothing of it. Throws OutputError.
  void flush();
  // The file gets its name. Throws OutputError.
  void close();

 private:
  class Buffer;
  void open();

  std::string path_, target_, partial_;  // target: path without links; partial: empty for a device
  std::unique_ptr<Buffer> buffer_;
  std::ostream out_;
};

// A file with this content. Throws OutputError.
void writeFile(const std::string& path, std::string_view content);

// Throws OutputError where no file can be written under that name. For work whose result is written at its end.
void checkPlace(const std::string& path);

}  // namespace keystone
