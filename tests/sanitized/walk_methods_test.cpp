// Every solver, stepper, joint, law of impacts and shape once, for the sanitizers: they judge. What is right is for the
// other tests; here results are finite, and nothing throws that is not documented.
#include <gtest/gtest.h>

#include <atomic>

#include "math/stop.h"
#include "paths.h"
#include "robot/robot.h"
#include "sanitized/walk.h"
#include "scene/scene_fixture.h"
#include "shape/surface_mesh.h"
#include "solver/deficient_problems.h"
#include "solver/history.h"
#include "solver/registry.h"
#include "solver/trace_replay.h"
#include "step/choose_method.h"
#include "step/method_choices.h"
#include "support/by_value.h"
#include "support/impact_trial.h"
#include "world/disc_worlds.h"

namespace keystone {
namespace {

constexpr int kFewRows = 60;  // of a problem that every solver gets

// The defaults, each choice of a parameter, and each number at both ends of its range, counts just above the lower one.
std::vector<ParameterValues> alternatives(std::span<const Parameter> parameters) {
  std::vector<ParameterValues> all{{}};
  for (const Parameter& parameter : parameters) {
    const auto add = [&](double value) { all.push_back({{std::string(parameter.id), value}}); };
    if (parameter.type == Parameter::Type::Choice) {
      for (double value = parameter.low; value <= parameter.high; ++value) add(value);
    } else {
      add(parameter.low);
      add(parameter.type == Parameter::Type::Integer ? std::min(parameter.low + 2.0, parameter.high) : parameter.high);
    }
  }
  return all;
}

class EverySolver : public ::testing::TestWithParam<const SolverInfo*> {};
INSTANTIATE_TEST_SUITE_P(Of, EverySolver, ::testing::ValuesIn(solvers().begin(), solvers().end()), solverName);

ContactProblem frictionless(ContactProblem problem) {
  problem.mu.setZero();
  problem.mu_dynamic.resize(0);
  return problem;
}

// Of scenes and of random worlds with discs, limits and springs, some by W alone and some without friction; and some of
// deficient rank.
const std::vector<ContactProblem>& problems() {
  static const std::vector<ContactProblem> all = [] {
    std::vector<ContactProblem> made;
    const auto add = [&](Simulation simulation) {
      step(simulation);
      const ContactProblem problem = solvedProblem(simulation);
      if (problem.rows() == 0 || problem.rows() > kFewRows) return;
      made.push_back(problem);
      if (made.size() % 3 == 0) made.push_back(withoutBodies(problem));
      if (made.size() % 3 == 1) made.push_back(frictionless(problem));
    };
    for (const char* id : {"seesaw", "wall_5x5", "ragdoll", "spinning_pucks", "rolling_resistance", "elliptic_friction",
                           "tiny_pyramid", "painleve_box_05", "linkage_blocks", "springs", "friction_sweep",
                           "card_house", "wedged", "inverted_triangle_3_friction", "belt", "geneva_drive", "cradle"}) {
      Simulation simulation = loadById(id).simulation;
      add(simulation);
      simulation.stepper = StepperKind::Acceleration;
      if (made.size() % 4 == 0) add(simulation);
    }
    for (const bool planar : {true, false}) {
      Simulation simulation = discWorld(*defaultSolver(), 1, planar);
      stepOn(simulation, 20);
      add(simulation);
    }
    std::mt19937_64 random(1);
    for (const bool feasible : {true, false}) made.push_back(testing::randomLcp(random, 8, 4, feasible));
    for (unsigned seed = 0; seed < 20; ++seed) made.push_back(testing::deficientProblem(seed).problem);
    return made;
  }();
  return all;
}

void solveEachWay(const SolverInfo& solver, const ContactProblem& problem, const ParameterValues& parameters) {
  if (!takes(solver.accepts, problem, frictionLaw(solver, parameters))) return;
  Solution solution;
  solution.lambda.setZero(problem.rows());
  SolverTrace trace;
  solver.solve(problem, parameters, solution, &trace);
  EXPECT_EQ(solution.lambda.size(), problem.rows());
  measure(problem, solution.lambda, frictionLaw(solver, parameters));
  if (solution.lambda.allFinite()) solver.solve(problem, parameters, solution, nullptr);  // warm
  if (trace.frames().empty()) return;
  TraceReplay replay(problem, trace);
  for (const int frame : {replay.size(), replay.size() / 2, 0}) replay.seek(frame);
}

TEST_P(EverySolver, SolvesEachProblemThatItTakes) {
  const SolverInfo& solver = *GetParam();
  for (const ContactProblem& problem : problems()) {
    for (const FrictionLaw law : {FrictionLaw::Cone, FrictionLaw::Box}) {
      ParameterValues parameters;
      if (hasParameter(solver, "iterations")) parameters["iterations"] = 30;
      if (chooseLaw(problem, solver, law, parameters).empty()) solveEachWay(solver, problem, parameters);
    }
  }
}

TEST_P(EverySolver, TakesEachOfItsParameters) {
  const SolverInfo& solver = *GetParam();
  for (const ParameterValues& values : alternatives(solver.parameters)) {
    for (std::size_t p = 0; p < problems().size(); p += 6) {
      ParameterValues parameters = values;
      if (hasParameter(solver, "iterations")) parameters.emplace("iterations", 30);
      solveEachWay(solver, problems()[p], parameters);
    }
  }
  for (std::size_t p = 0; p < problems().size(); p += 9) {
    const ContactProblem& problem = problems()[p];
    Solution solution;
    solution.lambda.setZero(problem.rows());
    solveWithHistory(solver, problem, {}, solution, [](const HistoryPoint&) {});
  }
}

TEST_P(EverySolver, StepsAWallAndAChainAndStops) {
  const std::atomic<bool> asked = true;
  for (const char* id : {"wall_5x5", "ragdoll", "tiny_pyramid", "shapes_rolling"}) {
    Simulation simulation = loadById(id).simulation;
    simulation.solver = GetParam();
    simulation.parameters.clear();
    if (hasParameter(*GetParam(), "iterations")) simulation.parameters["iterations"] = 30;
    stepOn(simulation, 2);
    const StopScope scope(&asked);
    try {
      step(simulation);
    } catch (const Stopped&) {
    }
  }
}

class EveryStepper : public ::testing::TestWithParam<StepperInfo> {
 protected:
  Simulation begin(bool planar = false) const {
    Simulation result;
    result.world.planar = planar;
    result.solver = defaultSolver();
    result.stepper = GetParam().kind;
    return result;
  }
};
INSTANTIATE_TEST_SUITE_P(Of, EveryStepper, ::testing::ValuesIn(steppers().begin(), steppers().end()),
                         [](const auto& stepper) { return std::string(stepper.param.id); });

// A joint of the kind between bodies a and b, or the world, and all that it may have.
enum class With { Nothing, Limits, Motor, Friction, Isotropic, Spring };
void join(World& world, const JointKindInfo& kind, With with, int a, int b) {
  const Vec3 at = world.bodies[b].pose.position, middle = at - Vec3(0.25, 0.0, 0.0);
  addJoint(world, kind.kind, a, b, middle);
  Joint& joint = world.joints.back();
  if (kind.anchors == JointKindInfo::Anchors::Two)
    attach(joint, world.bodies, middle - Vec3(0.25, 0.0, 0.0), at, Vec3::UnitZ());
  if (kind.kind == JointKind::Distance) joint.low = joint.high = 0.5;
  if (!kind.pair.empty()) joint.pair = {20, with == With::Nothing ? -30 : 15};
  if (with == With::Limits && joint.hasCoordinate()) {
    joint.low = kind.kind == JointKind::Distance ? 0.1 : -0.01;
    joint.high = kind.kind == JointKind::Distance ? 0.55 : 0.01;
  }
  if (with == With::Motor && joint.hasCoordinate()) joint.motor_speed = 1.0, joint.motor_max = 5.0, joint.effort = 1.0;
  if (with == With::Friction || with == With::Isotropic) joint.friction = kind.friction ? 0.5 : 0.0;
  joint.isotropic = with == With::Isotropic && kind.kind == JointKind::Ball;
  if (kind.spring && (with == With::Spring || kind.kind == JointKind::Spring))
    joint.stiffness = 100.0, joint.damping = 1.0, joint.rest = 0.1, joint.rest_speed = 0.2;
}

// Chains of two boxes for each kind of joint with each thing; gears are between two that turn on hinges.
World jointWorld(const JointKindInfo& kind, With with, bool planar) {
  World world;
  world.planar = planar;
  for (int n = 0; n < 2; ++n) addBox(world, {0.2, 0.05, 0.05}, 1.0, {0.5 * n, 1.0, 0.0}, material(0.5));
  if (kind.both)
    for (int n = 0; n < 2; ++n) addJoint(world, JointKind::Hinge, -1, n, world.bodies[n].pose.position);
  else
    join(world, kind, with, -1, 0);
  join(world, kind, with, 0, 1);
  world.bodies[1].velocity = {0.1, 0.2, planar ? 0.0 : 0.3};
  world.bodies[1].omega = {planar ? 0.0 : 1.0, 0.0, 2.0};
  AppliedForce force;
  force.body = 1;
  force.force = {0.0, 1.0, 0.0};
  force.frequency = 2.0;
  force.in_body = with == With::Motor;
  world.forces.push_back(force);
  world.drags.push_back({0, Vec3::Zero(), Vec3(0.0, 2.0, 0.0)});
  return world;
}

TEST_P(EveryStepper, MovesEveryJoint) {
  for (const JointKindInfo& kind : jointKinds()) {
    for (const With with : {With::Nothing, With::Limits, With::Motor, With::Friction, With::Isotropic, With::Spring}) {
      for (const bool planar : {false, true}) {
        Simulation simulation = begin();
        simulation.world = jointWorld(kind, with, planar);
        const Simulation start = simulation;
        stepOn(simulation, 2);
        observe(simulation);
        if (GetParam().kind != StepperKind::Velocity) continue;
        for (const IntegratorInfo& integrator : integrators()) {
          for (const CoordinatesInfo& chosen : coordinates()) {
            simulation = start;
            simulation.params.integrator = integrator.value;
            simulation.params.coordinates = chosen.value;
            stepOn(simulation, 2);
          }
        }
        std::vector<std::string> notes;
        mjcfText(simulation.world, "joints", notes);
      }
    }
  }
}

TEST_P(EveryStepper, TakesEachOfItsParameters) {
  for (const ParameterValues& values : alternatives(GetParam().parameters)) {
    for (const char* id : {"overlap_recovery", "seesaw", "ragdoll"}) {
      Simulation simulation = loadById(id).simulation;
      simulation.stepper = GetParam().kind;
      simulation.stepper_parameters = values;
      stepOn(simulation, 3);
    }
  }
}

TEST_P(EveryStepper, SleepsAndIsWoken) {
  Simulation simulation = begin();
  simulation.params.sleeping = true;
  addPlane(simulation.world, Vec3::UnitY(), material(0.5));
  for (int n = 0; n < 3; ++n) addBox(simulation.world, {0.5, 0.2, 0.5}, 1.0, {0.0, 0.2 + 0.4 * n, 0.0}, material(0.5));
  stepOn(simulation, GetParam().may_sleep ? 80 : 5);
  simulation.world.drags.push_back({3, Vec3::Zero(), Vec3(2.0, 3.0, 0.0)});
  stepOn(simulation, 10);
  removeBody(simulation.world, 2);
  stepOn(simulation, 10);
}

// Each law of impacts with each law of restitution at each time; the others have one law.
TEST_P(EveryStepper, TakesEveryLawOfImpacts) {
  const StepperKind stepper = GetParam().kind;
  int seed = 0;
  for (const ImpactLawInfo& law : impactLaws()) {
    for (const RestitutionLawInfo& restitution : restitutionLaws()) {
      for (const ImpactTimeInfo& time : impactTimes()) {
        const TrialMethod method{stepper, law.value, time.value, restitution.value};
        const TrialMethod usual{stepper};
        if (!looksAt(stepper, StepSetting::Impacts) && method.impacts != usual.impacts) continue;
        if (!looksAt(stepper, StepSetting::RestitutionLaw) && method.restitution_law != usual.restitution_law) continue;
        if (!looksAt(stepper, StepSetting::ImpactTime) && method.impact_time != usual.impact_time) continue;
        for (int trial = 0; trial < 8; ++trial) {
          RandomShapes random = trialShapes(1, seed++);
          run(randomImpact(random), method);
        }
        for (const char* id : {"newton_cradle", "billiards", "blasted_building"}) {
          Simulation simulation = loadById(id).simulation;
          simulation.stepper = stepper;
          simulation.params.impacts = law.value;
          simulation.params.restitution_law = restitution.value;
          simulation.params.impact_time = time.value;
          stepOn(simulation, 3);
        }
      }
    }
  }
}

// One of each row of the table, and of what is made of points and meshes; ground comes last.
const std::vector<Shape>& everyShape() {
  static const std::vector<Shape> all = [] {
    RandomShapes random(3);
    std::vector<Shape> shapes{random.hull(), compoundSolid(random), concaveSolid(random), fieldSolid(random)};
    for (const ShapeKind* kind : shapeKinds())
      if (kind->make != nullptr) shapes.push_back(kind->make({0.3, 0.4, 0.2}));
    shapes.emplace_back(Box{Vec3(0.3, 0.2, 0.4), 0.1});
    shapes.emplace_back(Hull{hullFromPoints(random.hull().data->vertices, nullptr, 0.1)});
    shapes.emplace_back(HalfSpace{});
    const std::string surfaces = assetDir() + "/meshes/surfaces/";
    shapes.emplace_back(surfaceFromMesh(surfaces + "stairs.obj", 1.0, Sides::Both));
    shapes.emplace_back(surfaceFromMesh(surfaces + "bowl.obj", 1.0, Sides::Front));
    while (shapes.back().index() != shapes[1].index() || isSurface(shapes.back()))
      shapes.push_back(plainGround(random));
    return shapes;
  }();
  return all;
}

// A body of that shape falls on one of the other.
void fallOn(const Shape& shape, const Shape& other, int trial, RandomShapes& random) {
  Simulation simulation;
  simulation.solver = defaultSolver();
  World& world = simulation.world;
  const bool is_ground = isHalfSpace(other) || isSurface(other);
  world.planar = trial == 2 && shape.index() <= 4 && other.index() <= 4;
  Body still = is_ground ? Body() : bodyOf(other, 1000.0), body = bodyOf(shape, 1000.0);
  if (is_ground || trial == 0) still.kind = BodyKind::Static;
  body.pose.orientation = world.planar ? Quat(Eigen::AngleAxisd(random.uniform(0.0, 6.0), Vec3::UnitZ()))
                          : trial == 1 ? Quat::Identity()
                                       : random.turn();
  const double top = isHalfSpace(other) ? 0.0 : bounds(other, still.pose, 0.0).upper.y();
  const double low = bounds(shape, {Vec3::Zero(), body.pose.orientation}, 0.0).lower.y();
  body.pose.position = {0.05, top - low - (trial == 2 ? 0.05 : 0.0), 0.0};
  body.velocity = Vec3(0.2, trial == 3 ? -20.0 : -1.0, 0.0);
  if (trial == 3) simulation.params.impact_time = ImpactTime::Exact;
  addBody(world, still, {other, material(0.5)});
  addBody(world, body, {shape, material(0.5, 0.3)});
  stepOn(simulation, 3);
  observe(simulation);
}

class EveryShape : public ::testing::TestWithParam<std::size_t> {};
INSTANTIATE_TEST_SUITE_P(Of, EveryShape, ::testing::Range<std::size_t>(0, 12));

TEST_P(EveryShape, FallsOnEveryOther) {
  ASSERT_GT(everyShape().size(), GetParam());
  const Shape& shape = everyShape()[GetParam()];
  RandomShapes random(static_cast<unsigned>(GetParam()));
  const ShapeKind& kind = kindOf(shape);
  if (kind.surface != nullptr) kind.surface(shape, 12);
  kind.outline(shape);
  kind.support(shape, Vec3(0.1, 0.2, 0.3));
  for (const Shape& other : everyShape())
    for (int trial = 0; trial < 4; ++trial) fallOn(shape, other, trial, random);
}

}  // namespace
}  // namespace keystone
