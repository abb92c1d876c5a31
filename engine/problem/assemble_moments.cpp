#include "problem/assemble_moments.h"

#include <algorithm>
#include <array>
#include <vector>

#include "problem/assemble.h"

namespace keystone {
namespace {

int torsionalRows(const Material& material, bool planar) {
  return !planar && material.torsional > 0.0 ? 1 : 0;
}
int rollingRows(const Material& material, bool planar) {
  return !(material.rolling > 0.0) ? 0 : planar ? 1 : 2;
}

// Adds rows to J after those that it has.
class MomentWriter {
 public:
  MomentWriter(std::span<const Body> bodies, bool planar, int first_row, ContactProblem& problem)
      : bodies_(bodies), planar_(planar), row_(first_row), problem_(problem) {
    problem.disc_of_row.resize(problem.joint_rows, -1);
  }

  void add(int contact, int count, double limit) {
    if (count == 0) return;
    const FrictionDisc disc{row_ - problem_.firstJointRow(), count, contact, limit};
    const std::array<Vec3, 2> axes = momentAxes(problem_, disc);
    const ContactPoint& place = problem_.contact_points[contact];
    for (int k = 0; k < count; ++k) {
      const Vec3& axis = axes[k];
      const int row = disc.first + k;
      problem_.disc_of_row[row] = static_cast<int>(problem_.discs.size());
      problem_.q[row_] = 0.0;
      write(place.a, -axis);
      write(place.b, axis);
      endRow();
    }
    problem_.discs.push_back(disc);
  }

 private:
  // All of a body's columns, as contacts have them.
  void write(int body, const Vec3& axis) {
    if (bodies_[body].isFixed()) return;
    for (int k = 0; k < 6; ++k) {
      if (planar_ && k != 0 && k != 1 && k != 5) continue;
      columns_.push_back(6 * body + k);
      values_.push_back(k < 3 ? 0.0 : axis[k - 3]);
    }
    problem_.q[row_] += axis.dot(problem_.v_free.segment<3>(6 * static_cast<Eigen::Index>(body) + 3));
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

std::array<Vec3, 2> momentAxes(const ContactProblem& problem, const FrictionDisc& disc) {
  const ContactPoint& place = problem.contact_points[disc.contact];
  if (problem.dim == 2) return {Vec3::UnitZ(), Vec3::Zero()};
  if (disc.count == 1) return {place.normal, Vec3::Zero()};
  return {place.t1, place.normal.cross(place.t1)};
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
      writer.add(contact, torsionalRows(material, planar), material.torsional);
      writer.add(contact, rollingRows(material, planar), material.rolling);
    }
  }
}

}  // namespace keystone
