// Theorems 5.1 and 7.1 of Rote and Zwick as numbers.
#include <gtest/gtest.h>

#include "framework/inelastic.h"
#include "framework/loops.h"
#include "framework/towers.h"

namespace keystone {
namespace {

constexpr double kStep = 1e-3;  // [s]
constexpr int kSteps = 100;

struct Example {
  const char* name;
  Framework framework;
  VecX v;  // [2 points], [m/s]
};

void setSpin(Example& scene, int outline, const Vec2& velocity, double omega) {
  const auto& corners = scene.framework.outlines[outline].corners;
  const Vec2 pivot = at(scene.framework.positions, corners[0]);
  // All of the outline's points follow one another in the framework.
  const int first = corners[0];
  const int end = static_cast<std::size_t>(outline) + 1 < scene.framework.outlines.size()
                      ? scene.framework.outlines[outline + 1].corners[0]
                      : scene.framework.points();
  for (int i = first; i < end; ++i) {
    const Vec2 r = at(scene.framework.positions, i) - pivot;
    scene.v.segment<2>(2 * i) = velocity + omega * Vec2(-r.y(), r.x());
  }
}

Example fallingDiamond() {
  Example scene{"5-diamond", diamond(5, BrickMasses::Nine), {}};
  scene.v = VecX::Zero(scene.framework.positions.size());
  return scene;
}

// Four links, joined at shared vertices, fall askew onto three bricks.
Example chainOnBricks() {
  Example scene{"chain on bricks", {}, {}};
  Framework& framework = scene.framework;
  addFloor(framework);
  for (int i = 0; i < 3; ++i) addTowerBrick(framework, i - 1.0, 0, BrickMasses::Four);
  const Vec2 along = Eigen::Rotation2Dd(0.2) * Vec2(0.8, 0.0);
  for (int link = 0; link < 4; ++link) {
    const Vec2 middle = Vec2(-1.3, 0.75) + (link + 0.5) * along;
    const int outline = addBrick(framework, middle, {0.8, 0.2}, 0.2, 0.5, BrickMasses::Four);
    if (link > 0)
      mergePoints(framework, framework.outlines[outline - 1].corners[1], framework.outlines[outline].corners[0]);
  }
  scene.v = VecX::Zero(framework.positions.size());
  for (int point = framework.outlines[4].corners[0]; point < framework.points(); ++point)
    scene.v[2 * point + 1] = -3.0;  // hits within a twentieth of a second
  return scene;
}

// A hexagon, a triangle and a brick that spin and meet above the floor.
Example spinningPolygons() {
  Example scene{"spinning polygons", {}, {}};
  Framework& framework = scene.framework;
  addFloor(framework);
  std::vector<Vec2> hexagon;
  for (int i = 0; i < 6; ++i) hexagon.push_back(Vec2(0.0, 0.61) + Eigen::Rotation2Dd(i * M_PI / 3.0) * Vec2(0.6, 0.0));
  addPolygon(framework, hexagon, 2.0);
  addPolygon(framework, std::array{Vec2(0.8, 0.3), Vec2(1.8, 0.35), Vec2(1.2, 1.1)}, 1.0);
  addBrick(framework, {0.1, 1.5}, {1.0, 0.5}, 0.1, 1.0, BrickMasses::Nine);
  scene.v = VecX::Zero(framework.positions.size());
  setSpin(scene, 1, {0.5, 0.0}, 2.0);
  setSpin(scene, 2, {-2.0, 0.0}, -3.0);
  setSpin(scene, 3, {0.0, -2.0}, 1.0);
  return scene;
}

double farthest(const VecX& p, const VecX& q) {
  return (p - q).lpNorm<Eigen::Infinity>();
}

// Extent of what moves: what 'relative' is relative to.
double sizeOf(const Framework& framework, const VecX& p) {
  double size = 0.0;
  for (int i = 0; i < framework.points(); ++i)
    if (!framework.isFixed(i)) size = std::max(size, at(p, i).lpNorm<Eigen::Infinity>());
  return size;
}

// The velocities nearest to v that obey (L1+) and the first-order sidedness of `touching`; where touching[i] pushed,
// exactly without approach or parting.
VecX obeyFirstOrder(const Framework& framework, const VecX& p, const VecX& v, const std::vector<Triple>& touching,
                    const std::vector<bool>& pushed) {
  const std::vector<int> unknowns = numberUnknowns(framework);
  QuadraticProgram program = pointProgram(framework, unknowns, p, touching, Lengths::Original);
  program.f = program.H * gather(unknowns, v);
  program.rounding = 1e-14 * std::max(1.0, v.lpNorm<Eigen::Infinity>());  // of the rows: coordinates of metres
  for (std::size_t t = 0; t < touching.size(); ++t)
    if (pushed[t]) program.lower[static_cast<Eigen::Index>(framework.bars.size() + t)] = -QuadraticProgram::kUnbounded;
  ActiveSetSolver solver;
  QpSolution solution;
  solver.solve(program, {}, solution);
  // What is asked for is that the rows hold: what is left counts h times in the step, 1e-13 m.
  const VecX s = program.A * solution.x;
  for (Eigen::Index row = 0; row < s.size(); ++row)
    EXPECT_LT(program.lower[row] < 0.0 ? std::abs(s[row]) : -s[row], 1e-10);
  return spread(unknowns, solution.x);
}

// <v_k - [..], n>, by the rows themselves.
double approach(const Framework& framework, const VecX& p, const VecX& v, const Triple& triple) {
  const std::vector<int> unknowns = numberUnknowns(framework);
  const QuadraticProgram program = pointProgram(framework, unknowns, p, std::span(&triple, 1), Lengths::Penalty);
  return (program.A * gather(unknowns, v))[0];
}

class Theorem51 : public ::testing::TestWithParam<Example (*)()> {};

TEST_P(Theorem51, UnderItsHypothesesBothLoopsMakeTheSameStep) {
  const Example scene = GetParam()();
  const Framework& framework = scene.framework;
  GaussLoop driver(framework, {.h = kStep, .bends = 3});  // keeps touching corners on their edges to rounding
  PositionState path = positionState({framework.positions, scene.v}, kStep);
  LoopReport last;
  double worst = 0.0;
  int compared = 0;
  for (int step = 0; step < kSteps; ++step) {
    // The hypotheses: (L1+), and triples that touch at rest, evaluated 'exactly'.
    const VecX raw = (path.p - path.before) / kStep;
    std::vector<Triple> touching, active;
    std::vector<bool> pushed;
    for (const Triple& triple : driver.triplesWithinReach(path.p, path.p - path.before)) {
      if (std::abs(triple.gap) > 1e-10) continue;
      touching.push_back(triple);
      bool push = false;
      for (std::size_t t = 0; t < last.triples.size(); ++t)
        push =
            push || (last.triples[t].i == triple.i && last.triples[t].j == triple.j && last.triples[t].k == triple.k &&
                     last.forces[static_cast<Eigen::Index>(framework.bars.size() + t)] > 0.0);
      pushed.push_back(push);
    }
    VelocityState state{path.p, obeyFirstOrder(framework, path.p, raw, touching, pushed)};
    for (const Triple& triple : touching)
      if (std::abs(approach(framework, state.p, state.v, triple)) < 1e-10) active.push_back(triple);

    PositionState by_positions = positionState(state, kStep);
    VelocityState by_accelerations = state;
    const LoopParams paper{.h = kStep, .lengths = Lengths::Previous};
    GaussLoop(framework, paper).step(by_positions, active);
    GaussLoop(framework, paper).step(by_accelerations, active, false);
    // The hypotheses hold to rounding alone; what is left of them counts in full in the step.
    worst = std::max(worst, farthest(by_positions.p, by_accelerations.p) / sizeOf(framework, state.p));
    compared += active.empty() ? 0 : 1;
    last = driver.step(path);
  }
  EXPECT_LT(worst, 1e-12) << scene.name;
  EXPECT_GT(compared, 20) << scene.name;
}

TEST_P(Theorem51, WithAllTermsBothLoopsMakeTheSameStepWhateverTheState) {
  const Example scene = GetParam()();
  const Framework& framework = scene.framework;
  const LoopParams params{.h = kStep, .lengths = Lengths::Previous};
  GaussLoop driver(framework, params);
  VelocityState path{framework.positions, scene.v};
  double worst = 0.0;
  for (int step = 0; step < kSteps; ++step) {
    const std::vector<Triple> triples = driver.triplesWithinReach(path.p, kStep * path.v);
    PositionState by_positions = positionState(path, kStep);
    GaussLoop(framework, params).step(by_positions, triples);
    driver.step(path, triples, true);
    worst = std::max(worst, farthest(by_positions.p, path.p) / sizeOf(framework, path.p));
  }
  EXPECT_LT(worst, 1e-12) << scene.name;
}

TEST_P(Theorem51, SideBySideTheLoopsStayTogether) {
  const Example scene = GetParam()();
  const Framework& framework = scene.framework;
  const LoopParams params{.h = kStep, .lengths = Lengths::Previous};
  GaussLoop by_positions(framework, params), by_accelerations(framework, params);
  VelocityState a{framework.positions, scene.v};
  PositionState p = positionState(a, kStep);
  for (int step = 0; step < kSteps; ++step) {
    by_positions.step(p);
    by_accelerations.step(a, by_accelerations.triplesWithinReach(a.p, kStep * a.v), true);
    ASSERT_LT(farthest(p.p, a.p), 1e-8) << scene.name << " " << step;
  }
  EXPECT_GT(farthest(p.p, framework.positions), 1e-3);  // something happened
}

INSTANTIATE_TEST_SUITE_P(ThreeScenes, Theorem51, ::testing::Values(fallingDiamond, chainOnBricks, spinningPolygons));

// A brick hits the middle one of a standing row of three, which touch; g = 0.
Framework rowOfBricks() {
  Framework framework;
  for (int i = 0; i < 3; ++i) addTowerBrick(framework, i - 1.0, 0, BrickMasses::Nine);
  addTowerBrick(framework, 0.3, 1, BrickMasses::Nine);
  return framework;
}

// Largest difference [m/s] between a step's new velocities and the solution of (Q*).
double differenceToQStar(const Framework& framework, const VecX& v_old, double h) {
  const std::vector<Triple> triples = findTriples(framework, framework.positions, 1e-9);
  const VecX v_star = inelasticVelocities(framework, framework.positions, v_old, triples, h);
  PositionState state = positionState({framework.positions, v_old}, h);
  GaussLoop(framework, {.h = h, .gravity = Vec2::Zero(), .lengths = Lengths::Previous}).step(state, triples);
  return farthest((state.p - state.before) / h, v_star);
}

TEST(Theorem71, WithoutGravityAStepIsTheInelasticCollision) {
  const Framework framework = rowOfBricks();
  VecX v = VecX::Zero(framework.positions.size());
  for (int i = 27; i < 36; ++i) v.segment<2>(2 * i) = Vec2(0.7, -3.0);  // comes without turning
  EXPECT_LT(differenceToQStar(framework, v, 1e-3), 1e-11);
}

TEST(Theorem71, ForBodiesThatTurnItHoldsInTheLimit) {
  const Framework framework = rowOfBricks();
  VecX v = VecX::Zero(framework.positions.size());
  for (int i = 27; i < 36; ++i) {
    const Vec2 r = at(framework.positions, i) - Vec2(0.3, 0.75);
    v.segment<2>(2 * i) = Vec2(0.7, -3.0) + 2.0 * Vec2(-r.y(), r.x());
  }
  const double coarse = differenceToQStar(framework, v, 2e-4), fine = differenceToQStar(framework, v, 1e-4);
  EXPECT_GT(fine, 1e-6);  // the theorem's proof leaves out |v_i - v_j|^2 h, which is there
  EXPECT_NEAR(coarse / fine, 2.0, 0.02);
}

}  // namespace
}  // namespace keystone
