#include "problem/array_file.h"

#include <zlib.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstring>
#include <utility>

#include "math/no_copy.h"
#include "problem/problem_file.h"

namespace keystone {
namespace {

static_assert(std::endian::native == std::endian::little, "arrays are written as they are in memory");

constexpr std::size_t kMostNumbers = 100'000'000;  // of one array; far below what overflows its size in bytes
constexpr std::size_t kLongestLine = 80;           // of a title or an array, in an error too
constexpr std::size_t kAtOnce = 1 << 16;           // bytes read

struct GzFile : NoCopy {
  explicit GzFile(gzFile opened) : file(opened) {}
  ~GzFile() {
    if (file != nullptr) gzclose(file);
  }
  gzFile file;
};

bool writeAll(gzFile file, std::string_view bytes) {
  while (!bytes.empty()) {
    const std::string_view part = bytes.substr(0, std::size_t{1} << 30);
    if (gzwrite(file, part.data(), static_cast<unsigned>(part.size())) != static_cast<int>(part.size())) return false;
    bytes.remove_prefix(part.size());
  }
  return true;
}

// Of a line that may be anything.
std::string quoted(std::string_view line) {
  std::string shown = "'";
  for (const char c : line.substr(0, kLongestLine)) shown += c >= ' ' && c <= '~' ? c : '?';
  return shown + "'";
}

}  // namespace

ArrayWriter::ArrayWriter(std::string_view title) : bytes_(title) {
  bytes_ += '\n';
}

void ArrayWriter::add(std::string_view name, std::string_view type, std::size_t count, std::size_t size,
                      const void* from) {
  bytes_.append(name).append(" ").append(type).append(" ").append(std::to_string(count)).append("\n");
  if (count > 0) bytes_.append(static_cast<const char*>(from), count * size);
}

void ArrayWriter::array(std::string_view name, const std::string& text) {
  add(name, "text", text.size(), 1, text.data());
}
void ArrayWriter::array(std::string_view name, const std::vector<int>& values) {
  add(name, "i4", values.size(), sizeof(int), values.data());
}
void ArrayWriter::array(std::string_view name, const std::vector<double>& values) {
  add(name, "f8", values.size(), sizeof(double), values.data());
}
void ArrayWriter::array(std::string_view name, const VecX& values) {
  add(name, "f8", static_cast<std::size_t>(values.size()), sizeof(double), values.data());
}

void ArrayWriter::save(const std::string& path) const {
  GzFile out(gzopen(path.c_str(), "wb9"));
  const bool is_good = out.file != nullptr && writeAll(out.file, bytes_);
  if (!is_good || gzclose(std::exchange(out.file, nullptr)) != Z_OK)
    throw ProblemFileError(path + ": found a file that cannot be written, expected one that can");
}

ArrayReader::ArrayReader(std::string path) : path_(std::move(path)) {
  const GzFile in(gzopen(path_.c_str(), "rb"));
  if (in.file == nullptr) throw ProblemFileError(path_ + ": found no readable file, expected one");
  std::string part(kAtOnce, '\0');
  int size = 0;
  while ((size = gzread(in.file, part.data(), static_cast<unsigned>(part.size()))) > 0)
    bytes_.append(part, 0, static_cast<std::size_t>(size));
  if (size < 0) throw ProblemFileError(path_ + ": found a damaged or unreadable file, expected one of gzip");
}

std::string ArrayReader::title() {
  const std::size_t end = bytes_.find('\n');
  std::string line = bytes_.substr(0, std::min(end, kLongestLine));
  at_ = end == std::string::npos ? bytes_.size() : end + 1;
  return line;
}

// How many numbers the next array has.
std::size_t ArrayReader::begin(std::string_view name, std::string_view type, std::size_t size) {
  if (at_ == bytes_.size()) fail(name, "the end of the file", "an array");
  const std::size_t end = bytes_.find('\n', at_);
  const std::string_view line = std::string_view(bytes_).substr(at_, end - at_);
  const std::string start = std::string(name).append(" ").append(type).append(" ");
  if (end == std::string::npos || !line.starts_with(start)) fail(name, quoted(line), "the line '" + start + "COUNT'");
  std::size_t count = 0;
  const char* const last = line.data() + line.size();
  const auto [stop, error] = std::from_chars(line.data() + start.size(), last, count);
  if (error != std::errc() || stop != last || count > kMostNumbers)
    fail(name, quoted(line), "a count up to " + std::to_string(kMostNumbers));
  at_ = end + 1;
  if (count * size > bytes_.size() - at_)
    fail(name, "the end of the file", std::to_string(count) + " entries as its line says");
  return count;
}

void ArrayReader::take(void* to, std::size_t bytes) {
  if (bytes > 0) std::memcpy(to, bytes_.data() + at_, bytes);
  at_ += bytes;
}

void ArrayReader::array(std::string_view name, std::string& text) {
  text.resize(begin(name, "text", 1));
  take(text.data(), text.size());
}
void ArrayReader::array(std::string_view name, std::vector<int>& values) {
  values.resize(begin(name, "i4", sizeof(int)));
  take(values.data(), values.size() * sizeof(int));
}
void ArrayReader::array(std::string_view name, std::vector<double>& values) {
  values.resize(begin(name, "f8", sizeof(double)));
  take(values.data(), values.size() * sizeof(double));
}
void ArrayReader::array(std::string_view name, VecX& values) {
  values.resize(static_cast<Eigen::Index>(begin(name, "f8", sizeof(double))));
  take(values.data(), static_cast<std::size_t>(values.size()) * sizeof(double));
}

void ArrayReader::end() const {
  if (at_ < bytes_.size()) fail("after the last array", std::to_string(bytes_.size() - at_) + " bytes", "the end");
}

void ArrayReader::fail(std::string_view name, const std::string& found, const std::string& expected) const {
  throw ProblemFileError(path_ + ": " + std::string(name) + ": found " + found + ", expected " + expected);
}

}  // namespace keystone
