#include "problem/delassus.h"

#include <Eigen/Eigenvalues>

#include "math/parallel.h"
#include "math/scratch_pool.h"
#include "math/times_transposed.h"
#include "problem/body_rows.h"

namespace keystone {
namespace {

using Vec6 = Eigen::Matrix<double, 6, 1>;

Vec6 applyBodyInverse(const InverseMass& inverse, const Vec6& x) {
  Vec6 y;
  y.head<3>() = inverse.linear.cwiseProduct(x.head<3>());
  y.tail<3>() = inverse.angular * x.tail<3>();
  return y;
}

using RowNumbers = Eigen::Matrix<double, 12, 1>;

// A row's numbers of both bodies.
Eigen::Map<const RowNumbers> numbers(const BodyRows& rows, int row) {
  return Eigen::Map<const RowNumbers>(rows.row[row]);
}

// M^-1 J_x^T.
RowNumbers weighted(const ContactProblem& problem, const BodyRows& rows, int row) {
  RowNumbers result = RowNumbers::Zero();
  for (int part = 0; part < 2; ++part) {
    const int body = rows.body[part];
    if (body < 0) continue;
    result.segment<6>(6 * part) = applyBodyInverse(problem.inv_mass[body], numbers(rows, row).segment<6>(6 * part));
  }
  return result;
}

// J_x M^-1 J_x^T.
double weight(const ContactProblem& problem, const BodyRows& rows, int row) {
  double sum = 0.0;
  for (std::size_t part = 0; part < 2; ++part) {
    if (rows.body[part] < 0) continue;
    const InverseMass& inverse = problem.inv_mass[rows.body[part]];
    const Eigen::Map<const Vec3> linear(rows.row[row] + 6 * part), angular(linear.data() + 3);
    sum += inverse.linear.dot(linear.cwiseAbs2()) + angular.dot(inverse.angular * angular);
  }
  return sum;
}

constexpr int kRowsAtOnce = 1536;  // of a parallel loop

// The momentum that up to three rows give to the bodies that they name.
struct Push {
  RowNumbers sum;
  std::array<int, 2> body;
};
Push push(const ContactProblem& problem, const VecX& lambda, int first, int count, BodyRows& rows) {
  readRows(problem.J, first, count, rows);
  Push result{lambda[first] * numbers(rows, 0), {rows.body[0], rows.body[1]}};
  for (int i = 1; i < count; ++i) result.sum += lambda[first + i] * numbers(rows, i);
  return result;
}
void add(const Push& push, VecX& p) {
  for (std::size_t part = 0; part < 2; ++part)
    if (const int body = push.body[part]; body >= 0)
      p.segment<6>(6 * static_cast<Eigen::Index>(body)) += push.sum.segment<6>(6 * static_cast<int>(part));
}

// J^T lambda, [6 bodies]: a cache's worth of contacts after the other, their sums in their order.
void momentum(const ContactProblem& problem, const VecX& lambda, VecX& p) {
  constexpr int kContacts = 4096;
  p.setZero(problem.J.cols());
  const Scratch<std::vector<Push>> pushes;
  pushes->resize(std::min(kContacts, problem.contacts));
  for (int first = 0; first < problem.contacts; first += kContacts) {
    const int count = std::min(kContacts, problem.contacts - first);
    parallelFor(count, kRowsAtOnce / problem.dim, [&](int begin, int end) {
      BodyRows rows;
      for (int i = begin; i < end; ++i)
        (*pushes)[i] = push(problem, lambda, problem.normalRow(first + i), problem.dim, rows);
    });
    for (int i = 0; i < count; ++i) add((*pushes)[i], p);
  }
  BodyRows rows;
  for (int row = problem.firstJointRow(); row < problem.rows(); ++row) add(push(problem, lambda, row, 1, rows), p);
}

// M^-1 x; `x` may be `y`.
void applyInverseMass(const ContactProblem& problem, const VecX& x, VecX& y) {
  y.resize(x.size());
  for (std::size_t b = 0; b < problem.inv_mass.size(); ++b) {
    const auto at = static_cast<Eigen::Index>(6 * b);
    y.segment<6>(at) = applyBodyInverse(problem.inv_mass[b], x.segment<6>(at));
  }
}

}  // namespace

void weightedJacobian(const ContactProblem& problem, SparseRows& weighted) {
  const SparseRows& J = problem.J;
  weighted.resize(J.rows(), J.cols());
  // Closing the pattern can at most fill the six columns of each body that a row names.
  Eigen::Index size = 0;
  for (int i = 0; i < J.outerSize(); ++i) {
    int last = -1;
    for (SparseRows::InnerIterator it(J, i); it; ++it) {
      const int body = static_cast<int>(it.col()) / 6;
      if (body != last) size += 6;
      last = body;
    }
  }
  weighted.resizeNonZeros(size);
  int at = 0;
  for (int i = 0; i < J.outerSize(); ++i) {
    for (SparseRows::InnerIterator it(J, i); it;) {
      const int body = static_cast<int>(it.col()) / 6;
      Vec6 row = Vec6::Zero();
      for (; it && it.col() / 6 == body; ++it) row[it.col() % 6] = it.value();
      row = applyBodyInverse(problem.inv_mass[body], row);
      for (int k = 0; k < 6; ++k) {
        if (row[k] == 0.0) continue;
        weighted.innerIndexPtr()[at] = 6 * body + k;
        weighted.valuePtr()[at++] = row[k];
      }
    }
    weighted.outerIndexPtr()[i + 1] = at;
  }
  weighted.resizeNonZeros(at);
}

VecX applyInverseMass(const ContactProblem& problem, const VecX& x) {
  VecX y;
  applyInverseMass(problem, x, y);
  return y;
}

void deltaV(const ContactProblem& problem, const VecX& lambda, DeltaV& result) {
  if (!problem.hasBodies() && problem.rows() > 0) {
    result.bodies.resize(0);
    result.rows.noalias() = problem.W * lambda;
    return;
  }
  result.rows.resize(0);
  momentum(problem, lambda, result.bodies);
  applyInverseMass(problem, result.bodies, result.bodies);
}

double rowVelocity(const ContactProblem& problem, const DeltaV& delta_v, int row) {
  return problem.hasBodies() ? rowVelocity(problem, delta_v.bodies, row) : delta_v.rows[row];
}

double rowVelocity(const ContactProblem& problem, const VecX& v, int row) {
  double sum = 0.0;
  for (SparseRows::InnerIterator it(problem.J, row); it; ++it) sum += it.value() * v[it.col()];
  return sum;
}

VecX applyDelassus(const ContactProblem& problem, const VecX& x) {
  if (!problem.hasBodies()) return problem.W * x;
  DeltaV delta_v;
  deltaV(problem, x, delta_v);
  VecX u = problem.J * delta_v.bodies;
  if (problem.compliance.size() > 0)
    u.tail(problem.joint_rows) += problem.compliance.cwiseProduct(x.tail(problem.joint_rows));
  return u;
}

VecX relativeVelocity(const ContactProblem& problem, const VecX& lambda) {
  return applyDelassus(problem, lambda) + problem.q;
}

double relativeVelocity(const ContactProblem& problem, const VecX& lambda, const DeltaV& delta_v, int row) {
  const double soft = problem.hasBodies() ? problem.complianceOf(row) * lambda[row] : 0.0;  // a given W holds it
  return problem.q[row] + rowVelocity(problem, delta_v, row) + soft;
}

VecX velocityAfter(const ContactProblem& problem, const VecX& lambda) {
  DeltaV delta_v;
  deltaV(problem, lambda, delta_v);
  return problem.v_free + delta_v.bodies;
}

void formDelassus(const ContactProblem& problem, SparseRows& W) {
  if (!problem.hasBodies() || problem.W.rows() == problem.J.rows()) {
    W = problem.W;
    return;
  }
  const Scratch<SparseRows> weighted(problem.rows());
  weightedJacobian(problem, *weighted);
  timesTransposed(*weighted, problem.J, W);
  for (int row = problem.firstJointRow(); row < problem.rows(); ++row)
    if (problem.isSoft(row)) W.coeffRef(row, row) += problem.complianceOf(row);
  W.makeCompressed();
}

Mat3 diagonalBlock(const ContactProblem& problem, int first, int count) {
  Mat3 block = Mat3::Zero();
  BodyRows rows;
  if (problem.hasBodies()) readRows(problem.J, first, count, rows);
  for (int r = 0; r < count; ++r)
    for (int s = 0; s <= r; ++s)
      block(r, s) = block(s, r) = problem.hasBodies() ? weighted(problem, rows, r).dot(numbers(rows, s))
                                                      : problem.W.coeff(first + r, first + s);
  return block;
}

double largestEigenvalue(const ContactProblem& problem, const FrictionDisc& disc) {
  const Mat3 block = diagonalBlock(problem, problem.firstJointRow() + disc.first, disc.count);
  return block.selfadjointView<Eigen::Lower>().eigenvalues().maxCoeff();
}

Mat3 contactBlock(const ContactProblem& problem, int contact) {
  return diagonalBlock(problem, problem.normalRow(contact), problem.dim);
}

void delassusDiagonal(const ContactProblem& problem, VecX& diagonal) {
  diagonal.resize(problem.rows());
  if (!problem.hasBodies()) {
    diagonal = problem.W.diagonal();
    return;
  }
  parallelFor(problem.contacts, kRowsAtOnce / problem.dim, [&](int begin, int end) {
    BodyRows rows;
    for (int c = begin; c < end; ++c) {
      readRows(problem.J, problem.normalRow(c), problem.dim, rows);
      for (int i = 0; i < problem.dim; ++i) diagonal[problem.normalRow(c) + i] = weight(problem, rows, i);
    }
  });
  for (int row = problem.firstJointRow(); row < problem.rows(); ++row)
    diagonal[row] = delassusDiagonalEntry(problem, row);
}

double delassusDiagonalEntry(const ContactProblem& problem, int row) {
  if (!problem.hasBodies()) return problem.W.coeff(row, row);
  BodyRows rows;
  readRows(problem.J, row, 1, rows);
  return weight(problem, rows, 0) + problem.complianceOf(row);
}

}  // namespace keystone
