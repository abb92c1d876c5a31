// An orbit camera in world coordinates, perspective or (for planar scenes) orthographic and straight on.
#pragma once

#include "math/types.h"

namespace keystone {

struct Ray {
  Vec3 origin;     // [m]
  Vec3 direction;  // unit
};

class Camera {
 public:
  Vec3 target = Vec3::Zero();  // [m], looked at
  double yaw = 0.6;            // [rad] about +y; 0 looks along -z
  double pitch = 0.35;         // [rad], positive looks down
  double distance = 10.0;      // [m]
  bool orthographic = false;   // height of the view = what perspective would show at `distance`
  double fov_y = 0.7;          // [rad]
  Vec2 shift = Vec2::Zero();   // [pixels], y down, of the whole picture: the same view elsewhere in the window

  void setViewport(int width, int height);          // [pixels]
  void orbit(double dx, double dy);                 // [pixels] of mouse motion; pitch is kept off the poles
  void pan(double dx, double dy);                   // [pixels]; the point under the mouse stays under it
  void zoom(double steps, double x, double y);      // wheel steps towards the point under pixel (x, y)
  void fly(const Vec3& direction, double seconds);  // direction in camera axes (right, up, back)
  // Moves so that the box [m] fills the view; keeps the direction.
  void frame(const Vec3& lower, const Vec3& upper);

  Ray rayThrough(double x, double y) const;  // pixel, y down
  // Pixel (x, y down) and depth of a world point; false when behind the eye.
  bool project(const Vec3& point, Vec2& pixel) const;
  double metresPerPixel(const Vec3& at) const;
  Vec3 eye() const;
  Vec3 forward() const;
  Vec3 right() const;
  Vec3 up() const;
  Eigen::Matrix4d view() const;
  Eigen::Matrix4d projection() const;
  int width() const { return width_; }
  int height() const { return height_; }

 private:
  int width_ = 1280, height_ = 800;
};

}  // namespace keystone
