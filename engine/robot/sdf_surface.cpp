#include "robot/sdf_surface.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>

namespace keystone {
namespace {

double atLeast0(const XmlElement& element, std::string_view key, double otherwise) {
  const double value = element.number(key, otherwise);
  if (!(value >= 0.0)) element.failAt(key, "0 or more");
  return value;
}

// Below 0 it is infinite, as in ODE.
double readMu(const XmlElement& element, std::string_view key, std::vector<std::string>& notes) {
  const double mu = element.number(key, 1.0);
  if (mu >= 0.0 && mu <= kFriction.high) return mu;
  notes.push_back(element.place() + ": <" + std::string(element.tag()) + ">: friction above 1000 is taken as 1000");
  return kFriction.high;
}

// Friction along `fdir1` and across it, by the tags that ODE and Bullet have for them.
void readSliding(const XmlElement& element, const char* along, const char* across, Solid& solid,
                 std::vector<std::string>& notes) {
  const double mu = readMu(element, along, notes);
  solid.material.friction_static = solid.material.friction_dynamic = mu;
  const double other = element.has(across) ? readMu(element, across, notes) : mu;
  const Vec3 direction = element.vector("fdir1", Vec3::Zero());
  const auto note = [&](const std::string& what) {
    notes.push_back(element.place() + ": <" + std::string(element.tag()) + ">: " + what);
  };
  if (other == mu) return;
  if (direction.norm() < 1e-9) return note(std::string(across) + " not taken: there is no fdir1");
  if (mu == 0.0 || other == 0.0) return note(std::string(across) + " not taken: friction of 0 in one direction alone");
  solid.material.grain = solid.pose.rotate(direction.normalized());
  solid.material.across = other / mu;
}

// A patch of radius a turns with a moment of up to 3 pi / 16 a mu times the normal force.
void readTorsional(const XmlElement& torsional, Material& material, std::vector<std::string>& notes) {
  const double mu = atLeast0(torsional, "coefficient", 1.0), radius = atLeast0(torsional, "patch_radius", 0.0);
  noteOtherParts(torsional, {"coefficient", "use_patch_radius", "patch_radius", "surface_radius"}, notes);
  if (!sdfFlag(torsional, "use_patch_radius", true))
    notes.push_back(torsional.place() + ": <torsional>: a patch that grows with depth (surface_radius) not taken");
  else
    material.torsional = std::min(kArm.high, 3.0 * std::numbers::pi / 16.0 * radius * mu);
}

void readFriction(const XmlElement& friction, Solid& solid, std::vector<std::string>& notes) {
  noteOtherParts(friction, {"ode", "bullet", "torsional"}, notes);
  const auto ode = partOf(friction, "ode"), bullet = partOf(friction, "bullet");
  if (ode)
    readSliding(*ode, "mu", "mu2", solid, notes);
  else if (bullet)
    readSliding(*bullet, "friction", "friction2", solid, notes);
  if (ode) noteOtherParts(*ode, {"mu", "mu2", "fdir1"}, notes);
  if (bullet) {
    noteOtherParts(*bullet, {"friction", "friction2", "fdir1", "rolling_friction"}, notes);
    solid.material.rolling = std::min(kArm.high, atLeast0(*bullet, "rolling_friction", 0.0));
  }
  if (const auto torsional = partOf(friction, "torsional")) readTorsional(*torsional, solid.material, notes);
}

void readBounce(const XmlElement& bounce, Material& material, std::vector<std::string>& notes) {
  noteOtherParts(bounce, {"restitution_coefficient"}, notes);
  const double restitution = bounce.number("restitution_coefficient", 0.0);
  if (!(restitution >= 0.0 && restitution <= 1.0)) bounce.failAt("restitution_coefficient", "0 to 1");
  material.restitution = restitution;
  if (restitution > 0.0)
    notes.push_back(bounce.place() + ": <bounce>: of two surfaces the larger restitution holds, in Gazebo the smaller");
}

// 32 bits, decimal or as 0x...
std::uint32_t readBits(const XmlElement& contact) {
  constexpr std::string_view kKey = "collide_bitmask";
  if (!contact.has(kKey)) return kSdfBitmask;
  const double bits = contact.number(kKey, 0.0);
  if (!(bits >= 0.0 && bits <= 4294967295.0) || std::floor(bits) != bits)
    contact.failAt(kKey, "a whole number of 32 bits");
  return static_cast<std::uint32_t>(bits);
}

}  // namespace

std::uint32_t readSdfSurface(const XmlElement& collision, Solid& solid, std::vector<std::string>& notes) {
  solid.material = {.friction_static = 1.0, .friction_dynamic = 1.0, .rule = FrictionRule::Larger};
  const auto surface = partOf(collision, "surface");
  if (!surface) return kSdfBitmask;
  noteOtherParts(*surface, {"friction", "bounce", "contact"}, notes);
  if (const auto friction = partOf(*surface, "friction")) readFriction(*friction, solid, notes);
  if (const auto bounce = partOf(*surface, "bounce")) readBounce(*bounce, solid.material, notes);
  const auto contact = partOf(*surface, "contact");
  if (!contact) return kSdfBitmask;
  noteOtherParts(*contact, {"collide_bitmask", "collide_without_contact"}, notes);
  return sdfFlag(*contact, "collide_without_contact", false) ? 0U : readBits(*contact);
}

void letSmallerFrictionHold(std::vector<std::vector<Solid>>& links) {
  std::vector<double> frictions;
  for (const std::vector<Solid>& solids : links)
    for (const Solid& solid : solids)
      if (solid.collides) frictions.push_back(solid.material.friction_static);
  std::ranges::sort(frictions, std::greater());
  frictions.erase(std::unique(frictions.begin(), frictions.end()), frictions.end());
  for (std::vector<Solid>& solids : links)
    for (Solid& solid : solids) {
      if (!solid.collides) continue;
      const auto rank = std::ranges::lower_bound(frictions, solid.material.friction_static, std::greater());
      solid.material.priority = static_cast<int>(rank - frictions.begin());
    }
}

}  // namespace keystone
