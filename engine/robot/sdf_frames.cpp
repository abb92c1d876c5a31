#include "robot/sdf_frames.h"

#include "robot/mjcf_world.h"
#include "robot/set_coordinates.h"

namespace keystone {
namespace {

constexpr std::size_t kMostFrames = 100'000;  // of a file and what it includes: models may double by including

constexpr int kDeepest = 100;  // files are not nested deeper

// Joints may have the names of links, which go first.
std::string jointKey(const std::string& name) {
  return "joint " + name;
}

}  // namespace

int SdfFrames::add(const XmlElement& element, const SdfScope& scope, const std::string& name, const std::string& base,
                   int link) {
  const std::string kind(element.tag());
  if (name.empty()) element.fail("no name", "name=\"NAME\"");
  if (frames_.size() >= kMostFrames) element.fail("more than 100000 models, links, joints and frames", "fewer");
  const int index = static_cast<int>(frames_.size());
  const std::string full = scope.prefix + name;
  if (!names_.emplace(kind == "joint" ? jointKey(full) : full, index).second)
    element.fail("a second " + kind + " named " + inQuotes(full), "one");
  frames_.push_back({element, scope, base, link, {}, {}});
  return index;
}

void SdfFrames::placeBy(int model, const SdfScope& inside, const std::string& placement) {
  frames_[model].inside = inside;
  frames_[model].placement = placement;
}

int SdfFrames::find(const XmlElement& at, const SdfScope& scope, const std::string& name) const {
  if (name == "world") return kWorld;
  if (name == "__model__") return scope.frame;
  for (const std::string& key : {scope.prefix + name, jointKey(scope.prefix + name)})
    if (const auto found = names_.find(key); found != names_.end()) return found->second;
  at.fail("the name " + inQuotes(name) + missing(), "one of a link, a joint, a frame or a model");
}

int SdfFrames::baseOf(const Frame& frame) const {
  return frame.base.empty() ? frame.scope.frame : find(frame.element, frame.scope, frame.base);
}

int SdfFrames::parentOf(const Frame& frame) const {
  const auto pose = childOf(frame.element, "pose");
  const std::string given = pose ? pose->text("relative_to", pose->text("frame")) : "";
  return given.empty() ? baseOf(frame) : find(*pose, frame.scope, given);
}

Pose SdfFrames::ownPose(int frame, int depth) const {
  const Frame& own = frames_[frame];
  const Pose pose = sdfPose(own.element);
  if (own.placement.empty()) return pose;
  return pose * inverseOf(poseIn(find(own.element, own.inside, own.placement), frame, depth + 1));
}

Pose SdfFrames::poseIn(int frame, int ancestor, int depth) const {
  Pose pose;
  const XmlElement* first = &frames_[frame].element;
  for (std::size_t passed = 0; frame != ancestor; ++passed) {
    if (frame == kWorld || passed > frames_.size() || depth > kDeepest)
      first->fail("poses relative to each other", "a tree of frames");
    pose = ownPose(frame, depth) * pose;
    frame = parentOf(frames_[frame]);
  }
  return pose;
}

Pose SdfFrames::pose(int frame) const {
  return Pose{Vec3::Zero(), upright()} * poseIn(frame, kWorld, 0);
}

int SdfFrames::linkOf(int frame) const {
  const XmlElement* first = &frames_[frame].element;
  for (std::size_t passed = 0; frame != kWorld; ++passed) {
    if (passed > frames_.size()) first->fail("frames attached to each other", "a tree of frames");
    if (frames_[frame].link >= 0) return frames_[frame].link;
    frame = baseOf(frames_[frame]);
  }
  return -1;
}

}  // namespace keystone
