// The parts that the worlds of the analytic checks are built from.
#pragma once

#include "cli/checks.h"
#include "step/step.h"

namespace keystone {

constexpr double kGravity = 9.81;  // [m/s^2]

// An empty world at 60 steps a second.
Simulation emptySimulation(const CheckedMethod& method, const Vec3& gravity);

// A dynamic body of the shape's own inertia. Returns its index.
int addSolid(Simulation& simulation, const Shape& shape, double mass, const Vec3& position, const Material& material);

// The solid below the plane through the origin with this unit normal, at rest.
void addPlane(Simulation& simulation, const Vec3& normal, const Material& material);

void stepFor(Simulation& simulation, double seconds);

Material material(double mu, double restitution);

}  // namespace keystone
