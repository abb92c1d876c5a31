#include "step/pair_rows.h"

#include "problem/body_rows.h"

namespace keystone {

void readPairRows(const SparseRows& J, int first, int count, std::size_t at, std::vector<PairRow>& rows) {
  BodyRows read;
  for (int i = 0; i < count; ++i, ++at) {
    readRows(J, first + i, 1, read);
    rows[at].body = read.body;
    rows[at].j = {Eigen::Map<const Vec6>(read.row[0]), Eigen::Map<const Vec6>(read.row[0] + 6)};
  }
}

std::array<Vec6, 2> weighted(const std::vector<InverseMass>& inv_mass, const PairRow& row) {
  std::array<Vec6, 2> result{Vec6::Zero(), Vec6::Zero()};
  for (std::size_t end = 0; end < 2; ++end) {
    if (row.body[end] < 0) continue;
    const InverseMass& inverse = inv_mass[row.body[end]];
    result[end].head<3>() = inverse.linear.cwiseProduct(row.j[end].head<3>());
    result[end].tail<3>() = inverse.angular * row.j[end].tail<3>();
  }
  return result;
}

}  // namespace keystone
