// Forces on bodies that Python applies, which stay until it changes them.
#include <algorithm>

#include "bind/body_rows.h"
#include "world/bounds.h"

namespace keystone::bind {
namespace {

// The name of Python's entries in the world's list, by which snapshots and saved scenes keep them.
constexpr const char* kApplied = "sim.forces";

bool isApplied(const AppliedForce& force) {
  return force.name == kApplied && force.point.isZero(0.0) && !force.in_body && !force.isPeriodic() && !force.isTimed();
}

using Wrench = Vec3 AppliedForce::*;

// [bodies], of what Python applies.
std::vector<AppliedForce> appliedTo(const World& world) {
  std::vector<AppliedForce> applied(world.bodies.size());
  for (const AppliedForce& force : world.forces) {
    if (!isApplied(force)) continue;
    applied[force.body].force += force.force;
    applied[force.body].torque += force.torque;
  }
  return applied;
}

py::array_t<double> tableOf(const RunningScene& running, Wrench part) {
  const std::vector<AppliedForce> applied = appliedTo(running.world());
  py::array_t<double> table({static_cast<py::ssize_t>(applied.size()), py::ssize_t{3}});
  double* row = table.mutable_data();
  for (const AppliedForce& force : applied) {
    Eigen::Map<Vec3>{row} = force.*part;
    row += 3;
  }
  return readOnly(std::move(table));
}

void apply(RunningScene& running, const char* place, const py::object& given, Wrench part) {
  World& world = running.world();
  const bool turns = part == &AppliedForce::torque;
  const BodyRows<3> rows(world, place, given, [&](const Body& body, const Vec3& row) {
    if (row.isZero(0.0)) return;
    if (!body.isDynamic()) refuseRow(place, body, "a push", "0: it is " + std::string(toString(body.kind)));
    if (row.cwiseAbs().maxCoeff() > kForce.high) refuseRow(place, body, "more than 1e12", "at most that");
    if (!world.planar) return;
    if (turns ? row.x() != 0.0 || row.y() != 0.0 : row.z() != 0.0)
      refuseRow(place, body, "one out of the plane", turns ? "x = y = 0 in a planar world" : "z = 0 in a planar world");
  });
  std::vector<AppliedForce> applied = appliedTo(world);
  std::erase_if(world.forces, isApplied);
  for (std::size_t i = 0; i < applied.size(); ++i) {
    AppliedForce& force = applied[i];
    force.name = kApplied;
    force.body = static_cast<int>(i);
    force.*part = rows[i];
    if (!force.force.isZero(0.0) || !force.torque.isZero(0.0)) world.forces.push_back(std::move(force));
  }
}

void defineApplied(SimulationClass& simulation, const char* name, Wrench part, const char* help) {
  simulation.def_property(
      name, [part](const RunningScene& r) { return tableOf(r, part); },
      [=](RunningScene& r, const py::object& given) { apply(r, name, given, part); }, help);
}

}  // namespace

void bindForces(SimulationClass& simulation) {
  defineApplied(
      simulation, "forces", &AppliedForce::force,
      "[bodies x 3] [N], world frame, at the centres of mass, beside the scene's own forces. They act in every step\n"
      "until assigned again. A read-only copy; assign to change them. Raises Error for a push on what is not dynamic.");
  defineApplied(simulation, "torques", &AppliedForce::torque, "[bodies x 3] [N m], world frame, likewise.");
}

}  // namespace keystone::bind
