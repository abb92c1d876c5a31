#include "problem/take_rows.h"

#include <algorithm>
#include <cassert>

namespace keystone {

void takeRows(const SparseRows& from, const std::vector<int>& taken, Eigen::Index columns, SparseRows& rows) {
  assert(from.isCompressed());
  rows.resize(static_cast<Eigen::Index>(taken.size()), columns);
  const int* begin = from.outerIndexPtr();
  int* end = rows.outerIndexPtr();
  for (const int row : taken) {
    end[1] = end[0] + begin[row + 1] - begin[row];
    ++end;
  }
  rows.resizeNonZeros(*end);
  // Rows that follow each other are copied at once.
  for (std::size_t i = 0, last; i < taken.size(); i = last + 1) {
    for (last = i; last + 1 < taken.size() && taken[last + 1] == taken[last] + 1;) ++last;
    const int first = begin[taken[i]], size = begin[taken[last] + 1] - first, to = rows.outerIndexPtr()[i];
    std::copy_n(from.innerIndexPtr() + first, size, rows.innerIndexPtr() + to);
    std::copy_n(from.valuePtr() + first, size, rows.valuePtr() + to);
  }
}

}  // namespace keystone
