// Methods on the cones and Newton methods with a line search, against answers and rates in closed form.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "lcp_problems.h"
#include "problem/delassus.h"
#include "scene_problems.h"
#include "solver/newton/proximal_newton.h"
#include "solver/system/contact_system.h"
#include "solver/trace.h"
#include "support/by_value.h"

namespace keystone {
namespace {

using testing::gaussian;
using testing::gaussianMatrix;
using testing::problemAfter;
using testing::solveBy;

// A body of 1 kg on a plane, mu = 1/2, pressed with 1 N s and struck along the plane with 5.
ContactProblem struckBody() {
  ContactProblem problem;
  problem.dim = 3;
  problem.contacts = 1;
  problem.mu = VecX::Constant(1, 0.5);
  problem.q = Vec3(-1.0, 3.0, 4.0);
  problem.W = MatX(MatX::Identity(3, 3)).sparseView();
  return problem;
}
const Vec3 kCoulomb(1.0, -0.3, -0.4);  // slides with 4.5 m/s

// The relaxation projects -q on the cone: lambda_n = (1 + mu 5) / (1 + mu^2) = 2.8, |lambda_t| = 1.4; the body slides
// with 3.6 m/s and lifts off with mu 3.6.
TEST(Apgd, RelaxationLiftsASlidingBodyOffByMuTimesItsSpeed) {
  const ContactProblem problem = struckBody();
  Solution relaxed, corrected;
  EXPECT_NE(solveBy("apgd", problem, relaxed, {{"correction", 1.0}}).status, SolveStatus::Converged);
  EXPECT_LE((relaxed.lambda - 2.8 * Vec3(1.0, -0.3, -0.4)).norm(), 1e-10);
  const VecX u = relativeVelocity(problem, relaxed.lambda);
  EXPECT_NEAR(u[0], 0.5 * u.tail<2>().norm(), 1e-10);
  EXPECT_EQ(solveBy("apgd", problem, corrected).status, SolveStatus::Converged);
  EXPECT_LE((corrected.lambda - kCoulomb).norm(), 1e-10);
}

TEST(Apgd, NeedsTheRootOfTheIterationsThatCurvatureWouldCostGradientDescent) {
  // Eigenvalues 1 to 1e4 about: gradient descent gains exp(-2e-4) an iteration.
  MatX W = 2.0 * MatX::Identity(100, 100);
  for (int i = 1; i < 100; ++i) W(i, i - 1) = W(i - 1, i) = -1.0;
  Solution solution;
  const SolveReport report =
      solveBy("apgd", testing::lcp(W, VecX::Constant(100, -1.0)), solution, {{"iterations", 2000.0}});
  EXPECT_EQ(report.status, SolveStatus::Converged);
}

TEST(Admm, SolvesTheStruckBodyWhateverRhoItStartsWith) {
  for (const double power : {-0.3, 0.0, 0.2, 0.5}) {
    Solution solution;
    const SolveReport report = solveBy("admm", struckBody(), solution, {{"rho_power", power}, {"iterations", 1000.0}});
    EXPECT_EQ(report.status, SolveStatus::Converged) << power;
    EXPECT_LE((solution.lambda - kCoulomb).norm(), 1e-9) << power;
  }
}

TEST(Admm, LeavesNothingOfItsProximalTermWhereWIsSingular) {
  const ContactProblem problem = problemAfter("tower3d_10", 40);
  for (const double eta : {1e-8, 1e-4}) {
    Solution solution;
    const SolveReport report = solveBy("admm", problem, solution, {{"proximal", eta}, {"iterations", 2000.0}});
    EXPECT_LE(report.residual.value, 1e-9) << eta;
  }
}

// One planar contact that slides: u_n = 0 gives lambda_n = 1 + c lambda_t with c = -W_nt / W_nn, and lambda_t = -mu
// lambda_n: each round multiplies the error of lambda_n by -mu c. It settles while mu |c| < 1.
TEST(Staggered, ItsRoundsShrinkErrorsByMuTimesTheCoupling) {
  const auto sliding = [](double coupling) {
    ContactProblem problem;
    problem.dim = 2;
    problem.contacts = 1;
    problem.mu = VecX::Constant(1, 0.5);
    MatX W(2, 2);
    W << 1.0, -coupling, -coupling, 4.0 + coupling * coupling;
    problem.W = W.sparseView();
    problem.q = Vec2(-1.0, 50.0);
    return problem;
  };
  for (const double coupling : {0.5, 1.5}) {
    const double exact = 1.0 / (1.0 + 0.5 * coupling);
    double before = 0.0;
    for (const double rounds : {3.0, 4.0, 5.0}) {
      Solution solution;
      solveBy("staggered", sliding(coupling), solution, {{"iterations", rounds}, {"tolerance", 0.0}});
      const double error = solution.lambda[0] - exact;
      EXPECT_NEAR(solution.lambda[1], -0.5 * solution.lambda[0], 1e-12);
      if (rounds > 3.0) {
        EXPECT_NEAR(error / before, -0.5 * coupling, 1e-6) << coupling;
      }
      before = error;
    }
  }
  Solution solution;
  const SolveReport swings = solveBy("staggered", sliding(2.5), solution);
  EXPECT_EQ(swings.status, SolveStatus::IterationLimit);
  EXPECT_FALSE(swings.message.empty());
}

// Residuals after each Newton step that was taken, and the start's.
std::vector<double> residuals(const char* solver, const ContactProblem& problem) {
  SolverTrace trace;
  Solution solution;
  findSolver(solver)->solve(problem, {}, solution, &trace);
  std::vector<double> result;
  for (const TraceFrame& frame : trace.frames()) {
    const bool taken = frame.kind == TraceKind::Newton && frame.step > 0.0;
    if (taken || frame.kind == TraceKind::Start) result.push_back(measure(problem, frame.lambda).value);
  }
  return result;
}

// W = J J^T with twice as many columns as rows is regular, and contacts are open or closed by margins.
ContactProblem regularProblem(std::mt19937_64& random) {
  return testing::randomLcp(random, 40, 80, true);
}

TEST(FischerNewton, IsQuadraticNearTheEnd) {
  std::mt19937_64 random(83);
  int measured = 0;
  double sum = 0.0;
  for (int trial = 0; trial < 20; ++trial) {
    const std::vector<double> r = residuals("fischer_newton", regularProblem(random));
    ASSERT_LE(r.back(), 1e-9);
    for (std::size_t k = 2; k < r.size(); ++k) {
      if (!(r[k - 2] < 1e-2 && r[k] > 1e-13)) continue;  // near the end, above rounding
      sum += std::log(r[k] / r[k - 1]) / std::log(r[k - 1] / r[k - 2]);
      ++measured;
    }
  }
  ASSERT_GT(measured, 5);
  RecordProperty("order", std::to_string(sum / measured));
  EXPECT_GT(sum / measured, 1.8);
}

// `contacts` in space with a regular W, mu = 1/2, of which some stick, some slide and some are open.
ContactProblem spatialProblem(std::mt19937_64& random, int contacts) {
  ContactProblem problem;
  problem.dim = 3;
  problem.contacts = contacts;
  problem.mu = VecX::Constant(contacts, 0.5);
  const MatX J = gaussianMatrix(random, 3 * contacts, 6 * contacts);
  problem.W = MatX(J * J.transpose()).sparseView();
  problem.q = gaussian(random, 3 * contacts);
  return problem;
}

// Appends log(r_k / r_k-1) / log(r_k-1 / r_k-2) of residuals near the end, above `floor`.
void addOrders(const std::vector<double>& r, double floor, std::vector<double>& orders) {
  for (std::size_t k = 2; k < r.size(); ++k)
    if (r[k - 1] < 0.05 && r[k] > floor && r[k] < r[k - 1] && r[k - 1] < r[k - 2])
      orders.push_back(std::log(r[k] / r[k - 1]) / std::log(r[k - 1] / r[k - 2]));
}

// Newton's steps alone, of the first round: it comes to epsilon times the impulses of the solution, within a few times
// of that no order is to be seen. A smaller epsilon has rounding of 1e-16 / epsilon in its steps.
TEST(NewtonCone, IsQuadraticNearTheEndWhereContactsStickAndSlideInSpace) {
  std::mt19937_64 random(83);
  constexpr double kEpsilon = 1e-8;
  std::vector<double> orders;
  int sticks = 0, slides = 0;
  for (int trial = 0; trial < 40; ++trial) {
    const ContactProblem problem = spatialProblem(random, 12);
    const ContactSystem contacts(problem, FrictionLaw::Cone);
    VecX lambda = VecX::Zero(problem.rows());
    std::vector<double> r{measure(problem, lambda).value};
    int factorizations = 0;
    const NewtonResult result = solveProximalNewton(
        contacts.rows(), contacts.system(), {.weight = kEpsilon, .least = kEpsilon}, lambda, factorizations,
        [&](const NewtonStep& step) { r.push_back(measure(problem, contacts.rows().unscaled(step.lambda)).value); });
    if (!result.solved || r.size() > 12) continue;  // from far away nothing is promised
    IndexSets sets;
    classify(problem, contacts.rows().unscaled(lambda), sets);
    const SetCounts found = countSets(problem, sets);
    if (found.stick == 0 || found.slide == 0) continue;
    sticks += found.stick;
    slides += found.slide;
    addOrders(r, 10.0 * kEpsilon, orders);
  }
  ASSERT_GT(orders.size(), 10u);
  EXPECT_GT(sticks, 10);
  EXPECT_GT(slides, 10);
  std::ranges::sort(orders);
  const double median = orders[orders.size() / 2];
  RecordProperty("order", std::to_string(median));
  EXPECT_GT(median, 1.8);
  EXPECT_LT(median, 2.6) << "few steps: the last change of sets is among them";
}

// As it comes, rounds centre epsilon = 1e-6 anew: quadratic down to about that, then that factor a round.
TEST(NewtonCone, NeedsFewStepsFromAPerCentToRoundingInSpace) {
  std::mt19937_64 random(83);
  for (int trial = 0; trial < 20; ++trial) {
    const std::vector<double> r = residuals("newton_cone", spatialProblem(random, 12));
    ASSERT_LE(r.back(), 1e-11) << trial;
    const auto near = std::ranges::find_if(r, [](double x) { return x < 1e-2; });
    EXPECT_LE(r.end() - near, 5) << trial;
  }
}

// Once its sets are right one step is exact: a piecewise linear map leaves no order to measure but that of the damping.
TEST(MinmapNewton, EndsInAStepThatLeavesOnlyItsDamping) {
  std::mt19937_64 random(83);
  for (int trial = 0; trial < 20; ++trial) {
    const std::vector<double> r = residuals("minmap_newton", regularProblem(random));
    ASSERT_GE(r.size(), 3u);
    EXPECT_LE(r.back(), 1e-11);
    const double before = r[r.size() - 2] <= 1e-11 ? r[r.size() - 3] : r[r.size() - 2];
    EXPECT_LE(r.back(), 1e-3 * before) << "trial " << trial;
  }
}

// phi keeps the complementarity of a contact that barely closes: q = -d gives lambda = d / W for any small d.
TEST(FischerNewton, FindsTheImpulseOfOneContactWhateverItsSize) {
  for (const double d : {1.0, 1e-3, 1e-9}) {
    Solution solution;
    EXPECT_EQ(
        solveBy("fischer_newton", testing::lcp(4.0 * MatX::Identity(1, 1), VecX::Constant(1, -d)), solution).status,
        SolveStatus::Converged);
    EXPECT_NEAR(solution.lambda[0], d / 4.0, 1e-12 * d);
  }
}

// A motor, a limit, and friction that slides and sticks: bounds on both sides, in one box problem of closed form.
TEST(NewtonsWithALineSearch, HoldEveryKindOfBound) {
  ContactProblem problem;
  problem.dim = 3;
  problem.contacts = 1;
  problem.joint_rows = 3;
  problem.mu = VecX::Constant(1, 0.5);
  problem.W = MatX(MatX::Identity(6, 6)).sparseView();
  problem.q = VecX(6);
  problem.q << -2.0, 5.0, 0.3, -4.0, 1.0, 0.7;
  problem.joint_lower = Vec3(-1.5, 0.0, -ContactProblem::kUnbounded);
  problem.joint_upper = Vec3(1.5, ContactProblem::kUnbounded, ContactProblem::kUnbounded);
  VecX expected(6);
  expected << 2.0, -1.0, -0.3, 1.5, 0.0, -0.7;
  for (const char* id : {"minmap_newton", "fischer_newton"}) {
    Solution solution;
    EXPECT_EQ(solveBy(id, problem, solution).status, SolveStatus::Converged) << id;
    EXPECT_LE((solution.lambda - expected).lpNorm<Eigen::Infinity>(), 1e-10) << id;
  }
}

TEST(NewtonsWithALineSearch, SolveTheWallsUnderBoxFriction) {
  for (const char* scene : {"wall_10x10", "wall3d_10x10", "tower3d_10", "diamond_5", "bridge"}) {
    const ContactProblem problem = problemAfter(scene, 20);
    for (const char* id : {"minmap_newton", "fischer_newton"}) {
      Solution solution;
      const SolveReport report = solveBy(id, problem, solution);
      EXPECT_LE(report.residual.value, 1e-9) << id << " on " << scene << ": " << report.message;
    }
  }
}

}  // namespace
}  // namespace keystone
