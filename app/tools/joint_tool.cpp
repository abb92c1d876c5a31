#include "tools/joint_tool.h"

#include <cmath>

namespace keystone {
namespace {

constexpr double kReach = 1e4;  // [m]
const Vec3 kGuide{1.0, 0.76, 0.30};

// What the mouse points at; none: empty space beside everything in a scene that has no plane.
std::optional<JointEnd> endUnderMouse(const AppState& app) {
  const World& world = app.world();
  const Ray ray = app.camera.rayThrough(app.mouse.x, app.mouse.y);
  JointEnd end;
  RayHit hit;
  end.body = pick(world, ray.origin, ray.direction, kReach, hit);
  if (world.planar) {
    if (std::abs(ray.direction.z()) < 1e-6) return std::nullopt;
    end.point = ray.origin - ray.direction * (ray.origin.z() / ray.direction.z());
    end.point.z() = 0.0;
    return end;
  }
  if (end.body < 0) return std::nullopt;
  end.point = ray.origin + hit.distance * ray.direction;
  end.normal = hit.normal;
  return end;
}

}  // namespace

void placeJointEnd(AppState& app) {
  JointTool& tool = app.joint_tool;
  const std::optional<JointEnd> end = endUnderMouse(app);
  if (!end) return say(app.session, "Nothing is here: click a body");
  if (!tool.first) {
    tool.first = end;
    return;
  }
  if (join(app.session, *tool.choice, *tool.first, *end)) tool.first.reset();
}

void addJointGuide(const AppState& app, Overlay& overlay) {
  const JointTool& tool = app.joint_tool;
  if (!tool.on || !tool.first || !app.mouse.over_view) return;
  if (const std::optional<JointEnd> end = endUnderMouse(app))
    overlay.lines.push_back({tool.first->point, end->point, kGuide, 3.0, true});
}

}  // namespace keystone
