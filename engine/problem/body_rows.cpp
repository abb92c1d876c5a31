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

// The forms of rows that come often: of two bodies in the plane, x, y and the angle about z of each; of one body,
// whole.
constexpr std::array<int, 3> kPlanar{0, 1, 5};
constexpr std::array<int, 6> kWhole{0, 1, 2, 3, 4, 5};

// Whether all columns of a body are those of the form.
template <std::size_t N>
bool hasForm(const int* column, const std::array<int, N>& form) {
  const int first = column[0];
  if (first % 6 != 0) return false;
  for (std::size_t k = 1; k < N; ++k)
    if (column[k] != first + form[k]) return false;
  return true;
}

// Rows of as many numbers, all of the same `bodies` bodies in that form. False if they are not.
template <std::size_t N>
bool readForm(const SparseRows& J, int first, int bodies, const std::array<int, N>& form, BodyRows& rows) {
  const int size = static_cast<int>(N);
  const int* end = J.outerIndexPtr() + first;
  for (int i = 0; i < rows.count; ++i)
    if (end[i + 1] - end[i] != bodies * size) return false;
  const int* column = J.innerIndexPtr() + end[0];
  for (int body = 0; body < bodies; ++body)
    if (!hasForm(column + body * size, form)) return false;
  for (int i = 1; i < rows.count; ++i)
    if (!std::equal(column, column + bodies * size, J.innerIndexPtr() + end[i])) return false;
  rows.body = {column[0] / 6, bodies == 2 ? column[size] / 6 : -1};
  for (std::size_t i = 0; i < static_cast<std::size_t>(rows.count); ++i) {
    const double* value = J.valuePtr() + end[i];
    rows.storage[i].fill(0.0);
    rows.row[i] = rows.storage[i].data();
    double* to = rows.storage[i].data();
    for (int body = 0; body < bodies; ++body, to += 6)
      for (const int column_of_body : form) to[column_of_body] = *value++;
  }
  return true;
}

}  // namespace

void readOtherRows(const SparseRows& J, int first, int count, BodyRows& rows) {
  assert(count >= 1 && count <= 3);
  rows.count = count;
  if (J.isCompressed() && (readForm(J, first, 2, kPlanar, rows) || readForm(J, first, 1, kWhole, rows))) return;
  nameBodies(J, first, rows);
  for (int i = 0; i < count; ++i) {
    const auto to = static_cast<std::size_t>(i);
    copyRow(J, first + i, rows.body, rows.storage[to]);
    rows.row[to] = rows.storage[to].data();
  }
}

}  // namespace keystone
