// Files of named arrays, compressed with gzip: a title, then arrays in a fixed order, each a line "NAME TYPE COUNT" and
// its bytes. TYPE is text, i4 or f8, little-endian.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "math/types.h"

namespace keystone {

class ArrayWriter {
 public:
  explicit ArrayWriter(std::string_view title);  // one line, without its end

  void array(std::string_view name, const std::string& text);
  void array(std::string_view name, const std::vector<int>& values);
  void array(std::string_view name, const std::vector<double>& values);
  void array(std::string_view name, const VecX& values);

  // What the file unpacks to.
  const std::string& bytes() const { return bytes_; }
  // Throws OutputError.
  void save(const std::string& path) const;

 private:
  void add(std::string_view name, std::string_view type, std::size_t count, std::size_t size, const void* from);

  std::string bytes_;
};

// All errors are ProblemFileError, one line: "PATH: NAME: found ..., expected ...".
class ArrayReader {
 public:
  explicit ArrayReader(std::string path);
  // Of bytes(); `name` stands for the file in messages.
  ArrayReader(std::string name, std::string bytes) : path_(std::move(name)), bytes_(std::move(bytes)) {}

  // The first line, which is passed over.
  std::string title();

  // The next array, which has this name and the type of `values`.
  void array(std::string_view name, std::string& text);
  void array(std::string_view name, std::vector<int>& values);
  void array(std::string_view name, std::vector<double>& values);
  void array(std::string_view name, VecX& values);

  // Throws where bytes are left.
  void end() const;

  [[noreturn]] void fail(std::string_view name, const std::string& found, const std::string& expected) const;

 private:
  std::size_t begin(std::string_view name, std::string_view type, std::size_t size);
  void take(void* to, std::size_t bytes);

  std::string path_, bytes_;
  std::size_t at_ = 0;
};

}  // namespace keystone
