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

// J_i M^-1 J_j^T, summed over the bodies that both rows touch.
double rowProduct(const ContactProblem& problem, int i, int j) {
  Eigen::Matrix<double, 6, 1> weighted;
  double sum = 0.0;
  for (SparseRows::InnerIterator it(problem.J, i); it;) {
    const int body = static_cast<int>(it.col()) / 6;
    Vec6 row = Vec6::Zero();
    for (; it && it.col() / 6 == body; ++it) row[it.col() % 6] = it.value();
    weighted = applyBodyInverse(problem.inv_mass[static_cast<std::size_t>(body)], row);
    for (SparseRows::InnerIterator jt(problem.J, j); jt; ++jt)
      if (jt.col() / 6 == body) sum += jt.value() * weighted[jt.col() % 6];
  }
  return sum;
}

double entry(const ContactProblem& problem, int i, int j) {
  return problem.hasBodies() ? rowProduct(problem, i, j) : problem.W.coeff(i, j);
}

}  // namespace

SparseRows weightedJacobian(const ContactProblem& problem) {
  SparseRows weighted(problem.J.rows(), problem.J.cols());
  weighted.reserve(Eigen::VectorXi::Constant(problem.J.rows(), 12));
  for (int i = 0; i < problem.J.outerSize(); ++i) {
    for (SparseRows::InnerIterator it(problem.J, i); it;) {
      const int body = static_cast<int>(it.col()) / 6;
      Vec6 row = Vec6::Zero();
      for (; it && it.col() / 6 == body; ++it) row[it.col() % 6] = it.value();
      row = applyBodyInverse(problem.inv_mass[static_cast<std::size_t>(body)], row);
      for (int k = 0; k < 6; ++k)
        if (row[k] != 0.0) weighted.insert(i, 6 * body + k) = row[k];
    }
  }
  weighted.makeCompressed();
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
  for (int c = 0; c < problem.contacts; ++c)
    for (int r = 0; r < problem.dim; ++r)
      for (int s = 0; s <= r; ++s) {
        Mat3& block = blocks[static_cast<std::size_t>(c)];
        block(r, s) = block(s, r) = entry(problem, problem.normalRow(c) + r, problem.normalRow(c) + s);
      }
  return blocks;
}

VecX delassusDiagonal(const ContactProblem& problem) {
  VecX diagonal(problem.rows());
  for (int i = 0; i < problem.rows(); ++i) diagonal[i] = entry(problem, i, i);
  return diagonal;
}

}  // namespace keystone
