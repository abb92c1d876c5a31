#include "robot/mjcf_frames.h"

#include <cmath>

namespace keystone {
namespace {

using Visit = std::function<void(const Placed&)>;

Placed frameOf(const Placed& placed, const Pose& pose) {
  return {placed.element, placed.within * pose, placed.element.text("childclass", placed.child_class), placed.suffix};
}

void replicate(MjcfFile& file, const Placed& placed, const Visit& visit) {
  constexpr int kMostCopies = 5000;  // of a file, those in copies too
  const XmlElement& element = placed.element;
  const double count = element.number("count", 0.0);
  if (!(count >= 1.0 && count <= kMostCopies) || std::floor(count) != count)
    element.failAt("count", "a whole number from 1 to 5000");
  file.copies += static_cast<int>(count);
  if (file.copies > kMostCopies) element.fail("more than 5000 copies in all", "fewer");
  file.noteOthers(element, {"count", "offset", "euler", "sep", "childclass"});
  const Pose from_one_to_next{element.vector("offset", Vec3::Zero()), file.orientation(element)};
  Pose at;
  for (int i = 0; i < static_cast<int>(count); ++i) {
    Placed copy = frameOf(placed, at);
    copy.suffix = element.text("sep") + std::to_string(i) + placed.suffix;
    forPlaced(file, copy, visit);
    at = at * from_one_to_next;
  }
}

}  // namespace

void forPlaced(MjcfFile& file, const Placed& parent, const Visit& visit) {
  forChildren(parent.element, [&](const XmlElement& child) {
    const Placed placed{child, parent.within, parent.child_class, parent.suffix};
    if (child.is("replicate")) return replicate(file, placed, visit);
    if (!child.is("frame")) return visit(placed);
    file.noteOthers(child, {"name", "pos", "quat", "axisangle", "xyaxes", "zaxis", "euler", "childclass"});
    forPlaced(file, frameOf(placed, file.pose(child)), visit);
  });
}

}  // namespace keystone
