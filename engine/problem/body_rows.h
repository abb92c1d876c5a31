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
  std::array<std::array<double, 12>, 3> room;  // for rows that J does not hold in this form
};

// Reads `count` rows of J, at most three, from `first` on, which name no more than two bodies together. They stay as
// long as J and `rows` do.
void readRows(const SparseRows& J, int first, int count, BodyRows& rows);

}  // namespace keystone
