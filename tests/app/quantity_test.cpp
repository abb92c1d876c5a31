#include "session/quantity.h"

#include <gtest/gtest.h>

namespace keystone {
namespace {

TEST(Quantity, HasThreeDigitsAndThePrefixThatFits) {
  EXPECT_EQ(quantity(0.0, "m"), "0 m");
  EXPECT_EQ(quantity(1.2e-4, "m"), "120 \u00b5m");
  EXPECT_EQ(quantity(2.764e5, "J"), "276 kJ");
  EXPECT_EQ(quantity(-2.764e5, "J"), "-276 kJ");
  EXPECT_EQ(quantity(999.6, "N"), "1 kN");
  EXPECT_EQ(quantity(12345.0, "kg"), "1.234e+04 kg");
}

TEST(Quantity, IsZeroWhereItIsRounding) {
  EXPECT_EQ(quantity(-3e-17, "rad/s", 1e-9), "0 rad/s");
  EXPECT_EQ(quantity(-3e-3, "rad/s", 1e-9), "-3 mrad/s");
}

TEST(Quantity, IsAPowerOfTenWhereNoPrefixReaches) {
  EXPECT_EQ(quantity(7.01e12, "N"), "7.0e+12 N");
  EXPECT_EQ(quantity(999.6e9, "N"), "1.0e+12 N");
  EXPECT_EQ(quantity(3e-11, "m"), "3.0e-11 m");
}

}  // namespace
}  // namespace keystone
