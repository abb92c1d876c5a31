// The kernels of a soft sweep (soft_substeps.cpp) on the contacts of four pairs of bodies side by side.
//
// Everything of a contact is in its frame n, t1, n x t1: the velocities of the bodies, the arms r from their centres,
// and their inverse inertias. So u = v_b - v_a + w_b x r_b - w_a x r_a, and no row of J is needed. In the plane the
// bodies turn about the third direction alone, and nothing goes along it.
#pragma once

#include <array>
#include <vector>

#include "math/simd_double4.h"

namespace keystone {

struct SixLanes {
  SimdDouble4 linear{}, angular{};  // [m/s], [rad/s], or of a way [m], [rad]; the fourth number is zero
};

// A symmetric matrix.
struct InertiaLanes {
  SimdDouble4 s00{}, s01{}, s02{}, s11{}, s12{}, s22{};  // [1/(kg m^2)]
};

// A contact of each of a group's blocks; zero in lanes without one.
struct SoftContactLanes {
  SimdDouble4x3 arm_a{}, arm_b{};              // [m]
  SimdDouble4x3 lambda{};                      // [N s], rows n, t1, t2
  SimdDouble4 normal_mass{}, friction_mass{};  // [kg], 1 / W_ii; of both tangents the smaller one
  SimdDouble4 surface_1{}, surface_2{};        // [m/s], of surfaces that move, rows t1, t2
  SimdDouble4 gap_at_start{}, gap{};           // [m]
};

// Four blocks that share no body that moves, each the contacts of one pair in one plane.
struct SoftGroup {
  std::array<int, kSimdWidth> a{}, b{};               // where the bodies' velocities are
  std::array<int, kSimdWidth> contact{}, contacts{};  // the block's first contact, and how many it has
  int first = 0, count = 0;                           // of contact lanes: as many as the longest block has
  std::array<SimdDouble4x3, 3> frame{};               // n, t1, n x t1
  SimdDouble4 inv_a{}, inv_b{};                       // [1/kg]
  InertiaLanes inertia_a, inertia_b;                  // inverse
  SimdDouble4 mu{}, across{};                         // 1; t2 over n x t1
  SimdDouble4 on_fixed{};                             // 1 where a body of the pair does not move, else 0
};

// What a row that is off asks for, by lanes: Softness.
struct SoftnessLanes {
  SimdDouble4 rate, mass, impulse;  // [1/s], 1, 1
  SimdDouble4 most;                 // [m/s], at most, against overlap
  SimdDouble4 inverse_h;            // [1/s]
};

// A group's bodies while its contacts are relaxed.
struct SoftMotion {
  SimdDouble4x3 v{};                     // v_b - v_a
  SimdDouble4x3 w_a{}, w_b{};            // angular velocities
  SimdDouble4x3 before_a{}, before_b{};  // these at the gathering
  SimdDouble4x3 impulse{};               // [N s], since then
};

[[gnu::always_inline]] inline SimdDouble4x3 gather(const std::array<int, kSimdWidth>& body, const SixLanes* bodies,
                                                   SimdDouble4 SixLanes::*part) {
  SimdDouble4 x = bodies[body[0]].*part, y = bodies[body[1]].*part, z = bodies[body[2]].*part,
              rest = bodies[body[3]].*part;
  transpose(x, y, z, rest);
  return {x, y, z};
}

template <int dim>
[[gnu::always_inline]] inline SimdDouble4x3 intoFrame(const SoftGroup& group, const SimdDouble4x3& angular) {
  if constexpr (dim == 2) return {SimdDouble4{}, SimdDouble4{}, group.frame[2][2] * angular[2]};
  return {dot(group.frame[0], angular), dot(group.frame[1], angular), dot(group.frame[2], angular)};
}

template <int dim>
[[gnu::always_inline]] inline SoftMotion gather(const SoftGroup& group, const std::vector<SixLanes>& bodies) {
  const SimdDouble4x3 v_a = gather(group.a, bodies.data(), &SixLanes::linear);
  const SimdDouble4x3 v_b = gather(group.b, bodies.data(), &SixLanes::linear);
  const SimdDouble4x3 v{v_b[0] - v_a[0], v_b[1] - v_a[1], v_b[2] - v_a[2]};
  SoftMotion motion;
  for (std::size_t k = 0; k < dim; ++k) motion.v[k] = dot(group.frame[k], v);
  motion.before_a = motion.w_a = intoFrame<dim>(group, gather(group.a, bodies.data(), &SixLanes::angular));
  motion.before_b = motion.w_b = intoFrame<dim>(group, gather(group.b, bodies.data(), &SixLanes::angular));
  return motion;
}

// The frame's numbers in the world.
template <std::size_t from, std::size_t to>
[[gnu::always_inline]] inline SimdDouble4x3 intoWorld(const SoftGroup& group, const SimdDouble4x3& x) {
  SimdDouble4x3 world{};
  for (std::size_t k = 0; k < 3; ++k)
    for (std::size_t i = from; i < to; ++i) world[k] += group.frame[i][k] * x[i];
  return world;
}

[[gnu::always_inline]] inline void add(const std::array<int, kSimdWidth>& body, SimdDouble4 share,
                                       const SimdDouble4x3& x, SimdDouble4 SixLanes::*part, SixLanes* bodies) {
  SimdDouble4 x0 = share * x[0], x1 = share * x[1], x2 = share * x[2], x3{};
  transpose(x0, x1, x2, x3);
  bodies[body[0]].*part += x0;
  bodies[body[1]].*part += x1;
  bodies[body[2]].*part += x2;
  bodies[body[3]].*part += x3;
}

template <int dim>
[[gnu::always_inline]] inline void scatter(const SoftGroup& group, const SoftMotion& motion,
                                           std::vector<SixLanes>& bodies) {
  constexpr std::size_t axis = dim == 2 ? 2 : 0;  // the first that bodies turn about
  const SimdDouble4x3 impulse = intoWorld<0, dim>(group, motion.impulse);
  SimdDouble4x3 turn_a;
  SimdDouble4x3 turn_b;
  for (std::size_t k = axis; k < 3; ++k) {
    turn_a[k] = motion.w_a[k] - motion.before_a[k];
    turn_b[k] = motion.w_b[k] - motion.before_b[k];
  }
  add(group.a, -group.inv_a, impulse, &SixLanes::linear, bodies.data());
  add(group.b, group.inv_b, impulse, &SixLanes::linear, bodies.data());
  add(group.a, broadcast(1.0), intoWorld<axis, 3>(group, turn_a), &SixLanes::angular, bodies.data());
  add(group.b, broadcast(1.0), intoWorld<axis, 3>(group, turn_b), &SixLanes::angular, bodies.data());
}

// (w x r) along one of the frame's directions.
template <int dim, std::size_t k>
[[gnu::always_inline]] inline SimdDouble4 swing(const SimdDouble4x3& w, const SimdDouble4x3& r) {
  if constexpr (dim == 2) return k == 0 ? -(w[2] * r[1]) : w[2] * r[0];
  constexpr std::size_t i = (k + 1) % 3, j = (k + 2) % 3;
  return w[i] * r[j] - w[j] * r[i];
}

template <int dim, std::size_t k>
[[gnu::always_inline]] inline SimdDouble4 velocity(const SoftContactLanes& contact, const SoftMotion& motion) {
  return motion.v[k] + (swing<dim, k>(motion.w_b, contact.arm_b) - swing<dim, k>(motion.w_a, contact.arm_a));
}

// What an impulse along n turns a body by, or one along both tangents.
template <int dim>
[[gnu::always_inline]] inline void turnByNormal(const InertiaLanes& inertia, const SimdDouble4x3& r, SimdDouble4 p,
                                                SimdDouble4x3& w) {
  const SimdDouble4 torque_2 = -(r[1] * p);
  if constexpr (dim == 3) {
    const SimdDouble4 torque_1 = r[2] * p;
    w[0] += inertia.s01 * torque_1 + inertia.s02 * torque_2;
    w[1] += inertia.s11 * torque_1 + inertia.s12 * torque_2;
    w[2] += inertia.s12 * torque_1;
  }
  w[2] += inertia.s22 * torque_2;
}
template <int dim>
[[gnu::always_inline]] inline void turnByFriction(const InertiaLanes& inertia, const SimdDouble4x3& r, SimdDouble4 p_1,
                                                  SimdDouble4 p_2, SimdDouble4x3& w) {
  const SimdDouble4 torque_2 = r[0] * p_1;
  if constexpr (dim == 3) {
    const SimdDouble4 torque_0 = r[1] * p_2 - r[2] * p_1, torque_1 = -(r[0] * p_2);
    w[0] += inertia.s00 * torque_0 + inertia.s01 * torque_1 + inertia.s02 * torque_2;
    w[1] += inertia.s01 * torque_0 + inertia.s11 * torque_1 + inertia.s12 * torque_2;
    w[2] += inertia.s02 * torque_0 + inertia.s12 * torque_1;
  }
  w[2] += inertia.s22 * torque_2;
}

template <int dim>
[[gnu::always_inline]] inline void pushNormal(const SoftGroup& group, const SoftContactLanes& contact, SimdDouble4 p,
                                              SoftMotion& motion) {
  motion.impulse[0] += p;
  motion.v[0] += (group.inv_a + group.inv_b) * p;
  turnByNormal<dim>(group.inertia_a, contact.arm_a, -p, motion.w_a);
  turnByNormal<dim>(group.inertia_b, contact.arm_b, p, motion.w_b);
}

// Impulses along the rows t1 and t2.
template <int dim>
[[gnu::always_inline]] inline void pushFriction(const SoftGroup& group, const SoftContactLanes& contact,
                                                SimdDouble4 p_1, SimdDouble4 row_2, SoftMotion& motion) {
  const SimdDouble4 p_2 = group.across * row_2, inverse = group.inv_a + group.inv_b;
  motion.impulse[1] += p_1;
  motion.v[1] += inverse * p_1;
  if constexpr (dim == 3) {
    motion.impulse[2] += p_2;
    motion.v[2] += inverse * p_2;
  }
  turnByFriction<dim>(group.inertia_a, contact.arm_a, -p_1, -p_2, motion.w_a);
  turnByFriction<dim>(group.inertia_b, contact.arm_b, p_1, p_2, motion.w_b);
}

// Open contacts may close within the substep, no further; others are as soft as they are asked to be.
template <int dim>
[[gnu::always_inline]] inline void relaxNormal(const SoftGroup& group, const SoftnessLanes& soft,
                                               SoftContactLanes& contact, SoftMotion& motion) {
  const Bits open = contact.gap > SimdDouble4{};
  const SimdDouble4 bias = open ? contact.gap * soft.inverse_h : larger(soft.rate * contact.gap, -soft.most);
  const SimdDouble4 mass = contact.normal_mass * (open ? broadcast(1.0) : soft.mass);
  const SimdDouble4 taken_back = onlyWhere(~open, soft.impulse);
  const SimdDouble4 before = contact.lambda[0];
  const SimdDouble4 u = velocity<dim, 0>(contact, motion);
  const SimdDouble4 after = larger(SimdDouble4{}, before - mass * (u + bias) - taken_back * before);
  contact.lambda[0] = after;
  pushNormal<dim>(group, contact, after - before, motion);
}

template <int dim>
[[gnu::always_inline]] inline void relaxFriction(const SoftGroup& group, SoftContactLanes& contact,
                                                 SoftMotion& motion) {
  const SimdDouble4 bound = group.mu * contact.lambda[0], mass = contact.friction_mass;
  SimdDouble4 after_1 = contact.lambda[1] - mass * (velocity<dim, 1>(contact, motion) + contact.surface_1);
  SimdDouble4 after_2{};
  if constexpr (dim == 2) {
    after_1 = clamped(after_1, bound);
  } else {
    after_2 = contact.lambda[2] - mass * (group.across * velocity<dim, 2>(contact, motion) + contact.surface_2);
    const SimdDouble4 square = after_1 * after_1 + after_2 * after_2;
    if (anyLarger(square, bound * bound)) {
      const SimdDouble4 share = square > bound * bound ? bound / squareRoot(square) : broadcast(1.0);
      after_1 *= share;
      after_2 *= share;
    }
  }
  const SimdDouble4 change_1 = after_1 - contact.lambda[1], change_2 = after_2 - contact.lambda[2];
  contact.lambda[1] = after_1;
  contact.lambda[2] = after_2;
  pushFriction<dim>(group, contact, change_1, change_2, motion);
}

}  // namespace keystone
