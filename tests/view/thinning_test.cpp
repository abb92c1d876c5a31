// Contact signs on a crowded picture: the strongest stay, at a distance, and rare kinds are not crowded out.
#include "view/thinning.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace keystone {
namespace {

// A square of n x n places a pixel apart, heavier to the right.
std::vector<SignPlace> square(int n, double spacing) {
  std::vector<SignPlace> places;
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < n; ++k) places.push_back({Vec2(i, k), spacing, 1.0 + i, 0});
  return places;
}

long count(const std::vector<bool>& shown) {
  return std::count(shown.begin(), shown.end(), true);
}

TEST(Thinning, WithoutASpacingEverySignIsShown) {
  EXPECT_EQ(count(thinned(square(20, 0.0))), 400);
}

TEST(Thinning, ShownSignsKeepTheirDistanceAndEveryOtherIsCloseToOne) {
  const std::vector<SignPlace> places = square(40, 7.0);
  const std::vector<bool> shown = thinned(places);
  EXPECT_GT(count(shown), 16);  // 40 x 40 / 49 squares of the spacing is 32; a random packing reaches half of it
  for (std::size_t i = 0; i < places.size(); ++i) {
    double nearest = 1e9;
    for (std::size_t k = 0; k < places.size(); ++k)
      if (k != i && shown[k]) nearest = std::min(nearest, (places[i].pixel - places[k].pixel).norm());
    if (shown[i]) {
      EXPECT_GE(nearest, 7.0);
    } else {
      EXPECT_LT(nearest, 7.0);
    }
  }
}

TEST(Thinning, TheStrongestOfACrowdIsShown) {
  std::vector<SignPlace> places = square(5, 100.0);
  places[7].weight = 1e3;
  const std::vector<bool> shown = thinned(places);
  EXPECT_EQ(count(shown), 1);
  EXPECT_TRUE(shown[7]);
}

TEST(Thinning, ARareKindIsShownBesideAStrongerCommonOne) {
  std::vector<SignPlace> places = square(5, 100.0);
  places[12] = {Vec2(2, 2), 100.0, 1e-6, 1};
  const std::vector<bool> shown = thinned(places);
  EXPECT_EQ(count(shown), 2);
  EXPECT_TRUE(shown[12]);
}

TEST(Thinning, TremblingForcesLeaveTheChoiceAsItIs) {
  std::vector<SignPlace> places = square(10, 4.0);
  for (SignPlace& place : places) place.weight = 1.1;
  const std::vector<bool> before = thinned(places);
  for (std::size_t i = 0; i < places.size(); ++i) places[i].weight *= i % 2 == 0 ? 1.02 : 0.98;
  EXPECT_EQ(thinned(places), before);
}

}  // namespace
}  // namespace keystone
