#include "view/joint_signs.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace keystone {
namespace {

const glm::vec4 kCircle{1.0F, 1.0F, 1.0F, 1.0F};
const glm::vec4 kRod{0.55F, 0.55F, 0.58F, 1.0F};
constexpr double kApart = 1e-3;  // [m], anchors closer than this share a circle
// A spring's coil.
constexpr int kWindings = 8, kStrokesOfWinding = 12;
constexpr double kCoilRadius = 0.06;  // of the rest length
constexpr double kStraight = 0.08;    // of the length, at each end

Mark circle(const Vec3& at, double radius) {
  return {toGlm(at), float(radius), glm::vec3(0.0F), float(MarkShape::Disc), kCircle};
}

// A helix between two points: seen from the side, in the plane, a wave.
void addCoil(const Vec3& from, const Vec3& to, double radius, double width, std::vector<Stroke>& strokes) {
  const double length = (to - from).norm();
  if (length < kApart) return;
  const Mat3 axes = frameAlong((to - from) / length).toRotationMatrix();
  const auto at = [&](int i) -> Vec3 {
    const double along = double(i) / (kWindings * kStrokesOfWinding);
    const double turn = 2.0 * std::numbers::pi * kWindings * along;
    // Its ends run to the anchors.
    const double out = radius * std::min({1.0, along / kStraight, (1.0 - along) / kStraight});
    return from + along * (to - from) + out * (std::sin(turn) * axes.col(0) + std::cos(turn) * axes.col(1));
  };
  for (int i = 0; i < kWindings * kStrokesOfWinding; ++i)
    strokes.push_back({toGlm(at(i)), float(width), toGlm(at(i + 1)), 0.0F, kRod});
}

}  // namespace

JointSigns jointSigns(const World& world, double radius, double width) {
  JointSigns signs;
  for (const Joint& joint : world.joints) {
    const auto [on_a, on_b] = anchorsOf(joint, world.bodies);
    // A slider's anchors come apart too, but what it left behind is no place of its own.
    const JointKindInfo::Anchors anchors = infoOf(joint.kind).anchors;
    if (joint.kind == JointKind::Spring && joint.stiffness > 0.0 && joint.rest > 0.0) {
      addCoil(on_a, on_b, kCoilRadius * joint.rest, width, signs.strokes);
      signs.marks.push_back(circle(on_a, radius));
      signs.marks.push_back(circle(on_b, radius));
      continue;
    }
    const bool apart = anchors == JointKindInfo::Anchors::Two || anchors == JointKindInfo::Anchors::Centres;
    if (apart && (on_b - on_a).norm() > kApart) {
      signs.strokes.push_back({toGlm(on_a), float(width), toGlm(on_b), 0.0F, kRod});
      signs.marks.push_back(circle(on_a, radius));
    }
    signs.marks.push_back(circle(on_b, radius));
  }
  return signs;
}

}  // namespace keystone
