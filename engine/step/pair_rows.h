// Rows of J with the bodies that they name, as steppers need them that visit every row many times in a step.
#pragma once

#include <array>
#include <vector>

#include "problem/contact_problem.h"

namespace keystone {

using Vec6 = Eigen::Matrix<double, 6, 1>;  // linear, angular

// A row of J: u = j[0] . v of body[0] + j[1] . v of body[1].
struct PairRow {
  std::array<int, 2> body{-1, -1};                    // -1: none
  std::array<Vec6, 2> j{Vec6::Zero(), Vec6::Zero()};  // zero for a body that is none

  // x: [6 bodies].
  double times(const VecX& x) const {
    double sum = 0.0;
    for (std::size_t end = 0; end < 2; ++end)
      if (body[end] >= 0) sum += j[end].dot(x.segment<6>(6 * static_cast<Eigen::Index>(body[end])));
    return sum;
  }
};

// Rows `first` to `first + count` of J, into rows[at] and on; there is room for them.
void readPairRows(const SparseRows& J, int first, int count, std::size_t at, std::vector<PairRow>& rows);

// M^-1 j of both ends.
std::array<Vec6, 2> weighted(const std::vector<InverseMass>& inv_mass, const PairRow& row);

}  // namespace keystone
