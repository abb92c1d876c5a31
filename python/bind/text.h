// A column of texts in a structured array.
#pragma once

#include <pybind11/numpy.h>

#include <algorithm>
#include <cassert>
#include <string_view>

namespace keystone::bind {

struct Text {
  static constexpr std::size_t kLength = 16;
  char32_t letters[kLength] = {};

  Text() = default;
  Text(std::string_view text) {  // NOLINT(google-explicit-constructor): a text is a text
    assert(text.size() <= kLength);
    std::copy(text.begin(), text.end(), letters);
  }
};

}  // namespace keystone::bind

namespace pybind11::detail {

template <>
struct npy_format_descriptor<keystone::bind::Text> {
  static constexpr auto name = const_name("str");
  static std::string format() { return std::to_string(keystone::bind::Text::kLength) + "w"; }
  static pybind11::dtype dtype() { return pybind11::dtype("U" + std::to_string(keystone::bind::Text::kLength)); }
};

}  // namespace pybind11::detail
