#include "math/small_products.h"

#include <gtest/gtest.h>

#include <cstdlib>

namespace keystone {
namespace {

constexpr double kRounding = 1e-14;

template <int d, int r>
void expectProductsOf() {
  using Tall = Columns<d, r>;
  using Square = Columns<d, d>;
  std::srand(static_cast<unsigned>(d + r));
  const Tall A = Tall::Random(), B = Tall::Random();
  const Columns<d, 1> v = Columns<d, 1>::Random(), w = Columns<d, 1>::Random();
  const Columns<r, 1> x = Columns<r, 1>::Random();
  const Columns<r, r> S = Columns<r, r>::Random();
  const Square before = Square::Random();
  Square C = before;
  addProduct<1, d, r>(A, B, C);
  EXPECT_TRUE(C.isApprox(before + A * B.transpose(), kRounding));
  addProduct<-1, d, r>(A, B, C);
  EXPECT_TRUE(C.isApprox(before, kRounding));
  Columns<d, 1> sum = v;
  addColumns<d, r>(A.data(), x.data(), sum.data());
  EXPECT_TRUE(sum.isApprox(v + A * x, kRounding));
  const Columns<r, 1> along = alongColumns<d, r>(A.data(), v.data(), B.data(), w.data());
  EXPECT_TRUE(along.isApprox(A.transpose() * v + B.transpose() * w, kRounding));
  EXPECT_TRUE((combined<d, r>(A, S).isApprox(A * S, kRounding)));
}

TEST(SmallProducts, AreThoseOfMatrices) {
  expectProductsOf<6, 6>();
  expectProductsOf<6, 3>();
  expectProductsOf<6, 1>();
  expectProductsOf<3, 3>();
  expectProductsOf<3, 2>();
  expectProductsOf<3, 1>();
  expectProductsOf<2, 1>();
}

}  // namespace
}  // namespace keystone
