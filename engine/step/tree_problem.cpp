#include "step/tree_problem.h"

#include <algorithm>

#include "math/times_transposed.h"
#include "problem/delassus.h"
#include "problem/take_rows.h"

namespace keystone {
namespace {

// Whitened rows Y [rows x dofs] of rows of J [rows x 6 bodies]; Y Y^T = J S M^-1 S^T J^T.
void whitenRows(const TreeSystem& system, const ContactProblem& problem, const std::vector<int>& rows, SparseRows& Y) {
  std::vector<Eigen::Triplet<double>> entries;
  VecX dense = VecX::Zero(system.placed.forest.dofs);
  std::vector<int> touched;
  for (std::size_t r = 0; r < rows.size(); ++r) {
    const RowEnds ends = endsOfRow(problem.J, rows[r]);
    touched.clear();
    for (int k = 0; k < ends.count; ++k) {
      const auto end = static_cast<std::size_t>(k);
      const int link = system.placed.forest.link_of_body[ends.body[end]];
      if (link < 0) continue;
      whiten(system.placed, system.factor, link, ends.part[end], dense);
      for (int i = link; i >= 0; i = system.links()[i].parent) touched.push_back(i);
    }
    for (const int i : touched) {
      const Link& link = system.links()[i];
      for (int k = link.first; k < link.first + link.count; ++k) {
        if (dense[k] != 0.0) entries.emplace_back(static_cast<int>(r), k, dense[k]);
        dense[k] = 0.0;
      }
    }
  }
  Y.resize(static_cast<Eigen::Index>(rows.size()), system.placed.forest.dofs);
  Y.setFromTriplets(entries.begin(), entries.end());
}

// The contact that bounds the disc of a joint row; -1: none.
int contactOfDisc(const ContactProblem& problem, int row) {
  return problem.isOnDisc(row) ? problem.discs[problem.disc_of_row[row - problem.firstJointRow()]].contact : -1;
}

// Takes out what no generalized velocity changes: joint rows as those across the plane of a planar linkage, contacts
// that joints keep from opening and closing, with their discs. Tangents stay with their contact, but move nothing. What
// rounding leaves of such a row says nothing, and beside it every impulse would be small. `rows` are those of `kept` in
// the whole problem, and Y has them whitened.
void dropIdleRows(const ContactProblem& problem, Island& kept, std::vector<int>& rows, SparseRows& Y) {
  constexpr double kIdle = 1e-20;  // of the row's W in maximal coordinates: 1e-10 of its velocity
  const auto is_idle = [&](std::size_t i) {
    return Y.row(static_cast<Eigen::Index>(i)).squaredNorm() <= kIdle * delassusDiagonalEntry(problem, rows[i]);
  };
  const auto is_dropped = [&](std::size_t i) {
    if (!problem.isJoint(rows[i])) return is_idle(i - i % problem.dim);  // the contact's normal
    if (const int contact = contactOfDisc(problem, rows[i]); contact >= 0)
      return is_idle(std::ranges::lower_bound(rows, problem.normalRow(contact)) - rows.begin());
    return problem.isBilateral(rows[i]) && !problem.isSoft(rows[i]) && is_idle(i);
  };
  std::vector<int> moved, left;
  kept.contacts.clear();
  kept.joint_rows.clear();
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (is_dropped(i)) continue;
    if (problem.isTangent(rows[i]) && is_idle(i)) Y.row(static_cast<Eigen::Index>(i)) *= 0.0;
    moved.push_back(static_cast<int>(i));
    left.push_back(rows[i]);
    if (problem.isJoint(rows[i]))
      kept.joint_rows.push_back(rows[i] - problem.firstJointRow());
    else if (i % problem.dim == 0)
      kept.contacts.push_back(problem.contactOf(rows[i]));
  }
  if (left.size() == rows.size()) return;
  rows = std::move(left);
  const SparseRows all = Y;
  takeRows(all, moved, all.cols(), Y);
}

// Y Y^T. The rows of a long chain share most of its coordinates.
void multiplyByTransposed(const SparseRows& Y, SparseRows& W) {
  constexpr Eigen::Index kSparse = 8;  // entries for each that is not zero: from here on skipping zeros pays
  if (kSparse * Y.nonZeros() < Y.rows() * Y.cols()) return timesTransposed(Y, Y, W);
  const MatX dense = Y;
  W = MatX(dense * dense.transpose()).sparseView();
}

}  // namespace

RowEnds endsOfRow(const SparseRows& J, int row) {
  RowEnds ends;
  for (SparseRows::InnerIterator it(J, row); it; ++it) {
    const int body = static_cast<int>(it.col()) / 6;
    if (ends.count == 0 || ends.body[ends.count - 1] != body) ends.body[ends.count++] = body;
    ends.part[ends.count - 1][it.col() % 6] = it.value();
  }
  return ends;
}

void reduceIsland(const TreeSystem& system, const ContactProblem& problem, const VecX& v, Island& kept,
                  std::vector<int>& rows, ContactProblem& part) {
  SparseRows Y;
  whitenRows(system, problem, rows, Y);
  dropIdleRows(problem, kept, rows, Y);
  restrictTo(problem, kept, part);
  multiplyByTransposed(Y, part.W);
  for (int row = part.firstJointRow(); row < part.rows(); ++row)
    if (part.isSoft(row)) part.W.coeffRef(row, row) += part.complianceOf(row);
  part.W.makeCompressed();
  for (std::size_t r = 0; r < rows.size(); ++r)
    part.q[static_cast<Eigen::Index>(r)] = rowVelocity(problem, v, rows[r]) + problem.bias[rows[r]];
  part.J.resize(0, 0);
  part.inv_mass.clear();
  part.v_free.resize(0);
  part.v_before.resize(0);
  part.contact_points.clear();
}

void push(const TreeSystem& system, const VecX& f, const VecX& tau, VecX& v) {
  ForestResponse response;
  respond(system.placed, system.factor, f, tau, {}, response);
  for (std::size_t i = 0; i < system.links().size(); ++i)
    v.segment<6>(columnOf(system.links()[i])) += response.a.segment<6>(6 * static_cast<Eigen::Index>(i));
}

}  // namespace keystone
