// Whatever says "converged", stepper or solver, has solved the step's problem, by a measure that shares no line with
// the program's own.
#include <gtest/gtest.h>

#include <array>

#include "problem/residual_by_definition.h"
#include "shape/mass_properties.h"
#include "shape/random_shapes.h"
#include "support/effort.h"
#include "world/small_worlds.h"

namespace keystone {
namespace {

constexpr unsigned kFalling = 15;  // steps, and one more for every pile: some are struck, some lie
constexpr int kSteps = 6;          // under each stepper and solver, from there

// Five to fifteen hulls above a plane, friction from 0 to 10.
Simulation pile(unsigned seed) {
  RandomShapes random(seed);
  Simulation result;
  result.solver = defaultSolver();
  const double mu = seed % 10 == 0 ? 0.0 : std::pow(10.0, random.uniform(-2.0, 1.0));
  addPlane(result.world, Vec3::UnitY(), material(mu));
  const int hulls = 5 + static_cast<int>(random.uniform(0.0, 11.0));
  for (int i = 0; i < hulls; ++i) {
    const Hull hull = random.hull();
    const MassProperties mass = massProperties(hull, random.uniform(100.0, 3000.0));
    Body body;
    body.mass = mass.mass;
    body.inertia = mass.inertia;
    body.pose = {Vec3(random.uniform(-0.7, 0.7), 0.7 + 0.9 * i, random.uniform(-0.7, 0.7)), random.turn()};
    body.velocity = {0.0, -2.0 - 1.5 * i, 0.0};
    body.omega = random.vector(2.0);
    addBody(result.world, body, {hull, material(mu, seed % 3 == 0 ? 0.3 : 0.0)});
  }
  for (unsigned n = 0; n < kFalling + seed; ++n) step(result);
  return result;
}

// Made once for all solvers.
const std::vector<Simulation>& piles() {
  static const std::vector<Simulation> made = [] {
    std::vector<Simulation> result;
    for (int seed = 0; seed < trials(60); ++seed) result.push_back(pile(static_cast<unsigned>(seed)));
    return result;
  }();
  return made;
}

// Of the problem that the solver got, and its impulses: friction that was substituted has no rows of its own.
double residualOf(const Simulation& simulation) {
  VecX lambda = simulation.solution.lambda;
  for (const SlidingContact& slide : simulation.sliding)
    lambda.segment(simulation.problem.normalRow(slide.contact) + 1, simulation.problem.dim - 1).setZero();
  return byDefinition(solvedProblem(simulation), lambda, frictionLaw(*simulation.solver, simulation.parameters)).value;
}

class Converged : public ::testing::TestWithParam<const SolverInfo*> {};
INSTANTIATE_TEST_SUITE_P(EverySolver, Converged, ::testing::ValuesIn(frictionSolvers()), solverName);

TEST_P(Converged, MeansWithinTheToleranceInEveryPileUnderEveryStepper) {
  const double tolerance = toleranceOf(*GetParam(), {});
  int converged = 0;
  int seed = -1;
  for (const Simulation& start : piles()) {
    ++seed;
    for (const StepperInfo& stepper : steppers()) {
      if (!stepper.uses_solver && GetParam() != frictionSolvers().front()) continue;  // the same with every solver
      Simulation simulation = start;
      simulation.stepper = stepper.kind;
      simulation.solver = GetParam();
      for (int n = 0; n < kSteps; ++n) {
        const StepReport& report = step(simulation);
        const bool says_so = report.solve.status == SolveStatus::Converged;
        EXPECT_TRUE(says_so || !report.trouble.empty()) << "seed " << seed << ", " << stepper.id;
        if (report.rejected || !says_so || simulation.problem.rows() == 0) continue;
        ++converged;
        // The two measures differ by what rho does (residual_test.cpp).
        EXPECT_LE(residualOf(simulation), tolerance * (1.0 + 1e-6))
            << "seed " << seed << ", " << stepper.id << ", step " << n;
      }
    }
  }
  EXPECT_GT(converged, trials(40)) << "what never says so proves nothing";
  RecordProperty("converged", converged);
}

}  // namespace
}  // namespace keystone
