// Things put together pair by pair: who belongs to whom in the end.
#pragma once

#include <algorithm>
#include <numeric>
#include <vector>

namespace keystone {

class Groups {
 public:
  explicit Groups(int count = 0) { begin(count); }
  // So many, each by itself.
  void begin(int count) {
    parent_.resize(count);
    std::iota(parent_.begin(), parent_.end(), 0);
  }
  // The first member of i's group.
  int find(int i) {
    while (parent(i) != i) i = parent(i) = parent(parent(i));
    return i;
  }
  void unite(int a, int b) {
    a = find(a);
    b = find(b);
    parent(std::max(a, b)) = std::min(a, b);
  }

 private:
  int& parent(int i) { return parent_[i]; }
  std::vector<int> parent_;
};

}  // namespace keystone
