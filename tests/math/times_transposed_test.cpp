#include "math/times_transposed.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>

namespace keystone {
namespace {

SparseRows randomRows(std::mt19937_64& random, int rows, int columns, double filled) {
  std::uniform_real_distribution<double> uniform(-1.0, 1.0);
  MatX dense = MatX::NullaryExpr(rows, columns, [&] { return uniform(random); });
  dense = (MatX::NullaryExpr(rows, columns, [&] { return uniform(random); }).array() < 2.0 * filled - 1.0)
              .select(dense, 0.0);
  return dense.sparseView();
}

TEST(TimesTransposed, IsTheProductWithColumnsAscending) {
  std::mt19937_64 random(3);
  SparseRows result;
  for (const auto& [rows, columns, others] : {std::array{7, 5, 9}, {30, 40, 20}, {1, 3, 1}, {0, 4, 6}, {4, 6, 0}}) {
    const SparseRows A = randomRows(random, rows, columns, 0.3), B = randomRows(random, others, columns, 0.3);
    timesTransposed(A, B, result);
    ASSERT_EQ(result.rows(), rows);
    ASSERT_EQ(result.cols(), others);
    EXPECT_TRUE(result.isCompressed());
    if (rows * others > 0) {
      EXPECT_LE((MatX(result) - MatX(A) * MatX(B).transpose()).cwiseAbs().maxCoeff(), 1e-15);
    }
    for (int i = 0; i < result.rows(); ++i)
      EXPECT_TRUE(std::is_sorted(result.innerIndexPtr() + result.outerIndexPtr()[i],
                                 result.innerIndexPtr() + result.outerIndexPtr()[i + 1]));
  }
}

}  // namespace
}  // namespace keystone
