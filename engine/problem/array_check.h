// Checks of arrays that were read from a file. Each fails with the name of the array that is not as it should be.
#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>

#include "problem/array_file.h"

namespace keystone {

class ArrayCheck {
 public:
  explicit ArrayCheck(const ArrayReader& file) : file_(file) {}

  void whole(std::string_view name, int value, int low, int high) const {
    if (value < low || value > high)
      file_.fail(name, std::to_string(value),
                 "a whole number from " + std::to_string(low) + " to " + std::to_string(high));
  }
  template <class Values>
  void length(std::string_view name, const Values& values, long wanted, bool may_be_empty = false) const {
    const auto size = static_cast<long>(values.size());
    if (size != wanted && !(may_be_empty && size == 0))
      file_.fail(name, std::to_string(size) + " entries", std::to_string(wanted) + (may_be_empty ? " or none" : ""));
  }
  // Finite numbers.
  template <class Values>
  void numbers(std::string_view name, const Values& values, long wanted, bool may_be_empty = false) const {
    length(name, values, wanted, may_be_empty);
    if (!std::ranges::all_of(values, [](double x) { return std::isfinite(x); }))
      file_.fail(name, "an entry that is not finite", "numbers");
  }
  // Finite numbers >= 0.
  template <class Values>
  void sizes(std::string_view name, const Values& values, long wanted, bool may_be_empty = false) const {
    numbers(name, values, wanted, may_be_empty);
    if (!std::ranges::all_of(values, [](double x) { return x >= 0.0; }))
      file_.fail(name, "a negative entry", "numbers >= 0");
  }
  [[noreturn]] void fail(std::string_view name, const std::string& found, const std::string& expected) const {
    file_.fail(name, found, expected);
  }

 private:
  const ArrayReader& file_;
};

}  // namespace keystone
