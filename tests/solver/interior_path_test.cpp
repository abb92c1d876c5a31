// The way through the inside of the law.
#include "solver/newton/interior_path.h"

#include <gtest/gtest.h>

#include "problem/delassus.h"
#include "scene/scene_fixture.h"
#include "solver/newton/body_system.h"
#include "solver/newton/smooth_law.h"

namespace keystone {
namespace {

struct Posed {
  ContactProblem problem;
  ConeRows rows;
  std::unique_ptr<ConeSystem> system;
};

Posed posed(const std::string& scene, bool frictionless) {
  Lane lane = loadScene(findScene(scene, assetDir()), assetDir()).lane;
  step(lane);
  Posed p{.problem = lane.problem, .rows = {}, .system = nullptr};
  if (frictionless) p.problem.mu.setZero();
  p.rows = coneRows(p.problem, delassusDiagonal(p.problem), FrictionLaw::Cone);
  p.system = bodySystem(p.problem, p.rows);
  return p;
}

double defect(const Posed& p, const InteriorPath& path) {
  const VecX lambda = p.rows.project(path.lambda() - path.u());
  const VecX u = p.system->product(lambda) + p.rows.q;
  return (lambda - p.rows.project(lambda - u)).lpNorm<Eigen::Infinity>();
}

class ConvexInside : public ::testing::TestWithParam<const char*> {};

// The count of steps hardly depends on the problem, and redundant contacts are no obstacle.
TEST_P(ConvexInside, IsCrossedInAFewSteps) {
  const Posed p = posed(GetParam(), true);
  int factorizations = 0;
  InteriorPath path(p.rows, *p.system, -p.rows.q, 0.1, factorizations);
  path.follow(40);
  EXPECT_TRUE(path.isOver()) << factorizations << " steps, tau " << path.tau();
  EXPECT_LE(path.tau(), 1e-12);
  EXPECT_LE(defect(p, path), 1e-5);
}
INSTANTIATE_TEST_SUITE_P(PlanarSpatialAndJointed, ConvexInside,
                         ::testing::Values("wall_5x5", "wall_10x10", "wall3d_10x10", "pyramid3d_5", "bridge",
                                           "chain_on_bricks_frictionless"));

// Every point is inside, and its contacts and joints are near the law that is rounded off by tau.
TEST(InteriorPath, StaysInside) {
  const Posed p = posed("isotropic_friction", false);
  int factorizations = 0, points = 0;
  InteriorPath path(p.rows, *p.system, -p.rows.q, 0.1, factorizations);
  path.follow(60, [&](const VecX& lambda, const VecX& u) {
    ++points;
    for (int c = 0; c < p.rows.contacts; ++c) {
      const int n = 3 * c;
      EXPECT_GT(lambda[n], 0.0);
      EXPECT_GT(u[n], 0.0);
      EXPECT_LT(lambda.segment<2>(n + 1).norm(), p.rows.mu[c] * lambda[n]);
    }
    return false;
  });
  EXPECT_EQ(points, factorizations - (path.tau() > 1e-13 ? 1 : 0));
  EXPECT_LE(path.tau(), 1e-8);
}

TEST(InteriorPath, BeginsOnTheSmoothedLaw) {
  const Posed p = posed("wall3d_10x10", false);
  int factorizations = 0;
  const VecX y = -p.rows.q;
  const InteriorPath path(p.rows, *p.system, y, 1e-2, factorizations);
  EXPECT_EQ(factorizations, 0);
  EXPECT_LE((path.lambda() - path.u() - y).lpNorm<Eigen::Infinity>(), 1e-12);
  for (int c = 0; c < p.rows.contacts; ++c) EXPECT_NEAR(path.lambda()[3 * c] * path.u()[3 * c], 1e-2, 1e-12);
}

TEST(InteriorPath, StopsWhereItIsTold) {
  const Posed p = posed("wall3d_10x10", true);
  int factorizations = 0;
  InteriorPath path(p.rows, *p.system, -p.rows.q, 0.1, factorizations);
  path.follow(3);
  EXPECT_EQ(factorizations, 3);
  path.follow(40, [](const VecX&, const VecX&) { return true; });
  EXPECT_EQ(factorizations, 4);
  EXPECT_FALSE(path.isOver());
}

}  // namespace
}  // namespace keystone
