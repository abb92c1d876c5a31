// How a scene is first seen.
#pragma once

#include "scene/scene_def.h"
#include "view/camera.h"

namespace keystone {

// As the scene's file says, else so that everything that can move fills the camera's viewport.
void pointAt(Camera& camera, const Scene& scene);

}  // namespace keystone
