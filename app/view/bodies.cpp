#include "view/bodies.h"

#include <algorithm>
#include <cmath>

#include "shape/compound.h"
#include "view/palette.h"
#include "world/sleep_state.h"

namespace keystone {
namespace {

constexpr double kSqrt3 = 1.7320508;
constexpr float kAsleep = 0.62F;  // share of its light that a sleeper keeps

// Radius [m] of a ball about the origin that holds the shape; cheap, and never too small. 0 for half-spaces.
double roughRadius(const Shape& shape) {
  if (const auto* box = std::get_if<Box>(&shape)) return box->half.norm() + box->margin;
  if (std::holds_alternative<HalfSpace>(shape)) return 0.0;
  return boundingRadius(shape);
}

Instance instanceOf(const Shape& shape, const Pose& pose) {
  Instance instance;
  instance.position = glm::vec4(toGlm(pose.position), 0.0F);
  const auto coefficients = pose.orientation.coeffs().cast<float>();
  instance.orientation = {coefficients.x(), coefficients.y(), coefficients.z(), coefficients.w()};
  if (const auto* box = std::get_if<Box>(&shape); box != nullptr && box->margin == 0.0) {
    instance.scale = glm::vec4(toGlm(box->half), 0.0F);
  } else if (const auto* sphere = std::get_if<Sphere>(&shape)) {
    instance.scale = glm::vec4(glm::vec3(float(sphere->radius)), 0.0F);
  } else if (const auto* capsule = std::get_if<Capsule>(&shape)) {
    instance.scale = glm::vec4(glm::vec3(float(capsule->radius)), float(capsule->half_length));
  }
  return instance;
}

// Whether a ball may be seen; errs to true.
bool inView(const Camera& camera, const Vec3& center, double radius) {
  const Vec3 arm = center - camera.eye();
  const double depth = arm.dot(camera.forward());
  if (!camera.orthographic && depth < -radius) return false;
  const double half = std::tan(0.5 * camera.fov_y);
  const double reach = (camera.orthographic ? camera.distance : std::max(depth, 0.0)) * half;
  const double aspect = double(camera.width()) / camera.height();
  const double slack = camera.orthographic ? radius : radius * std::sqrt(1.0 + half * half * aspect * aspect);
  return std::abs(arm.dot(camera.up())) <= reach + slack && std::abs(arm.dot(camera.right())) <= reach * aspect + slack;
}

void mix(std::uint64_t& stamp, const glm::vec4& v) {
  for (int i = 0; i < 4; ++i) stamp = (stamp ^ std::bit_cast<std::uint32_t>(v[i])) * 0x100000001b3ULL;
}

}  // namespace

BodyLayer::BodyLayer(const std::string& shader_dir)
    : box_program_(shader_dir, "body.vert", "body.frag", {"BOX"}),
      ball_program_(shader_dir, "body.vert", "body.frag", {"ROUND"}),
      hull_program_(shader_dir, "body.vert", "body.frag"),
      depth_program_(shader_dir, "depth.vert", "depth.frag"),
      outline_program_(shader_dir, "outline.vert", "outline.frag") {
  kinds_.emplace_back(boxMesh());
  for (const int level : {1, 2, 3}) kinds_.emplace_back(sphereMesh(level));
  for (const int slices : {8, 18}) kinds_.emplace_back(capsuleMesh(slices));
}

BodyLayer::Group& BodyLayer::hullGroup(const std::shared_ptr<const HullData>& hull) {
  OwnGroup& entry = own_[{hull.get(), {}}];
  if (!entry.group) {
    entry.data = hull;  // keeps the address taken while the mesh is cached
    entry.group = std::make_unique<Group>(hullMesh(*hull));
  }
  entry.used = true;
  return *entry.group;
}

BodyLayer::Group& BodyLayer::surfaceGroup(const Shape& shape) {
  constexpr int kAround = 40;  // points to a circle
  const ShapeKind& kind = kindOf(shape);
  std::shared_ptr<const void> data;
  if (const auto* hull = std::get_if<Hull>(&shape)) data = hull->data;
  if (const auto* compound = std::get_if<Compound>(&shape)) data = compound->data;
  const Vec3 sizes = data ? Vec3(Vec3::Zero()) : kind.sizesOf(shape);
  const void* const what = data ? data.get() : &kind;
  OwnGroup& entry = own_[{what, {sizes.x(), sizes.y(), sizes.z(), marginOf(shape)}}];
  if (!entry.group) {
    entry.data = data;
    entry.group = std::make_unique<Group>(surfaceMesh(kind.surface(shape, kAround)));
  }
  entry.round = !std::holds_alternative<Compound>(shape);
  entry.used = true;
  return *entry.group;
}

BodyLayer::Group* BodyLayer::groupFor(const Shape& shape, double pixel_radius) {
  const bool curved = std::holds_alternative<Convex>(shape) || marginOf(shape) > 0.0;
  if (curved || std::holds_alternative<Compound>(shape)) return &surfaceGroup(shape);
  if (std::holds_alternative<Box>(shape)) return &kinds_[kBox];
  if (std::holds_alternative<Sphere>(shape)) {
    return &kinds_[kBall + (pixel_radius < 14.0 ? 0 : pixel_radius < 70.0 ? 1 : 2)];
  }
  if (std::holds_alternative<Capsule>(shape)) return &kinds_[kCapsule + (pixel_radius < 24.0 ? 0 : 1)];
  if (const auto* hull = std::get_if<Hull>(&shape); hull != nullptr && hull->data) return &hullGroup(hull->data);
  return nullptr;
}

void BodyLayer::addBody(const World& world, int body, const Camera& camera, const ViewOptions& options,
                        const Overlay& overlay) {
  const Shape& shape = world.colliders[body].shape;
  const auto* compound = std::get_if<Compound>(&shape);
  if (compound != nullptr && compound->data->surface)
    return addPart(world, body, shape, world.bodies[body].pose, camera, options, overlay);
  for (int i = 0; i < partCount(shape); ++i) {
    const PartView part = partOf(shape, i);
    addPart(world, body, part.shape, world.bodies[body].pose * part.pose, camera, options, overlay);
  }
}

void BodyLayer::addPart(const World& world, int body, const Shape& shape, const Pose& pose, const Camera& camera,
                        const ViewOptions& options, const Overlay& overlay) {
  const double radius = roughRadius(shape);
  Group* group = groupFor(shape, radius / camera.metresPerPixel(pose.position));
  if (group == nullptr) return;
  Instance instance = instanceOf(shape, pose);
  mix(caster_stamp_, instance.position);
  mix(caster_stamp_, instance.orientation);
  mix(caster_stamp_, instance.scale);
  instance.colour = glm::vec4(linearFromSrgb(bodyColour(world, body, options.baraff_theme)), 1.0F);
  if (isAsleep(world, body)) instance.colour = glm::vec4(kAsleep * glm::vec3(instance.colour), 1.0F);
  if (overlay.hovered == body) instance.position.w = 1.0F;
  if (inView(camera, pose.position, radius)) {
    group->visible.emplace_back(float((pose.position - camera.eye()).dot(camera.forward())), instance);
  } else {
    group->hidden.push_back(instance);
  }
  if (std::find(overlay.selected.begin(), overlay.selected.end(), body) != overlay.selected.end()) {
    group->selected.push_back(instance);
  }
}

void BodyLayer::addGhost(const Ghost& ghost, const Camera& camera) {
  for (int i = 0; i < partCount(ghost.shape); ++i) {
    const PartView part = partOf(ghost.shape, i);
    const Pose pose = ghost.pose * part.pose;
    Group* group = groupFor(part.shape, roughRadius(part.shape) / camera.metresPerPixel(pose.position));
    if (group == nullptr) continue;
    Instance instance = instanceOf(part.shape, pose);
    instance.colour = ghost.allowed ? glm::vec4(0.10F, 0.75F, 0.60F, 0.55F) : glm::vec4(0.90F, 0.10F, 0.08F, 0.55F);
    instance.position.w = 0.4F;
    group->ghosts.push_back(instance);
  }
}

// Moving bodies count when they are not lost far outside the picture; fixed ones where they may touch those.
void BodyLayer::findCasters(const World& world, const Camera& camera) {
  const Vec3 huge = Vec3::Constant(1e30);
  Aabb moving{huge, -huge}, fixed{huge, -huge};
  std::vector<double> sizes;
  for (std::size_t i = 0; i < world.bodies.size(); ++i) {
    const double radius = roughRadius(world.colliders[i].shape);
    if (radius == 0.0) continue;
    const Vec3& center = world.bodies[i].pose.position;
    Aabb& grown = world.bodies[i].kind == BodyKind::Static ? fixed : moving;
    if (&grown == &moving) {
      sizes.push_back(radius / kSqrt3);
      if ((center - camera.target).norm() > 8.0 * camera.distance) continue;
    }
    grown.lower = grown.lower.cwiseMin(center - Vec3::Constant(radius));
    grown.upper = grown.upper.cwiseMax(center + Vec3::Constant(radius));
  }
  typical_half_ = 0.5;
  if (!sizes.empty()) {
    std::nth_element(sizes.begin(), sizes.begin() + std::ptrdiff_t(sizes.size() / 2), sizes.end());
    typical_half_ = sizes[sizes.size() / 2];
  }
  const bool any_moving = moving.lower.x() <= moving.upper.x(), any_fixed = fixed.lower.x() <= fixed.upper.x();
  if (!any_moving && !any_fixed) {
    casters_ = {camera.target - Vec3::Ones(), camera.target + Vec3::Ones()};
    return;
  }
  casters_ = any_moving ? moving : fixed;
  if (!any_moving || !any_fixed) return;
  const Vec3 reach = Vec3::Constant(0.5 * (moving.upper - moving.lower).norm());
  casters_.lower = moving.lower.cwiseMin(fixed.lower.cwiseMax(moving.lower - reach));
  casters_.upper = moving.upper.cwiseMax(fixed.upper.cwiseMin(moving.upper + reach));
}

void BodyLayer::upload() {
  const auto fill = [](Group& group) {
    std::sort(group.visible.begin(), group.visible.end(),
              [](const auto& a, const auto& b) { return a.first < b.first; });
    group.all.clear();
    for (const auto& [depth, instance] : group.visible) group.all.push_back(instance);
    for (const auto* part : {&group.hidden, &group.selected, &group.ghosts}) {
      group.all.insert(group.all.end(), part->begin(), part->end());
    }
    if (!group.all.empty()) group.batch.upload(group.all);
  };
  for (Group& group : kinds_) fill(group);
  for (auto& [key, entry] : own_) fill(*entry.group);
}

void BodyLayer::gather(const World& world, const Camera& camera, const ViewOptions& options, const Overlay& overlay) {
  const auto clear = [](Group& group) {
    group.visible.clear();
    for (auto* part : {&group.hidden, &group.selected, &group.ghosts}) part->clear();
  };
  for (Group& group : kinds_) clear(group);
  for (auto& [key, entry] : own_) {
    clear(*entry.group);
    entry.used = false;
  }
  caster_stamp_ = 0xcbf29ce484222325ULL;
  for (int body = 0; body < int(world.bodies.size()); ++body) addBody(world, body, camera, options, overlay);
  for (const Ghost& ghost : overlay.ghosts) addGhost(ghost, camera);
  std::erase_if(own_, [](const auto& item) { return !item.second.used; });
  findCasters(world, camera);
  upload();
}

template <typename Draw>
void BodyLayer::eachGroup(Draw&& draw) const {
  for (std::size_t kind = 0; kind < kinds_.size(); ++kind) {
    draw(kinds_[kind], kind == kBox ? box_program_ : ball_program_);
  }
  for (const auto& [key, entry] : own_) draw(*entry.group, entry.round ? ball_program_ : hull_program_);
}

void BodyLayer::drawDepth(RenderStats& stats) const {
  depth_program_.use();
  eachGroup([&](const Group& group, const Program&) {
    group.batch.draw(0, group.casting());
    stats.draw_calls += group.casting() > 0 ? 1 : 0;
  });
}

void BodyLayer::drawLit(RenderStats& stats) const {
  eachGroup([&](const Group& group, const Program& program) {
    if (group.lit() == 0) return;
    program.use();
    group.batch.draw(0, group.lit());
    ++stats.draw_calls;
    stats.instances += int(group.lit());
  });
}

void BodyLayer::drawOutlines(const glm::vec4& colour, float pixels, const Camera& camera, RenderStats& stats) const {
  constexpr int kDirections = 12;  // copies shifted all round: an even rim whatever the shape
  outline_program_.use();
  outline_program_.set("u_colour", colour);
  glEnable(GL_STENCIL_TEST);
  glDisable(GL_DEPTH_TEST);
  glStencilOp(GL_KEEP, GL_KEEP, GL_REPLACE);
  for (int copy = -1; copy < kDirections; ++copy) {
    const bool body_itself = copy < 0;
    const float angle = 2.0F * float(M_PI) * float(copy) / float(kDirections);
    const glm::vec2 direction(std::cos(angle) / float(camera.width()), std::sin(angle) / float(camera.height()));
    outline_program_.set("u_shift", body_itself ? glm::vec2(0.0F) : 2.0F * pixels * direction);
    glColorMask(!body_itself, !body_itself, !body_itself, !body_itself);
    glStencilFunc(body_itself ? GL_ALWAYS : GL_EQUAL, body_itself ? 1 : 0, 0xff);
    glStencilOp(GL_KEEP, GL_KEEP, body_itself ? GL_REPLACE : GL_KEEP);
    eachGroup([&](const Group& group, const Program&) {
      group.batch.draw(group.casting(), group.selected.size());
      stats.draw_calls += group.selected.empty() ? 0 : 1;
    });
  }
  glDisable(GL_STENCIL_TEST);
  glEnable(GL_DEPTH_TEST);
}

void BodyLayer::drawGhosts(RenderStats& stats) const {
  glDepthFunc(GL_LEQUAL);  // one may lie on its own body
  eachGroup([&](const Group& group, const Program& program) {
    if (group.ghosts.empty()) return;
    program.use();
    group.batch.draw(group.casting() + group.selected.size(), group.ghosts.size());
    ++stats.draw_calls;
  });
  glDepthFunc(GL_LESS);
}

}  // namespace keystone
