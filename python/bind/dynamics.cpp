// The equations of motion of a simulation's bodies and joints in reduced coordinates, M(q) q'' + bias = tau, and the
// rows of its joints in maximal ones.
#include "articulated/articulated_inertia.h"
#include "bind/arrays.h"
#include "bind/simulation.h"
#include "problem/assemble_joints.h"
#include "world/motion.h"
#include "world/sleep_state.h"

namespace keystone::bind {
namespace {

PlacedForest forestOf(const World& world) {
  PlacedForest placed;
  placeForest(world.bodies, world.joints, world.planar, placed);
  return placed;
}

py::array_t<double> massMatrixOf(const RunningScene& running) {
  const MatX M = massMatrix(forestOf(running.world()));  // symmetric: by columns as by rows
  return py::array_t<double>({M.rows(), M.cols()}, M.data());
}

py::array_t<double> biasForces(const RunningScene& running) {
  const World& world = running.world();
  const PlacedForest placed = forestOf(world);
  VecX v, weights = VecX::Zero(6 * static_cast<Eigen::Index>(world.bodies.size()));
  velocitiesOf(world.bodies, v);
  for (const Link& link : placed.forest.links)
    weights.segment<3>(6 * link.body) = world.bodies[link.body].mass * world.gravity;
  return copyOf(inverseDynamics(placed, world.joints, v, VecX::Zero(placed.forest.dofs), weights));
}

py::array_t<double> dofVelocities(const RunningScene& running) {
  const PlacedForest placed = forestOf(running.world());
  ArticulatedInertia factor;
  factorInertia(placed, factor);
  VecX v;
  velocitiesOf(running.world().bodies, v);
  return readOnly(copyOf(holdTrees(placed, factor, {}, v)));
}

// Of the bodies that are no links the velocities stay.
void setDofVelocities(RunningScene& running, const py::object& given) {
  World& world = running.world();
  const PlacedForest placed = forestOf(world);
  VecX v;
  velocitiesOf(world.bodies, v);
  spreadVelocities(placed, vectorFrom(given, placed.forest.dofs, "dof_velocities"), v);
  wakeAll(world);
  setVelocities(world.bodies, v);
}

// [dofs], the link's member for each.
py::array_t<int> ofLinks(const RunningScene& running, int Link::*member) {
  const PlacedForest placed = forestOf(running.world());
  py::array_t<int> numbers(placed.forest.dofs);
  for (const Link& link : placed.forest.links)
    std::fill_n(numbers.mutable_data() + link.first, link.count, link.*member);
  return numbers;
}

py::object jacobianOf(const RunningScene& running) {
  const World& world = running.world();
  JointRowList list;
  listJointRows(world.joints, world.bodies, world.planar, list);
  SparseRows J(static_cast<Eigen::Index>(list.rows.size()), 6 * static_cast<Eigen::Index>(world.bodies.size()));
  jointJacobian(world.bodies, world.joints, list, world.planar, J);
  J.makeCompressed();
  return view(J, py::none()).attr("copy")();
}

}  // namespace

void bindDynamics(SimulationClass& simulation) {
  simulation
      .def_property_readonly(
          "mass_matrix", &massMatrixOf,
          "[dofs x dofs] [kg, kg m, kg m^2], dense, M(q) of all dynamic bodies that are awake, in reduced "
          "coordinates.\n"
          "Joints that close loops or are no ball, hinge, slider or fixed joint take no part. A copy.")
      .def_property_readonly("bias_forces", &biasForces,
                             "[dofs] [N, N m], of gravity and velocities: M q'' + bias_forces = generalized forces. A\n"
                             "copy.")
      .def_property("dof_velocities", &dofVelocities, &setDofVelocities,
                    "[dofs] [m/s, rad/s], q': of a hinge or slider the coordinate's; of a ball joint the turn against\n"
                    "what carries it, in the body's axes; of a free body its velocity, then its angular velocity, in\n"
                    "world axes. A read-only copy; assign to move bodies as joints allow.")
      .def_property_readonly(
          "dof_joints", [](const RunningScene& r) { return ofLinks(r, &Link::joint); },
          "[dofs], index of the joint each belongs to; -1: a free body's. A copy.")
      .def_property_readonly(
          "dof_bodies", [](const RunningScene& r) { return ofLinks(r, &Link::body); },
          "[dofs], index of the body that each moves. A copy.")
      .def_property_readonly("joint_jacobian", &jacobianOf,
                             "scipy.sparse.csr_matrix [joint rows x 6 bodies] of all joints that are awake, with the\n"
                             "bodies as they are now; velocities are (linear, angular) of each body. A copy.");
}

}  // namespace keystone::bind
