// Handles at a point of the scene, of one size on the screen: arrows along the world's axes, squares across them and
// rings about them. What each looks like, which one the mouse is at, and how far a drag has gone.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "view/camera.h"

namespace keystone {

struct Handle {
  enum class Kind { Along, Across, About };  // the axis
  Kind kind = Kind::Along;
  int axis = 0;  // of the world: x, y, z

  bool operator==(const Handle&) const = default;
};

// Where the handles are, and how the camera sees them.
struct HandlePlace {
  Vec3 centre = Vec3::Zero();  // [m]
  Vec3 sight = Vec3::UnitZ();  // unit, from the eye to the centre
  double unit = 0.0;           // [m], of a pixel at scale 1
};
HandlePlace handlePlace(const Camera& camera, const Vec3& centre, double scale);

// Those of a world that the camera does not see edge on.
std::vector<Handle> handlesAt(const HandlePlace& place, bool planar);
// The line that it is drawn by [m]. Of a ring the half that faces the eye.
std::vector<Vec3> lineOf(const Handle& handle, const HandlePlace& place);
// Of these the nearest to the pixel, if it is within reach.
std::optional<Handle> handleUnder(const Camera& camera, const HandlePlace& place, const std::vector<Handle>& handles,
                                  const Vec2& pixel, double scale);

// What a drag comes to.
struct HandleMotion {
  Vec3 shift = Vec3::Zero();  // [m]
  double angle = 0.0;         // [rad], about the handle's axis through the centre
};
// From one ray to the other. None where the second does not meet the handle's plane in front of the eye.
std::optional<HandleMotion> motionOf(const Handle& handle, const Vec3& centre, const Ray& from, const Ray& to);

// Round numbers: lengths [m] that can be told apart on the screen, and 15 degrees.
double lengthStep(const HandlePlace& place);
HandleMotion inSteps(const HandleMotion& motion, double length);
// As in "x 0.5 m, z -1 m" or "30° about y".
std::string textOf(const Handle& handle, const HandleMotion& motion);
// As in "0.1 m and 15°".
std::string stepsText(double length);

}  // namespace keystone
