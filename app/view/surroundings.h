// What stands around the bodies: the ground of half-spaces with its grid, and the backdrop.
#pragma once

#include "view/frame.h"
#include "view/gl_objects.h"
#include "view/palette.h"
#include "view/renderer.h"

namespace keystone {

// True when the camera looks straight at the xy plane without perspective: planar scenes are then drawn as a section.
bool seenAsSection(const Camera& camera);

// The floor's plane for Frame::floor: the first half-space, or one far below.
glm::vec4 floorOf(const World& world);

// A plane with a frame in it, world frame.
struct FramedPlane {
  Vec3 normal;        // unit
  double offset;      // [m]
  Vec3 axis1, axis2;  // unit, in the plane
  Vec3 origin;        // [m], in the plane
};

class Surroundings {
 public:
  explicit Surroundings(const std::string& shader_dir);
  // Draws what the bodies left uncovered. `back` [m]: z of the wall behind a section.
  void draw(const World& world, const Camera& camera, const ViewOptions& options, const Frame& frame, double back,
            RenderStats& stats) const;

 private:
  struct View;
  void drawGround(const View& view, const FramedPlane& plane, const Vec3& colour) const;
  void drawSection(const View& view, const FramedPlane& plane, const Vec3& colour) const;
  void drawWall(const View& view, double back) const;
  void drawSky(const View& view) const;

  Program ground_, sunny_ground_, section_, sky_, wall_, sunny_wall_;
  GlArray empty_;
};

}  // namespace keystone
