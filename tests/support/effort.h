// How often a test repeats what it does.
#pragma once

#include <algorithm>

namespace keystone {

// Of `count` random trials, those that are made. Under a sanitizer, which takes ten times as long and looks for errors
// of the program and not of the physics, a tenth.
constexpr int trials(int count) {
#ifdef __SANITIZE_ADDRESS__
  return std::max(1, count / 10);
#else
  return count;
#endif
}

}  // namespace keystone
