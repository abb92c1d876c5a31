#include "problem/body_rows.h"

#include <gtest/gtest.h>

#include <random>

namespace keystone {
namespace {

// Rows of one contact in every pair of forms: which numbers they have is by the row, not by the first of them.
TEST(BodyRows, AreThoseOfJWhateverFormsStandTogether) {
  const std::vector<std::vector<int>> forms{{0, 1, 2, 3, 4, 5},    // one body, whole
                                            {6, 7, 8, 9, 10, 11},  // the other
                                            {0, 1, 5, 6, 7, 11},   // both, in the plane
                                            {0, 2, 3, 4, 6, 9},    // as many numbers, of neither form
                                            {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11},
                                            {4}};
  std::mt19937 random(1);
  for (const std::vector<int>& first : forms)
    for (const std::vector<int>& second : forms) {
      std::vector<Eigen::Triplet<double>> entries;
      for (const int column : first) entries.emplace_back(0, column, static_cast<double>(random() % 9 + 1));
      for (const int column : second) entries.emplace_back(1, column, static_cast<double>(random() % 9 + 1));
      SparseRows J(2, 12);
      J.setFromTriplets(entries.begin(), entries.end());
      BodyRows rows;
      readRows(J, 0, 2, rows);
      MatX found = MatX::Zero(2, 12);
      for (int i = 0; i < 2; ++i)
        for (int end = 0; end < 2; ++end)
          if (rows.body[end] >= 0)
            found.block<1, 6>(i, 6 * rows.body[end]) = Eigen::Map<const Eigen::RowVectorXd>(rows.row[i] + 6 * end, 6);
      EXPECT_EQ(found, MatX(J)) << first.size() << " and " << second.size() << " numbers";
    }
}

}  // namespace
}  // namespace keystone
