// Shock propagation: levels, columns that it solves, and bodies under heavy ones that sink less.
#include "solver/shock_propagation.h"

#include <gtest/gtest.h>

#include "support/settled.h"
#include "world/small_worlds.h"

namespace keystone {
namespace {

const SolverInfo& sweepSolver() {
  return *findSolver("pgs");
}

// Boxes of 1 m on each other on the ground, of these masses [kg] from below.
Simulation column(const std::vector<double>& masses) {
  Simulation result = simulation(sweepSolver());
  addPlane(result.world, Vec3::UnitY(), material(0.5));
  for (std::size_t i = 0; i < masses.size(); ++i)
    addBox(result.world, {0.5, 0.5, 0.5}, masses[i], {0, 0.5 + static_cast<double>(i), 0}, material(0.5));
  return result;
}

ContactProblem firstProblem(Simulation world) {
  step(world);
  return world.problem;
}

const std::vector<double> kTopHeavy{1, 1, 1, 1, 100};

TEST(ShockPropagation, LevelsCountContactsToTheGround) {
  Simulation world = column({1, 1, 1});
  addBox(world.world, {0.5, 0.5, 0.5}, 1.0, {1.0, 1.5, 0}, material(0.5));  // beside the second
  addBox(world.world, {0.5, 0.5, 0.5}, 1.0, {9.0, 9.0, 0}, material(0.5));
  std::vector<int> levels;
  findLevels(firstProblem(world), levels);
  EXPECT_EQ(levels, (std::vector<int>{kNoLevel, 1, 2, 3, 3, kNoLevel}));
}

// The second of three is joined to the world: what lies on it has no level either.
TEST(ShockPropagation, BodiesOfJointsHaveNoLevel) {
  ContactProblem problem = firstProblem(column({1, 1, 1}));
  const int row = problem.rows();
  problem.joint_rows = 1;
  problem.J.conservativeResize(row + 1, problem.J.cols());
  problem.J.insert(row, 6 * 2) = 1.0;
  std::vector<int> levels;
  findLevels(problem, levels);
  EXPECT_EQ(levels, (std::vector<int>{kNoLevel, 1, kNoLevel, kNoLevel}));
}

TEST(ShockPropagation, OnePassSolvesAColumnOfAnyMasses) {
  const ContactProblem problem = firstProblem(column(kTopHeavy));
  for (const FrictionLaw law : {FrictionLaw::Cone, FrictionLaw::Box}) {
    VecX lambda = VecX::Zero(problem.rows());
    propagateShock(problem, law, 60, lambda);
    EXPECT_LE(measure(problem, lambda, law).value, 1e-9);
    double weight = 0.0;  // of what each level carries
    for (std::size_t i = kTopHeavy.size(); i-- > 0;) {
      weight += kTopHeavy[i] * 9.81 * problem.h;
      double carried = 0.0;
      for (int contact = 0; contact < problem.contacts; ++contact)
        if (problem.contact_points[contact].point.y() < static_cast<double>(i) + 0.1 &&
            problem.contact_points[contact].point.y() > static_cast<double>(i) - 0.1)
          carried += lambda[problem.normalRow(contact)];
      EXPECT_NEAR(carried, weight, 1e-2 * weight) << i;  // gravity's own digits
    }
  }
  Solution plain;
  sweepSolver().solve(problem, {{"iterations", 120.0}, {"tolerance", 0.0}}, plain, nullptr);
  EXPECT_GT(measure(problem, plain.lambda).value, 1e-3);  // as many sweeps without it
}

TEST(ShockPropagation, LeavesImpulsesThatSolveTheProblem) {
  const ContactProblem problem = firstProblem(column({3, 1, 2}));
  Solution solved;
  findSolver("exact")->solve(problem, {}, solved, nullptr);
  VecX lambda = solved.lambda;
  propagateShock(problem, FrictionLaw::Cone, 10, lambda);
  EXPECT_LE((lambda - solved.lambda).lpNorm<Eigen::Infinity>(), 1e-9 * solved.lambda.lpNorm<Eigen::Infinity>());
}

TEST(ShockPropagation, LeavesBodiesThatFly) {
  Simulation world = simulation(sweepSolver());
  addSphere(world.world, 0.5, 1.0, {0, 5, 0}, material(0.5));
  addSphere(world.world, 0.5, 2.0, {1, 5, 0}, material(0.5));
  world.world.bodies[0].velocity.x() = 1.0;
  const ContactProblem problem = firstProblem(world);
  ASSERT_EQ(problem.contacts, 1);
  VecX lambda = VecX::Constant(problem.rows(), 0.25);
  propagateShock(problem, FrictionLaw::Cone, 5, lambda);
  EXPECT_EQ(lambda, VecX::Constant(problem.rows(), 0.25));
}

// [m] How deep a box of 20 kg and 3 m sinks on two of 0.1 kg.
double deepest(const SolverInfo& solver, double iterations, double shock) {
  Simulation world = simulation(solver, true);
  addPlane(world.world, Vec3::UnitY(), material(0.5));
  for (const double side : {-1.0, 1.0}) addBox(world.world, {0.25, 0.25, 0.25}, 0.1, {side, 0.25, 0}, material(0.5));
  const int heavy = addBox(world.world, {1.5, 0.5, 0.5}, 20.0, {0, 1.0, 0}, material(0.5));
  world.parameters = {{"iterations", iterations}, {"tolerance", 0.0}, {"shock", shock}};
  double lowest = 1.0;
  for (int i = 0; i < 120; ++i) {
    step(world);
    lowest = std::min(lowest, world.world.bodies[heavy].pose.position.y());
  }
  return 1.0 - lowest;
}

// At ten sweeps in all.
TEST(ShockPropagation, HeavyBoxOnLightOnesSinksAHundredthAsDeep) {
  const double without = deepest(sweepSolver(), 10.0, 0.0), with = deepest(sweepSolver(), 4.0, 3.0);
  EXPECT_GT(without, 1e-3);
  EXPECT_LT(with, 0.01 * without);
}

// All but pgs_sm, whose factorizations need no help.
TEST(ShockPropagation, HelpsAllThatSweep) {
  for (const char* id : {"psor", "nsgs", "nncg", "jacobi"}) {
    const SolverInfo& solver = *findSolver(id);
    const double without = deepest(solver, 10.0, 0.0), with = deepest(solver, 4.0, 3.0);
    EXPECT_GT(without, 1e-3) << id;
    EXPECT_LT(with, 0.04 * without) << id;
  }
  EXPECT_LT(deepest(*findSolver("pgs_sm"), 4.0, 3.0), 1e-4);
}

// Levels that have not settled once threw the tower by 80 m. Overlap that is taken away lifts by up to 0.2 %.
TEST(ShockPropagation, GainsNoEnergyHoweverFewTheSweeps) {
  for (const double shock : {1.0, 3.0, 10.0}) {
    Simulation tower = loadById("tower_heavy_top").simulation;
    tower.solver = findSolver("pgs");
    tower.parameters = {{"iterations", 4.0}, {"tolerance", 0.0}, {"shock", shock}};
    step(tower);
    const double start = tower.report.kinetic + tower.report.potential;
    for (int n = 1; n < 300; ++n) {
      step(tower);
      ASSERT_LE(tower.report.kinetic + tower.report.potential, 1.01 * start) << shock << ", step " << n;
    }
  }
}

TEST(ShockPropagation, IsRefusedWithoutBodies) {
  ContactProblem bare;
  bare.contacts = 1;
  bare.q = VecX::Constant(1, -1.0);
  bare.bias = VecX::Zero(1);
  bare.mu = VecX::Zero(1);
  bare.W = SparseRows(1, 1);
  bare.W.insert(0, 0) = 1.0;
  Solution solution;
  EXPECT_EQ(sweepSolver().solve(bare, {{"shock", 3.0}}, solution, nullptr).status, SolveStatus::Unsupported);
}

}  // namespace
}  // namespace keystone
