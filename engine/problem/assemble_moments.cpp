#include "problem/assemble_moments.h"

#include <algorithm>
#include <vector>

#include "problem/assemble.h"
#include "problem/body_rows.h"

namespace keystone {
namespace {

int torsionalRows(const Material& material, bool planar) {
  if (planar || !(material.torsional > 0.0)) return 0;
  return material.coupled ? kCoupledRows : 1;
}
int rollingRows(const Material& material, bool planar) {
  return !(material.rolling > 0.0) ? 0 : planar ? 1 : 2;
}

MomentRow rowOf(const ContactProblem& problem, const FrictionDisc& disc, int k, double arm) {
  const ContactPoint& place = problem.contact_points[disc.contact];
  if (problem.dim == 2) return {.angular = Vec3::UnitZ()};
  if (disc.count == 1) return {.angular = place.normal};
  if (disc.count == 2) return {.angular = k == 0 ? place.t1 : Vec3(place.normal.cross(place.t1))};
  if (k == 2) return {.angular = arm * place.normal};
  return {.linear = k == 0 ? place.t1 : place.t2};
}

// Adds rows to J after those that it has.
class MomentWriter {
 public:
  MomentWriter(std::span<const Body> bodies, bool planar, int first_row, ContactProblem& problem)
      : bodies_(bodies), planar_(planar), row_(first_row), problem_(problem) {
    problem.disc_of_row.resize(problem.joint_rows, -1);
  }

  // `arm` [m]: torsional / mu of coupled friction. `surface` [m/s]: of b against a, along itself.
  void add(int contact, int count, double limit, double arm = 0.0, const Vec3& surface = Vec3::Zero()) {
    if (count == 0) return;
    const FrictionDisc disc{row_ - problem_.firstJointRow(), count, contact, limit};
    const ContactPoint& place = problem_.contact_points[contact];
    for (int k = 0; k < count; ++k) {
      const MomentRow of_row = rowOf(problem_, disc, k, arm);
      problem_.disc_of_row[disc.first + k] = static_cast<int>(problem_.discs.size());
      problem_.q[row_] = problem_.bias[row_] = of_row.linear.dot(surface);
      if (problem_.surface.size() > 0) problem_.surface[row_] = problem_.bias[row_];
      write(place.a, -of_row.linear, place.point, -of_row.angular);
      write(place.b, of_row.linear, place.point, of_row.angular);
      endRow();
    }
    problem_.discs.push_back(disc);
  }

 private:
  // All of a body's columns, as contacts have them.
  void write(int body, const Vec3& linear, const Vec3& point, const Vec3& angular) {
    if (bodies_[body].isFixed()) return;
    const Vec3 turns = (point - bodies_[body].pose.position).cross(linear) + angular;
    for (int k = 0; k < 6; ++k) {
      if (planar_ && k != 0 && k != 1 && k != 5) continue;
      columns_.push_back(6 * body + k);
      values_.push_back(k < 3 ? linear[k] : turns[k - 3]);
    }
    const auto v = problem_.v_free.segment<6>(6 * static_cast<Eigen::Index>(body));
    problem_.q[row_] += linear.dot(v.head<3>()) + turns.dot(v.tail<3>());
  }
  void endRow() {
    SparseRows& J = problem_.J;
    int* end = J.outerIndexPtr() + row_;
    end[1] = end[0] + static_cast<int>(columns_.size());
    J.resizeNonZeros(end[1]);
    std::copy(columns_.begin(), columns_.end(), J.innerIndexPtr() + end[0]);
    std::copy(values_.begin(), values_.end(), J.valuePtr() + end[0]);
    columns_.clear();
    values_.clear();
    ++row_;
  }

  std::span<const Body> bodies_;
  bool planar_;
  int row_;
  ContactProblem& problem_;
  std::vector<int> columns_;
  std::vector<double> values_;
};

}  // namespace

int momentRows(std::span<const Body> bodies, std::span<const Manifold> manifolds, bool planar) {
  int rows = 0;
  for (const Manifold& manifold : manifolds)
    if (isPushed(bodies, manifold))
      rows += manifold.count * (torsionalRows(manifold.material, planar) + rollingRows(manifold.material, planar));
  return rows;
}

double armOf(const ContactProblem& problem, const FrictionDisc& disc) {
  BodyRows rows;
  readRows(problem.J, problem.firstJointRow() + disc.first + disc.count - 1, 1, rows);
  return Eigen::Map<const Vec3>(rows.row[0] + 3).norm();
}

MomentRow momentRow(const ContactProblem& problem, const FrictionDisc& disc, int k) {
  return rowOf(problem, disc, k, disc.count == kCoupledRows ? armOf(problem, disc) : 0.0);
}

void assembleMoments(std::span<const Body> bodies, std::span<const Manifold> manifolds, bool planar,
                     ContactProblem& problem) {
  const int rows = problem.joint_rows - static_cast<int>(problem.joint_of_row.size());  // those of no joint
  if (rows == 0) return;
  MomentWriter writer(bodies, planar, problem.rows() - rows, problem);
  int contact = 0;
  for (const Manifold& manifold : manifolds) {
    if (!isPushed(bodies, manifold)) continue;
    const Material& material = manifold.material;
    for (int i = 0; i < manifold.count; ++i, ++contact) {
      if (torsionalRows(material, planar) == kCoupledRows)
        writer.add(contact, kCoupledRows, material.friction_dynamic, material.torsional / material.friction_dynamic,
                   manifold.surface_velocity);
      else
        writer.add(contact, torsionalRows(material, planar), material.torsional);
      writer.add(contact, rollingRows(material, planar), material.rolling);
    }
  }
}

}  // namespace keystone
