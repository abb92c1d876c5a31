// Bodies that overlap are parted along the shortest way: no direction separates them better than the one found.
#include <gtest/gtest.h>

#include "collide/contact_world.h"
#include "shape/random_shapes.h"
#include "support/effort.h"

namespace keystone {
namespace {

struct PlacedSolid {
  Shape shape;
  Pose pose;
  Vec3 farthest(const Vec3& d) const { return pose.toWorld(support(shape, pose.orientation.conjugate() * d)); }
};

double separation(const PlacedSolid& a, const PlacedSolid& b, const Vec3& n) {
  return n.dot(b.farthest(-n) - a.farthest(n));
}

// Of directions all round, the best three each climbed by ever smaller steps: a lower bound of the best of all.
double bestOf(const PlacedSolid& a, const PlacedSolid& b) {
  constexpr int kDirections = 800, kClimbed = 3;
  std::vector<std::pair<double, Vec3>> found;
  for (int i = 0; i < kDirections; ++i) {  // on a spiral
    const double z = 1.0 - 2.0 * (i + 0.5) / kDirections, r = std::sqrt(1.0 - z * z), turn = 2.399963229728653 * i;
    const Vec3 n(r * std::cos(turn), r * std::sin(turn), z);
    found.emplace_back(separation(a, b, n), n);
  }
  std::ranges::partial_sort(found, found.begin() + kClimbed, std::greater(), &std::pair<double, Vec3>::first);
  double best = -HUGE_VAL;
  for (int k = 0; k < kClimbed; ++k) {
    auto [value, n] = found[k];
    for (double step = 0.05; step > 1e-6;) {
      Vec3 t1, t2;
      tangents(n, t1, t2);
      const double before = value;
      for (int j = 0; j < 8; ++j) {
        const Vec3 m = (n + step * (std::cos(j * M_PI / 4.0) * t1 + std::sin(j * M_PI / 4.0) * t2)).normalized();
        const double there = separation(a, b, m);
        if (there <= value) continue;
        value = there;
        n = m;
      }
      if (value == before) step *= 0.5;
    }
    best = std::max(best, value);
  }
  return best;
}

TEST(Depth, IsThatOfTheShortestWayOut) {
  RandomShapes random(77);
  int deep = 0;
  for (int trial = 0; trial < trials(400); ++trial) {
    const PlacedSolid a{random.everySolid(), {random.vector(1.0), random.turn()}};
    PlacedSolid b{random.everySolid(), {Vec3::Zero(), random.turn()}};
    const double inner = innerRadius(a.shape, false) + innerRadius(b.shape, false);
    b.pose.position = a.pose.position + random.uniform(0.0, 2.0) * inner * random.direction();
    const double best = bestOf(a, b), size = std::min(boundingRadius(a.shape), boundingRadius(b.shape));
    if (best > -1e-3 * size) continue;
    ContactWorld world;
    world.add(a.shape, a.pose.position, false, a.pose.orientation);
    world.add(b.shape, b.pose.position, false, b.pose.orientation);
    const std::vector<Manifold> manifolds = world.collidePair();
    ASSERT_EQ(manifolds.size(), 1U) << trial;
    // Polytopes prefer faces to edges by a thousandth of the size (kEdgeTie).
    EXPECT_GT(separation(a, b, manifolds[0].normal), best - 1e-3 * size)
        << trial << ": " << describe(a.shape) << " and " << describe(b.shape);
    deep += best < -0.3 * size ? 1 : 0;
  }
  EXPECT_GT(deep, trials(60));
}

}  // namespace
}  // namespace keystone
