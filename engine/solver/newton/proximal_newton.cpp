#include "solver/newton/proximal_newton.h"

#include <algorithm>
#include <utility>

#include "math/scratch_pool.h"
#include "math/stop.h"

namespace keystone {
namespace {

class ProximalNewton {
 public:
  ProximalNewton(const ConeRows& rows, ConeSystem& system, const NewtonOptions& options, int& factorizations,
                 const NewtonWatch& watch)
      : rows_(rows),
        system_(system),
        options_(options),
        watch_(watch),
        factorizations_(factorizations),
        most_(factorizations + options.factorizations),
        workspace_(rows.rows()) {}

  NewtonResult solve(VecX& best) {
    place(best);
    NewtonResult result{.defect = defect()};
    result.solved = isSmall(result.defect);
    weight_ = options_.weight;
    for (int round = 0; !result.solved && round < options_.factorizations && factorizations_ < most_; ++round) {
      const double before = defect();
      const bool arrived = solveInner(result.steps);
      const double after = defect();
      if (after < result.defect) {
        result.defect = after;
        best = lambda_;
      }
      result.solved = isSmall(after);
      if (arrived) {
        weight_ = std::max(options_.factor * weight_, std::min(weight_, options_.least));
        continue;
      }
      // Written so that a defect that is not a number is taken back too.
      if (!(after < before)) place(centre_);
      if (options_.ends_lost) break;
      weight_ *= options_.stronger;
    }
    return result;
  }

 private:
  void place(const VecX& lambda) {
    lambda_ = lambda;
    system_.product(lambda_, u_);
    u_ += rows_.q;
  }
  bool isSmall(double defect) const { return defect <= options_.tolerance * rows_.scaleOf(lambda_); }

  // Of the contact problem, whatever epsilon is.
  double defect() {
    lawful_ = lambda_ - u_;
    rows_.project(lawful_, lawful_);
    return (lambda_ - lawful_).lpNorm<Eigen::Infinity>();
  }

  // One round, centred here; whether it arrived.
  bool solveInner(int& steps) {
    centre_ = lambda_;
    evaluate();
    double least = F_.lpNorm<Eigen::Infinity>();
    for (int idle = 0; idle < options_.steps && factorizations_ < most_; ++idle) {
      change_ = -F_;
      rows_.linearize(y_, weight_, change_, jacobian_);
      if (!factor()) return false;
      system_.solveInPlace(change_);
      if (!change_.allFinite()) return false;
      change_ += lambda_;
      place(change_);
      evaluate();
      ++steps;
      if (watch_) watch_({lambda_, 1.0, factorizations_});
      const double size = F_.lpNorm<Eigen::Infinity>();
      if (size <= std::max(options_.arrived * defect(), options_.tolerance)) return true;
      if (size < least) {
        least = size;
        idle = -1;
      }
    }
    return false;
  }

  // The argument of P, and what the proximal problem misses.
  void evaluate() {
    y_ = lambda_ - u_ - weight_ * (lambda_ - centre_);
    rows_.project(y_, F_);
    F_ = lambda_ - F_;
  }

  // Unless nothing has changed since the last time.
  bool factor() {
    if (is_factored_ && jacobian_ == factored_) return true;
    stopIfAsked();
    ++factorizations_;
    is_factored_ = system_.factor(jacobian_);
    std::swap(factored_, jacobian_);
    return is_factored_;
  }

  struct Workspace {
    VecX lambda, u, centre, y, F, lawful, change;
    GeneralizedJacobian jacobian, factored;
  };
  const ConeRows& rows_;
  ConeSystem& system_;
  const NewtonOptions& options_;
  const NewtonWatch& watch_;
  int& factorizations_;
  const int most_;
  double weight_ = 0.0;
  bool is_factored_ = false;
  const Scratch<Workspace> workspace_;
  VecX &lambda_ = workspace_->lambda, &u_ = workspace_->u, &centre_ = workspace_->centre;
  VecX &y_ = workspace_->y, &F_ = workspace_->F, &lawful_ = workspace_->lawful, &change_ = workspace_->change;
  GeneralizedJacobian &jacobian_ = workspace_->jacobian, &factored_ = workspace_->factored;
};

}  // namespace

NewtonResult solveProximalNewton(const ConeRows& rows, ConeSystem& system, const NewtonOptions& options, VecX& lambda,
                                 int& factorizations, const NewtonWatch& watch) {
  return ProximalNewton(rows, system, options, factorizations, watch).solve(lambda);
}

}  // namespace keystone
