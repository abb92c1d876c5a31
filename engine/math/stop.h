// The end of work that nobody waits for any more, from within it.
#pragma once

#include <atomic>

#include "math/no_copy.h"

namespace keystone {

// What stopIfAsked() throws, for whoever made the StopScope to catch.
struct Stopped {};

// While it lives, this thread, and those that help it in parallelFor, stop once `asked` is true; null: never.
class StopScope : NoCopy {
 public:
  explicit StopScope(const std::atomic<bool>* asked);
  ~StopScope();

 private:
  const std::atomic<bool>* outer_;
};

// The innermost scope's flag; null outside of all.
const std::atomic<bool>* stopFlag();

// For loops that may be long, at a place that may be left for good: throws Stopped when that has been asked.
void stopIfAsked();

}  // namespace keystone
