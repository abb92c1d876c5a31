#include "view/renderer.h"

#include <algorithm>
#include <cmath>

#include "math/round_down.h"
#include "view/bodies.h"
#include "view/canvas.h"
#include "view/contact_signs.h"
#include "view/drive_signs.h"
#include "view/frame.h"
#include "view/joint_signs.h"
#include "view/palette.h"
#include "view/shadow_map.h"
#include "view/strokes.h"
#include "view/surroundings.h"
#include "view/velocity_signs.h"

namespace keystone {
namespace {

constexpr float kShadowDarkness = 0.8F;
const glm::vec3 kSun = glm::normalize(glm::vec3(-0.42F, 0.80F, 0.55F));
const glm::vec4 kOutline(1.0F, 0.80F, 0.25F, 1.0F);  // sRGB

glm::mat4 toFloat(const Eigen::Matrix4d& matrix) {
  glm::mat4 converted;
  for (int column = 0; column < 4; ++column) {
    for (int row = 0; row < 4; ++row) converted[column][row] = float(matrix(row, column));
  }
  return converted;
}

void restrictTo(const Region& visible, int height) {
  if (visible.width <= 0 || visible.height <= 0) return;
  glEnable(GL_SCISSOR_TEST);
  glScissor(visible.x, height - visible.y - visible.height, visible.width, visible.height);
}

}  // namespace

struct Renderer::Impl {
  explicit Impl(const std::string& shader_dir)
      : bodies(shader_dir),
        surroundings(shader_dir),
        strokes(shader_dir),
        cone_program(shader_dir, "body.vert", "body.frag"),
        cones(coneMesh(24)),
        canvas(shader_dir),
        frame_block(makeGlBuffer()) {}

  Frame frameOf(const Simulation& simulation, const Camera& camera, const ViewOptions& options);
  void drawShadows(bool wanted, const Frame& frame, RenderStats& stats);
  void drawSigns(const Simulation& simulation, const Camera& camera, const ViewOptions& options, RenderStats& stats);
  void drawOverlay(const Overlay& overlay, const Camera& camera, RenderStats& stats);
  void chooseScale(double& scale, double largest, const Camera& camera) const;

  BodyLayer bodies;
  Surroundings surroundings;
  StrokeLayer strokes;
  Program cone_program;
  Batch cones;
  Canvas canvas;
  ShadowMap shadow_map;
  GlBuffer frame_block;
  double force_scale = 0.0;        // [m per N]
  double velocity_scale = 0.0;     // [m per m/s]
  std::uint64_t shadow_stamp = 0;  // casters and fit that the map shows
};

Frame Renderer::Impl::frameOf(const Simulation& simulation, const Camera& camera, const ViewOptions& options) {
  const Backdrop colours = backdrop(options.baraff_theme);
  Frame frame;
  frame.view_projection = toFloat(camera.projection() * camera.view());
  frame.shadow = shadow_map.fit(bodies.casters(), kSun);
  const bool shadows = options.shadows && !options.baraff_theme;
  frame.sun = glm::vec4(kSun, shadows ? kShadowDarkness : 0.0F);
  frame.eye = glm::vec4(toGlm(camera.eye()), camera.orthographic ? 1.0F : 0.0F);
  frame.forward = glm::vec4(toGlm(camera.forward()), shadow_map.texel());
  const double metres = camera.metresPerPixel(camera.target);
  frame.screen = {float(camera.width()), float(camera.height()),
                  float(camera.orthographic ? metres : metres / camera.distance),
                  float(std::clamp(camera.height() / 800.0, 1.0, 3.0))};
  frame.floor = floorOf(simulation.world);
  frame.zenith = glm::vec4(linearFromSrgb(colours.zenith), options.baraff_theme ? 1.0F : 0.0F);
  frame.horizon = glm::vec4(linearFromSrgb(colours.horizon), float(2.5 * bodies.typicalHalf()));
  return frame;
}

// The map is drawn again only when something in it has moved.
void Renderer::Impl::drawShadows(bool wanted, const Frame& frame, RenderStats& stats) {
  if (!wanted) return;
  std::uint64_t stamp = bodies.casterStamp();
  for (int column = 0; column < 4; ++column) {
    for (int row = 0; row < 4; ++row) {
      stamp = (stamp ^ std::bit_cast<std::uint32_t>(frame.shadow[column][row])) * 0x100000001b3ULL;
    }
  }
  if (stamp == shadow_stamp) return;
  shadow_stamp = stamp;
  shadow_map.begin();
  bodies.drawDepth(stats);
  shadow_map.end();
}

// Keeps the longest arrow between one and two and a half of the wanted length, at round scales [m per unit].
void Renderer::Impl::chooseScale(double& scale, double largest, const Camera& camera) const {
  if (largest <= 0.0) return;
  const double view = camera.metresPerPixel(camera.target) * camera.height();
  const double wanted = std::clamp(2.5 * bodies.typicalHalf(), 0.05 * view, 0.25 * view);
  const double length = scale * largest;
  if (length > 1.1 * wanted || length < 0.3 * wanted) scale = roundDown(wanted / largest);
}

void Renderer::Impl::drawSigns(const Simulation& simulation, const Camera& camera, const ViewOptions& options,
                               RenderStats& stats) {
  if (options.force_scale > 0.0) {
    force_scale = options.force_scale;
  } else {
    chooseScale(force_scale, largestForce(simulation), camera);
  }
  chooseScale(velocity_scale, largestSpeed(simulation.world), camera);
  if (!options.contacts && !options.forces && !options.cones && !options.velocities) return;
  const double metres = camera.metresPerPixel(camera.target);
  const double pixel = std::clamp(camera.height() / 800.0, 1.0, 3.0);
  const SignScale scale{force_scale, bodies.typicalHalf(), pixel};
  const auto [radius, width, spacing] = signSize(camera, camera.target, scale);
  const ContactSigns signs = contactSigns(simulation, camera, options, scale);
  if (!signs.cones.empty()) {
    cones.upload(signs.cones);
    cone_program.use();
    glEnable(GL_BLEND);
    glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
    glDisable(GL_CULL_FACE);
    glDepthMask(GL_FALSE);
    if (simulation.world.planar) glDisable(GL_DEPTH_TEST);
    cones.draw(0, signs.cones.size());
    glEnable(GL_DEPTH_TEST);
    glDepthMask(GL_TRUE);
    glEnable(GL_CULL_FACE);
    glDisable(GL_BLEND);
    ++stats.draw_calls;
  }
  const Layering layering = simulation.world.planar ? Layering::OnTop : Layering::Surface;
  const double lift = 0.04 * bodies.typicalHalf() + 2.5 * radius * metres;  // a whole mark on a surface seen aslant
  stats.draw_calls += strokes.draw(signs.strokes, signs.marks, layering, float(lift));
  const std::vector<Stroke> drives = driveSigns(simulation.world, options.forces ? force_scale : 0.0, width);
  if (!drives.empty()) stats.draw_calls += strokes.draw(drives, {}, layering, float(lift));
  if (options.velocities)
    stats.draw_calls +=
        strokes.draw(velocitySigns(simulation.world, camera, velocity_scale, scale), {}, Layering::OnTop, 0.0F);
  if (!options.contacts || simulation.world.joints.empty()) return;
  JointSigns joints = jointSigns(simulation.world, radius, width);
  const float opacity = signOpacity(options, SetMark::Joint);
  for (Stroke& stroke : joints.strokes) stroke.colour.a *= opacity;
  for (Mark& mark : joints.marks) mark.colour.a *= opacity;
  stats.draw_calls += strokes.draw(joints.strokes, joints.marks, Layering::OnTop, 0.0F);
}

void Renderer::Impl::drawOverlay(const Overlay& overlay, const Camera& camera, RenderStats& stats) {
  std::vector<Stroke> lines;
  lines.reserve(overlay.lines.size());
  for (const Line& line : overlay.lines) {
    const auto width = float(line.width);
    const float head = line.arrow ? std::max(4.0F * width, 10.0F) : 0.0F;
    lines.push_back(
        {toGlm(line.from), width, toGlm(line.to), head, glm::vec4(toGlm(line.colour), float(line.opacity))});
  }
  if (!overlay.selected.empty()) {
    const float pixels = 2.5F * std::clamp(float(camera.height()) / 800.0F, 1.0F, 3.0F);
    bodies.drawOutlines(kOutline, pixels, camera, stats);
  }
  if (!overlay.ghosts.empty()) {
    glEnable(GL_BLEND);
    glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
    bodies.drawGhosts(stats);
    glDisable(GL_BLEND);
  }
  stats.draw_calls += strokes.draw(lines, {}, Layering::OnTop, 0.0F);
}

Renderer::Renderer(const std::string& shader_dir) : impl_(std::make_unique<Impl>(shader_dir)) {}
Renderer::~Renderer() = default;

RenderStats Renderer::draw(const Simulation& simulation, const Camera& camera, const ViewOptions& options,
                           const Overlay& overlay, const Region& visible) {
  RenderStats stats;
  Impl& impl = *impl_;
  GLint window = 0;
  glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &window);
  glDisable(GL_SCISSOR_TEST);
  glDisable(GL_BLEND);
  glFrontFace(GL_CCW);

  impl.bodies.gather(simulation.world, camera, options, overlay);
  const Frame frame = impl.frameOf(simulation, camera, options);
  fillBuffer<Frame>(GL_UNIFORM_BUFFER, impl.frame_block, std::span(&frame, 1), GL_STREAM_DRAW);
  glBindBufferBase(GL_UNIFORM_BUFFER, Program::kFrameBinding, impl.frame_block.id());
  impl.drawShadows(frame.sun.w > 0.0F, frame, stats);

  restrictTo(visible, camera.height());
  const Vec3 clear = options.plain.value_or(backdrop(options.baraff_theme).horizon);
  impl.canvas.begin(camera.width(), camera.height(), glm::vec4(toGlm(clear), 1.0F));
  impl.shadow_map.bind();  // after the canvas, which binds a texture of its own where it is resized
  glEnable(GL_DEPTH_TEST);
  glDepthFunc(GL_LESS);
  glEnable(GL_CULL_FACE);
  impl.bodies.drawLit(stats);
  const double back = -1.02 * impl.bodies.typicalHalf();
  if (!options.plain) impl.surroundings.draw(simulation.world, camera, options, frame, back, stats);
  impl.drawSigns(simulation, camera, options, stats);
  impl.drawOverlay(overlay, camera, stats);
  impl.canvas.resolveTo(GLuint(window));

  glBindVertexArray(0);
  glDisable(GL_SCISSOR_TEST);
  glDisable(GL_CULL_FACE);
  glDisable(GL_DEPTH_TEST);
  return stats;
}

double Renderer::forceScale() const {
  return impl_->force_scale;
}

double Renderer::velocityScale() const {
  return impl_->velocity_scale;
}

}  // namespace keystone
