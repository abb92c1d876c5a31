// The residual, which goes four contacts at a time through J, against its definition contact by contact on W.
#include "problem/residual.h"

#include <gtest/gtest.h>

#include <random>

#include "problem/contact_pack4.h"
#include "problem/delassus.h"
#include "problem/residual_by_definition.h"
#include "support/by_value.h"
#include "support/settled.h"
#include "world/disc_worlds.h"

namespace keystone {
namespace {

// The closed form of an eigenvalue loses half of the digits where two are all but equal.
constexpr double kOfRho = 1e-8;

// A scene's problem after that many steps.
const ContactProblem& problemOf(const char* scene, int steps) {
  return settled(scene, steps).problem;
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

TEST(ResidualCheck, KeepsToTheDefinitionInSpaceInThePlaneAndWithJoints) {
  for (const char* name : {"pyramid3d_5", "wall_5x5", "ball_and_chain", "isotropic_friction"})
    expectDefinition(problemOf(name, 20), name);
}

TEST(ResidualCheck, FindsTheSameThroughTheBodiesAndFromWAlone) {
  const ContactProblem problem = problemOf("pyramid3d_5", 20);
  ContactProblem alone = problem;
  alone.W = delassusOf(problem);
  alone.J = {};
  alone.inv_mass.clear();
  expectDefinition(alone, "W alone");
}

// A box that a piston squeezes against a wall: the larger the impulses, the smaller the share that is missing, were it
// a share of the impulses.
TEST(ResidualCheck, GivesNoFrictionToAContactThatPulls) {
  ContactProblem problem = problemOf("pyramid3d_5", 20);
  problem.mu.setConstant(3.0);
  VecX lambda = VecX::Zero(problem.rows());
  lambda[problem.normalRow(0)] = -1e9;  // N s: above all that presses
  const double wanted = byDefinition(problem, lambda, FrictionLaw::Box).value;
  EXPECT_NEAR(measure(problem, lambda, FrictionLaw::Box).value, wanted, kOfRho * wanted);
}

TEST(ResidualCheck, IsNotFooledByImpulsesThatGrowWithoutBound) {
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

// Static on static, as a file may have it.
TEST(ResidualCheck, SeesAnApproachThatNoImpulseCanStop) {
  ContactProblem problem;
  problem.contacts = 2;
  problem.mu.setZero(2);
  problem.q = Vec2(-1.0, -0.25);
  problem.W = (MatX(2, 2) << 1.0, 0.0, 0.0, 0.0).finished().sparseView();
  EXPECT_DOUBLE_EQ(measure(problem, Vec2(1.0, 0.0)).value, 0.25);
  EXPECT_DOUBLE_EQ(byDefinition(problem, Vec2(1.0, 0.0), FrictionLaw::Cone).value, 0.25);
}

// Painleve's rod: friction presses the contact harder than the normal force relieves it.
TEST(ResidualCheck, SeesWhatFailsWhereADiagonalEntryIsNegative) {
  ContactProblem problem;
  problem.contacts = 1;
  problem.mu.setZero(1);
  problem.W = MatX::Constant(1, 1, -1.0).sparseView();
  problem.symmetric = false;
  problem.q = VecX::Constant(1, -1.0);  // u = -lambda - 1
  for (const double impulse : {0.0, 1.0, 1e6}) EXPECT_GE(measure(problem, VecX::Constant(1, impulse)).value, 0.9);
  problem.q = VecX::Constant(1, 1.0);
  EXPECT_EQ(measure(problem, VecX::Constant(1, 0.0)).value, 0.0);
  EXPECT_EQ(measure(problem, VecX::Constant(1, 1.0)).value, 0.0);
  EXPECT_GT(measure(problem, VecX::Constant(1, 0.5)).value, 0.1);
}

// A W that is given holds the compliance of springs already.
TEST(ResidualCheck, CountsASpringsComplianceOnce) {
  Simulation hung = discWorld(*findSolver("exact"), 2);
  for (int i = 0; i < 30; ++i) step(hung);
  ContactProblem bare = hung.problem;
  ASSERT_GT(bare.compliance.maxCoeff(), 0.0);
  bare.W = delassusOf(hung.problem);
  bare.J = {};
  bare.inv_mass.clear();
  const VecX lambda = someImpulses(hung.problem);
  const double wanted = measure(hung.problem, lambda).value;
  EXPECT_NEAR(measure(bare, lambda).value, wanted, kOfRho * wanted);
  // The solvers' own rows count it once as well.
  bare.discs.clear();
  bare.disc_of_row.clear();
  for (const char* id : {"exact", "newton_cone"}) {
    const SolverInfo& solver = *findSolver(id);
    Solution solution{VecX::Zero(bare.rows()), {}};
    const SolveReport report = solver.solve(bare, {}, solution, nullptr);
    ASSERT_EQ(report.status, SolveStatus::Converged) << id << ": " << report.message;
    for (int k = 0; k < bare.joint_rows; ++k) {
      const int row = bare.firstJointRow() + k;
      if (!bare.isSoft(row)) continue;
      EXPECT_NEAR(relativeVelocity(bare, solution.lambda)[row], 0.0, 1e-9 * bare.q.lpNorm<Eigen::Infinity>()) << id;
    }
  }
}

TEST(ResidualCheck, CallsWhatIsNotANumberByItsName) {
  ContactProblem problem = problemOf("wall_5x5", 5);
  VecX lambda = someImpulses(problem);
  EXPECT_FALSE(std::isnan(measure(problem, lambda).value));
  lambda[problem.rows() / 2] = std::nan("");
  EXPECT_TRUE(std::isnan(measure(problem, lambda).value));
  lambda.setZero();
  problem.q[problem.rows() / 2] = std::nan("");
  EXPECT_TRUE(std::isnan(measure(problem, lambda).value));
}

// Nothing moves: impulses that hold nothing are no solution, however small.
TEST(ResidualCheck, SeesImpulsesWhereNoneIsNeeded) {
  ContactProblem problem = problemOf("wall_5x5", 5);
  problem.q.setZero();
  const VecX lambda = 1e-6 * someImpulses(problem);
  const double wanted = byDefinition(problem, lambda, FrictionLaw::Cone).value;
  EXPECT_GT(wanted, 1e-3);
  EXPECT_NEAR(measure(problem, lambda).value, wanted, kOfRho * wanted);
  EXPECT_EQ(measure(problem, VecX::Zero(problem.rows())).value, 0.0);
}

TEST(OwnBlocks, HaveTheLargestEigenvaluesThatEigenFinds) {
  std::mt19937_64 random(3);
  std::normal_distribution<double> normal;
  for (int i = 0; i < 1000; ++i) {
    // Of ranks one to three, some with eigenvalues that are all but equal.
    Eigen::Matrix<double, 3, 3> half = Mat3::Zero();
    for (int k = 0; k < 9; ++k) half(k) = k < 3 * (1 + i % 3) ? normal(random) : 0.0;
    Mat3 A = half * half.transpose();
    if (i % 5 == 0) A = Mat3::Identity() + 1e-9 * A;
    const OwnBlocks W{broadcast(A(0, 0)), broadcast(A(0, 1)), broadcast(A(0, 2)),
                      broadcast(A(1, 1)), broadcast(A(1, 2)), broadcast(A(2, 2))};
    const double wanted = Eigen::SelfAdjointEigenSolver<Mat3>(A).eigenvalues()[2];
    EXPECT_NEAR(largestEigenvalues(W)[i % kSimdWidth], wanted, kOfRho * wanted);
  }
}

}  // namespace
}  // namespace keystone
