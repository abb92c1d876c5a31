#include "problem/body_rows.h"

#include <algorithm>
#include <cassert>

namespace keystone {
namespace {

void nameBodies(const SparseRows& J, int first, BodyRows& rows) {
  rows.body = {-1, -1};
  for (int i = 0; i < rows.count; ++i)
    for (SparseRows::InnerIterator it(J, first + i); it; ++it) {
      const auto body = static_cast<int>(it.col() / 6);
      if (body == rows.body[0] || body == rows.body[1]) continue;
      assert(rows.body[1] < 0);
      rows.body[rows.body[0] < 0 ? 0 : 1] = body;
    }
  if (rows.body[1] >= 0 && rows.body[1] < rows.body[0]) std::swap(rows.body[0], rows.body[1]);
}

void copyRow(const SparseRows& J, int from, const std::array<int, 2>& body, std::array<double, 12>& to) {
  to.fill(0.0);
  for (SparseRows::InnerIterator it(J, from); it; ++it) {
    const auto column = static_cast<std::size_t>(it.col());
    const std::size_t part = static_cast<int>(column / 6) == body[0] ? 0 : 6;
    to[part + column % 6] = it.value();
  }
}

}  // namespace

void readOtherRows(const SparseRows& J, int first, int count, BodyRows& rows) {
  assert(count >= 1 && count <= 3);
  rows.count = count;
  nameBodies(J, first, rows);
  for (int i = 0; i < count; ++i) {
    const auto to = static_cast<std::size_t>(i);
    copyRow(J, first + i, rows.body, rows.storage[to]);
    rows.row[to] = rows.storage[to].data();
  }
}

}  // namespace keystone
