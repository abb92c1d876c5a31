#include "reference/baraff_1994.h"

#include <cmath>
#include <set>
#include <vector>

#include "problem/delassus.h"

namespace keystone::reference {
namespace {

enum class Set { None, Clamped, Unclamped, Forward, Backward };  // C; NC of a normal; NC+ and NC- of friction

constexpr double kZero = 1e-11;  // of the largest |b|, or of the force that stops a row by itself: what counts as none
constexpr double kHeld = 100.0;  // times what counts as none: what hundreds of pivots may leave
constexpr double kInRange = 1e-7;  // of |v1|

struct Step {
  double s = HUGE_VAL, rate = 0.0;
  int j = -1;
  Set to = Set::None;
};

MatX delassus(const ContactProblem& problem) {
  SparseRows W = problem.W;
  if (problem.hasBodies()) formDelassus(problem, W);
  return W.toDense();
}

class Method {
 public:
  Method(const ContactProblem& problem, Baraff& result)
      : problem_(problem), A_(delassus(problem)), b_(problem.q), n_(problem.rows()), result_(result) {
    f_.setZero(n_);
    sets_.assign(n_, Set::None);
    small_a_ = kZero * std::max(b_.lpNorm<Eigen::Infinity>(), 1e-300);
    small_f_.resize(n_);
    const double mobility = A_.diagonal().mean();
    for (int i = 0; i < n_; ++i) small_f_[i] = small_a_ / std::max(A_(i, i), 1e-3 * mobility);
    for (int i = 0; i < n_; ++i)
      if (problem.isBilateral(i)) sets_[i] = Set::Clamped;
    if (problem.joint_rows > 0) solveBilateral();
    a_ = A_ * f_ + b_;
  }

  void computeForces(Order order, int most) {
    for (; result_.drives < most; ++result_.drives) {
      const int d = next(order);
      if (d < 0) {
        result_.outcome = isHeld() ? Outcome::Solved : Outcome::Breakdown;
        break;
      }
      const Outcome outcome = driveToZero(d);
      if (outcome != Outcome::Solved) {
        result_.outcome = outcome;
        break;
      }
      takeBack();
    }
    result_.f = f_;
  }

 private:
  bool isFriction(int i) const { return problem_.isTangent(i); }
  int normalOf(int i) const { return problem_.normalRow(problem_.contactOf(i)); }
  double mu(int i) const { return problem_.mu[problem_.contactOf(i)]; }
  double bound(int i) const { return mu(i) * f_[normalOf(i)]; }

  // Whether the clamped rows are at rest indeed, and not by the sets alone.
  bool isHeld() const {
    const VecX a = A_ * f_ + b_;
    for (int i = 0; i < n_; ++i)
      if (sets_[i] == Set::Clamped && std::abs(a[i]) > kHeld * small_a_) return false;
    return true;
  }

  void solveBilateral() {
    const std::vector<int> C = clamped();
    const VecX b = b_(C);
    const VecX x = MatX(A_(C, C)).completeOrthogonalDecomposition().solve(-b);
    f_(C) = x;
  }

  // Friction that was given up and whose conditions hold is in its set again.
  void takeBack() {
    for (int i = 0; i < n_; ++i) {
      const bool is_given_up = isFriction(i) && sets_[i] == Set::None && std::abs(f_[i]) > small_f_[i];
      if (!is_given_up || sets_[normalOf(i)] != Set::Clamped || violation(i) > small_a_) continue;
      sets_[i] = std::abs(a_[i]) <= small_a_ ? Set::Clamped : f_[i] > 0.0 ? Set::Forward : Set::Backward;
    }
  }

  // How far row i is from its condition; normals before the friction of their contact.
  double violation(int i) const {
    if (sets_[i] != Set::None) return 0.0;
    if (!isFriction(i)) return -a_[i];
    if (-a_[normalOf(i)] > small_a_ && sets_[normalOf(i)] == Set::None) return 0.0;
    if (std::abs(f_[i]) > small_f_[i]) {  // it was given up; its conditions may hold all the same
      const double excess = std::abs(f_[i]) - bound(i);
      if (std::abs(excess) <= small_f_[i] && f_[i] * a_[i] < 0.0) return 0.0;
      return excess > small_f_[i] ? std::max(std::abs(a_[i]), 2.0 * small_a_) : std::abs(a_[i]);
    }
    return bound(i) > small_f_[normalOf(i)] ? std::abs(a_[i]) : 0.0;
  }

  int next(Order order) const {
    int found = -1;
    double most = small_a_;
    for (int i = 0; i < n_; ++i)
      if (const double v = violation(i); v > most) {
        found = i;
        if (order == Order::Lowest) break;
        most = v;
      }
    return found;
  }

  std::vector<int> clamped() const {
    std::vector<int> C;
    for (int i = 0; i < n_; ++i)
      if (sets_[i] == Set::Clamped) C.push_back(i);
    return C;
  }

  static double sliding(Set set) { return set == Set::Forward ? 1.0 : set == Set::Backward ? -1.0 : 0.0; }

  // A's column i with those of the friction that slides with it.
  VecX column(int i) const {
    VecX c = A_.col(i);
    if (!problem_.isNormal(i)) return c;
    for (int k = i + 1; k < i + problem_.dim; ++k) c += sliding(sets_[k]) * mu(k) * A_.col(k);
    return c;
  }

  // False when no change of the clamped forces keeps their rows at rest: sliding friction has made A11 singular and v1
  // none of its range.
  bool fdirection(int d, double sense, VecX& df) const {
    const std::vector<int> C = clamped();
    df.setZero(n_);
    df[d] = sense;
    if (!C.empty()) {
      MatX A11(C.size(), C.size());
      for (std::size_t k = 0; k < C.size(); ++k) A11.col(static_cast<int>(k)) = column(C[k])(C);
      const VecX v1 = column(d)(C);
      const VecX x = A11.completeOrthogonalDecomposition().solve(-sense * v1);
      if ((A11 * x + sense * v1).norm() > kInRange * v1.norm()) return false;
      df(C) = x;
    }
    for (int i = 0; i < n_; ++i)
      if (const double sign = sliding(sets_[i]); sign != 0.0) df[i] = sign * mu(i) * df[normalOf(i)];
    return true;
  }

  // The first of the conditions that s reaches; of those reached together, the one approached fastest.
  Step maxstep(int d, bool to_no_force, const VecX& df, const VecX& da) const {
    Step step;
    const auto limit = [&](int j, double left, double rate, double none, Set to) {
      if (rate <= none) return;
      const double s = std::max(left, 0.0) / rate;
      const double same = small_f_[j] / rate;
      const bool is_tie = std::abs(s - step.s) <= same;
      if (is_tie ? rate > step.rate : s < step.s) step = {std::min(s, step.s), rate, j, to};
    };
    const double none_a = 1e-10 * da.lpNorm<Eigen::Infinity>(), none_f = 1e-10 * df.lpNorm<Eigen::Infinity>();
    const auto bounds = [&](int i) {
      const double rate = mu(i) * df[normalOf(i)];
      limit(i, bound(i) - f_[i], df[i] - rate, none_f, Set::Forward);
      limit(i, bound(i) + f_[i], -df[i] - rate, none_f, Set::Backward);
    };
    if (to_no_force) {
      const double excess = std::abs(f_[d]) - bound(d);
      if (excess > small_f_[d] && f_[d] * a_[d] < 0.0)
        limit(d, excess, std::abs(df[d]) + mu(d) * df[normalOf(d)], 0.0, f_[d] > 0.0 ? Set::Forward : Set::Backward);
      if (excess <= small_f_[d] && a_[d] * da[d] < 0.0)
        limit(d, std::abs(a_[d]), std::abs(da[d]), none_a, Set::Clamped);
      limit(d, std::abs(f_[d]), std::abs(df[d]), 0.0, Set::None);
    } else if (isFriction(d)) {
      limit(d, std::abs(a_[d]), a_[d] < 0.0 ? da[d] : -da[d], none_a, Set::Clamped);
      bounds(d);
    } else {
      limit(d, -a_[d], da[d], none_a, Set::Clamped);
    }
    for (int i = 0; i < n_; ++i) {
      if (i == d || problem_.isBilateral(i)) continue;
      if (sets_[i] == Set::Clamped && !isFriction(i)) limit(i, f_[i], -df[i], none_f, Set::Unclamped);
      if (sets_[i] == Set::Clamped && isFriction(i)) bounds(i);
      if (sets_[i] == Set::Unclamped) limit(i, a_[i], -da[i], none_a, Set::Clamped);
      if (sets_[i] == Set::Forward) limit(i, -a_[i], da[i], none_a, Set::Clamped);
      if (sets_[i] == Set::Backward) limit(i, a_[i], -da[i], none_a, Set::Clamped);
    }
    return step;
  }

  Outcome driveToZero(int d) {
    // Friction that was given up has a force; it goes first.
    const bool to_no_force = isFriction(d) && std::abs(f_[d]) > small_f_[d];
    const double sense = to_no_force ? -std::copysign(1.0, f_[d]) : isFriction(d) ? -std::copysign(1.0, a_[d]) : 1.0;
    std::set<int> moved;  // since f last changed
    for (int pivots = 0; pivots < 20 * n_; ++pivots) {
      VecX df;
      if (!fdirection(d, sense, df)) return Outcome::Breakdown;
      const VecX da = A_ * df;
      const Step step = maxstep(d, to_no_force, df, da);
      if (step.j < 0) return Outcome::Ray;
      ++result_.pivots;
      const bool is_zero = step.s * df.cwiseAbs().cwiseQuotient(small_f_).maxCoeff() <= 1.0;
      result_.zero_steps += is_zero ? 1 : 0;
      f_ += step.s * df;
      if (!is_zero) moved.clear();
      if (step.j != d && !moved.insert(step.j).second) {
        giveUp(step.j);
      } else {
        move(step.j, step.to);
      }
      takeSliding();
      a_ = A_ * f_ + b_;
      for (int i = 0; i < n_; ++i)
        if (sets_[i] == Set::Clamped) a_[i] = 0.0;
      if (step.j == d) return Outcome::Solved;
    }
    return Outcome::Limit;
  }

  // Every sliding force at its bound, without what rounding left.
  void takeSliding() {
    for (int i = 0; i < n_; ++i)
      if (const double sign = sliding(sets_[i]); sign != 0.0) f_[i] = sign * bound(i);
  }

  void move(int j, Set to) {
    sets_[j] = to;
    if (to == Set::None || to == Set::Unclamped) f_[j] = 0.0;
    if (!problem_.isNormal(j)) return;
    for (int k = j + 1; k < j + problem_.dim; ++k) {
      if (to == Set::Unclamped && sets_[k] != Set::None) {  // it takes its friction out with it
        sets_[k] = Set::None;
        f_[k] = 0.0;
        out_.insert(k);
      } else if (to == Set::Clamped && out_.erase(k) > 0) {  // and brings it back
        sets_[k] = std::abs(a_[k]) <= small_a_ ? Set::Clamped : a_[k] > 0.0 ? Set::Backward : Set::Forward;
      }
    }
  }

  void giveUp(int j) {
    ++result_.given_up;
    sets_[j] = Set::None;
    if (!problem_.isNormal(j)) return;
    for (int k = j + 1; k < j + problem_.dim; ++k) {
      sets_[k] = Set::None;
      out_.erase(k);
    }
  }

  const ContactProblem& problem_;
  MatX A_;
  VecX b_;
  int n_;
  Baraff& result_;
  VecX f_, a_;
  std::vector<Set> sets_;
  std::set<int> out_;  // friction rows of contacts that have opened
  double small_a_;
  VecX small_f_;  // [n]
};

}  // namespace

Baraff solveBaraff(const ContactProblem& problem, Order order, int most_drives) {
  Baraff result;
  Method(problem, result).computeForces(order, most_drives * problem.rows());
  return result;
}

}  // namespace keystone::reference
