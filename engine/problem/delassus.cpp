#include "problem/delassus.h"

namespace keystone {
namespace {

using Vec6 = Eigen::Matrix<double, 6, 1>;

Vec6 applyBodyInverse(const InverseMass& inverse, const Vec6& x) {
  Vec6 y;
  y.head<3>() = inverse.linear.cwiseProduct(x.head<3>());
  y.tail<3>() = inverse.angular * x.tail<3>();
  return y;
}

// Product of two sparse rows, of matrices with equally many columns.
double rowProduct(const SparseRows& x, int i, const SparseRows& y, int j) {
  double sum = 0.0;
  SparseRows::InnerIterator a(x, i);
  SparseRows::InnerIterator b(y, j);
  while (a && b) {
    const auto gap = a.col() - b.col();
    if (gap == 0) sum += a.value() * b.value();
    if (gap <= 0) ++a;
    if (gap >= 0) ++b;
  }
  return sum;
}

// W's entries one by one, without forming it.
class Entries {
 public:
  explicit Entries(const ContactProblem& problem) : problem_(problem) {
    if (problem.hasBodies()) weighted_ = weightedJacobian(problem);
  }
  double operator()(int i, int j) const {
    return problem_.hasBodies() ? rowProduct(problem_.J, i, weighted_, j) : problem_.W.coeff(i, j);
  }

 private:
  const ContactProblem& problem_;
  SparseRows weighted_;
};

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
  const Entries entry(problem);
  std::vector<Mat3> blocks(static_cast<std::size_t>(problem.contacts), Mat3::Zero());
  for (int c = 0; c < problem.contacts; ++c) {
    const int n = problem.normalRow(c);
    Mat3& block = blocks[static_cast<std::size_t>(c)];
    for (int r = 0; r < problem.dim; ++r)
      for (int s = 0; s <= r; ++s) block(r, s) = block(s, r) = entry(n + r, n + s);
  }
  return blocks;
}

VecX delassusDiagonal(const ContactProblem& problem) {
  const Entries entry(problem);
  VecX diagonal(problem.rows());
  for (int i = 0; i < problem.rows(); ++i) diagonal[i] = entry(i, i);
  return diagonal;
}

}  // namespace keystone
