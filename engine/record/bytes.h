// Values as bytes, one after another: numbers as they are in memory, lists with their length before them. Writer and
// Reader take the same calls, so that one function says what a thing consists of.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "math/types.h"

namespace keystone {

static_assert(std::endian::native == std::endian::little, "numbers are written as they are in memory");

// What a reader found and did not expect. what() is "found X, expected Y".
struct BytesError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class ByteWriter {
 public:
  template <class T>
  requires(std::is_arithmetic_v<T> || std::is_enum_v<T>) void operator()(const T& value) {
    bytes_.append(reinterpret_cast<const char*>(&value), sizeof value);
  }
  void operator()(const Vec3& v) { numbers(v.data(), 3); }
  void operator()(const Mat3& m) { numbers(m.data(), 9); }
  void operator()(const Quat& q) { numbers(q.coeffs().data(), 4); }
  void operator()(const std::string& text) {
    (*this)(static_cast<std::uint32_t>(text.size()));
    bytes_ += text;
  }
  template <class T, class Item>
  void list(const std::vector<T>& values, Item item) {
    (*this)(static_cast<std::uint32_t>(values.size()));
    for (const T& value : values) item(*this, value);
  }

  const std::string& bytes() const { return bytes_; }

 private:
  void numbers(const double* first, std::size_t count) {
    bytes_.append(reinterpret_cast<const char*>(first), count * sizeof(double));
  }

  std::string bytes_;
};

// Throws BytesError where there are fewer bytes than asked for.
class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes) : bytes_(bytes) {}

  template <class T>
  requires(std::is_arithmetic_v<T> || std::is_enum_v<T>) void operator()(T& value) {
    if constexpr (std::is_same_v<T, bool>) {
      std::uint8_t flag = 0;
      (*this)(flag);
      value = flag != 0;
    } else {
      std::memcpy(&value, take(sizeof value), sizeof value);
    }
  }
  void operator()(Vec3& v) { numbers(v.data(), 3); }
  void operator()(Mat3& m) { numbers(m.data(), 9); }
  void operator()(Quat& q) { numbers(q.coeffs().data(), 4); }
  void operator()(std::string& text) {
    std::uint32_t size = 0;
    (*this)(size);
    text.assign(take(size), size);
  }
  template <class T, class Item>
  void list(std::vector<T>& values, Item item) {
    std::uint32_t count = 0;
    (*this)(count);
    values.clear();  // grows only as long as there are bytes, whatever the count says
    for (std::uint32_t i = 0; i < count; ++i) item(*this, values.emplace_back());
  }

  bool atEnd() const { return bytes_.empty(); }

 private:
  const char* take(std::size_t size) {
    if (size > bytes_.size())
      throw BytesError("found " + std::to_string(bytes_.size()) + " bytes, expected " + std::to_string(size) + " more");
    const char* const first = bytes_.data();
    bytes_.remove_prefix(size);
    return first;
  }
  void numbers(double* first, std::size_t count) {
    std::memcpy(first, take(count * sizeof(double)), count * sizeof(double));
  }

  std::string_view bytes_;
};

}  // namespace keystone
