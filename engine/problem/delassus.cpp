#include "problem/delassus.h"

#include <array>
#include <cassert>

#include "math/parallel.h"

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
  const int stop = J.outerIndexPtr()[row + 1];
  for (int at = J.outerIndexPtr()[row]; at < stop; ++at) {
    const Eigen::Index column = J.innerIndexPtr()[at];
    if (last < 0 || column >= end) {
      assert(last < 1);
      parts.body[static_cast<std::size_t>(++last)] = column / 6;
      parts.part[static_cast<std::size_t>(last)].setZero();
      end = 6 * (column / 6) + 6;
    }
    parts.part[static_cast<std::size_t>(last)][column + 6 - end] = J.valuePtr()[at];
  }
  return parts;
}

// M^-1 J_x^T.
RowParts weighted(const ContactProblem& problem, RowParts row) {
  for (std::size_t i = 0; i < 2 && row.body[i] >= 0; ++i)
    row.part[i] = applyBodyInverse(problem.inv_mass[static_cast<std::size_t>(row.body[i])], row.part[i]);
  return row;
}

double dot(const RowParts& x, const RowParts& y) {
  double sum = 0.0;
  for (std::size_t i = 0; i < 2 && x.body[i] >= 0; ++i)
    for (std::size_t j = 0; j < 2; ++j)
      if (x.body[i] == y.body[j]) sum += x.part[i].dot(y.part[j]);
  return sum;
}

double diagonalEntry(const ContactProblem& problem, int row) {
  const RowParts parts = partsOf(problem.J, row);
  return dot(weighted(problem, parts), parts);
}

constexpr int kContactsAtOnce = 512;  // of a parallel loop

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
  const auto fromBodies = [&](int contact, Mat3& block) {
    std::array<RowParts, 3> rows;
    for (int r = 0; r < problem.dim; ++r) {
      rows[static_cast<std::size_t>(r)] = partsOf(problem.J, problem.normalRow(contact) + r);
      const RowParts pushed = weighted(problem, rows[static_cast<std::size_t>(r)]);
      for (int s = 0; s <= r; ++s) block(r, s) = block(s, r) = dot(pushed, rows[static_cast<std::size_t>(s)]);
    }
  };
  const auto fromEntries = [&](int contact, Mat3& block) {
    const int n = problem.normalRow(contact);
    for (int r = 0; r < problem.dim; ++r)
      for (int s = 0; s <= r; ++s) block(r, s) = block(s, r) = problem.W.coeff(n + r, n + s);
  };
  parallelFor(problem.contacts, kContactsAtOnce, [&](int begin, int end) {
    for (int c = begin; c < end; ++c) {
      Mat3& block = blocks[static_cast<std::size_t>(c)];
      if (problem.hasBodies())
        fromBodies(c, block);
      else
        fromEntries(c, block);
    }
  });
  return blocks;
}

VecX delassusDiagonal(const ContactProblem& problem) {
  if (!problem.hasBodies()) return problem.W.diagonal();
  VecX diagonal(problem.rows());
  parallelFor(problem.rows(), 3 * kContactsAtOnce, [&](int begin, int end) {
    for (int row = begin; row < end; ++row) diagonal[row] = diagonalEntry(problem, row);
  });
  return diagonal;
}

VecX delassusDiagonal(const ContactProblem& problem, const std::vector<Mat3>& blocks) {
  if (!problem.hasBodies()) return problem.W.diagonal();
  VecX diagonal(problem.rows());
  for (int c = 0; c < problem.contacts; ++c)
    diagonal.segment(problem.normalRow(c), problem.dim) =
        blocks[static_cast<std::size_t>(c)].diagonal().head(problem.dim);
  for (int row = problem.firstJointRow(); row < problem.rows(); ++row) diagonal[row] = diagonalEntry(problem, row);
  return diagonal;
}

}  // namespace keystone
