#include "view/joint_signs.h"

namespace keystone {
namespace {

const glm::vec4 kCircle{1.0F, 1.0F, 1.0F, 1.0F};
const glm::vec4 kRod{0.55F, 0.55F, 0.58F, 1.0F};
constexpr double kApart = 1e-3;  // [m], anchors closer than this share a circle

Mark circle(const Vec3& at, double radius) {
  return {toGlm(at), float(radius), glm::vec3(0.0F), float(MarkShape::Disc), kCircle};
}

}  // namespace

JointSigns jointSigns(const World& world, double radius, double width) {
  JointSigns signs;
  for (const Joint& joint : world.joints) {
    const auto [on_a, on_b] = anchorsOf(joint, world.bodies);
    // A slider's anchors come apart too, but what it left behind is no place of its own.
    const JointKindInfo::Anchors anchors = infoOf(joint.kind).anchors;
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
