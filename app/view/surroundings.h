// What stands around the bodies: the ground of half-spaces with its grid, and the backdrop.
#pragma once

#include "view/frame.h"
#include "view/gl_objects.h"
#include "view/renderer.h"

namespace keystone {

// True when the camera looks straight at the xy plane without perspective: planar scenes are then drawn as a section.
bool seenAsSection(const Camera& camera);

class Surroundings {
 public:
  explicit Surroundings(const std::string& shader_dir);
  // The floor's plane for Frame::floor: the first static half-space, or one far below.
  static glm::vec4 floorOf(const World& world);
  // Draws what the bodies left uncovered. `back` [m]: z of the wall behind a section.
  void draw(const World& world, const Camera& camera, const ViewOptions& options, const Frame& frame, double back,
            RenderStats& stats) const;

 private:
  void drawGround(const HalfSpace& plane, const Pose& pose, const Vec3& colour, const Camera& camera,
                  const ViewOptions& options) const;
  void drawSection(const HalfSpace& plane, const Pose& pose, const Vec3& colour, const Camera& camera,
                   const ViewOptions& options) const;

  Program ground_, section_, sky_, wall_;
  GlArray empty_;
};

}  // namespace keystone
