#include "session/challenge.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "session/verdict.h"

namespace keystone {
namespace {

constexpr double kMoved = 2e-3;   // in bricks, what moves farther does not stand
constexpr double kFallen = 1e-3;  // in bricks, below the table's top

double lengthOf(const OverhangChallenge& task) {
  return 2.0 * task.half.x();
}

bool isGivenBrick(const OverhangChallenge& task, const Body& body, const Collider& collider) {
  const auto* box = std::get_if<Box>(&collider.shape);
  const double mass = task.density * 8.0 * task.half.prod();
  return box != nullptr && box->half == task.half && std::abs(body.mass - mass) <= 1e-9 * mass &&
         collider.material.friction_static == task.material.friction_static &&
         collider.material.friction_dynamic == task.material.friction_dynamic;
}

}  // namespace

double harmonicOverhang(int bricks) {
  double sum = 0.0;
  for (int n = 1; n <= bricks; ++n) sum += 0.5 / n;
  return sum;
}

std::optional<double> bestKnownOverhang(int bricks) {
  static const std::array kBest{0.5, 0.75, 1.0, (15.0 - 4.0 * std::sqrt(2.0)) / 8.0, 1.30455, 1.4367};
  if (bricks < 1 || bricks > static_cast<int>(kBest.size())) return std::nullopt;
  return kBest[bricks - 1];
}

ChallengeRun::ChallengeRun(const OverhangChallenge& task, const World& start) : task_(task) {
  const auto table =
      std::find_if(start.bodies.begin(), start.bodies.end(), [&](const Body& body) { return body.name == task.table; });
  const auto index = static_cast<std::size_t>(table - start.bodies.begin());
  const Aabb box = bounds(start.colliders[index].shape, table->pose, 0.0);
  end_ = box.upper.x();
  top_ = box.upper.y();
  fixed_ = static_cast<std::size_t>(
      std::count_if(start.bodies.begin(), start.bodies.end(), [](const Body& body) { return !body.isDynamic(); }));
}

double ChallengeRun::overhangOf(const Shape& shape, const Pose& pose) const {
  const Aabb box = bounds(shape, pose, 0.0);
  const double length = lengthOf(task_);
  return box.lower.y() < top_ - kFallen * length ? 0.0 : std::max(0.0, (box.upper.x() - end_) / length);
}

ChallengeScore ChallengeRun::score(const World& world) const {
  ChallengeScore score;
  score.left = task_.bricks;
  std::size_t fixed = 0;
  for (std::size_t i = 0; i < world.bodies.size(); ++i) {
    if (!world.bodies[i].isDynamic()) {
      ++fixed;
      continue;
    }
    --score.left;
    score.fair = score.fair && isGivenBrick(task_, world.bodies[i], world.colliders[i]);
    score.overhang = std::max(score.overhang, overhangOf(world.colliders[i].shape, world.bodies[i].pose));
  }
  score.fair = score.fair && score.left >= 0 && fixed == fixed_;
  return score;
}

void ChallengeRun::countFrom(const Simulation& simulation) {
  built_ = simulation;
  stood_ = 0.0;
  stands_ = false;
}

bool ChallengeRun::hasMoved(const World& world) const {
  const World& before = built_.world;
  if (world.bodies.size() != before.bodies.size() || world.time < before.time) return true;
  for (std::size_t i = 0; i < world.bodies.size(); ++i) {
    const Pose &now = world.bodies[i].pose, &then = before.bodies[i].pose;
    const double way =
        (now.position - then.position).norm() + task_.half.x() * now.orientation.angularDistance(then.orientation);
    if (way > kMoved * lengthOf(task_)) return true;
  }
  return false;
}

bool ChallengeRun::watch(const Simulation& simulation, bool held) {
  if (held || methodOf(simulation) != counted() || hasMoved(simulation.world)) countFrom(simulation);
  stood_ = simulation.world.time - built_.world.time;
  if (stands_ || stood_ < kLongEnough) return false;
  const ChallengeScore score = this->score(built_.world);
  stands_ = score.fair && score.overhang > 0.0 && verdictOf(built_).analysis.balanced;
  if (!stands_) {
    countFrom(simulation);
    return false;
  }
  best_ = std::max(best_, score.overhang);
  return true;
}

}  // namespace keystone
