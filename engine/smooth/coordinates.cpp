#include "smooth/coordinates.h"

#include "body/free_rotation.h"
#include "math/rotation_rate.h"
#include "math/scratch_pool.h"
#include "smooth/forces.h"

namespace keystone {

void readState(const World& world, Orientations& origin, VecX& y) {
  origin.clear();
  y.resize(12 * static_cast<Eigen::Index>(world.bodies.size()));
  Eigen::Index at = 0;
  for (const Body& body : world.bodies) {
    origin.push_back(body.pose.orientation);
    const Vec3 spin = body.isActive() ? Vec3(worldInertia(body) * body.omega) : body.omega;
    y.segment<12>(at) << body.pose.position, Vec3::Zero(), body.velocity, spin;
    at += 12;
  }
}

void writeState(const Orientations& origin, const VecX& y, World& world) {
  Eigen::Index at = 0;
  for (std::size_t i = 0; i < world.bodies.size(); ++i) {
    Body& body = world.bodies[i];
    body.pose.position = y.segment<3>(at);
    body.pose.orientation = (rotationOf(y.segment<3>(at + 3)) * origin[i]).normalized();
    body.velocity = y.segment<3>(at + 6);
    const Vec3 spin = y.segment<3>(at + 9);
    body.omega = body.isActive() ? Vec3(inverseMass(body).angular * spin) : spin;
    at += 12;
  }
}

void findSlope(SmoothPart& part, const Orientations& origin, double dt, double time, const VecX& y, Slope& slope) {
  writeState(origin, y, part.world);
  part.world.time = time;
  const Scratch<VecX> f(y.size() / 2);
  slope.power = findForces(part, dt, *f, slope.lambda);
  slope.y.setZero(y.size());
  Eigen::Index at = 0;
  for (const Body& body : part.world.bodies) {
    slope.y.segment<3>(at) = body.velocity;
    slope.y.segment<3>(at + 3) = rotationRate(y.segment<3>(at + 3), body.omega);
    if (body.isActive()) {
      slope.y.segment<3>(at + 6) = inverseMass(body).linear.cwiseProduct(f->segment<3>(at / 2));
      slope.y.segment<3>(at + 9) = f->segment<3>(at / 2 + 3);
    }
    at += 12;
  }
}

}  // namespace keystone
