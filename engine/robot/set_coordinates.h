// Coordinates of joints that are set: all that a joint carries moves with it, rigidly.
#pragma once

#include "articulated/forest.h"

namespace keystone {

Pose inverseOf(const Pose& pose);
// The motion of the world that turns it about a point [m] of it.
Pose turnAbout(const Vec3& point, const Quat& turn);
// The motion of b's body, in the world, that changes the coordinate of a hinge or slider by so much; a is at `a`.
Pose motionOf(const Joint& joint, const Pose& a, double change);

// Whether the coordinate of each joint may be set alone: it is a hinge or slider of a tree, and no other joint but
// springs connects what it carries to anything else. `settable` [joints] is overwritten. O(joints depth).
void findSettable(std::span<const Joint> joints, const Forest& forest, std::vector<char>& settable);

// Gives hinges and sliders of trees the coordinates q [joints]; those of other joints are not read. Poses change, and
// not by a bit of what no changed coordinate carries; velocities stay. O(links).
void setCoordinates(std::span<const Joint> joints, const Forest& forest, const VecX& q, std::span<Body> bodies);

}  // namespace keystone
