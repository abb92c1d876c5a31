#include "sleep/fingerprint.h"

#include <bit>

#include "shape/shape_kind.h"

namespace keystone {
namespace {

// Word by word, each step one to one in the word and in what came before (Fibonacci hashing's multiplier).
class Mixer {
 public:
  Mixer& add(std::uint64_t word) {
    value_ = (std::rotl(value_, 27) ^ word) * 0x9e3779b97f4a7c15u;
    return *this;
  }
  Mixer& add(double number) { return add(std::bit_cast<std::uint64_t>(number)); }
  Mixer& add(int number) { return add(static_cast<std::uint64_t>(number)); }
  Mixer& add(bool flag) { return add(std::uint64_t{flag}); }
  Mixer& add(const void* address) { return add(static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(address))); }
  template <class Matrix>
  Mixer& addAll(const Matrix& values) {
    for (Eigen::Index i = 0; i < values.size(); ++i) add(double(values.data()[i]));
    return *this;
  }
  Mixer& addText(std::string_view text) {
    for (const char letter : text) add(static_cast<std::uint64_t>(letter));
    return add(static_cast<std::uint64_t>(text.size()));
  }
  std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 0xcbf29ce484222325u;
};

void addShape(const Shape& shape, Mixer& mixer) {
  const ShapeKind& kind = kindOf(shape);
  mixer.add(static_cast<const void*>(&kind));
  if (!kind.sizes.empty()) mixer.addAll(kind.sizesOf(shape));
  if (const double margin = marginOf(shape); margin > 0.0) mixer.add(margin);
  if (const auto* plane = std::get_if<HalfSpace>(&shape)) mixer.addAll(plane->normal).add(plane->offset);
  if (const auto* hull = std::get_if<Hull>(&shape)) mixer.add(static_cast<const void*>(hull->data.get()));
  if (const auto* compound = std::get_if<Compound>(&shape)) mixer.add(static_cast<const void*>(compound->data.get()));
}

void addSurface(const Material& surface, std::uint32_t layer, std::uint32_t mask, Mixer& mixer) {
  mixer.add(surface.friction_static).add(surface.friction_dynamic).add(surface.restitution);
  mixer.add(surface.restitution_tangential);
  mixer.add(surface.torsional).add(surface.rolling).add(surface.coupled).addAll(surface.grain).add(surface.across);
  mixer.add(static_cast<int>(surface.rule)).add(surface.priority).add(surface.condim);
  mixer.add(std::uint64_t{layer}).add(std::uint64_t{mask});
}

void addJoint(const Joint& joint, Mixer& mixer) {
  mixer.add(static_cast<int>(joint.kind)).add(joint.a).add(joint.b).add(joint.collide);
  mixer.addAll(joint.anchor_a).addAll(joint.anchor_b);
  mixer.addAll(joint.frame_a.coeffs()).addAll(joint.frame_b.coeffs());
  mixer.add(joint.pair[0]).add(joint.pair[1]);
  mixer.add(joint.low).add(joint.high).add(joint.motor_speed).add(joint.motor_max).add(joint.friction);
  mixer.add(joint.isotropic);
  mixer.add(joint.stiffness).add(joint.damping).add(joint.rest).add(joint.rest_speed).add(joint.effort);
  mixer.add(joint.armature);
}

void addForce(const AppliedForce& force, Mixer& mixer) {
  mixer.add(force.body).add(force.in_body).addAll(force.point).addAll(force.force).addAll(force.torque);
  mixer.add(force.frequency).add(force.phase).add(force.from).add(force.until);
}

}  // namespace

std::uint64_t fingerprint(const Body& body, const Collider& collider) {
  Mixer mixer;
  mixer.add(static_cast<int>(body.kind)).add(body.planar).add(body.mass).addAll(body.inertia);
  mixer.addAll(body.pose.position).addAll(body.pose.orientation.coeffs()).addAll(body.velocity).addAll(body.omega);
  addShape(collider.shape, mixer);
  addSurface(collider.material, collider.layer, collider.mask, mixer);
  for (const PartSurface& part : collider.parts) addSurface(part.material, part.layer, part.mask, mixer);
  mixer.addAll(collider.surface_velocity);
  return mixer.value();
}

std::uint64_t fingerprintOfLaw(const StepInput& input) {
  Mixer mixer;
  const World& world = input.world;
  mixer.add(world.planar).addAll(world.gravity).add(world.h);
  for (const Joint& joint : world.joints) addJoint(joint, mixer);
  for (const AppliedForce& force : world.forces) addForce(force, mixer);
  for (const auto& [a, b] : world.no_contact) mixer.add(a).add(b);
  mixer.add(static_cast<int>(input.stepper)).addText(input.solver->id);
  for (const auto& [id, value] : input.parameters) mixer.addText(id).add(value);
  for (const auto& [id, value] : input.stepper_parameters) mixer.addText(id).add(value);
  const StepParams& params = input.params;
  mixer.add(params.collide.margin).add(static_cast<int>(params.impacts)).add(static_cast<int>(params.impact_time));
  mixer.add(static_cast<int>(params.restitution_law)).add(params.restitution_threshold);
  mixer.add(params.recovery_speed).add(params.recovery_slop).add(params.relinearise).add(params.frictionless);
  mixer.add(static_cast<int>(params.integrator)).add(params.integrator_tolerance);
  return mixer.add(params.fallback_residual).value();
}

}  // namespace keystone
