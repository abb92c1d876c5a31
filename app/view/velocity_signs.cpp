#include "view/velocity_signs.h"

#include <algorithm>
#include <cmath>

#include "view/thinning.h"

namespace keystone {
namespace {

constexpr double kSlowest = 0.02;  // arrows shorter than this share of the longest are left out

}  // namespace

const Vec3 kVelocityColour{0.55, 0.66, 1.00};

double largestSpeed(const World& world) {
  double largest = 0.0;
  for (const Body& body : world.bodies) largest = std::max(largest, body.velocity.norm());
  return std::isfinite(largest) ? largest : 0.0;
}

std::vector<Stroke> velocitySigns(const World& world, const Camera& camera, double metres, const SignScale& scale) {
  const double least = kSlowest * largestSpeed(world);
  std::vector<SignPlace> places;
  std::vector<Stroke> strokes;
  for (const Body& body : world.bodies) {
    const double speed = body.velocity.norm();
    SignPlace place;
    if (!(speed > least) || !camera.project(body.pose.position, place.pixel)) continue;
    const SignSize size = signSize(camera, body.pose.position, scale);
    place.spacing = size.spacing;
    place.weight = speed;
    places.push_back(place);
    const auto width = float(1.4 * size.width);
    const Vec3 tip = body.pose.position + metres * body.velocity;
    strokes.push_back(
        {toGlm(body.pose.position), width, toGlm(tip), 4.2F * width, glm::vec4(toGlm(kVelocityColour), 1.0F)});
  }
  const std::vector<bool> shown = thinned(places);
  std::vector<Stroke> kept;
  for (std::size_t i = 0; i < strokes.size(); ++i)
    if (shown[i]) kept.push_back(strokes[i]);
  return kept;
}

}  // namespace keystone
