// How often a test repeats what it does.
#pragma once

#include <algorithm>
#include <cstdlib>

namespace keystone {

#ifdef __SANITIZE_ADDRESS__
constexpr bool kSanitized = true;
#else
constexpr bool kSanitized = false;
#endif

// Whether all trials are made: `./test --full` sets KEYSTONE_FULL.
inline bool allTrials() {
  static const bool all = std::getenv("KEYSTONE_FULL") != nullptr;
  return all;
}

// Of `count` random trials, those that are made: a tenth, or all. Under a sanitizer, which takes ten times as long and
// looks for errors of the program and not of the physics, a tenth of that. Cases that once failed are no trials: they
// are always run.
inline int trials(int count) {
  return std::max(1, count / ((kSanitized ? 10 : 1) * (allTrials() ? 1 : 10)));
}

}  // namespace keystone
