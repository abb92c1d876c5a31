#include "solver/dense_problem.h"

#include <algorithm>
#include <cmath>

#include "problem/delassus.h"

namespace keystone {
namespace {

constexpr double kInert = 1e-14;      // of the largest diagonal entry: what is left of a contact that nothing moves
constexpr double kRedundant = 1e-11;  // of the joint block's largest pivot

void eliminateJoints(const ContactProblem& problem, MatX& W, VecX& q, DenseProblem& dense) {
  const int contact = problem.dim * problem.contacts, joint = problem.joint_rows;
  dense.joint_response = MatX::Zero(joint, contact);
  dense.joint_free = VecX::Zero(joint);
  if (joint > 0) {
    Eigen::CompleteOrthogonalDecomposition<MatX> block;
    block.setThreshold(kRedundant);
    block.compute(W.bottomRightCorner(joint, joint));
    dense.joint_response = -block.solve(W.bottomLeftCorner(joint, contact));
    dense.joint_free = -block.solve(q.tail(joint));
  }
  const MatX coupling = W.topRightCorner(contact, joint);
  W = MatX(W.topLeftCorner(contact, contact)) + coupling * dense.joint_response;
  q = VecX(q.head(contact)) + coupling * dense.joint_free;
}

double inverseRoot(double diagonal, double heaviest) {
  return diagonal > kInert * heaviest ? 1.0 / std::sqrt(diagonal) : 0.0;
}

}  // namespace

bool isFrictionless(const ContactProblem& problem) {
  return problem.dim == 1 || problem.contacts == 0 || problem.mu.maxCoeff() <= 0.0;
}

DenseProblem denseProblem(const ContactProblem& problem) {
  DenseProblem dense;
  MatX W = formDelassus(problem);
  VecX q = problem.q;
  eliminateJoints(problem, W, q, dense);
  dense.dim = isFrictionless(problem) ? 1 : problem.dim;
  dense.contacts = problem.contacts;
  dense.scale.setZero(dense.rows());
  dense.mu.setZero(dense.contacts);
  const double heaviest = W.rows() > 0 ? W.diagonal().maxCoeff() : 0.0;
  std::vector<int> rows;
  for (int c = 0; c < dense.contacts; ++c) {
    const int n = problem.normalRow(c);
    for (int k = 0; k < dense.dim; ++k) rows.push_back(n + k);
    const double s_n = inverseRoot(W(n, n), heaviest);
    dense.scale[dense.dim * c] = s_n;
    if (dense.dim == 1 || s_n == 0.0) continue;
    const double s_t = inverseRoot(W.diagonal().segment(n + 1, dense.dim - 1).maxCoeff(), heaviest);
    dense.scale.segment(dense.dim * c + 1, dense.dim - 1).setConstant(s_t > 0.0 ? s_t : s_n);
    dense.mu[c] = problem.mu[c] * s_n / (s_t > 0.0 ? s_t : s_n);
  }
  dense.W = dense.scale.asDiagonal() * W(rows, rows) * dense.scale.asDiagonal();
  dense.q = dense.scale.cwiseProduct(q(rows));
  const double largest = dense.rows() > 0 ? dense.q.lpNorm<Eigen::Infinity>() : 0.0;
  dense.size = largest > 0.0 ? largest : 1.0;
  dense.q /= dense.size;
  return dense;
}

VecX liftImpulses(const ContactProblem& problem, const DenseProblem& dense, const VecX& scaled) {
  const int contact = problem.dim * problem.contacts;
  VecX lambda = VecX::Zero(problem.rows());
  for (int c = 0; c < dense.contacts; ++c)
    for (int k = 0; k < dense.dim; ++k) {
      const int row = dense.dim * c + k;
      lambda[problem.normalRow(c) + k] = dense.size * dense.scale[row] * scaled[row];
    }
  lambda.tail(problem.joint_rows) = dense.joint_response * lambda.head(contact) + dense.joint_free;
  return lambda;
}

}  // namespace keystone
