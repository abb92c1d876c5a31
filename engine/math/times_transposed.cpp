#include "math/times_transposed.h"

#include <algorithm>
#include <vector>

#include "math/spare.h"

namespace keystone {
namespace {

struct Room {
  // B by columns.
  std::vector<int> start, row;
  std::vector<double> value;
  // One row of the result: its sums, and the row in which each was begun last.
  std::vector<double> sum;
  std::vector<int> begun;
  // The result.
  std::vector<int> columns;
  std::vector<double> values;
};

void storeByColumns(const SparseRows& B, Room& room) {
  room.start.assign(static_cast<std::size_t>(B.cols()) + 2, 0);
  room.row.resize(static_cast<std::size_t>(B.nonZeros()));
  room.value.resize(static_cast<std::size_t>(B.nonZeros()));
  for (int i = 0; i < B.rows(); ++i)
    for (SparseRows::InnerIterator it(B, i); it; ++it) ++room.start[static_cast<std::size_t>(it.col()) + 2];
  for (std::size_t c = 2; c < room.start.size(); ++c) room.start[c] += room.start[c - 1];
  // A column's start moves to its end, which is where the next one starts.
  for (int i = 0; i < B.rows(); ++i)
    for (SparseRows::InnerIterator it(B, i); it; ++it) {
      const auto at = static_cast<std::size_t>(room.start[static_cast<std::size_t>(it.col()) + 1]++);
      room.row[at] = i;
      room.value[at] = it.value();
    }
}

// Row `i` of the result, at the end of what the room holds of it.
void appendRow(const SparseRows& A, int i, Room& room) {
  const auto first = static_cast<std::ptrdiff_t>(room.columns.size());
  for (SparseRows::InnerIterator it(A, i); it; ++it) {
    const auto column = static_cast<std::size_t>(it.col());
    for (int k = room.start[column]; k < room.start[column + 1]; ++k) {
      const int j = room.row[static_cast<std::size_t>(k)];
      const auto to = static_cast<std::size_t>(j);
      if (room.begun[to] != i) {
        room.begun[to] = i;
        room.columns.push_back(j);
        room.sum[to] = 0.0;
      }
      room.sum[to] += it.value() * room.value[static_cast<std::size_t>(k)];
    }
  }
  std::sort(room.columns.begin() + first, room.columns.end());
  for (auto j = room.columns.begin() + first; j != room.columns.end(); ++j)
    room.values.push_back(room.sum[static_cast<std::size_t>(*j)]);
}

}  // namespace

void timesTransposed(const SparseRows& A, const SparseRows& B, SparseRows& result) {
  const Spare<Room> spare;
  Room& room = *spare;
  storeByColumns(B, room);
  room.begun.assign(static_cast<std::size_t>(B.rows()), -1);
  room.sum.resize(static_cast<std::size_t>(B.rows()));
  room.columns.clear();
  room.values.clear();
  result.resize(A.rows(), B.rows());
  for (int i = 0; i < A.rows(); ++i) {
    appendRow(A, i, room);
    result.outerIndexPtr()[i + 1] = static_cast<int>(room.columns.size());
  }
  result.resizeNonZeros(static_cast<Eigen::Index>(room.columns.size()));
  std::copy(room.columns.begin(), room.columns.end(), result.innerIndexPtr());
  std::copy(room.values.begin(), room.values.end(), result.valuePtr());
}

}  // namespace keystone
