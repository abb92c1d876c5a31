// The kernels of projected Gauss-Seidel on four pairs of bodies side by side.
//
// Of each body: dv = M^-1 J^T lambda in the linear directions, y = C^T J^T lambda in the angular ones, where C C^T is
// its inverse inertia. With angular rows A = J C then u = q + d (dv_b - dv_a) + A_a y_a + A_b y_b, and one set of rows
// serves both ways: an impulse adds A^T lambda to y.
// While a group's bodies are in registers, dv_b - dv_a is kept in the directions d themselves, where an impulse changes
// it by itself times 1/m_a + 1/m_b.
// A contact's velocities are found at once; its own block of W tells how its normal impulse changes the other two.
#pragma once

#include <vector>

#include "math/simd_double4.h"
#include "problem/residual.h"

namespace keystone {

struct BodyMotion {
  SimdDouble4 linear{};   // [m/s], dv; the fourth number is zero
  SimdDouble4 angular{};  // [(J)^(1/2)], y; likewise
};

// One row of a contact of each of a group's blocks, all of which a sweep only reads: four cache lines.
struct alignas(64) RowLanes {
  SimdDouble4x3 a{}, b{};  // angular rows A_a, A_b
  SimdDouble4 q{};         // [m/s]
  SimdDouble4 step{};      // [kg], omega / W_ii; of tangents on the cone: omega / eigenvalue, the same for both
};

// Own block of W beside the diagonal [1/kg].
struct CouplingLanes {
  SimdDouble4 w_n1{}, w_n2{}, w_12{};
};

// A contact of each of a group's blocks, with as many rows as the problem has; without tangents there is no coupling.
struct ContactLanes {
  RowLanes* rows;
  SimdDouble4* lambda;  // [N s]
  CouplingLanes* coupling;
};

// Four blocks of a colour; lanes without a block, bodies or contacts are zero.
struct GroupLanes {
  std::array<int, kSimdWidth> a{}, b{};    // where the bodies' motion is kept
  std::array<int, kSimdWidth> contact{};   // the block's first contact in the problem
  std::array<int, kSimdWidth> contacts{};  // how many it has
  std::array<bool, kSimdWidth> held{};     // whether J holds its rows as the numbers of both bodies
  int first = 0, count = 0;                // of contacts: as many as the longest block has
  std::array<SimdDouble4x3, 3> frame{};    // directions n, t1, t2
  SimdDouble4 inv_a{}, inv_b{};            // [1/kg]
  SimdDouble4 mu{};
};

// A group's bodies while its contacts are relaxed.
struct PairMotion {
  SimdDouble4x3 v{};           // [m/s], dv_b - dv_a along n, t1, t2
  SimdDouble4x3 w_a{}, w_b{};  // y_a, y_b
  SimdDouble4x3 impulse{};     // [N s], along n, t1, t2, given since the gathering
};

// Largest change of an impulse and largest impulse [N s].
struct LaneChange {
  SimdDouble4 change{}, largest{};
};

[[gnu::always_inline]] inline SimdDouble4x3 gather(const std::array<int, kSimdWidth>& body, const BodyMotion* bodies,
                                                   SimdDouble4 BodyMotion::*part) {
  SimdDouble4 x = bodies[body[0]].*part, y = bodies[body[1]].*part, z = bodies[body[2]].*part,
              rest = bodies[body[3]].*part;
  transpose(x, y, z, rest);
  return {x, y, z};
}

[[gnu::always_inline]] inline PairMotion gather(const GroupLanes& group, const std::vector<BodyMotion>& bodies) {
  const SimdDouble4x3 v_a = gather(group.a, bodies.data(), &BodyMotion::linear);
  const SimdDouble4x3 v_b = gather(group.b, bodies.data(), &BodyMotion::linear);
  const SimdDouble4x3 v{v_b[0] - v_a[0], v_b[1] - v_a[1], v_b[2] - v_a[2]};
  PairMotion motion;
  for (std::size_t i = 0; i < 3; ++i) motion.v[i] = dot(group.frame[i], v);
  motion.w_a = gather(group.a, bodies.data(), &BodyMotion::angular);
  motion.w_b = gather(group.b, bodies.data(), &BodyMotion::angular);
  return motion;
}

[[gnu::always_inline]] inline void scatter(const SimdDouble4x3& dv, const SimdDouble4x3& angular,
                                           const std::array<int, kSimdWidth>& body, BodyMotion* bodies) {
  SimdDouble4 v0 = dv[0], v1 = dv[1], v2 = dv[2], v3{};
  transpose(v0, v1, v2, v3);
  bodies[body[0]].linear += v0;
  bodies[body[1]].linear += v1;
  bodies[body[2]].linear += v2;
  bodies[body[3]].linear += v3;
  SimdDouble4 w0 = angular[0], w1 = angular[1], w2 = angular[2], w3{};
  transpose(w0, w1, w2, w3);
  bodies[body[0]].angular = w0;
  bodies[body[1]].angular = w1;
  bodies[body[2]].angular = w2;
  bodies[body[3]].angular = w3;
}

[[gnu::always_inline]] inline void scatter(const GroupLanes& group, const PairMotion& motion,
                                           std::vector<BodyMotion>& bodies) {
  SimdDouble4x3 dv_a;
  SimdDouble4x3 dv_b;
  for (std::size_t k = 0; k < 3; ++k) {
    const SimdDouble4 impulse = group.frame[0][k] * motion.impulse[0] + group.frame[1][k] * motion.impulse[1] +
                                group.frame[2][k] * motion.impulse[2];
    dv_a[k] = -group.inv_a * impulse;
    dv_b[k] = group.inv_b * impulse;
  }
  scatter(dv_a, motion.w_a, group.a, bodies.data());
  scatter(dv_b, motion.w_b, group.b, bodies.data());
}

// Impulse along one of the contact's directions.
[[gnu::always_inline]] inline void push(const GroupLanes& group, const RowLanes& row, std::size_t direction,
                                        SimdDouble4 impulse, PairMotion& motion) {
  motion.impulse[direction] += impulse;
  motion.v[direction] += (group.inv_a + group.inv_b) * impulse;
  for (std::size_t k = 0; k < 3; ++k) {
    motion.w_a[k] += row.a[k] * impulse;
    motion.w_b[k] += row.b[k] * impulse;
  }
}

// u of one of the contact's rows [m/s].
[[gnu::always_inline]] inline SimdDouble4 velocity(const RowLanes& row, std::size_t direction,
                                                   const PairMotion& motion) {
  return (row.q + motion.v[direction]) + (dot(row.a, motion.w_a) + dot(row.b, motion.w_b));
}

// The same place, as far as the compiler knows a new one: kept in registers, the rows would be spilled to the stack.
[[gnu::always_inline]] inline const RowLanes* readAgain(const RowLanes* rows) {
  asm("" : "+r"(rows));
  return rows;
}

[[gnu::always_inline]] inline void relaxNormal(const GroupLanes& group, const ContactLanes& contact, PairMotion& motion,
                                               LaneChange& total) {
  const RowLanes& row = *contact.rows;
  const SimdDouble4 before = *contact.lambda;
  const SimdDouble4 after = larger(SimdDouble4{}, before - row.step * velocity(row, 0, motion));
  *contact.lambda = after;
  push(group, row, 0, after - before, motion);
  total.change = larger(magnitude(after - before), total.change);
  total.largest = larger(after, total.largest);
}

// In the plane.
[[gnu::always_inline]] inline void relaxPlanar(const GroupLanes& group, const ContactLanes& contact, PairMotion& motion,
                                               LaneChange& total) {
  const RowLanes *n = contact.rows, *t = n + 1;
  const SimdDouble4 before_n = contact.lambda[0], before_t = contact.lambda[1];
  const SimdDouble4 u_n = velocity(*n, 0, motion), u_t = velocity(*t, 1, motion);
  const SimdDouble4 after_n = larger(SimdDouble4{}, before_n - n->step * u_n);
  const SimdDouble4 change_n = after_n - before_n;
  const SimdDouble4 after_t =
      clamped(before_t - t->step * (u_t + contact.coupling->w_n1 * change_n), group.mu * after_n);
  contact.lambda[0] = after_n;
  contact.lambda[1] = after_t;
  push(group, *n, 0, change_n, motion);
  push(group, *t, 1, after_t - before_t, motion);
  total.change = larger(larger(magnitude(change_n), total.change), magnitude(after_t - before_t));
  total.largest = larger(larger(after_n, total.largest), magnitude(after_t));
}

// Tangents that have moved, scaled back onto the disc of radius `bound` [N s].
[[gnu::always_inline]] inline void scaleBack(SimdDouble4 bound, SimdDouble4& t1, SimdDouble4& t2) {
  // Open contacts first: they would call for the root every time.
  t1 = onlyWhere(bound > SimdDouble4{}, t1);
  t2 = onlyWhere(bound > SimdDouble4{}, t2);
  const SimdDouble4 square = t1 * t1 + t2 * t2;
  if (!anyLarger(square, bound * bound)) return;
  const SimdDouble4 share = smaller(bound / squareRoot(square), broadcast(1.0));  // 0 / 0 counts as 1
  t1 *= share;
  t2 *= share;
}

template <FrictionLaw law>
[[gnu::always_inline]] inline void relaxContact(const GroupLanes& group, const ContactLanes& contact,
                                                PairMotion& motion, LaneChange& total) {
  const RowLanes *n = contact.rows, *t1 = n + 1, *t2 = n + 2;
  const CouplingLanes& w = *contact.coupling;
  const SimdDouble4x3 before{contact.lambda[0], contact.lambda[1], contact.lambda[2]};
  const SimdDouble4x3 u{velocity(*n, 0, motion), velocity(*t1, 1, motion), velocity(*t2, 2, motion)};
  SimdDouble4x3 after;
  SimdDouble4x3 change;
  after[0] = larger(SimdDouble4{}, before[0] - n->step * u[0]);
  change[0] = after[0] - before[0];
  const SimdDouble4 bound = group.mu * after[0];
  after[1] = before[1] - t1->step * (u[1] + w.w_n1 * change[0]);
  const SimdDouble4 u_2 = u[2] + w.w_n2 * change[0];
  if constexpr (law == FrictionLaw::Cone) {
    after[2] = before[2] - t2->step * u_2;
    scaleBack(bound, after[1], after[2]);
    change[1] = after[1] - before[1];
  } else {
    after[1] = clamped(after[1], bound);
    change[1] = after[1] - before[1];
    after[2] = clamped(before[2] - t2->step * (u_2 + w.w_12 * change[1]), bound);
  }
  change[2] = after[2] - before[2];
  for (std::size_t row = 0; row < 3; ++row) {
    contact.lambda[row] = after[row];
    push(group, readAgain(n)[row], row, change[row], motion);
  }
  total.change = larger(larger(magnitude(change[0]), total.change), larger(magnitude(change[1]), magnitude(change[2])));
  total.largest = larger(larger(after[0], total.largest), larger(magnitude(after[1]), magnitude(after[2])));
}

}  // namespace keystone
