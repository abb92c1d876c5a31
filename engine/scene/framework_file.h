// Frameworks from files: of point masses and bars, or of the bricks of a planar scene.
#pragma once

#include <string>
#include <vector>

#include "framework/framework_scene.h"
#include "scene/scene_def.h"

namespace keystone {

// A file of that name, or NAME.json in `asset_dir`/frameworks or `asset_dir`/scenes. Throws SceneError.
std::string findFramework(const std::string& name, const std::string& asset_dir);

// Those of `asset_dir`/frameworks, sorted by id; without a group.
std::vector<SceneEntry> listFrameworkEntries(const std::string& asset_dir);
// A file of JSON that says "framework".
bool isFrameworkFile(const std::string& path);

// A framework file (docs/collapse.md), or a scene file, whose bodies become frameworks as by frameworkOf(). Throws
// SceneError: "FILE: /json/pointer: found X, expected Y".
FrameworkScene loadFramework(const std::string& path, const std::string& asset_dir, BrickMasses model);

// The bodies of a planar scene as they lie, without friction and restitution. A dynamic box becomes a brick of that
// model, any other convex prism a homogeneous polygon; static bodies and half-spaces stay fixed. Throws SceneError
// where the scene is in space, has joints, forces or kinematic bodies, or a dynamic body is no convex polygon.
FrameworkScene frameworkOf(const Scene& scene, BrickMasses model);

}  // namespace keystone
