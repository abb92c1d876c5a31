#include "solver/pivoting/cone_newton.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace keystone {
namespace {

constexpr double kProximalStart = 1e-3;  // epsilon, of a contact's own diagonal
constexpr double kProximalLeast = 1e-11;
constexpr double kProximalMost = 1e-1;
constexpr int kProximalRounds = 16;
constexpr int kNewtonRounds = 12;
constexpr int kHalvings = 8;
constexpr int kAttempts = 3;  // Newton, then Newton after ever more sweeps
// rho of each attempt, of 1 / the contact's diagonal: a stiffness that stalls at a kink differs from one that passes
// it.
constexpr std::array kStiffness{1.0, 10.0, 0.1};
constexpr int kFirstSweeps = 60;

class ConeEquations {
 public:
  ConeEquations(const ContactProblem& problem, const SparseRows& W, const VecX& lambda, double stiffness)
      : problem_(problem), W_(W) {
    // Open contacts far from closing stay out; whoever calls judges the whole problem afterwards.
    const VecX u = W * lambda + problem.q;
    const double speed = u.lpNorm<Eigen::Infinity>();
    place_.assign(static_cast<std::size_t>(problem.rows()), -1);
    for (int c = 0; c < problem.contacts; ++c) {
      const int n = problem.normalRow(c);
      if (lambda[n] > 0.0 || u[n] < 1e-3 * speed) take(n, 3);
    }
    take(problem.dim * problem.contacts, problem.joint_rows);
    rho_.setOnes(problem.rows());
    for (const int row : rows_) {
      const int head = problem.isJoint(row) ? row : problem.normalRow(problem.contactOf(row));
      rho_[row] = stiffness / std::max(W.coeff(row, row), problem.isJoint(row) ? 0.0 : largestDiagonal(head));
    }
  }

  int size() const { return static_cast<int>(rows_.size()); }
  void setProximal(double epsilon) { proximal_ = epsilon; }

  VecX velocity(const VecX& lambda, const VecX& anchor) const {
    VecX u = W_ * lambda + problem_.q;
    for (const int row : rows_) u[row] += proximal_ / rho_[row] * (lambda[row] - anchor[row]);
    return u;
  }

  VecX defect(const VecX& lambda, const VecX& u) const {
    VecX F = VecX::Zero(size());
    for (int s = 0; s < size(); ++s) {
      const int row = rows_[static_cast<std::size_t>(s)];
      if (problem_.isJoint(row)) F[s] = jointDefect(row, lambda[row], rho_[row] * u[row]);
      if (problem_.isNormal(row)) F.segment<3>(s) = contactDefect(row, lambda, u);
    }
    return F;
  }

  MatX jacobian(const VecX& lambda, const VecX& u) const {
    // First A = rho (W + proximal) on the rows taken, then each contact's block row is combined.
    MatX A = MatX::Zero(size(), size());
    for (int s = 0; s < size(); ++s) {
      const int row = rows_[static_cast<std::size_t>(s)];
      for (SparseRows::InnerIterator it(W_, row); it; ++it)
        if (const int t = place_[static_cast<std::size_t>(it.col())]; t >= 0) A(s, t) = rho_[row] * it.value();
      A(s, s) += proximal_;
    }
    for (int s = 0; s < size(); ++s) {
      const int row = rows_[static_cast<std::size_t>(s)];
      if (problem_.isNormal(row)) combine(row, s, lambda, u, A);
      if (!problem_.isJoint(row)) continue;
      const double moved = lambda[row] - rho_[row] * u[row];
      if (bounded(row, moved) == moved) continue;
      A.row(s).setZero();
      A(s, s) = 1.0;
    }
    return A;
  }

  void move(const VecX& change, double share, VecX& lambda) const {
    for (int s = 0; s < size(); ++s) lambda[rows_[static_cast<std::size_t>(s)]] -= share * change[s];
  }

 private:
  void take(int first, int count) {
    for (int i = first; i < first + count; ++i) {
      place_[static_cast<std::size_t>(i)] = static_cast<int>(rows_.size());
      rows_.push_back(i);
    }
  }

  double largestDiagonal(int n) const {
    return std::max({W_.coeff(n, n), W_.coeff(n + 1, n + 1), W_.coeff(n + 2, n + 2)});
  }

  // At a bound the impulse stays there, else the row holds u = 0.
  double bounded(int row, double moved) const { return std::clamp(moved, problem_.lower(row), problem_.upper(row)); }
  double jointDefect(int row, double lambda, double step) const {
    const double moved = lambda - step;
    const double held = bounded(row, moved);
    return held == moved ? step : lambda - held;
  }

  Vec3 contactDefect(int n, const VecX& lambda, const VecX& u) const {
    Vec3 force = lambda.segment<3>(n);
    const Vec3 y = force - rho_[n] * u.segment<3>(n);
    if (y[0] <= 0.0) return force;
    const double radius = problem_.mu[problem_.contactOf(n)] * y[0];
    const Vec2 t = y.tail<2>();
    const double size = t.norm();
    Vec3 F = rho_[n] * u.segment<3>(n);
    if (size > radius) F.tail<2>() = force.tail<2>() - radius / size * t;
    return F;
  }

  void combine(int n, int s, const VecX& lambda, const VecX& u, MatX& A) const {
    const Vec3 y = lambda.segment<3>(n) - rho_[n] * u.segment<3>(n);
    if (y[0] <= 0.0) {
      A.middleRows(s, 3).setZero();
      A.block<3, 3>(s, s).setIdentity();
      return;
    }
    const double mu = problem_.mu[problem_.contactOf(n)];
    const Vec2 t = y.tail<2>();
    const double size = t.norm();
    if (size <= mu * y[0]) return;
    // dF_t = dlambda_t - mu w dy_n - radius / size (I - w w^T) dy_t, with dy = dlambda - A dlambda.
    const Vec2 w = t / size;
    const Eigen::Matrix2d across = (Eigen::Matrix2d::Identity() - w * w.transpose()) * (mu * y[0] / size);
    const Eigen::RowVectorXd normal = A.row(s);
    const MatX tangents = A.middleRows(s + 1, 2);
    A.middleRows(s + 1, 2) = mu * w * normal + across * tangents;
    A.block<2, 1>(s + 1, s) -= mu * w;
    A.block<2, 2>(s + 1, s + 1) += Eigen::Matrix2d::Identity() - across;
  }

  const ContactProblem& problem_;
  const SparseRows& W_;
  std::vector<int> rows_;   // rows of the equations
  std::vector<int> place_;  // [rows], its equation or -1
  VecX rho_;                // [rows]
  double proximal_ = kProximalStart;
};

// Newton with halved steps on one proximal problem; true when its equations hold to `tolerance`.
bool newton(const ConeEquations& equations, const VecX& anchor, double tolerance, VecX& lambda, int& factorizations,
            SolverTrace* trace) {
  VecX u = equations.velocity(lambda, anchor);
  VecX F = equations.defect(lambda, u);
  for (int round = 0; round < kNewtonRounds; ++round) {
    const double size = F.lpNorm<Eigen::Infinity>();
    if (!std::isfinite(size)) return false;
    if (size <= tolerance * lambda.lpNorm<Eigen::Infinity>()) return true;
    const VecX change = Eigen::PartialPivLU<MatX>(equations.jacobian(lambda, u)).solve(F);
    ++factorizations;
    if (!change.allFinite()) return false;
    double share = 1.0;
    VecX trial;
    for (int halving = 0; halving < kHalvings; ++halving, share *= 0.5) {
      trial = lambda;
      equations.move(change, share, trial);
      u = equations.velocity(trial, anchor);
      const VecX defect = equations.defect(trial, u);
      const bool better = defect.norm() < (1.0 - 1e-3 * share) * F.norm();
      if (!better && halving + 1 < kHalvings) continue;
      F = defect;
      break;
    }
    lambda = trial;
    if (trace != nullptr)
      trace->add({.kind = TraceKind::Newton, .step = share, .factorizations = factorizations}, lambda);
  }
  return false;
}

// Gauss-Seidel over the contacts, one projected local step each: slow, but it leads into Newton's region of
// convergence.
void sweep(const ContactProblem& problem, const SparseRows& W, int sweeps, VecX& lambda) {
  for (int k = 0; k < sweeps; ++k) {
    for (int c = 0; c < problem.contacts; ++c) {
      const int n = problem.normalRow(c);
      const double w_n = W.coeff(n, n);
      const double w_t = std::max(W.coeff(n + 1, n + 1), W.coeff(n + 2, n + 2));
      if (!(w_n > 0.0)) continue;
      lambda[n] = std::max(0.0, lambda[n] - (W.row(n).dot(lambda) + problem.q[n]) / w_n);
      if (!(w_t > 0.0)) continue;
      const Vec2 slip(W.row(n + 1).dot(lambda) + problem.q[n + 1], W.row(n + 2).dot(lambda) + problem.q[n + 2]);
      const Vec2 friction = lambda.segment<2>(n + 1) - slip / w_t;
      const double bound = problem.mu[c] * lambda[n];
      const double size = friction.norm();
      lambda.segment<2>(n + 1) = size > bound ? Vec2(friction * (bound / size)) : friction;
    }
    for (int i = problem.dim * problem.contacts; i < problem.rows(); ++i)
      if (const double w = W.coeff(i, i); w > 0.0)
        lambda[i] =
            std::clamp(lambda[i] - (W.row(i).dot(lambda) + problem.q[i]) / w, problem.lower(i), problem.upper(i));
  }
}

// Proximal rounds until the equations hold without the proximal term; lambda keeps the best point met.
bool proximalNewton(const ContactProblem& problem, const SparseRows& W, double tolerance, double stiffness,
                    VecX& lambda, int& factorizations, SolverTrace* trace) {
  ConeEquations equations(problem, W, lambda, stiffness);
  if (equations.size() == 0) return false;
  double epsilon = kProximalStart;
  VecX best = lambda;
  double best_size = equations.defect(lambda, equations.velocity(lambda, lambda)).lpNorm<Eigen::Infinity>();
  int stalled = 0;
  for (int round = 0; round < kProximalRounds && stalled < 4; ++round) {
    const VecX anchor = lambda;
    equations.setProximal(epsilon);
    // The weaker the term, the faster the rounds close in, and the harder each is for Newton.
    const bool settled = newton(equations, anchor, 0.1 * tolerance, lambda, factorizations, trace);
    epsilon = std::clamp(settled ? 0.1 * epsilon : 10.0 * epsilon, kProximalLeast, kProximalMost);
    const double size = equations.defect(lambda, equations.velocity(lambda, lambda)).lpNorm<Eigen::Infinity>();
    stalled = size < 0.9 * best_size ? 0 : stalled + 1;
    if (size < best_size) {
      best = lambda;
      best_size = size;
    }
    if (size <= tolerance * lambda.lpNorm<Eigen::Infinity>()) return true;
  }
  lambda = best;
  return false;
}

// The contacts that were left out stay open.
bool keepsOpen(const ContactProblem& problem, const SparseRows& W, double tolerance, const VecX& lambda) {
  const VecX u = W * lambda + problem.q;
  const double scale = lambda.lpNorm<Eigen::Infinity>();
  for (int c = 0; c < problem.contacts; ++c) {
    const int n = problem.normalRow(c);
    if (lambda[n] == 0.0 && u[n] < -tolerance * scale * W.coeff(n, n)) return false;
  }
  return true;
}

}  // namespace

ConeNewtonResult solveCone(const ContactProblem& problem, const SparseRows& W, double tolerance, VecX& lambda,
                           SolverTrace* trace) {
  ConeNewtonResult result;
  int sweeps = kFirstSweeps;
  for (int attempt = 0; attempt < kAttempts && !result.solved; ++attempt, sweeps *= 2) {
    if (attempt > 0) sweep(problem, W, sweeps, lambda);
    const bool settled = proximalNewton(problem, W, tolerance, kStiffness[static_cast<std::size_t>(attempt)], lambda,
                                        result.factorizations, trace);
    result.solved = settled && keepsOpen(problem, W, tolerance, lambda);
  }
  return result;
}

}  // namespace keystone
