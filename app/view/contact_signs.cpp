#include "view/contact_signs.h"

#include <algorithm>
#include <cmath>

#include "observe/normal_forces.h"
#include "problem/friction_impulse.h"
#include "view/palette.h"
#include "view/thinning.h"

namespace keystone {
namespace {

const glm::vec3 kNormalForce(0.98F, 0.25F, 0.86F);    // magenta
const glm::vec3 kFrictionForce(1.00F, 0.86F, 0.20F);  // yellow
const glm::vec3 kWholeForce(1.00F, 1.00F, 1.00F);
const glm::vec3 kBaraffContact(0.10F, 0.62F, 0.20F);
constexpr float kFaint = 0.16F;       // opacity where another set is highlighted
constexpr double kLeastArrow = 0.02;  // arrows shorter than this share of the longest are left out

// One contact of the simulation's last problem with its part of the solution.
struct Touch {
  const ContactPoint& place;
  RowSet normal_set = RowSet::Ignored, tangent_set = RowSet::Ignored;
  double normal_force = 0.0;     // [N], on b along the normal; 0 where it is rounding
  Vec3 friction = Vec3::Zero();  // [N], on b
  double mu = 0.0;
};

// True when the last step left contacts with places and impulses that belong together.
bool hasContacts(const Simulation& simulation) {
  const ContactProblem& problem = simulation.problem;
  return problem.contacts > 0 && int(problem.contact_points.size()) == problem.contacts &&
         simulation.solution.lambda.size() == problem.rows();
}

// `normal_force` as normalForces() has it.
Touch touchAt(const Simulation& simulation, int contact, double normal_force) {
  const ContactProblem& problem = simulation.problem;
  const int row = problem.normalRow(contact);
  Touch touch{problem.contact_points[contact]};
  touch.mu = contact < problem.mu.size() ? frictionOf(problem, contact) : 0.0;
  touch.normal_force = normal_force;
  if (normal_force > 0.0)
    touch.friction = frictionImpulse(problem, simulation.solution.lambda, contact) / forceTime(simulation);
  const IndexSets& sets = simulation.solution.sets;
  if (int(sets.size()) != problem.rows()) {  // a method that names no sets and was not classified
    touch.normal_set = touch.normal_force > 0.0 ? RowSet::Clamped : RowSet::Unclamped;
    return touch;
  }
  touch.normal_set = sets[row];
  const int friction = frictionRow(problem, contact);
  for (int t = friction; t < friction + problem.dim - 1; ++t)
    if (t == friction || isSliding(sets[t])) touch.tangent_set = sets[t];
  return touch;
}

// Unit direction in which b slides over a; zero when it cannot be told.
Vec3 slidingDirection(const Simulation& simulation, const Touch& touch) {
  if (touch.friction.norm() > 0.0) return -touch.friction.normalized();  // friction opposes sliding
  const auto& bodies = simulation.world.bodies;
  const ContactPoint& place = touch.place;
  if (std::max(place.a, place.b) >= int(bodies.size()) || std::min(place.a, place.b) < 0) return Vec3::Zero();
  Vec3 slip = bodies[place.b].velocityAt(place.point) - bodies[place.a].velocityAt(place.point);
  slip -= slip.dot(place.normal) * place.normal;
  return slip.norm() > 1e-9 ? slip.normalized() : Vec3::Zero();
}

SetMark setOf(const Touch& touch) {
  if (touch.normal_set != RowSet::Clamped) return SetMark::Unclamped;
  return isSliding(touch.tangent_set) ? SetMark::Slide : SetMark::Stick;
}

MarkShape shapeOf(SetMark set) {
  switch (set) {
    case SetMark::Stick:
      return MarkShape::Disc;
    case SetMark::Slide:
      return MarkShape::Arrow;
    default:
      return MarkShape::Ring;
  }
}

bool isFaint(const ViewOptions& options, SetMark set) {
  return options.highlighted && *options.highlighted != set;
}

Mark markOf(const Simulation& simulation, const Touch& touch, const ViewOptions& options, double size) {
  const MarkShape shape = shapeOf(setOf(touch));
  const Vec3 direction = shape == MarkShape::Arrow ? slidingDirection(simulation, touch) : Vec3::Zero();
  const glm::vec3 colour =
      options.baraff_theme ? kBaraffContact : toGlm(setStyle(touch.normal_set, touch.tangent_set).colour);
  const double radius = size * (shape == MarkShape::Arrow ? 1.45 : shape == MarkShape::Ring ? 1.1 : 1.0);
  return {toGlm(touch.place.point), float(radius), toGlm(direction), float(shape),
          glm::vec4(colour, signOpacity(options, setOf(touch)))};
}

Instance coneOf(const Simulation& simulation, const Touch& touch, double height) {
  Instance cone;
  const Vec3& n = touch.place.normal;
  const Quat turn = Quat::FromTwoVectors(Vec3::UnitY(), n);
  cone.position = glm::vec4(toGlm(touch.place.point), 0.3F);
  const auto q = turn.coeffs().cast<float>();
  cone.orientation = {q.x(), q.y(), q.z(), q.w()};
  const auto radius = float(touch.mu * height);
  cone.scale = {radius, float(height), simulation.problem.dim == 2 ? 0.0F : radius, 0.0F};
  cone.colour = {0.75F, 0.75F, 0.85F, 0.22F};
  return cone;
}

// Whether the contact lies on the side of its bodies that the camera sees. Those on the far side are drawn faintly, and
// must not take the room of those in front.
bool facesCamera(const Simulation& simulation, const Camera& camera, const ContactPoint& place) {
  const auto& bodies = simulation.world.bodies;
  for (const int index : {place.a, place.b}) {
    if (index < 0 || index >= int(bodies.size()) || !bodies[std::size_t(index)].isDynamic()) continue;
    if ((place.point - bodies[std::size_t(index)].pose.position).dot(camera.forward()) > 0.0) return false;
  }
  return true;
}

// Which contacts have signs, and which of these have marks: marks that would lie on each other are one.
struct Shown {
  std::vector<bool> signs, marks;
};
Shown chosen(const Simulation& simulation, const std::vector<double>& forces, const Camera& camera,
             const ViewOptions& options, const SignScale& scale) {
  std::vector<SignPlace> places, marks;
  for (int i = 0; i < simulation.problem.contacts; ++i) {
    const Touch touch = touchAt(simulation, i, forces[std::size_t(i)]);
    SignPlace place;
    const bool is_seen = camera.project(touch.place.point, place.pixel);
    const SignSize size = is_seen ? signSize(camera, touch.place.point, scale) : SignSize{};
    const bool front = simulation.world.planar || facesCamera(simulation, camera, touch.place);
    const SetMark set = setOf(touch);
    place.spacing = size.spacing;
    place.weight = touch.normal_force;
    place.kind = 2 * static_cast<int>(set) + (front ? 0 : 1);
    places.push_back(place);
    // Of marks in one place the one that matters most stays: highlighted, in front, pressed.
    const int rank = (isFaint(options, set) ? 0 : 4) + (front ? 2 : 0) + (set == SetMark::Unclamped ? 0 : 1);
    marks.push_back({place.pixel, size.radius, std::exp2(rank), 0});
  }
  Shown shown{thinned(places), {}};
  for (std::size_t i = 0; i < marks.size(); ++i)
    if (!shown.signs[i]) marks[i].weight = 0.0;
  shown.marks = thinned(marks);
  return shown;
}

}  // namespace

SignSize signSize(const Camera& camera, const Vec3& place, const SignScale& scale) {
  constexpr double kRoomy = 16.0;   // half a body's size [pixels] from which on all its signs have room
  constexpr double kSpacing = 2.0;  // [pixels] for each that is missing
  const double half = scale.half / (camera.metresPerPixel(place) * scale.pixel);
  return {scale.pixel * std::clamp(0.16 * half, 2.0, 5.5), scale.pixel * std::clamp(0.075 * half, 1.0, 2.4),
          scale.pixel * kSpacing * std::max(0.0, kRoomy - half)};
}

float signOpacity(const ViewOptions& options, SetMark set) {
  return isFaint(options, set) ? kFaint : 1.0F;
}

double largestForce(const Simulation& simulation) {
  double largest = 0.0;
  for (const AppliedForce& force : simulation.world.forces) largest = std::max(largest, force.force.norm());
  if (!hasContacts(simulation)) return largest;
  for (const double force : normalForces(simulation)) largest = std::max(largest, force);
  return std::isfinite(largest) ? largest : 0.0;
}

ContactSigns contactSigns(const Simulation& simulation, const Camera& camera, const ViewOptions& options,
                          const SignScale& scale) {
  ContactSigns signs;
  if (!hasContacts(simulation)) return signs;
  const double least = kLeastArrow * largestForce(simulation);
  const std::vector<double> forces = normalForces(simulation);
  const Shown shown = chosen(simulation, forces, camera, options, scale);
  SignSize size{};
  float opacity = 1.0F;
  const auto arrow = [&](const Vec3& from, const Vec3& force, const glm::vec3& colour) {
    const auto width = float(size.width);
    signs.strokes.push_back(
        {toGlm(from), width, toGlm(from + scale.force * force), 4.2F * width, glm::vec4(colour, opacity)});
  };
  for (int i = 0; i < simulation.problem.contacts; ++i) {
    if (!shown.signs[std::size_t(i)]) continue;
    const Touch touch = touchAt(simulation, i, forces[std::size_t(i)]);
    size = signSize(camera, touch.place.point, scale);
    opacity = signOpacity(options, setOf(touch));
    const Vec3 normal_force = touch.normal_force * touch.place.normal;
    const bool pressed = touch.normal_force > least;
    if (options.cones && pressed) {
      signs.cones.push_back(coneOf(simulation, touch, scale.force * touch.normal_force));
      signs.cones.back().colour.a *= opacity;
      arrow(touch.place.point, normal_force + touch.friction, kWholeForce);
    }
    if (options.forces && pressed) arrow(touch.place.point, normal_force, kNormalForce);
    if (options.forces && touch.friction.norm() > least) arrow(touch.place.point, touch.friction, kFrictionForce);
    if (options.contacts && shown.marks[std::size_t(i)])
      signs.marks.push_back(markOf(simulation, touch, options, size.radius));
  }
  return signs;
}

}  // namespace keystone
