#include "collide/placed_bodies.h"

#include "math/parallel.h"

namespace keystone {

void PlacedBodies::place(std::span<const Body> bodies, std::span<const Collider> colliders,
                         std::span<const std::pair<int, int>> pairs) {
  constexpr int kBodiesAtOnce = 64;  // of a thread
  is_in_space_.assign(bodies.size(), 0);
  is_in_plane_.assign(bodies.size(), 0);
  for (const auto& [a, b] : pairs) {
    auto& is_in = isPlanarPair(bodies[a], bodies[b]) ? is_in_plane_ : is_in_space_;
    is_in[a] = is_in[b] = 1;
  }
  int cuts = 0;
  cut_of_.assign(bodies.size(), -1);
  for (std::size_t i = 0; i < bodies.size(); ++i)
    if (is_in_plane_[i] != 0 && std::holds_alternative<Hull>(colliders[i].shape)) cut_of_[i] = cuts++;
  cuts_.resize(static_cast<std::size_t>(cuts));
  radii_.resize(bodies.size());
  polytopes_.assign(bodies.size(), nullptr);
  store_.empty(bodies.size());
  parallelFor(static_cast<int>(bodies.size()), kBodiesAtOnce, [&](int begin, int end) {
    for (int i = begin; i < end; ++i) {
      const Shape& shape = colliders[i].shape;
      if (is_in_space_[i] != 0 || is_in_plane_[i] != 0) radii_[i] = boundingRadius(shape);
      if (is_in_space_[i] != 0 && (std::holds_alternative<Box>(shape) || std::holds_alternative<Hull>(shape)))
        polytopes_[i] = &store_.placeAt(static_cast<std::size_t>(i), shape, bodies[i].pose);
      if (cut_of_[i] >= 0) planarSection(shape, bodies[i].pose, Vec2::Zero(), cuts_[cut_of_[i]]);
    }
  });
}

}  // namespace keystone
