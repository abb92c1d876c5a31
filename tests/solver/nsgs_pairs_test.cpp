// Gauss-Seidel with all contacts of two bodies in one block.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "lcp_problems.h"
#include "scene_problems.h"
#include "solver/pgs/pair_contacts.h"
#include "support/by_value.h"

namespace keystone {
namespace {

using testing::gaussian;
using testing::problemAfter;
using testing::solveBy;

constexpr double kStep = 1.0 / 60.0;  // [s]

struct Kind {
  const char* name;
  int dim;
  bool in_plane;
};

// How far a pose and a load are from rest on the ground.
struct Load {
  double tilt;  // [rad], and as much in metres
  double push;  // [m/s], of the velocities that the step would bring
  double mu;
};

const Vec3 kHalf(0.5, 0.2, 0.3);  // [m]

InverseMass boxInverseMass(const Mat3& R, bool in_plane) {
  const double mass = 2.0;  // [kg]
  const Vec3 squares = kHalf.cwiseAbs2();
  const Vec3 inertia = mass / 3.0 * (Vec3::Constant(squares.sum()) - squares);
  InverseMass inverse;
  inverse.linear = Vec3::Constant(1.0 / mass);
  inverse.angular = R * inertia.cwiseInverse().asDiagonal() * R.transpose();
  if (in_plane) {
    inverse.linear[2] = 0.0;
    inverse.angular.topRows<2>().setZero();
    inverse.angular.leftCols<2>().setZero();
  }
  return inverse;
}

// A box in some pose close to the ground, with contacts at the corners of its lower face: four in space, two in the
// plane. Their W has rank 6 of 12, 3 of 4, and 3 of 4 without friction.
ContactProblem boxOnGround(std::mt19937_64& random, const Kind& kind, const Load& load) {
  ContactProblem problem;
  problem.dim = kind.dim;
  problem.contacts = kind.in_plane ? 2 : 4;
  problem.h = kStep;
  Vec3 turn = load.tilt * gaussian(random, 3);
  problem.v_free = load.push * (gaussian(random, 6) - VecX::Unit(6, 1));
  if (kind.in_plane) turn.head<2>() = problem.v_free.segment<3>(2).head<2>().setZero();
  if (kind.in_plane) problem.v_free[4] = 0.0;
  const Mat3 R = Quat(1.0, turn[0], turn[1], turn[2]).normalized().toRotationMatrix();
  problem.inv_mass = {boxInverseMass(R, kind.in_plane)};
  MatX J = MatX::Zero(problem.rows(), 6);
  problem.bias.setZero(problem.rows());
  const double height = load.tilt * gaussian(random, 1)[0];
  for (int c = 0; c < problem.contacts; ++c) {
    const double x = c % 2 == 0 ? -kHalf[0] : kHalf[0], z = kind.in_plane ? 0.0 : c / 2 == 0 ? -kHalf[2] : kHalf[2];
    const Vec3 r = R * Vec3(x, -kHalf[1], z);
    const std::array<Vec3, 3> directions{Vec3::UnitY(), Vec3::UnitX(), Vec3::UnitZ()};
    for (int i = 0; i < kind.dim; ++i) {
      const Vec3& d = directions[i];
      J.row(kind.dim * c + i) << d.transpose(), r.cross(d).transpose();
    }
    problem.bias[kind.dim * c] = (height + r[1] + kHalf[1]) / kStep;
  }
  problem.J = J.sparseView();
  problem.q = J * problem.v_free + problem.bias;
  problem.mu = VecX::Constant(problem.contacts, load.mu);
  return problem;
}

struct States {
  int open = 0, stick = 0, slide = 0;

  void count(const ContactProblem& problem, const VecX& lambda) {
    for (int c = 0; c < problem.contacts; ++c) {
      const int n = problem.normalRow(c);
      const double bound = problem.mu[c] * lambda[n], size = lambda.segment(n + 1, problem.dim - 1).norm();
      ++(lambda[n] == 0.0 ? open : size < bound * (1.0 - 1e-12) ? stick : slide);
    }
  }
};

class OneBox : public ::testing::TestWithParam<Kind> {};
INSTANTIATE_TEST_SUITE_P(NsgsPairs, OneBox,
                         ::testing::Values(Kind{"frictionless", 1, false}, Kind{"plane", 2, true},
                                           Kind{"space", 3, false}),
                         [](const auto& tested) { return std::string(tested.param.name); });

TEST_P(OneBox, OnTheGroundIsSolvedInOneSweep) {
  std::mt19937_64 random(83);
  States states;
  for (int trial = 0; trial < 200; ++trial) {
    const Load load{.tilt = std::pow(10.0, -2.0 - static_cast<double>(trial % 8)),
                    .push = trial % 3 == 0 ? 0.05 : 1.0,
                    .mu = 0.05 + 1.2 * static_cast<double>(random() % 1000) / 1000.0};
    const ContactProblem problem = boxOnGround(random, GetParam(), load);
    Solution solution;
    const SolveReport report = solveBy("nsgs", problem, solution, {{"iterations", 1.0}, {"blocks", 1.0}});
    EXPECT_LE(report.residual.value, 1e-12) << "trial " << trial;
    states.count(problem, solution.lambda);
  }
  EXPECT_GE(states.open, 50);
  EXPECT_GE(states.stick, 50);
  EXPECT_GE(states.slide, GetParam().dim > 1 ? 200 : 0);
}

// W alone does not tell which bodies meet: there a pair is a contact.
TEST(NsgsPairs, AreContactsWhereOnlyWIsKnown) {
  const ContactProblem problem = withoutBodies(problemAfter("wall_5x5", 5));
  Solution contacts, pairs;
  solveBy("nsgs", problem, contacts);
  solveBy("nsgs", problem, pairs, {{"blocks", 1.0}});
  EXPECT_EQ(contacts.lambda, pairs.lambda);
}

// One contact between any two bodies is a block in either way.
TEST(NsgsPairs, AreContactsWhereBodiesMeetInOnePoint) {
  const ContactProblem problem = problemAfter("cradle", 5);
  Solution contacts, pairs;
  solveBy("nsgs", problem, contacts);
  solveBy("nsgs", problem, pairs, {{"blocks", 1.0}});
  ASSERT_GT(problem.contacts, 0);
  EXPECT_EQ(contacts.lambda, pairs.lambda);
}

TEST(NsgsPairs, HoldEveryContactThatCanBeMovedOnce) {
  for (const char* scene : {"wall_10x10", "tower3d_10", "shapes_compounds"}) {
    const ContactProblem problem = problemAfter(scene, 5);
    ContactBlocks contacts;
    contacts.begin(problem);
    ContactPairs pairs;
    listContactPairs(problem, contacts, pairs);
    std::vector<int> all = pairs.contacts;
    std::sort(all.begin(), all.end());
    ASSERT_EQ(all.size(), static_cast<std::size_t>(problem.contacts)) << scene;
    for (int c = 0; c < problem.contacts; ++c) ASSERT_EQ(all[c], c) << scene;
    std::set<std::pair<int, int>> bodies;
    const auto isFixed = [&](int body) { return !isMovable(problem.inv_mass[body]); };
    for (int pair = 0; pair < pairs.count(); ++pair) {
      std::set<std::pair<int, int>> own;
      for (int i = 0; i < pairs.size(pair); ++i) {
        const int c = pairs.contacts[pairs.begin[pair] + i];
        const ContactPoint& point = problem.contact_points[c];
        const int a = isFixed(point.a) ? -1 : point.a, b = isFixed(point.b) ? -1 : point.b;
        own.insert(std::minmax(a, b));
      }
      EXPECT_EQ(own.size(), 1U) << scene << ", pair " << pair;
      EXPECT_TRUE(bodies.insert(*own.begin()).second) << scene << ": two blocks of one pair";
    }
  }
}

// A chain of faces on faces: what one pair alone can settle is half of the work. Walls and pyramids, whose bricks share
// their load sideways, gain nothing (docs/solvers.md).
TEST(NsgsPairs, LeaveLessThanContactsOnTowersAndStacks) {
  for (const auto& [scene, share] : {std::pair("tower3d_10", 0.5), std::pair("stack_15", 0.8)}) {
    const ContactProblem problem = problemAfter(scene, 60);
    const auto residual = [&](double blocks) {
      Solution solution;
      return solveBy("nsgs", problem, solution, {{"iterations", 200.0}, {"tolerance", 0.0}, {"blocks", blocks}})
          .residual.value;
    };
    EXPECT_LE(residual(1.0), share * residual(0.0)) << scene;
  }
}

// Walls and pyramids: a pair's solution must not be worth much less than the sweeps it takes the place of.
TEST(NsgsPairs, AreWithinTwiceTheResidualOfContactsOnWalls) {
  for (const char* scene : {"wall_10x10", "wall3d_10x10"}) {
    const ContactProblem problem = problemAfter(scene, 60);
    const auto residual = [&](double blocks) {
      Solution solution;
      return solveBy("nsgs", problem, solution, {{"iterations", 200.0}, {"tolerance", 0.0}, {"blocks", blocks}})
          .residual.value;
    };
    EXPECT_LE(residual(1.0), 2.0 * residual(0.0)) << scene;
  }
}

}  // namespace
}  // namespace keystone
