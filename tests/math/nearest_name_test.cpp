#include "math/nearest_name.h"

#include <gtest/gtest.h>

namespace keystone {
namespace {

TEST(NearestName, IsTheOneThatWasMeant) {
  constexpr std::string_view kKnown[] = {"exact", "pivoting", "pgs", "wall_10x10"};
  EXPECT_EQ(didYouMean("exat", kKnown), " (did you mean 'exact'?)");
  EXPECT_EQ(didYouMean("pivotign", kKnown), " (did you mean 'pivoting'?)") << "two letters swapped are one fault";
  EXPECT_EQ(didYouMean("psg", kKnown), " (did you mean 'pgs'?)");
  EXPECT_EQ(didYouMean("wall_10x", kKnown), " (did you mean 'wall_10x10'?)");
  EXPECT_EQ(didYouMean("nix", kKnown), "");
  EXPECT_EQ(didYouMean("", kKnown), "");
  EXPECT_EQ(didYouMean("exact", {}), "");
}

}  // namespace
}  // namespace keystone
