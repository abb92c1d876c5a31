// Every method of the registry on the same random problems.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "lcp_problems.h"
#include "support/by_value.h"

namespace keystone {
namespace {

using testing::gaussian;
using testing::gaussianMatrix;
using testing::solveBy;

// A solver of the registry, perhaps with a choice that makes it another method.
struct FieldMethod {
  std::string name;
  const SolverInfo* solver;
  ParameterValues choice = {};
};
std::vector<FieldMethod> everyMethod() {
  std::vector<FieldMethod> methods;
  for (const SolverInfo* solver : solvers()) methods.push_back({std::string(solver->id), solver});
  methods.push_back({"nsgs_by_pairs", findSolver("nsgs"), {{"blocks", 1.0}}});
  return methods;
}

// The parameters that bring a method to its best.
ParameterValues atItsBest(const FieldMethod& method, FrictionLaw law) {
  const SolverInfo& solver = *method.solver;
  ParameterValues values = method.choice;
  for (const Parameter& p : solver.parameters) {
    if (p.id == "iterations" || p.id == "friction_rounds") values[std::string(p.id)] = p.high;
    if (p.id == "tolerance" && !solver.exact) values["tolerance"] = 1e-13;
    if (p.id == "friction") values["friction"] = law == FrictionLaw::Box ? 1.0 : 0.0;
    if (p.id == "max_choices") values["max_choices"] = 1e4;
  }
  return values;
}

// Contacts and joints between four bodies in no order; velocities such that all contacts can part.
ContactProblem randomBodies(std::mt19937_64& random, int dim, int contacts, int joints) {
  constexpr int kBodies = 4;
  ContactProblem problem;
  problem.dim = dim;
  problem.contacts = contacts;
  problem.joint_rows = joints;
  for (int b = 0; b < kBodies; ++b) {
    const MatX root = gaussianMatrix(random, 3, 3);
    problem.inv_mass.push_back({Vec3::Constant(0.5 + static_cast<double>(random() % 8) / 4.0),
                                Mat3::Identity() + 0.2 * Mat3(root * root.transpose())});
  }
  MatX J = MatX::Zero(problem.rows(), 6 * kBodies);
  for (int first = 0; first < problem.rows(); first += first < dim * contacts ? dim : 1) {
    const int a = static_cast<int>(random() % kBodies),
              b = (a + 1 + static_cast<int>(random() % (kBodies - 1))) % kBodies;
    const int count = first < dim * contacts ? dim : 1;
    J.block(first, 6 * a, count, 6) = gaussianMatrix(random, count, 6);
    J.block(first, 6 * b, count, 6) = gaussianMatrix(random, count, 6);
  }
  problem.J = J.sparseView();
  problem.v_free = gaussian(random, 6 * kBodies);
  problem.bias.setZero(problem.rows());
  for (int c = 0; c < contacts; ++c) problem.bias[dim * c] = std::abs(gaussian(random, 1)[0]);
  problem.q = J * problem.v_free + problem.bias;
  problem.mu = 0.4 * gaussian(random, contacts).cwiseAbs();
  if (dim == 1) problem.mu.setZero();
  return problem;
}

// The same with discs: of most contacts one of one row, one of two or both, and sometimes one with a bound of its own.
ContactProblem withDiscs(std::mt19937_64& random, ContactProblem problem) {
  MatX J = problem.J;
  const auto add = [&](int contact, int a, int b, int count, double limit) {
    J.conservativeResize(J.rows() + count, Eigen::NoChange);
    J.bottomRows(count).setZero();
    for (const int body : {a, b}) J.block(J.rows() - count, 6 * body, count, 6) = gaussianMatrix(random, count, 6);
    problem.disc_of_row.resize(problem.joint_rows, -1);
    problem.disc_of_row.resize(problem.joint_rows + count, static_cast<int>(problem.discs.size()));
    problem.discs.push_back({problem.joint_rows, count, contact, limit});
    problem.joint_rows += count;
  };
  for (int c = 0; c < problem.contacts; ++c) {
    std::vector<int> bodies;
    for (int b = 0; b < J.cols() / 6; ++b)
      if (!J.block(problem.normalRow(c), 6 * b, 1, 6).isZero(0.0)) bodies.push_back(b);
    if (random() % 3 != 0) add(c, bodies[0], bodies[1], 1, 0.3 * std::abs(gaussian(random, 1)[0]));
    if (random() % 3 != 0) add(c, bodies[0], bodies[1], 2, 0.3 * std::abs(gaussian(random, 1)[0]));
  }
  if (random() % 3 == 0 || problem.discs.empty())
    add(-1, 0, 1, 1 + static_cast<int>(random() % 3), 0.5 * std::abs(gaussian(random, 1)[0]));
  problem.J = J.sparseView();
  const Eigen::Index before = problem.bias.size();
  problem.bias.conservativeResize(J.rows());
  problem.bias.tail(J.rows() - before).setZero();
  problem.q = J * problem.v_free + problem.bias;
  return problem;
}

// How many of the hundred a method is to solve: all, but for those whose own problem is another one in space or where
// contacts slide (the convex relaxation, the pyramid), which are as many as they were.
int toSolve(const SolverInfo& solver) {
  if (solver.id == "interior_point") return 55;
  if (solver.id == "lemke") return 74;
  return 100;
}

class EveryMethod : public ::testing::TestWithParam<FieldMethod> {};
INSTANTIATE_TEST_SUITE_P(Registry, EveryMethod, ::testing::ValuesIn(everyMethod()),
                         [](const auto& tested) { return tested.param.name; });

TEST_P(EveryMethod, AgreesWithExactOnAHundredRandomProblemsOfTheKindsItTakes) {
  const SolverInfo& solver = *GetParam().solver;
  std::mt19937_64 random(61);
  int taken = 0, solved = 0;
  for (int trial = 0; taken < 100; ++trial) {
    const int dim = 1 + trial % 3, joints = trial % 4 == 3 ? 2 : 0;
    ContactProblem problem = randomBodies(random, dim, 1 + trial % 4, joints);
    if (trial % 2 == 1 && solver.accepts.w_only) problem = withoutBodies(problem);
    const FrictionLaw law = solver.accepts.cone_friction ? FrictionLaw::Cone : FrictionLaw::Box;
    if (!takes(solver.accepts, problem, law)) continue;
    Solution exact, found;
    ASSERT_EQ(solveBy("exact", problem, exact, {{"friction", law == FrictionLaw::Box ? 1.0 : 0.0}}).status,
              SolveStatus::Converged)
        << "trial " << trial;
    const SolveReport report = solveBy(solver.id, problem, found, atItsBest(GetParam(), law));
    if (report.status == SolveStatus::Unsupported) continue;  // too many rows for a reference
    ++taken;
    if (!(report.residual.value <= kExactResidual)) continue;
    ++solved;
    const VecX apart = relativeVelocity(problem, found.lambda) - relativeVelocity(problem, exact.lambda);
    // Two residuals of 1e-9, amplified by W's condition.
    EXPECT_LE(apart.lpNorm<Eigen::Infinity>(), 1e-7 * problem.q.lpNorm<Eigen::Infinity>()) << "trial " << trial;
  }
  EXPECT_GE(solved, toSolve(solver));
}

// How many of the hundred with discs: all, but for the relaxation, as many as slide nowhere.
int toSolveWithDiscs(const SolverInfo& solver) {
  return solver.id == "interior_point" ? 10 : 100;
}

TEST_P(EveryMethod, AgreesWithExactOnAHundredRandomProblemsWithDiscsIfItTakesThem) {
  const SolverInfo& solver = *GetParam().solver;
  std::mt19937_64 random(71);
  int solved = 0;
  for (int trial = 0; trial < 100; ++trial) {
    const int dim = 1 + trial % 3, joints = trial % 4 == 3 ? 2 : 0;
    ContactProblem problem = withDiscs(random, randomBodies(random, dim, 1 + trial % 4, joints));
    if (trial % 2 == 1 && solver.accepts.w_only) problem = withoutBodies(problem);
    Solution exact, found;
    if (!solver.accepts.discs) {
      EXPECT_EQ(solveBy(solver.id, problem, found).status, SolveStatus::Unsupported);
      continue;
    }
    ASSERT_EQ(solveBy("exact", problem, exact).status, SolveStatus::Converged) << "trial " << trial;
    const SolveReport report = solveBy(solver.id, problem, found, atItsBest(GetParam(), FrictionLaw::Cone));
    ASSERT_NE(report.status, SolveStatus::Unsupported) << report.message;
    if (!(report.residual.value <= kExactResidual)) continue;
    ++solved;
    const VecX apart = relativeVelocity(problem, found.lambda) - relativeVelocity(problem, exact.lambda);
    // Two residuals of 1e-9, amplified by W's condition.
    EXPECT_LE(apart.lpNorm<Eigen::Infinity>(), 1e-7 * problem.q.lpNorm<Eigen::Infinity>()) << "trial " << trial;
  }
  if (solver.accepts.discs) {
    EXPECT_GE(solved, toSolveWithDiscs(solver));
  }
}

// Accepts says it, once for all.
TEST_P(EveryMethod, TakesAnUnsymmetricWOnlyIfItSaysSo) {
  const SolverInfo& solver = *GetParam().solver;
  if (!solver.accepts.w_only) return;
  MatX W = MatX::Identity(2, 2);
  W(0, 1) = 0.3;
  W(1, 0) = -0.3;
  ContactProblem problem = testing::lcp(W, VecX::Constant(2, -1.0));
  problem.symmetric = false;
  Solution solution;
  const SolveReport report = solveBy(solver.id, problem, solution, atItsBest(GetParam(), FrictionLaw::Cone));
  EXPECT_EQ(takes(solver.accepts, problem, FrictionLaw::Cone), solver.accepts.unsymmetric);
  if (solver.accepts.unsymmetric) {
    EXPECT_LE(report.residual.value, 1e-9);
  } else {
    EXPECT_EQ(report.status, SolveStatus::Unsupported);
    EXPECT_EQ(report.message, "takes no W that is not symmetric");
  }
}

TEST_P(EveryMethod, HasNothingLeftToDoAtItsOwnSolution) {
  const SolverInfo& solver = *GetParam().solver;
  std::mt19937_64 random(67);
  for (int trial = 0; trial < 6; ++trial) {
    const ContactProblem problem = randomBodies(random, 1, 3, 0);
    Solution solution;
    ASSERT_LE(solveBy(solver.id, problem, solution, atItsBest(GetParam(), FrictionLaw::Cone)).residual.value, 1e-9);
    const SolveReport again = solver.solve(problem, atItsBest(GetParam(), FrictionLaw::Cone), solution, nullptr);
    EXPECT_LE(measure(problem, solution.lambda).value, 1e-9) << "trial " << trial;
    if (solver.family == "iterative") {
      EXPECT_LE(again.iterations, 5) << "trial " << trial;
    }
  }
}

TEST_P(EveryMethod, SaysWhatEachOfItsParametersIsFor) {
  for (const Parameter& p : GetParam().solver->parameters) {
    EXPECT_FALSE(p.title.empty()) << p.id;
    EXPECT_FALSE(p.help.empty()) << p.id;
    EXPECT_GE(p.value, p.low) << p.id;
    EXPECT_LE(p.value, p.high) << p.id;
    if (p.type == Parameter::Type::Choice) {
      EXPECT_EQ(std::count(p.choices.begin(), p.choices.end(), '|'), std::lround(p.high)) << p.id;
    }
  }
}

}  // namespace
}  // namespace keystone
