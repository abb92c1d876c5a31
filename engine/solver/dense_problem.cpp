#include "solver/dense_problem.h"

#include "math/least_norm.h"
#include "problem/delassus.h"
#include "solver/row_scale.h"

namespace keystone {
namespace {

void chooseRows(const ContactProblem& problem, DenseProblem& dense) {
  for (int c = 0; c < dense.contacts; ++c)
    for (int k = 0; k < dense.dim; ++k) dense.rows.push_back(problem.normalRow(c) + k);
  for (int row = problem.firstJointRow(); row < problem.rows(); ++row)
    (problem.isBilateral(row) ? dense.eliminated : dense.rows).push_back(row);
  dense.bounded = dense.count() - dense.dim * dense.contacts;
}

// W and q of the rows that are left, unscaled.
void eliminateJoints(const MatX& W, const VecX& q, DenseProblem& dense) {
  const auto joints = static_cast<Eigen::Index>(dense.eliminated.size());
  dense.W = W(dense.rows, dense.rows);
  dense.q = q(dense.rows);
  dense.joint_impulses = MatX::Zero(joints, dense.count());
  dense.free = VecX::Zero(joints);
  if (joints == 0) return;
  MatX right(joints, dense.count() + 1);  // of the impulses that hold the joints: those of q, and of the other rows
  right << q(dense.eliminated), W(dense.eliminated, dense.rows);
  const MatX held = -leastNormSolution(W(dense.eliminated, dense.eliminated), right, kDependent);
  dense.free = held.col(0);
  dense.joint_impulses = held.rightCols(dense.count());
  const MatX coupling = W(dense.rows, dense.eliminated);
  dense.W += coupling * dense.joint_impulses;
  dense.q += coupling * dense.free;
}

void chooseScales(const ContactProblem& problem, DenseProblem& dense) {
  scaleToUnitDiagonal(dense.W.diagonal(), dense.dim, dense.contacts, dense.scale);
  dense.mu.setZero(dense.contacts);
  for (int c = 0; dense.dim > 1 && c < dense.contacts; ++c) {
    const int n = dense.dim * c;
    if (dense.scale[n + 1] > 0.0) dense.mu[c] = problem.mu[c] * dense.scale[n] / dense.scale[n + 1];
  }
}

void scaleBounds(const ContactProblem& problem, DenseProblem& dense) {
  dense.lower.setZero(dense.bounded);
  dense.upper.setZero(dense.bounded);
  for (int k = 0; k < dense.bounded; ++k) {
    const int at = dense.count() - dense.bounded + k;
    const int row = dense.rows[at];
    if (dense.scale[at] == 0.0) continue;  // nothing moves it: no impulse
    dense.lower[k] = problem.lower(row) / (dense.scale[at] * dense.size);
    dense.upper[k] = problem.upper(row) / (dense.scale[at] * dense.size);
  }
}

}  // namespace

bool isFrictionless(const ContactProblem& problem) {
  return problem.dim == 1 || problem.contacts == 0 || problem.mu.maxCoeff() <= 0.0;
}

int limitRows(const ContactProblem& problem) {
  int count = 0;
  for (int row = problem.firstJointRow(); row < problem.rows(); ++row) count += problem.isLimit(row) ? 1 : 0;
  return count;
}

int twoSidedRows(const ContactProblem& problem) {
  int count = 0;
  for (int row = problem.firstJointRow(); row < problem.rows(); ++row)
    count += problem.isLimit(row) || problem.isBilateral(row) ? 0 : 1;
  return count;
}

DenseProblem denseProblem(const ContactProblem& problem) {
  DenseProblem dense;
  dense.dim = isFrictionless(problem) ? 1 : problem.dim;
  dense.contacts = problem.contacts;
  chooseRows(problem, dense);
  SparseRows W;
  formDelassus(problem, W);
  eliminateJoints(MatX(W), problem.q, dense);
  chooseScales(problem, dense);
  dense.W = dense.scale.asDiagonal() * dense.W * dense.scale.asDiagonal();
  dense.q = dense.scale.cwiseProduct(dense.q);
  const double largest = dense.count() > 0 ? dense.q.lpNorm<Eigen::Infinity>() : 0.0;
  dense.size = largest > 0.0 ? largest : 1.0;
  dense.q /= dense.size;
  scaleBounds(problem, dense);
  return dense;
}

VecX liftImpulses(const ContactProblem& problem, const DenseProblem& dense, const VecX& scaled) {
  const VecX left = dense.size * dense.scale.cwiseProduct(scaled);
  VecX lambda = VecX::Zero(problem.rows());
  lambda(dense.rows) = left;
  lambda(dense.eliminated) = dense.joint_impulses * left + dense.free;
  return lambda;
}

}  // namespace keystone
