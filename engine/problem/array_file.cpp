#include "problem/array_file.h"

#include <zlib.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstring>
#include <memory>
#include <new>
#include <utility>

#include "math/no_copy.h"
#include "math/output_file.h"
#include "problem/problem_file.h"

namespace keystone {
namespace {

static_assert(std::endian::native == std::endian::little, "arrays are written as they are in memory");

constexpr std::size_t kMostNumbers = 100'000'000;  // of one array; far below what overflows its size in bytes
constexpr std::size_t kLongestLine = 80;           // of a title or an array, in an error too
constexpr std::size_t kAtOnce = 1 << 16;           // bytes read or packed
constexpr std::size_t kMostAtOnce = 1 << 30;       // bytes that zlib is handed

struct GzFile : NoCopy {
  explicit GzFile(gzFile opened) : file(opened) {}
  ~GzFile() {
    if (file != nullptr) gzclose(file);
  }
  gzFile file;
};

// Hands `bytes` packed by gzip to `out`.
void packInto(std::ostream& out, std::string_view bytes) {
  constexpr int kGzip = 16;  // zlib: added to the size of its window
  z_stream stream{};
  if (deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, MAX_WBITS + kGzip, MAX_MEM_LEVEL - 1, Z_DEFAULT_STRATEGY) !=
      Z_OK)
    throw std::bad_alloc();
  const std::unique_ptr<z_stream, int (*)(z_stream*)> end(&stream, deflateEnd);
  std::string packed(kAtOnce, '\0');
  for (int status = Z_OK; status != Z_STREAM_END;) {
    if (stream.avail_in == 0) {
      const std::string_view part = bytes.substr(0, kMostAtOnce);
      stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(part.data()));
      stream.avail_in = static_cast<uInt>(part.size());
      bytes.remove_prefix(part.size());
    }
    stream.next_out = reinterpret_cast<Bytef*>(packed.data());
    stream.avail_out = static_cast<uInt>(packed.size());
    status = deflate(&stream, bytes.empty() ? Z_FINISH : Z_NO_FLUSH);
    out.write(packed.data(), static_cast<std::streamsize>(packed.size() - stream.avail_out));
  }
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
  OutputFile file(path);
  packInto(file.out(), bytes_);
  file.close();
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
