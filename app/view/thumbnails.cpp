#include "view/thumbnails.h"

#include <algorithm>
#include <chrono>
#include <exception>
#include <utility>

#include "view/point_at.h"

namespace keystone {

Thumbnails::Thumbnails(std::string asset_dir, std::string shader_dir)
    : asset_dir_(std::move(asset_dir)), shader_dir_(std::move(shader_dir)) {}

const Thumbnail* Thumbnails::of(const std::string& scene) {
  const auto found = made_.find(scene);
  if (found != made_.end()) return found->second.get();
  wanted_ = scene;
  return nullptr;
}

void Thumbnails::draw(const Scene& scene) {
  Camera camera;
  camera.setViewport(Thumbnail::kWidth, Thumbnail::kHeight);
  pointAt(camera, scene);
  made_[loading_] = std::make_unique<Thumbnail>(*renderer_, scene.simulation, camera);
}

void Thumbnails::advance() {
  using Time = std::chrono::steady_clock;
  const Time::time_point begin = Time::now();
  if (!loaded_.valid()) {
    if (wanted_.empty() || made_.contains(wanted_)) return;
    loading_ = std::exchange(wanted_, {});
    loaded_ = std::async(std::launch::async,
                         [name = loading_, folder = asset_dir_] { return loadScene(findScene(name, folder), folder); });
    if (!renderer_) renderer_ = std::make_unique<Renderer>(shader_dir_);  // while the first scene is loaded
  } else if (loaded_.wait_for(std::chrono::seconds(0)) == std::future_status::ready) {
    try {
      draw(loaded_.get());
    } catch (const std::exception&) {
      made_[loading_] = nullptr;  // opening the scene says what is wrong with it
    }
  }
  slowest_ = std::max(slowest_, std::chrono::duration<double>(Time::now() - begin).count());
}

}  // namespace keystone
