// The judge, which goes four contacts at a time through J, against its definition contact by contact on W.
#include "problem/residual.h"

#include <gtest/gtest.h>

#include <numbers>
#include <random>

#include "paths.h"
#include "problem/delassus.h"
#include "problem/four_contacts.h"
#include "scene/scene_def.h"

namespace keystone {
namespace {

// The closed form of an eigenvalue loses half of the digits where two are all but equal.
constexpr double kOfRho = 1e-8;

// A scene's problem after that many steps.
ContactProblem problemOf(const char* scene, int steps) {
  Scene loaded = loadScene(findScene(scene, assetDir()), assetDir());
  for (int i = 0; i < steps; ++i) step(loaded.lane);
  return loaded.lane.problem;
}

// Impulses of which some pull, some slip out of their cones and some are zero.
VecX someImpulses(const ContactProblem& problem) {
  std::mt19937_64 random(11);
  std::normal_distribution<double> normal;
  VecX lambda(problem.rows());
  for (double& x : lambda) x = std::max(-1.0, normal(random));
  for (int c = 0; c < problem.contacts; c += 3) lambda.segment(problem.normalRow(c), problem.dim).setZero();
  return lambda;
}

Vec3 nearestInCone(const Vec3& x, double mu) {
  const double size = x.tail<2>().norm();
  if (size <= mu * x[0]) return x;
  if (mu * size <= -x[0]) return Vec3::Zero();
  // On the side of the cone, along its generator.
  Vec3 generator(1.0, mu * x[1] / size, mu * x[2] / size);
  generator.normalize();
  return generator.dot(x) * generator;
}

Residual byDefinition(const ContactProblem& problem, const VecX& lambda, FrictionLaw law) {
  const MatX W = formDelassus(problem);
  const VecX u = W * lambda + problem.q;
  Residual result;
  double most_free = 0.0, all_free = 0.0;
  for (int i = 0; i < problem.rows(); ++i) {
    const double free = W(i, i) > 0.0 ? std::abs(problem.q[i]) / W(i, i) : 0.0;
    most_free = std::max(most_free, free);
    all_free += free;
  }
  const double scale = std::max(most_free, std::min(lambda.lpNorm<Eigen::Infinity>(), all_free));
  for (int c = 0; c < problem.contacts; ++c) {
    const int n = problem.normalRow(c), dim = problem.dim;
    Vec3 impulse = Vec3::Zero(), speed = Vec3::Zero(), target;
    impulse.head(dim) = lambda.segment(n, dim);
    speed.head(dim) = u.segment(n, dim);
    const double mu = dim > 1 ? problem.mu[c] : 0.0;
    const double rho = 1.0 / Eigen::SelfAdjointEigenSolver<MatX>(W.block(n, n, dim, dim)).eigenvalues()[dim - 1];
    const double bound = mu * std::max(0.0, impulse[0]), slip = speed.tail<2>().norm();
    if (law == FrictionLaw::Cone) {
      target = nearestInCone(impulse - rho * (speed + Vec3(mu * slip, 0.0, 0.0)), mu);
      result.cone_violation = std::max(result.cone_violation, impulse.tail<2>().norm() - bound);
    } else {
      target = (impulse - rho * speed).cwiseMax(Vec3(0.0, -bound, -bound));
      target.tail<2>() = target.tail<2>().cwiseMin(bound);
      result.cone_violation = std::max(result.cone_violation, impulse.tail<2>().cwiseAbs().maxCoeff() - bound);
    }
    result.imbalance = std::max(result.imbalance, (impulse - target).cwiseAbs().maxCoeff());
    result.approach_speed = std::max(result.approach_speed, -speed[0]);
    if (impulse.tail<2>().norm() <= 1e-6 * lambda.lpNorm<Eigen::Infinity>() ||
        slip <= 1e-6 * problem.q.lpNorm<Eigen::Infinity>())
      continue;
    const double cosine = -impulse.tail<2>().dot(speed.tail<2>()) / (impulse.tail<2>().norm() * slip);
    result.friction_angle_deg =
        std::max(result.friction_angle_deg, std::acos(std::clamp(cosine, -1.0, 1.0)) * 180.0 / std::numbers::pi);
  }
  for (int row = problem.firstJointRow(); row < problem.rows(); ++row)
    result.imbalance = std::max(
        result.imbalance,
        std::abs(lambda[row] - std::clamp(lambda[row] - u[row] / W(row, row), problem.lower(row), problem.upper(row))));
  result.value = result.imbalance / scale;
  return result;
}

void expectDefinition(const ContactProblem& problem, const char* name) {
  const VecX lambda = someImpulses(problem);
  for (const FrictionLaw law : {FrictionLaw::Cone, FrictionLaw::Box}) {
    const Residual found = measure(problem, lambda, law), wanted = byDefinition(problem, lambda, law);
    ASSERT_GT(wanted.value, 0.0) << name;
    // Thousands of roundings; the value depends on rho, see below.
    EXPECT_NEAR(found.value, wanted.value, kOfRho * wanted.value) << name;
    EXPECT_NEAR(found.imbalance, wanted.imbalance, kOfRho * wanted.imbalance) << name;
    EXPECT_NEAR(found.approach_speed, wanted.approach_speed, 1e-12 * wanted.approach_speed) << name;
    EXPECT_NEAR(found.cone_violation, wanted.cone_violation, 1e-12 * wanted.cone_violation) << name;
    EXPECT_NEAR(found.friction_angle_deg, wanted.friction_angle_deg, 1e-5) << name;  // acos near a straight angle
  }
}

TEST(Judge, keeps_to_the_definition_in_space_in_the_plane_and_with_joints) {
  for (const char* name : {"pyramid3d_5", "wall_5x5", "ball_and_chain", "isotropic_friction"})
    expectDefinition(problemOf(name, 20), name);
}

TEST(Judge, finds_the_same_through_the_bodies_and_from_W_alone) {
  const ContactProblem problem = problemOf("pyramid3d_5", 20);
  ContactProblem alone = problem;
  alone.W = formDelassus(problem);
  alone.J = {};
  alone.inv_mass.clear();
  expectDefinition(alone, "W alone");
}

// A box that a piston squeezes against a wall: the larger the impulses, the smaller the share that is missing, were it
// a share of the impulses.
TEST(Judge, is_not_fooled_by_impulses_that_grow_without_bound) {
  ContactProblem problem;
  problem.contacts = 2;
  problem.mu.setZero(2);
  problem.q = Vec2(-1.0, -1.0);
  problem.W = (MatX(2, 2) << 1.0, -1.0, -1.0, 1.0).finished().sparseView();
  for (const double impulse : {1.0, 1e6, 1e12}) {
    const Residual residual = measure(problem, Vec2::Constant(impulse));
    EXPECT_GE(residual.value, 0.5) << impulse;
    EXPECT_NEAR(residual.approach_speed, 1.0, 1e-3) << impulse;
  }
}

TEST(Judge, calls_what_is_not_a_number_by_its_name) {
  ContactProblem problem = problemOf("wall_5x5", 5);
  VecX lambda = someImpulses(problem);
  EXPECT_FALSE(std::isnan(measure(problem, lambda).value));
  lambda[problem.rows() / 2] = std::nan("");
  EXPECT_TRUE(std::isnan(measure(problem, lambda).value));
  lambda.setZero();
  problem.q[problem.rows() / 2] = std::nan("");
  EXPECT_TRUE(std::isnan(measure(problem, lambda).value));
}

TEST(OwnBlocks, have_the_largest_eigenvalues_that_eigen_finds) {
  std::mt19937_64 random(3);
  std::normal_distribution<double> normal;
  for (int i = 0; i < 1000; ++i) {
    // Of ranks one to three, some with eigenvalues that are all but equal.
    Eigen::Matrix<double, 3, 3> half = Mat3::Zero();
    for (int k = 0; k < 9; ++k) half(k) = k < 3 * (1 + i % 3) ? normal(random) : 0.0;
    Mat3 A = half * half.transpose();
    if (i % 5 == 0) A = Mat3::Identity() + 1e-9 * A;
    const OwnBlocks W{lanes(A(0, 0)), lanes(A(0, 1)), lanes(A(0, 2)), lanes(A(1, 1)), lanes(A(1, 2)), lanes(A(2, 2))};
    const double wanted = Eigen::SelfAdjointEigenSolver<Mat3>(A).eigenvalues()[2];
    EXPECT_NEAR(largestEigenvalues(W)[i % kLanes], wanted, kOfRho * wanted);
  }
}

}  // namespace
}  // namespace keystone
