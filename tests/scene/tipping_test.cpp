// A board that turns slowly: boxes slide at atan mu, and tip at atan(width / height).
#include <map>

#include "scene/scene_fixture.h"
#include "step/step.h"

namespace keystone {
namespace {

// [rad] The slope at which each body has moved by 1e-6 m or rad against the board.
struct Slopes {
  std::map<std::string, double> slides, tips;
};

Slopes runBoard() {
  Scene scene = loadById("tipping");
  const World start = scene.simulation.world;
  const World& world = scene.simulation.world;
  Slopes slopes;
  while (world.time < 17.0) {
    step(scene.simulation);
    EXPECT_LE(scene.simulation.report.residual.value, 1e-9);
    const Pose& board = world.bodies[1].pose;
    const double slope = 2.0 * std::atan2(-board.orientation.z(), board.orientation.w());
    for (std::size_t i = 4; i < world.bodies.size(); ++i) {
      const Pose& now = world.bodies[i].pose;
      const Vec3 moved = board.toLocal(now.position) - start.bodies[1].pose.toLocal(start.bodies[i].pose.position);
      const double turned = 2.0 * (board.orientation.conjugate() * now.orientation).vec().norm();
      if (std::hypot(moved.x(), moved.z()) > 1e-6) slopes.slides.try_emplace(world.bodies[i].name, slope);
      if (turned > 1e-6) slopes.tips.try_emplace(world.bodies[i].name, slope);
    }
  }
  return slopes;
}

// The board turns by 0.05 rad/s. Past its slope a box is accelerated by g times the excess, at least, and has moved by
// 1e-6 m after (6e-6 / (9.81 * 0.05))^(1/3) = 0.023 s, within two steps of 0.0008 rad; two more are the step's own.
constexpr double kLate = 4 * 0.05 / 60.0;  // [rad]

TEST(TippingBoard, BoxesSlideAtTheAngleOfFrictionAndTipOverTheirLowerEdge) {
  Slopes slopes = runBoard();
  const auto expectAt = [](double slope, double exact, const std::string& name) {
    EXPECT_GE(slope, exact - 0.05 / 60.0) << name;
    EXPECT_LE(slope, exact + kLate) << name;
  };
  for (const auto& [name, mu] : {std::pair("slides_0.2", 0.2), {"slides_0.4", 0.4}, {"slides_0.6", 0.6}})
    expectAt(slopes.slides.at(name), std::atan(mu), name);
  for (const auto& [name, ratio] : {std::pair("tips_0.3_1.0", 0.3), {"tips_0.4_0.8", 0.5}, {"squat", 1.0}})
    expectAt(slopes.tips.at(name), std::atan(ratio), name);
  for (const char* name : {"stack_1", "stack_2", "stack_3"})  // 0.6 m wide and 0.9 m high: as one
    expectAt(slopes.tips.at(name), std::atan(0.6 / 0.9), name);
}

}  // namespace
}  // namespace keystone
