#include "solver/jacobi/splitting.h"

#include <algorithm>

#include "problem/delassus.h"

namespace keystone {
namespace {

// The block of a row: contacts first, then joint rows; by rows the row itself.
int blockOf(const ContactProblem& problem, bool by_rows, int row) {
  if (by_rows) return row;
  return problem.isJoint(row) ? problem.contacts + row - problem.firstJointRow() : problem.contactOf(row);
}

// n_b of every body: how many blocks push it; 1 of the plain splitting.
VecX sharesOf(const ContactProblem& problem, bool by_rows, bool is_plain) {
  if (is_plain) return VecX::Ones(problem.J.cols() / 6);
  VecX shares = VecX::Zero(problem.J.cols() / 6);
  std::vector<int> last(static_cast<std::size_t>(shares.size()), -1);
  for (int row = 0; row < problem.rows(); ++row) {
    const int block = blockOf(problem, by_rows, row);
    for (SparseRows::InnerIterator it(problem.J, row); it; ++it) {
      const auto body = static_cast<std::size_t>(it.col() / 6);
      if (last[body] == block) continue;
      last[body] = block;
      shares[it.col() / 6] += 1.0;
    }
  }
  return shares;
}

// J_i diag(n) (M^-1 J^T)_j.
double splitEntry(const ContactProblem& problem, const SparseRows& T, const VecX& shares, int i, int j) {
  double sum = 0.0;
  SparseRows::InnerIterator a(problem.J, i), b(T, j);
  while (a && b) {
    if (a.col() == b.col()) sum += shares[a.col() / 6] * a.value() * b.value();
    const bool advance_a = a.col() <= b.col(), advance_b = b.col() <= a.col();
    if (advance_a) ++a;
    if (advance_b) ++b;
  }
  return sum;
}

void splitMasses(const ContactProblem& problem, bool by_rows, bool is_plain, Splitting& D) {
  const VecX shares = sharesOf(problem, by_rows, is_plain);
  SparseRows T;
  weightedJacobian(problem, T);
  for (int c = 0; c < problem.contacts; ++c) {
    Mat3& block = D.contacts[c];
    const int n = problem.normalRow(c);
    for (int i = 0; i < problem.dim; ++i)
      for (int j = 0; j <= i; ++j)
        if (i == j || !by_rows) block(i, j) = block(j, i) = splitEntry(problem, T, shares, n + i, n + j);
  }
  for (int k = 0; k < problem.joint_rows; ++k) {
    const int row = problem.firstJointRow() + k;
    D.joint_rows[k] = splitEntry(problem, T, shares, row, row) + problem.complianceOf(row);
  }
}

void dominate(const ContactProblem& problem, bool by_rows, bool is_plain, Splitting& D) {
  for (int row = 0; row < problem.rows(); ++row) {
    double others = 0.0;
    const int block = blockOf(problem, by_rows, row);
    for (SparseRows::InnerIterator it(problem.W, row); it; ++it) {
      const int column = static_cast<int>(it.col());
      if (blockOf(problem, by_rows, column) != block)
        others += is_plain ? 0.0 : std::abs(it.value());
      else if (!problem.isJoint(row))
        D.contacts[problem.contactOf(row)](row % problem.dim, column % problem.dim) = it.value();
      else
        D.joint_rows[row - problem.firstJointRow()] = it.value();
    }
    if (problem.isJoint(row))
      D.joint_rows[row - problem.firstJointRow()] += others;
    else
      D.contacts[problem.contactOf(row)](row % problem.dim, row % problem.dim) += others;
  }
}

}  // namespace

void findSplitting(const ContactProblem& problem, bool by_rows, bool is_plain, Splitting& D) {
  D.contacts.assign(problem.contacts, Mat3::Zero());
  D.joint_rows.setZero(problem.joint_rows);
  problem.hasBodies() ? splitMasses(problem, by_rows, is_plain, D) : dominate(problem, by_rows, is_plain, D);
  for (const FrictionDisc& disc : problem.discs) {
    auto rows = D.joint_rows.segment(disc.first, disc.count);
    rows.setConstant(rows.maxCoeff());
  }
  if (!by_rows || problem.dim < 3) return;
  for (Mat3& block : D.contacts) block(1, 1) = block(2, 2) = std::max(block(1, 1), block(2, 2));
}

}  // namespace keystone
