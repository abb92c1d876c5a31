// Rows of J as the numbers of the bodies that they name.
#pragma once

#include <array>

#include "problem/contact_problem.h"

namespace keystone {

// Rows that name the same bodies, at most two, as those of a contact do.
struct BodyRows {
  std::array<int, 2> body{-1, -1};  // ascending; -1: none
  int count = 0;
  // [count], twelve numbers each, linear and angular ones of body 0, then of body 1; zero for a body that is none.
  std::array<const double*, 3> row{};
  std::array<std::array<double, 12>, 3> storage;  // for rows that J does not hold in this form
};

// Whether a row's columns, which ascend, are all six of one body and then all six of another.
inline bool isWhole(const int* column, int size) {
  return size == 12 && column[0] % 6 == 0 && column[5] == column[0] + 5 && column[6] % 6 == 0 &&
         column[11] == column[6] + 5;
}

void readOtherRows(const SparseRows& J, int first, int count, BodyRows& rows);  // of any form

// Reads `count` rows of J, at most three, from `first` on, which name no more than two bodies together. They stay as
// long as J and `rows` do.
inline void readRows(const SparseRows& J, int first, int count, BodyRows& rows) {
  const int* end = J.outerIndexPtr() + first;
  const int* column = J.innerIndexPtr() + end[0];
  bool whole = J.isCompressed() && isWhole(column, end[1] - end[0]);
  // Rows of as many numbers then have all those of the same two bodies.
  for (int i = 1; i < count; ++i) whole = whole && end[i + 1] - end[i] == 12;
  if (!whole) return readOtherRows(J, first, count, rows);
  rows.count = count;
  rows.body = {column[0] / 6, column[6] / 6};
  for (int i = 0; i < count; ++i) rows.row[i] = J.valuePtr() + end[i];
}

}  // namespace keystone
