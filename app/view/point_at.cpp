#include "view/point_at.h"

namespace keystone {
namespace {

// Bounds [m] of the bodies that can move, of all finite ones when none can, of a cube of 2 m when there are none.
Aabb boundsOf(const World& world) {
  Aabb box{-Vec3::Ones(), Vec3::Ones()};
  bool any = false;
  for (const bool moving : {true, false}) {
    for (std::size_t i = 0; i < world.bodies.size(); ++i) {
      if (moving && !world.bodies[i].isDynamic()) continue;
      const Aabb body = bounds(world.colliders[i].shape, world.bodies[i].pose, 0.0);
      if (!body.lower.allFinite() || !body.upper.allFinite()) continue;
      box = any ? Aabb{box.lower.cwiseMin(body.lower), box.upper.cwiseMax(body.upper)} : body;
      any = true;
    }
    if (any) break;
  }
  return box;
}

}  // namespace

void pointAt(Camera& camera, const Scene& scene) {
  const SceneCamera& given = scene.camera;
  const bool planar = scene.simulation.world.planar;
  camera.orthographic = given.given ? given.orthographic : planar;
  camera.yaw = given.given || !planar ? given.yaw : 0.0;
  camera.pitch = given.given || !planar ? given.pitch : 0.0;
  if (!given.given) {
    const Aabb box = boundsOf(scene.simulation.world);
    return camera.frame(box.lower, box.upper);
  }
  camera.target = given.target;
  camera.distance = given.distance;
}

}  // namespace keystone
