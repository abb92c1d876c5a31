// Problem: the box or cone friction problem of contact_problem.h. Sweeps over contacts carry a load one contact further
// at a time, so that the weight of a tall or a top-heavy stack takes many to reach the ground.
//
// Source: guendelman2003, shock propagation; the levels are those of erleben2007, distances from fixed
// bodies.
//   Up: level after level, the contacts of a level's bodies with each other and with the level below are relaxed while
//   all bodies below are held, as if of infinite mass. So each level gets velocities at which it comes to rest on the
//   one below, whatever its weight.
// Departures:
//   - the source pushes the upper bodies only, so that its velocities belong to no impulses: nobody carries the weight.
//     Here a second way, down, finds impulses for them: level after level from the top, contacts are relaxed against
//     the velocities that the way up gave to what lies below, and each impulse acts on both bodies. In a column the two
//     ways are a solve: exact after one pass, for any masses;
//   - the first half of a level's sweeps leaves friction as it is. Held bodies bear any friction; what answers to slip
//     that is only there until the normal impulses have settled stays in the level as a load that spreads it, and tips
//     over what has to carry it in the end;
//   - levels are distances in the graph of contacts, where the source tries who falls on whom. Bodies that
//     lie on their neighbours as well as on the ground are of its first level;
//   - of the impulses' change the share is taken that leaves the least kinetic energy: all of it where the levels have
//     settled, little where what they left undone would throw bodies;
//   - it comes before the sweeps of the whole, not after them: what it leaves undone they spread;
//   - bodies that no contacts connect with the ground have no level, nor have bodies of joints: held neighbours would
//     stretch a chain between two of them without bound. Their rows keep their impulses.
// Cost: 2 `sweeps` sweeps, O(nonzeros of J) each.
// Fails: with too few sweeps of a level for it to settle, below about 20 for faces on faces in space, it helps little.
// It is judged as all else, by the residual.
#include "solver/shock_propagation.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "math/stop.h"
#include "problem/delassus.h"

namespace keystone {
namespace {

std::size_t at(int index) {
  return static_cast<std::size_t>(index);
}

// The movable bodies that a row names, at most two.
struct RowBodies {
  std::array<int, 2> body{};
  int count = 0;
};

RowBodies bodiesOf(const ContactProblem& problem, int row) {
  RowBodies named;
  for (SparseRows::InnerIterator it(problem.J, row); it; ++it) {
    const auto body = static_cast<int>(it.col() / 6);
    if (named.count > 0 && named.body[named.count - 1] == body) continue;
    if (named.count < 2 && isMovable(problem.inv_mass[body])) named.body[named.count++] = body;
  }
  return named;
}

double largestEigenvalue(double a, double b, double c) {  // of [a c; c b]
  return 0.5 * (a + b) + std::hypot(0.5 * (a - b), c);
}

class LevelSweeps {
 public:
  LevelSweeps(const ContactProblem& problem, FrictionLaw law, int sweeps)
      : problem_(problem), law_(law), sweeps_(sweeps) {
    findLevels(problem, levels_);
    weightedJacobian(problem, T_);
    collectRows();
    findSteps();
  }

  void run(VecX& lambda) {
    const VecX before = lambda, start = T_.transpose() * lambda;
    dv_ = start;
    VecX raised = lambda;
    down_ = false;
    for (int level = 1; level < levelCount(); ++level) relax(level, raised);
    held_ = dv_;
    dv_ = start;
    down_ = true;
    for (int level = levelCount() - 1; level > 0; --level) relax(level, lambda);
    const VecX change = lambda - before;
    lambda = before + shareOf(change, start) * change;
  }

 private:
  // The share of a change of impulses that leaves least of 1/2 lambda W lambda + q lambda, up to all of it.
  double shareOf(const VecX& change, const VecX& start) const {
    const double slope = change.dot(problem_.q + problem_.J * start);
    const double curvature = change.dot(problem_.J * VecX(T_.transpose() * change));
    return curvature > 0.0 ? std::clamp(-slope / curvature, 0.0, 1.0) : 0.0;
  }

  int levelCount() const { return static_cast<int>(rows_.size()); }
  int levelOf(Eigen::Index column) const { return levels_[column / 6]; }

  // Normal rows of contacts by the highest level that they touch; none where a body has no level.
  void collectRows() {
    for (int contact = 0; contact < problem_.contacts; ++contact) {
      const int row = problem_.normalRow(contact);
      const RowBodies named = bodiesOf(problem_, row);
      int highest = 0, lowest = named.count > 0 ? levels_[at(named.body[0])] : kNoLevel;
      for (int i = 0; i < named.count; ++i) {
        highest = std::max(highest, levels_[at(named.body[at(i)])]);
        lowest = std::min(lowest, levels_[at(named.body[at(i)])]);
      }
      if (lowest == kNoLevel) continue;
      if (rows_.size() <= at(highest)) rows_.resize(at(highest) + 1);
      rows_[at(highest)].push_back(row);
    }
  }

  // W_ij by the bodies of a level alone.
  double coupling(int i, int j, int level) const {
    double sum = 0.0;
    SparseRows::InnerIterator a(problem_.J, i), b(T_, j);
    while (a && b) {
      if (a.col() == b.col() && levelOf(a.col()) == level) sum += a.value() * b.value();
      const bool advance_a = a.col() <= b.col(), advance_b = b.col() <= a.col();
      if (advance_a) ++a;
      if (advance_b) ++b;
    }
    return sum;
  }

  // Step lengths [kg], 1 / W_ii of the level's bodies; for the tangents of a cone contact 1 / eigenvalue.
  void findSteps() {
    steps_.setZero(problem_.rows());
    const auto inverse = [](double w) { return w > 0.0 ? 1.0 / w : 0.0; };
    for (int level = 1; level < levelCount(); ++level) {
      for (const int n : rows_[at(level)]) {
        for (int row = n; row < n + problem_.dim; ++row) steps_[row] = inverse(coupling(row, row, level));
        if (problem_.dim < 3 || law_ == FrictionLaw::Box) continue;
        const int t1 = n + 1, t2 = n + 2;
        steps_[t1] = steps_[t2] =
            inverse(largestEigenvalue(coupling(t1, t1, level), coupling(t2, t2, level), coupling(t1, t2, level)));
      }
    }
  }

  double velocity(int row, int level) const {
    double sum = problem_.q[row];
    for (SparseRows::InnerIterator it(problem_.J, row); it; ++it)
      sum += it.value() * (down_ && levelOf(it.col()) != level ? held_ : dv_)[it.col()];
    return sum;
  }

  void set(int row, int level, double value, VecX& lambda) {
    const double change = value - lambda[row];
    lambda[row] = value;
    for (SparseRows::InnerIterator it(T_, row); it; ++it)
      if (down_ || levelOf(it.col()) == level) dv_[it.col()] += it.value() * change;
  }

  double moved(int row, int level, const VecX& lambda) const {
    return lambda[row] - steps_[row] * velocity(row, level);
  }

  void relaxContact(int n, int level, bool with_friction, VecX& lambda) {
    set(n, level, std::max(0.0, moved(n, level, lambda)), lambda);
    if (problem_.dim == 1 || !with_friction) return;
    const double bound = problem_.mu[problem_.contactOf(n)] * lambda[n];
    if (problem_.dim == 2 || law_ == FrictionLaw::Box) {
      for (int t = n + 1; t < n + problem_.dim; ++t)
        set(t, level, std::clamp(moved(t, level, lambda), -bound, bound), lambda);
      return;
    }
    Vec2 tangent(moved(n + 1, level, lambda), moved(n + 2, level, lambda));
    if (const double size = tangent.norm(); size > bound) tangent *= bound / size;
    set(n + 1, level, tangent[0], lambda);
    set(n + 2, level, tangent[1], lambda);
  }

  void relax(int level, VecX& lambda) {
    for (int sweep = 0; sweep < sweeps_; ++sweep) {
      stopIfAsked();
      const bool with_friction = 2 * sweep >= sweeps_ || sweep + 1 == sweeps_;
      for (const int row : rows_[at(level)]) relaxContact(row, level, with_friction, lambda);
    }
  }

  const ContactProblem& problem_;
  FrictionLaw law_;
  int sweeps_;
  std::vector<int> levels_;             // [bodies]
  std::vector<std::vector<int>> rows_;  // by level
  SparseRows T_;                        // [rows x 6 bodies], J M^-1
  VecX steps_;                          // [rows]
  VecX dv_, held_;                      // [6 bodies], M^-1 J^T lambda on this way; after the way up
  bool down_ = false;
};

}  // namespace

void findLevels(const ContactProblem& problem, std::vector<int>& levels) {
  std::vector<char> joined(problem.inv_mass.size(), 0);
  for (int row = problem.firstJointRow(); row < problem.rows(); ++row) {
    const RowBodies named = bodiesOf(problem, row);
    for (int i = 0; i < named.count; ++i) joined[at(named.body[at(i)])] = 1;
  }
  levels.assign(problem.inv_mass.size(), kNoLevel);
  std::vector<std::vector<int>> neighbours(levels.size());
  std::vector<int> reached;
  for (int contact = 0; contact < problem.contacts; ++contact) {
    const RowBodies named = bodiesOf(problem, problem.normalRow(contact));
    if (named.count == 0 || joined[at(named.body[0])] != 0) continue;
    if (named.count == 1) {
      if (levels[at(named.body[0])] == kNoLevel) reached.push_back(named.body[0]);
      levels[at(named.body[0])] = 1;
    } else if (joined[at(named.body[1])] == 0) {
      neighbours[at(named.body[0])].push_back(named.body[1]);
      neighbours[at(named.body[1])].push_back(named.body[0]);
    }
  }
  for (std::size_t next = 0; next < reached.size(); ++next) {
    const int body = reached[next];
    for (const int other : neighbours[at(body)]) {
      if (levels[at(other)] != kNoLevel) continue;
      levels[at(other)] = levels[at(body)] + 1;
      reached.push_back(other);
    }
  }
}

void propagateShock(const ContactProblem& problem, FrictionLaw law, int sweeps, VecX& lambda) {
  LevelSweeps(problem, law, sweeps).run(lambda);
}

}  // namespace keystone
