#include "problem/delassus.h"

#include <array>
#include <cassert>

namespace keystone {
namespace {

using Vec6 = Eigen::Matrix<double, 6, 1>;

Vec6 applyBodyInverse(const InverseMass& inverse, const Vec6& x) {
  Vec6 y;
  y.head<3>() = inverse.linear.cwiseProduct(x.head<3>());
  y.tail<3>() = inverse.angular * x.tail<3>();
  return y;
}

// One row of J by the bodies it names, at most two.
struct RowParts {
  std::array<Eigen::Index, 2> body{-1, -1};
  std::array<Vec6, 2> part;
};

RowParts partsOf(const SparseRows& J, int row) {
  RowParts parts;
  int last = -1;
  Eigen::Index end = 0;  // of the last body's columns
  for (SparseRows::InnerIterator it(J, row); it; ++it) {
    const Eigen::Index column = it.col();
    if (last < 0 || column >= end) {
      assert(last < 1);
      parts.body[static_cast<std::size_t>(++last)] = column / 6;
      parts.part[static_cast<std::size_t>(last)].setZero();
      end = 6 * (column / 6) + 6;
    }
    parts.part[static_cast<std::size_t>(last)][column + 6 - end] = it.value();
  }
  return parts;
}

// J_x M^-1 J_y^T of two rows.
double ownEntry(const ContactProblem& problem, const RowParts& x, const RowParts& y) {
  double sum = 0.0;
  for (std::size_t i = 0; i < 2 && x.body[i] >= 0; ++i)
    for (std::size_t j = 0; j < 2; ++j)
      if (x.body[i] == y.body[j])
        sum += applyBodyInverse(problem.inv_mass[static_cast<std::size_t>(x.body[i])], x.part[i]).dot(y.part[j]);
  return sum;
}

}  // namespace

SparseRows weightedJacobian(const ContactProblem& problem) {
  const SparseRows& J = problem.J;
  SparseRows weighted(J.rows(), J.cols());
  // Closing the pattern can at most fill the six columns of each body that a row names.
  Eigen::Index room = 0;
  for (int i = 0; i < J.outerSize(); ++i) {
    int last = -1;
    for (SparseRows::InnerIterator it(J, i); it; ++it) {
      const int body = static_cast<int>(it.col()) / 6;
      if (body != last) room += 6;
      last = body;
    }
  }
  weighted.resizeNonZeros(room);
  int at = 0;
  for (int i = 0; i < J.outerSize(); ++i) {
    for (SparseRows::InnerIterator it(J, i); it;) {
      const int body = static_cast<int>(it.col()) / 6;
      Vec6 row = Vec6::Zero();
      for (; it && it.col() / 6 == body; ++it) row[it.col() % 6] = it.value();
      row = applyBodyInverse(problem.inv_mass[static_cast<std::size_t>(body)], row);
      for (int k = 0; k < 6; ++k) {
        if (row[k] == 0.0) continue;
        weighted.innerIndexPtr()[at] = 6 * body + k;
        weighted.valuePtr()[at++] = row[k];
      }
    }
    weighted.outerIndexPtr()[i + 1] = at;
  }
  weighted.resizeNonZeros(at);
  return weighted;
}

VecX applyInverseMass(const ContactProblem& problem, const VecX& x) {
  VecX y(x.size());
  for (std::size_t b = 0; b < problem.inv_mass.size(); ++b) {
    const auto at = static_cast<Eigen::Index>(6 * b);
    y.segment<6>(at) = applyBodyInverse(problem.inv_mass[b], x.segment<6>(at));
  }
  return y;
}

VecX applyDelassus(const ContactProblem& problem, const VecX& x) {
  if (!problem.hasBodies()) return problem.W * x;
  return problem.J * applyInverseMass(problem, problem.J.transpose() * x);
}

VecX relativeVelocity(const ContactProblem& problem, const VecX& lambda) {
  return applyDelassus(problem, lambda) + problem.q;
}

VecX velocityAfter(const ContactProblem& problem, const VecX& lambda) {
  return problem.v_free + applyInverseMass(problem, problem.J.transpose() * lambda);
}

SparseRows formDelassus(const ContactProblem& problem) {
  if (!problem.hasBodies() || problem.W.rows() == problem.J.rows()) return problem.W;
  const SparseRows weighted = weightedJacobian(problem);
  SparseRows W = weighted * SparseRows(problem.J.transpose());
  W.makeCompressed();
  return W;
}

std::vector<Mat3> contactBlocks(const ContactProblem& problem) {
  std::vector<Mat3> blocks(static_cast<std::size_t>(problem.contacts), Mat3::Zero());
  for (int c = 0; c < problem.contacts; ++c) {
    const int n = problem.normalRow(c);
    Mat3& block = blocks[static_cast<std::size_t>(c)];
    std::array<RowParts, 3> parts;
    for (int r = 0; r < problem.dim; ++r) {
      if (problem.hasBodies()) parts[static_cast<std::size_t>(r)] = partsOf(problem.J, n + r);
      for (int s = 0; s <= r; ++s)
        block(r, s) = block(s, r) = problem.hasBodies() ? ownEntry(problem, parts[static_cast<std::size_t>(r)],
                                                                   parts[static_cast<std::size_t>(s)])
                                                        : problem.W.coeff(n + r, n + s);
    }
  }
  return blocks;
}

VecX delassusDiagonal(const ContactProblem& problem) {
  if (!problem.hasBodies()) return problem.W.diagonal();
  VecX diagonal(problem.rows());
  for (int row = 0; row < problem.rows(); ++row) {
    const RowParts parts = partsOf(problem.J, row);
    diagonal[row] = ownEntry(problem, parts, parts);
  }
  return diagonal;
}

}  // namespace keystone
