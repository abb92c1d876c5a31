// Pictures of the scenes of the list, made when they are asked for, one at a time, and kept.
#pragma once

#include <future>
#include <map>
#include <memory>
#include <string>

#include "scene/scene_def.h"
#include "view/renderer.h"
#include "view/thumbnail.h"

namespace keystone {

class Thumbnails {
 public:
  Thumbnails(std::string asset_dir, std::string shader_dir);

  // Null as long as it is being made, or when the scene cannot be loaded. Scenes are loaded on a thread of their own,
  // and only the last one asked for waits.
  const Thumbnail* of(const std::string& scene);
  // Once a frame, outside of ImGui's: draws what has been loaded, at most one.
  void advance();
  std::size_t count() const { return made_.size(); }
  double slowest() const { return slowest_; }  // [s], of what advance() took

 private:
  void draw(const Scene& scene);

  std::string asset_dir_, shader_dir_;
  std::unique_ptr<Renderer> renderer_;  // of its own: the other one keeps the meshes and scales of the shown scene
  std::map<std::string, std::unique_ptr<Thumbnail>> made_;
  std::string wanted_, loading_;
  std::future<Scene> loaded_;
  double slowest_ = 0.0;
};

}  // namespace keystone
