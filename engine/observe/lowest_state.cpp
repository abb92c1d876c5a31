// Where a tower of bricks comes to lie (Rote and Zwick, the right of figure 2): a linear program.
#include <algorithm>
#include <cmath>
#include <set>

#include "observe/analysis.h"
#include "program/active_set.h"

namespace keystone {
namespace {

constexpr double kLevel = 1e-6;      // [rad]: what a simulation at rest leaves
constexpr double kSame = 1e-9;       // of the bricks' width: ends that lie above each other
constexpr double kProximal = 1e-3;   // curvature, of weight over width: the larger the more rounds
constexpr double kSettled = 1e-9;    // of the width: what a round still moves in the end
constexpr int kRounds = 200;         // the proximal point method ends on a linear program; ten are the rule
constexpr double kBottomless = 1e4;  // times the width

struct Brick {
  int body;
  int unknown;                 // its first one, of the sink and of the rise of its right end; -1: fixed
  double x, y, width, height;  // [m], centre and half sizes
  double top() const { return y + height; }
  double bed() const { return y - height; }
};

struct Tower {
  std::vector<Brick> bricks;
  std::optional<double> floor;  // [m]
  double width = 0.0;           // [m], the widest brick's half
  double weight = 0.0;          // [N], the heaviest one's
  int unknowns = 0;
};

bool isLevel(const Body& body) {
  const Quat& q = body.pose.orientation;
  return std::abs(2.0 * std::atan2(q.z(), q.w())) <= kLevel;
}

std::optional<Tower> towerOf(const World& world) {
  if (!world.planar || !world.joints.empty() || !(world.gravity.y() < 0.0) || world.gravity.x() != 0.0) return {};
  Tower tower;
  for (std::size_t i = 0; i < world.bodies.size(); ++i) {
    const Body& body = world.bodies[i];
    const Shape& shape = world.colliders[i].shape;
    if (const auto* ground = std::get_if<HalfSpace>(&shape)) {
      if (ground->normal != Vec3::UnitY() || tower.floor) return {};
      tower.floor = ground->offset;
      continue;
    }
    const auto* box = std::get_if<Box>(&shape);
    if (box == nullptr || !isLevel(body)) return {};
    const bool moves = body.kind == BodyKind::Dynamic;
    tower.bricks.push_back({static_cast<int>(i), moves ? tower.unknowns : -1, body.pose.position.x(),
                            body.pose.position.y(), box->half.x(), box->half.y()});
    tower.width = std::max(tower.width, box->half.x());
    if (!moves) continue;
    tower.unknowns += 2;
    tower.weight = std::max(tower.weight, -world.gravity.y() * body.mass);
  }
  if (tower.unknowns == 0) return {};
  return tower;
}

// Rows  s = rise of the upper brick's bed - rise of the lower one's top + gap >= 0  at the ends of bricks.
class Rows {
 public:
  Rows(const Tower& tower, QuadraticProgram& program) : tower_(tower), program_(program) {}

  void make() {
    std::set<double> ends;
    for (const Brick& brick : tower_.bricks) ends.insert({brick.x - brick.width, brick.x + brick.width});
    for (const double x : ends)
      for (const double side : {-1.0, 1.0}) column(x, side);
    const auto rows = static_cast<int>(gaps_.size());
    program_.A.resize(rows, tower_.unknowns);
    program_.A.setFromTriplets(entries_.begin(), entries_.end());
    program_.b = -Eigen::Map<const VecX>(gaps_.data(), rows);
    program_.lower = VecX::Zero(rows);
    program_.upper = VecX::Constant(rows, QuadraticProgram::kUnbounded);
  }

 private:
  // Bricks that are there a little beside x, from below: each may sink to the one before it.
  void column(double x, double side) {
    const double beside = x + side * kSame * tower_.width;
    std::vector<const Brick*> column;
    for (const Brick& brick : tower_.bricks)
      if (std::abs(beside - brick.x) < brick.width) column.push_back(&brick);
    std::ranges::sort(column, {}, &Brick::y);
    const Brick* below = nullptr;
    for (const Brick* brick : column) {
      if (below != nullptr || tower_.floor) keepAbove(*brick, below, x);
      below = brick;
    }
  }

  void keepAbove(const Brick& upper, const Brick* lower, double x) {
    if (upper.unknown < 0 && (lower == nullptr || lower->unknown < 0)) return;
    const int row = static_cast<int>(gaps_.size());
    add(row, upper, x, 1.0);
    if (lower != nullptr) add(row, *lower, x, -1.0);
    gaps_.push_back(std::max(0.0, upper.bed() - (lower != nullptr ? lower->top() : *tower_.floor)));
  }

  void add(int row, const Brick& brick, double x, double sign) {
    if (brick.unknown < 0) return;
    entries_.emplace_back(row, brick.unknown, sign);
    entries_.emplace_back(row, brick.unknown + 1, sign * (x - brick.x) / brick.width);
  }

  const Tower& tower_;
  QuadraticProgram& program_;
  std::vector<Eigen::Triplet<double>> entries_;
  std::vector<double> gaps_;
};

}  // namespace

// By the proximal point method (Rockafellar 1976): each round adds a small curvature about the state of the round
// before. On a linear program it ends after finitely many, at an exact solution.
std::optional<LowestState> lowestState(const World& world) {
  const std::optional<Tower> tower = towerOf(world);
  if (!tower) return {};
  QuadraticProgram program;
  Rows(*tower, program).make();
  const double curvature = kProximal * tower->weight / tower->width;
  program.H.resize(tower->unknowns, tower->unknowns);
  program.H.setIdentity();
  program.H *= curvature;
  VecX weights = VecX::Zero(tower->unknowns);
  for (const Brick& brick : tower->bricks)
    if (brick.unknown >= 0) weights[brick.unknown] = -world.gravity.y() * world.bodies[brick.body].mass;

  LowestState state;
  QpSolution solution;
  VecX x = VecX::Zero(tower->unknowns);
  for (int round = 0; round < kRounds && !state.solved && !state.bottomless; ++round) {
    program.f = curvature * x - weights;
    const QpReport report = ActiveSetSolver().solve(program, {}, solution);
    if (report.status != QpStatus::Solved) break;
    const double moved = (solution.x - x).lpNorm<Eigen::Infinity>();
    x = solution.x;
    state.solved = moved <= kSettled * tower->width;
    state.bottomless = x.lpNorm<Eigen::Infinity>() > kBottomless * tower->width;
  }
  if (!state.solved) return state;
  state.energy = -weights.dot(x);
  for (const Brick& brick : tower->bricks)
    if (brick.unknown >= 0) state.bricks.push_back({brick.body, -x[brick.unknown], x[brick.unknown + 1] / brick.width});
  return state;
}

}  // namespace keystone
