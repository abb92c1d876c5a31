// The algorithms against their definitions, on random trees: in space and in the plane, fixed and floating.
#include "articulated/tree_motion.h"

#include <gtest/gtest.h>

#include "articulated/seat_links.h"
#include "body/free_rotation.h"
#include "joint/joint_rows.h"

namespace keystone {
namespace {

struct TreeCase {
  World world;
  PlacedForest placed;
  VecX qdot, v;
};

// 100 trees of 1 to 12 bodies.
template <class Check>
void forEachTree(const Check& check) {
  for (unsigned seed = 0; seed < 100; ++seed) {
    RandomTrees random(seed);
    TreeCase tree;
    tree.world = random.tree(1 + static_cast<int>(seed) % 12, seed % 3 == 0, seed % 2 == 0);
    placeForest(tree.world.bodies, tree.world.joints, tree.world.planar, tree.placed);
    tree.qdot = random.vector(tree.placed.forest.dofs);
    tree.v.setZero(6 * static_cast<Eigen::Index>(tree.world.bodies.size()));
    spreadVelocities(tree.placed, tree.qdot, tree.v);
    setVelocitiesIn(tree.world, tree.v);
    SCOPED_TRACE("tree " + std::to_string(seed));
    check(tree, random);
  }
}

// [6 bodies x dofs], column by column.
MatX motions(const TreeCase& tree) {
  MatX S(tree.v.size(), tree.placed.forest.dofs);
  for (Eigen::Index k = 0; k < S.cols(); ++k) {
    VecX v = VecX::Zero(tree.v.size());
    spreadVelocities(tree.placed, VecX::Unit(S.cols(), k), v);
    S.col(k) = v;
  }
  return S;
}

MatX bodyMasses(const World& world) {
  const auto count = 6 * static_cast<Eigen::Index>(world.bodies.size());
  MatX M = MatX::Zero(count, count);
  for (std::size_t b = 0; b < world.bodies.size(); ++b) {
    const auto at = 6 * static_cast<Eigen::Index>(b);
    M.block<3, 3>(at, at).diagonal().setConstant(world.bodies[b].mass);
    M.block<3, 3>(at + 3, at + 3) = worldInertia(world.bodies[b]);
  }
  return M;
}

TEST(Articulated, MassMatrixIsThatOfTheBodiesSeenThroughTheJoints) {
  forEachTree([](const TreeCase& tree, RandomTrees&) {
    const MatX S = motions(tree), expected = S.transpose() * bodyMasses(tree.world) * S;
    EXPECT_LE((massMatrix(tree.placed) - expected).norm(), 1e-13 * (1.0 + expected.norm()));
  });
}

// Whatever the generalized velocities, tree joints hold: J S = 0.
TEST(Articulated, JointRowsHoldUnderAllGeneralizedVelocities) {
  forEachTree([](const TreeCase& tree, RandomTrees&) {
    for (const Joint& joint : tree.world.joints) {
      std::vector<JointRow> rows;
      appendRows(joint, poseOf(tree.world.bodies, joint.a), poseOf(tree.world.bodies, joint.b), tree.world.planar,
                 rows);
      ASSERT_EQ(static_cast<int>(rows.size()), structuralRows(joint.kind, tree.world.planar));
      const auto of = [&](int body) {
        return body < 0 ? Vec6(Vec6::Zero()) : Vec6(tree.v.segment<6>(6 * static_cast<Eigen::Index>(body)));
      };
      for (const JointRow& row : rows) {
        const Vec6 a = of(joint.a), b = of(joint.b);
        const double u = row.linear.dot(Vec3(b.head<3>() - a.head<3>())) + row.angular_b.dot(b.tail<3>()) -
                         row.angular_a.dot(a.tail<3>());
        EXPECT_NEAR(u, 0.0, 1e-13 * (1.0 + tree.v.norm()));
      }
    }
  });
}

TEST(Articulated, ForwardAndInverseDynamicsAgree) {
  forEachTree([](const TreeCase& tree, RandomTrees& random) {
    const VecX f = random.vector(tree.v.size()), tau = random.vector(tree.placed.forest.dofs);
    const VecX qddot = forwardDynamics(tree.placed, tree.world.joints, tree.v, f, tau);
    const VecX back = inverseDynamics(tree.placed, tree.world.joints, tree.v, qddot, f);
    const VecX bias = inverseDynamics(tree.placed, tree.world.joints, tree.v, VecX::Zero(tree.placed.forest.dofs), f);
    const MatX M = massMatrix(tree.placed);
    EXPECT_LE((back - tau).norm(), 1e-12 * (1.0 + M.norm() * qddot.norm()));
    const VecX by_composite = M.ldlt().solve(tau - bias);
    EXPECT_LE((by_composite - qddot).norm(), 1e-12 * (1.0 + qddot.norm())) << "condition is below 1e3 here";
  });
}

// Y Y^T of whitened rows is J S M^-1 S^T J^T, whatever is added to the diagonal of M.
TEST(Articulated, WhitenedRowsGiveTheResponseToImpulses) {
  forEachTree([](const TreeCase& tree, RandomTrees& random) {
    const MatX S = motions(tree);
    const VecX added = random.vector(static_cast<int>(S.cols())).cwiseAbs();
    ArticulatedInertia factor;
    factorInertia(tree.placed, factor, added);
    const MatX J = MatX::NullaryExpr(5, tree.v.size(), [&] { return random.number(); });
    MatX Y = MatX::Zero(5, S.cols());
    for (Eigen::Index r = 0; r < 5; ++r) {
      VecX row = VecX::Zero(S.cols());
      for (std::size_t i = 0; i < tree.placed.links.size(); ++i) {
        const auto at = 6 * static_cast<Eigen::Index>(tree.placed.forest.links[i].body);
        whiten(tree.placed, factor, static_cast<int>(i), J.row(r).segment<6>(at).transpose(), row);
      }
      Y.row(r) = row.transpose();
    }
    if (S.cols() == 0) return;
    const MatX M = massMatrix(tree.placed) + MatX(added.asDiagonal());
    const MatX G = J * S, expected = G * M.ldlt().solve(G.transpose());
    EXPECT_LE((Y * Y.transpose() - expected).norm(), 1e-12 * (1.0 + expected.norm()));
  });
}

TEST(Articulated, NearestVelocitiesAreTheLeastSquaresInTheMassMetric) {
  forEachTree([](const TreeCase& tree, RandomTrees& random) {
    ArticulatedInertia factor;
    factorInertia(tree.placed, factor);
    VecX held = tree.v;
    EXPECT_LE((holdTrees(tree.placed, factor, {}, held) - tree.qdot).norm(), 1e-12 * (1.0 + tree.qdot.norm()));
    EXPECT_LE((held - tree.v).norm(), 1e-12 * (1.0 + tree.v.norm()));
    if (tree.qdot.size() == 0) return;
    const VecX any = random.vector(tree.v.size());
    const MatX S = motions(tree);
    const VecX expected = massMatrix(tree.placed).ldlt().solve(S.transpose() * bodyMasses(tree.world) * any);
    held = any;
    EXPECT_LE((holdTrees(tree.placed, factor, {}, held) - expected).norm(), 1e-12 * (1.0 + expected.norm()));
  });
}

// The product terms are d/dt (S qdot) at constant qdot: central differences along the motion, second order in 1e-4 s.
TEST(Articulated, VelocityProductsAreWhatVelocitiesChangeByThemselves) {
  forEachTree([](const TreeCase& tree, RandomTrees&) {
    const auto velocitiesAt = [&](double t) {
      const World moved = displaced(tree.world, tree.placed.forest, t * tree.qdot);
      PlacedForest placed;
      placeForest(moved.bodies, moved.joints, moved.planar, placed);
      VecX v = VecX::Zero(tree.v.size());
      spreadVelocities(placed, tree.qdot, v);
      return v;
    };
    constexpr double kStep = 1e-4;
    const VecX expected = (velocitiesAt(kStep) - velocitiesAt(-kStep)) / (2.0 * kStep);
    VecX c, total = VecX::Zero(tree.v.size());
    velocityProducts(tree.placed, tree.world.joints, tree.v, c);
    for (std::size_t i = 0; i < tree.placed.links.size(); ++i) {
      const Link& link = tree.placed.forest.links[i];
      Vec6 a = c.segment<6>(6 * static_cast<Eigen::Index>(i));
      if (link.parent >= 0) {
        const int carrier = tree.placed.forest.links[link.parent].body;
        a += carried(tree.placed.links[i].shift, total.segment<6>(6 * static_cast<Eigen::Index>(carrier)));
      }
      total.segment<6>(6 * static_cast<Eigen::Index>(link.body)) = a;
    }
    EXPECT_LE((total - expected).norm(), 1e-5 * (1.0 + expected.norm()));
  });
}

TEST(Articulated, MovedTreesStayClosedAndMoveByTheirVelocities) {
  forEachTree([](const TreeCase& tree, RandomTrees&) {
    const World moved = displaced(tree.world, tree.placed.forest, 3.0 * tree.qdot);
    for (const Joint& joint : moved.joints) {
      std::vector<JointRow> rows;
      appendRows(joint, poseOf(moved.bodies, joint.a), poseOf(moved.bodies, joint.b), moved.planar, rows);
      EXPECT_LE(worstError(rows), 1e-13);
    }
    constexpr double kStep = 1e-6;
    const World next = displaced(tree.world, tree.placed.forest, kStep * tree.qdot);
    for (std::size_t b = 0; b < next.bodies.size(); ++b) {
      const Body& body = tree.world.bodies[b];
      const Vec3 way = (next.bodies[b].pose.position - body.pose.position) / kStep;
      const Vec3 turn = 2.0 / kStep * (next.bodies[b].pose.orientation * body.pose.orientation.conjugate()).vec();
      EXPECT_LE((way - body.velocity).norm(), 1e-4 * (1.0 + tree.v.norm() * tree.v.norm()));
      EXPECT_LE((turn - body.omega).norm(), 1e-4 * (1.0 + tree.v.norm() * tree.v.norm()));
    }
  });
}

Vec3 centreOf(const World& world) {
  Vec3 sum = Vec3::Zero();
  double mass = 0.0;
  for (const Body& body : world.bodies) {
    sum += body.mass * body.pose.position;
    mass += body.mass;
  }
  return sum / mass;
}

// Positions of some metres are rounded to 1e-15.
TEST(Articulated, SeatedLinksAreOnTheirJoints) {
  forEachTree([](const TreeCase& tree, RandomTrees& random) {
    World torn = tree.world;
    for (Body& body : torn.bodies) {
      const VecX away = random.vector(4);
      body.pose.position += Vec3(away[0], away[1], torn.planar ? 0.0 : away[2]);
      body.pose.orientation = rotationOf(3.0 * away[3] * (torn.planar ? Vec3(Vec3::UnitZ()) : Vec3(away.head<3>()))) *
                              body.pose.orientation;
    }
    const Vec3 centre = centreOf(torn);
    EXPECT_EQ(seatLinks(tree.placed.forest, torn.joints, 1e-12, torn.bodies), !torn.joints.empty());
    for (const Joint& joint : torn.joints) {
      std::vector<JointRow> rows;
      appendRows(joint, poseOf(torn.bodies, joint.a), poseOf(torn.bodies, joint.b), torn.planar, rows);
      EXPECT_LE(worstError(rows), 1e-13);
    }
    if (tree.placed.forest.links.front().isFree()) {
      EXPECT_LE((centreOf(torn) - centre).norm(), 1e-13);
    }
    EXPECT_FALSE(seatLinks(tree.placed.forest, torn.joints, 1e-12, torn.bodies)) << "a second time";
  });
}

// Runge-Kutta loses h^5 a step: at 1 ms and unit speeds below 1e-8 J in 0.2 s.
TEST(Articulated, FreeMotionKeepsItsEnergy) {
  forEachTree([](const TreeCase& tree, RandomTrees&) {
    World world = tree.world;
    const double before = energyOf(world);
    for (int i = 0; i < 200; ++i) advance(world, tree.placed.forest, 1e-3);
    EXPECT_NEAR(energyOf(world), before, 1e-7 * (1.0 + std::abs(before)));
    if (world.joints.empty()) return;
    for (const Joint& joint : world.joints) {
      std::vector<JointRow> rows;
      appendRows(joint, poseOf(world.bodies, joint.a), poseOf(world.bodies, joint.b), world.planar, rows);
      EXPECT_LE(worstError(rows), 1e-12);
    }
  });
}

}  // namespace
}  // namespace keystone
