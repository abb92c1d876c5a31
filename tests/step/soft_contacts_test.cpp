// Soft sweeps over four pairs of bodies at a time do what their law says of one row after another.
#include <gtest/gtest.h>

#include <random>

#include "problem/delassus.h"
#include "step/soft_contacts.h"
#include "support/settled.h"

namespace keystone {
namespace {

// The impulses and velocities of a problem's rows, one at a time, by J itself.
struct ByRows {
  const ContactProblem& problem;
  VecX lambda, v;

  double velocity(int row) const { return problem.J.row(row).dot(v); }
  double mass(int row) const { return 1.0 / delassusDiagonalEntry(problem, row); }
  void set(int row, double impulse) {
    VecX alone = VecX::Zero(problem.rows());
    alone[row] = impulse - lambda[row];
    v += applyInverseMass(problem, problem.J.transpose() * alone);
    lambda[row] = impulse;
  }
  void relaxNormal(int contact, double gap, double h, const Softness& soft, double most) {
    const int n = problem.normalRow(contact);
    const bool open = gap > 0.0;
    const double bias = open ? gap / h : std::max(soft.rate * gap, -most);
    const double share = open ? 1.0 : soft.mass, back = open ? 0.0 : soft.impulse;
    set(n, std::max(0.0, lambda[n] - mass(n) * share * (velocity(n) + bias) - back * lambda[n]));
  }
  void relaxFriction(int contact) {
    const int n = problem.normalRow(contact);
    double least = mass(n + 1);
    if (problem.dim == 3) least = std::min(least, mass(n + 2));
    VecX moved(problem.dim - 1);
    for (int k = 0; k < moved.size(); ++k)
      moved[k] = lambda[n + 1 + k] - least * (velocity(n + 1 + k) + problem.surfaceOf(n + 1 + k));
    const double bound = problem.mu[contact] * lambda[n];
    if (moved.norm() > bound) moved *= bound / moved.norm();
    for (int k = 0; k < moved.size(); ++k) set(n + 1 + k, moved[k]);
  }
};

bool isOnFixed(const ContactProblem& problem, const ContactPoint& place) {
  return !isMovable(problem.inv_mass[place.a]) || !isMovable(problem.inv_mass[place.b]);
}

// Pair after pair in their order: normals, then friction.
void relax(const SoftSweep& sweep, double h, const VecX& gaps, ByRows& rows) {
  const auto& places = rows.problem.contact_points;
  for (int first = 0, end = 0; first < rows.problem.contacts; first = end) {
    const ContactPoint& place = places[first];
    while (end < rows.problem.contacts && places[end].a == place.a && places[end].b == place.b &&
           places[end].normal == place.normal)
      ++end;
    const Softness& soft = isOnFixed(rows.problem, place) ? sweep.on_fixed : sweep.between;
    for (int c = first; c < end; ++c) rows.relaxNormal(c, gaps[c], h, soft, sweep.push_speed);
    for (int c = first; c < end; ++c) rows.relaxFriction(c);
  }
}

class SoftContactsOf : public ::testing::TestWithParam<const char*> {};

TEST_P(SoftContactsOf, SweepAsRowsDoOneAfterAnother) {
  const Simulation& scene = settled(GetParam(), 10);
  const ContactProblem& problem = scene.problem;
  ASSERT_GT(problem.contacts, 10);
  std::mt19937_64 random(3);
  std::normal_distribution<double> normal;
  const auto noise = [&](Eigen::Index size, double scale) {
    return VecX(VecX::NullaryExpr(size, [&] { return scale * normal(random); }));
  };
  const double h = problem.h / 4.0;
  const SoftSweep sweep{{20.0, 0.9, 0.1}, {40.0, 0.95, 0.05}, 3.0};
  VecX way = noise(problem.v_free.size(), 1e-3);  // [m]: gaps of both signs
  ByRows rows{problem, noise(problem.rows(), 0.1).cwiseAbs(), noise(problem.v_free.size(), 0.1)};
  VecX v = rows.v;
  for (std::size_t i = 0; i < problem.inv_mass.size(); ++i) {  // in the plane and on the ground nothing else moves
    if (problem.dim == 3 && isMovable(problem.inv_mass[i])) continue;
    for (VecX* of : {&v, &way}) {
      auto six = of->segment<6>(6 * static_cast<Eigen::Index>(i));
      if (isMovable(problem.inv_mass[i]))
        six.segment<3>(2).setZero();
      else
        six.setZero();
    }
  }
  rows.v = v;

  SoftContacts contacts;
  contacts.begin(problem, scene.world.bodies, h, rows.lambda);
  contacts.push(v);
  rows.v += applyInverseMass(problem, problem.J.transpose() * rows.lambda);
  contacts.goOn(way);
  VecX gaps = problem.gap;
  for (int c = 0; c < problem.contacts; ++c) gaps[c] += problem.J.row(problem.normalRow(c)).dot(way);
  for (const SoftSweep& one : {sweep, SoftSweep{}}) {
    contacts.relax(one, v);
    relax(one, h, gaps, rows);
  }
  VecX lambda = VecX::Zero(problem.rows());
  contacts.readImpulses(lambda);
  const Eigen::Index own = problem.firstJointRow();
  // Rounding of two sweeps, in another order of summation.
  EXPECT_LE((lambda - rows.lambda).head(own).norm(), 1e-11 * rows.lambda.norm());
  EXPECT_LE((v - rows.v).norm(), 1e-11 * rows.v.norm());
}

INSTANTIATE_TEST_SUITE_P(Scenes, SoftContactsOf, ::testing::Values("kapla", "wall_5x5", "card_house", "arch"));

}  // namespace
}  // namespace keystone
