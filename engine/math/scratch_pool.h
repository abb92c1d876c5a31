// Memory that a thread keeps from one use to the next, so that doing the same again allocates nothing.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

#include "math/no_copy.h"

namespace keystone {

// A T of the thread for as long as this lives. Its contents are unspecified, those of an earlier use or of a new T:
// every use sets what it reads (tests/step/scratch_test.cpp). `size` tells uses apart where T's memory fits one size
// alone, as that of Eigen's vectors does. Uses may nest. The memory is freed with its thread.
template <class T>
class Scratch : NoCopy {
 public:
  // NOLINTNEXTLINE(clang-analyzer-cplusplus.NewDeleteLeaks): the analyser loses sight of the shelf
  explicit Scratch(std::ptrdiff_t size = 0) : kept_(take(size)) {}
  ~Scratch() {
    std::vector<Kept>& shelf = shelfOfThread();
    if (shelf.size() == kMost) shelf.erase(shelf.begin());
    shelf.push_back(std::move(kept_));
  }

  T& operator*() const { return *kept_.value; }
  T* operator->() const { return kept_.value.get(); }

 private:
  static constexpr std::size_t kMost = 32;  // of a kind; those used last stay
  struct Kept {
    std::ptrdiff_t size;
    std::unique_ptr<T> value;
  };

  static std::vector<Kept>& shelfOfThread() {
    thread_local std::vector<Kept> shelf;
    return shelf;
  }
  static Kept take(std::ptrdiff_t size) {
    std::vector<Kept>& shelf = shelfOfThread();
    const auto found = std::find_if(shelf.rbegin(), shelf.rend(), [size](const Kept& k) { return k.size == size; });
    if (found == shelf.rend()) return {size, std::make_unique<T>()};
    Kept kept = std::move(*found);
    shelf.erase(std::next(found).base());
    return kept;
  }

  Kept kept_;
};

}  // namespace keystone
