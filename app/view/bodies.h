// The bodies of a world as instances of meshes: lit, as shadow casters, as outlines, as ghosts.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "view/batch.h"
#include "view/renderer.h"

namespace keystone {

class BodyLayer {
 public:
  explicit BodyLayer(const std::string& shader_dir);

  // Sorts the bodies into meshes and uploads them, once a frame.
  void gather(const World& world, const Camera& camera, const ViewOptions& options, const Overlay& overlay);
  // What casts shadows: bounds [m] near the camera's target, and a number that changes when any caster moves.
  const Aabb& casters() const { return casters_; }
  std::uint64_t casterStamp() const { return caster_stamp_; }
  // Median over the moving bodies of half their size [m]; 0.5 when nothing moves.
  double typicalHalf() const { return typical_half_; }

  void drawDepth(RenderStats& stats) const;
  void drawLit(RenderStats& stats) const;
  // Needs a stencil buffer of zeros; leaves it so that only the outlines are marked.
  void drawOutlines(const glm::vec4& colour, float pixels, const Camera& camera, RenderStats& stats) const;
  void drawGhosts(RenderStats& stats) const;

 private:
  struct Group {  // one mesh with its instances: visible bodies first, then hidden casters, selected, ghosts
    explicit Group(const Mesh& mesh) : batch(mesh) {}
    Batch batch;
    std::vector<std::pair<float, Instance>> visible;  // with depth, for drawing front to back
    std::vector<Instance> hidden, selected, ghosts, all;
    std::size_t lit() const { return visible.size(); }
    std::size_t casting() const { return visible.size() + hidden.size(); }
  };
  struct OwnGroup {  // of a hull, a compound with a surface, or a Convex or a box with a margin of certain sizes
    std::shared_ptr<const void> data;  // of the hull or compound
    std::unique_ptr<Group> group;
    bool round = false;
    bool used = false;
  };
  // A hull's or compound's data, or another's kind and its sizes, and a margin [m].
  using OwnKey = std::pair<const void*, std::array<double, 4>>;
  enum Kind { kBox, kBall, kCapsule = kBall + 3 };  // three balls and two capsules, coarse to fine

  Group* groupFor(const Shape& shape, double pixel_radius);
  Group& hullGroup(const std::shared_ptr<const HullData>& hull);
  Group& surfaceGroup(const Shape& shape);
  void addBody(const World& world, int body, const Camera& camera, const ViewOptions& options, const Overlay& overlay);
  void addPart(const World& world, int body, const Shape& shape, const Pose& pose, const Camera& camera,
               const ViewOptions& options, const Overlay& overlay);
  void addGhost(const Ghost& ghost, const Camera& camera);
  void findCasters(const World& world, const Camera& camera);
  void upload();
  template <typename Draw>
  void eachGroup(Draw&& draw) const;

  Program box_program_, ball_program_, hull_program_, depth_program_, outline_program_;
  std::vector<Group> kinds_;
  std::map<OwnKey, OwnGroup> own_;
  Aabb casters_{Vec3::Zero(), Vec3::Zero()};
  std::uint64_t caster_stamp_ = 0;
  double typical_half_ = 0.5;
};

}  // namespace keystone
